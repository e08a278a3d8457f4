"""A panel of today on a virtual desktop: xfce4-panel with nothing but a tray that takes StatusNotifierItems."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbus_fast import Message
from dbus_fast.aio import MessageBus
from virtual import wait_for

if TYPE_CHECKING:
    import subprocess

    from virtual import Desktop

SIZE = 30  # pixels: the panel's height
PANEL = f"""<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
 <property name="configver" type="int" value="2"/>
 <property name="panels" type="array"><value type="int" value="1"/>
  <property name="panel-1" type="empty">
   <property name="position" type="string" value="p=8;x=0;y=0"/>
   <property name="length" type="uint" value="100"/>
   <property name="position-locked" type="bool" value="true"/>
   <property name="size" type="uint" value="{SIZE}"/>
   <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
  </property></property>
 <property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property>
</channel>
"""


def prepare_panel(desk: Desktop) -> None:
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "xfce4/xfconf/xfce-perchannel-xml"
    folder.mkdir(parents=True)
    (folder / "xfce4-panel.xml").write_text(PANEL)


def panel(desk: Desktop) -> subprocess.Popen[bytes]:
    """Starts the panel at the lower edge; it is there when it owns the watcher's name."""
    process = desk.start(["xfce4-panel", "--disable-wm-check"])
    wait_for(lambda: "org.kde.StatusNotifierWatcher" in names(desk), 60, "the panel")
    return process


def call(desk: Desktop, **message: Any) -> list[Any]:
    async def asked() -> list[Any]:
        bus = await MessageBus(desk.env["DBUS_SESSION_BUS_ADDRESS"]).connect()
        try:
            reply = await bus.call(Message(**message))
            return list(reply.body) if reply else []
        finally:
            bus.disconnect()

    return asyncio.run(asked())


def names(desk: Desktop) -> list[str]:
    bus = "org.freedesktop.DBus"
    return call(desk, destination=bus, path="/org/freedesktop/DBus", interface=bus, member="ListNames")[0]
