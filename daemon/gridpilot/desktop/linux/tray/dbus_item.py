"""What a StatusNotifierItem says on D-Bus: the item itself, and its menu in the dbusmenu protocol.

Sources: freedesktop.org's StatusNotifierItem draft and libdbusmenu's com.canonical.dbusmenu.xml. What a click means is
the caller's to say.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from dbus_fast import PropertyAccess, Variant
from dbus_fast.annotations import (
    DBusBool,
    DBusInt32,
    DBusObjectPath,
    DBusSignature,
    DBusStr,
    DBusUInt32,
    DBusVariant,
)
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

from gridpilot.desktop import MenuItem
from gridpilot.desktop.shared.icon_drawing import SIZES, pixels

ITEM_PATH, MENU_PATH = "/StatusNotifierItem", "/MenuBar"
ROOT = 0  # the id of the menu itself; its lines count from 1

Pixmaps = Annotated[list[Any], DBusSignature("a(iiay)")]
ToolTip = Annotated[list[Any], DBusSignature("(sa(iiay)ss)")]
Ids = Annotated[list[int], DBusSignature("ai")]
Names = Annotated[list[str], DBusSignature("as")]
Properties = Annotated[list[Any], DBusSignature("a(ia{sv})")]
Events = Annotated[list[Any], DBusSignature("a(isvu)")]
Layout = Annotated[list[Any], DBusSignature("u(ia{sv}av)")]
Updates = Annotated[list[Any], DBusSignature("aiai")]
Revision = Annotated[list[int], DBusSignature("ui")]


def line_properties(line: MenuItem) -> dict[str, Variant]:
    """As dbusmenu names them; what is usual is left out."""
    if line.label is None:
        return {"type": Variant("s", "separator")}
    facts = {"label": Variant("s", line.label.replace("_", "__"))}  # an underline marks a mnemonic there
    if not line.enabled:
        facts["enabled"] = Variant("b", False)
    if line.checked is not None:
        facts["toggle-type"] = Variant("s", "checkmark")
        facts["toggle-state"] = Variant("i", int(line.checked))
    return facts


def pixmap(size: int, rgba: bytes) -> list[Any]:
    """Width, height and ARGB bytes in network order, as the protocol wants pictures."""
    argb = bytearray(len(rgba))
    argb[0::4] = rgba[3::4]
    for colour in range(3):
        argb[colour + 1 :: 4] = rgba[colour::4]
    return [size, size, bytes(argb)]


class Item(ServiceInterface):
    """The icon: `show` changes what it says. `on_activate` is told of a left click."""

    def __init__(self, name: str, on_activate: Callable[[], None]) -> None:
        super().__init__("org.kde.StatusNotifierItem")
        self._name = name
        self._on_activate = on_activate
        self._face = ""
        self._pictures: list[Any] = []
        self._text = ""

    def show(self, face: str, text: str) -> None:
        """Changes the picture and the tooltip's text, and tells whoever looks of what is new."""
        if face != self._face:
            self._face, self._pictures = face, [pixmap(size, pixels(face, size)) for size in SIZES]
            self.new_icon()
        if text != self._text:
            self._text = text
            self.new_title()
            self.new_tool_tip()

    @dbus_property(PropertyAccess.READ, name="Category")
    def category(self) -> DBusStr:
        return "ApplicationStatus"

    @dbus_property(PropertyAccess.READ, name="Id")
    def id(self) -> DBusStr:
        return self._name

    @dbus_property(PropertyAccess.READ, name="Title")
    def title(self) -> DBusStr:
        return self._text.partition("\n")[0]

    @dbus_property(PropertyAccess.READ, name="IconAccessibleDesc")
    def icon_accessible_desc(self) -> DBusStr:
        """What a screen reader says of the picture; Ayatana's addition, which panels of GNOME, MATE and Xfce know."""
        return self._text.partition("\n")[0]

    @dbus_property(PropertyAccess.READ, name="Status")
    def status(self) -> DBusStr:
        return "Active"

    @dbus_property(PropertyAccess.READ, name="WindowId")
    def window_id(self) -> DBusInt32:
        return 0

    @dbus_property(PropertyAccess.READ, name="IconName")
    def icon_name(self) -> DBusStr:
        return ""

    @dbus_property(PropertyAccess.READ, name="IconPixmap")
    def icon_pixmap(self) -> Pixmaps:
        return self._pictures

    @dbus_property(PropertyAccess.READ, name="ToolTip")
    def tool_tip(self) -> ToolTip:
        head, _, rest = self._text.partition("\n")
        return ["", self._pictures, head, rest]

    @dbus_property(PropertyAccess.READ, name="ItemIsMenu")
    def item_is_menu(self) -> DBusBool:
        return False  # otherwise a left click would open the menu, too

    @dbus_property(PropertyAccess.READ, name="Menu")
    def menu(self) -> DBusObjectPath:
        return MENU_PATH

    @dbus_method(name="Activate")
    def activate(self, _x: DBusInt32, _y: DBusInt32) -> None:
        self._on_activate()

    @dbus_method(name="SecondaryActivate")
    def secondary_activate(self, _x: DBusInt32, _y: DBusInt32) -> None:
        """A middle click: nothing."""

    @dbus_method(name="ContextMenu")
    def context_menu(self, _x: DBusInt32, _y: DBusInt32) -> None:
        """The panel shows the menu by itself."""

    @dbus_method(name="Scroll")
    def scroll(self, _delta: DBusInt32, _orientation: DBusStr) -> None:
        """The wheel: nothing."""

    @dbus_signal(name="NewTitle")
    def new_title(self) -> None: ...

    @dbus_signal(name="NewIcon")
    def new_icon(self) -> None: ...

    @dbus_signal(name="NewToolTip")
    def new_tool_tip(self) -> None: ...


class Menu(ServiceInterface):
    """The lines; `on_action` is told the action of a clicked one; `on_open` may change them before they are seen."""

    def __init__(self, on_action: Callable[[str], None], on_open: Callable[[], None]) -> None:
        super().__init__("com.canonical.dbusmenu")
        self._on_action = on_action
        self._on_open = on_open
        self._lines: Sequence[MenuItem] = ()
        self._revision = 1

    def show(self, lines: Sequence[MenuItem]) -> None:
        if lines != self._lines:
            self._lines = lines
            self._revision += 1
            self.layout_updated()

    def _properties(self, number: int) -> dict[str, Variant]:
        if number == ROOT:
            return {"children-display": Variant("s", "submenu")}
        return line_properties(self._lines[number - 1]) if number <= len(self._lines) else {}

    def _heard(self, number: int, kind: str) -> None:
        if kind == "clicked" and 1 <= number <= len(self._lines):
            self._on_action(self._lines[number - 1].action)

    @dbus_property(PropertyAccess.READ, name="Version")
    def version(self) -> DBusUInt32:
        return 3

    @dbus_property(PropertyAccess.READ, name="TextDirection")
    def text_direction(self) -> DBusStr:
        return "ltr"

    @dbus_property(PropertyAccess.READ, name="Status")
    def status(self) -> DBusStr:
        return "normal"

    @dbus_property(PropertyAccess.READ, name="IconThemePath")
    def icon_theme_path(self) -> Names:
        return []

    @dbus_method(name="GetLayout")
    def get_layout(self, parent: DBusInt32, depth: DBusInt32, _names: Names) -> Layout:
        lines = [
            Variant("(ia{sv}av)", [number, self._properties(number), []]) for number in range(1, len(self._lines) + 1)
        ]
        children = lines if parent == ROOT and depth != 0 else []
        return [self._revision, [parent, self._properties(parent), children]]

    @dbus_method(name="GetGroupProperties")
    def get_group_properties(self, ids: Ids, _names: Names) -> Properties:
        return [[number, self._properties(number)] for number in ids or range(len(self._lines) + 1)]

    @dbus_method(name="GetProperty")
    def get_property(self, number: DBusInt32, name: DBusStr) -> DBusVariant:
        return self._properties(number).get(name, Variant("s", ""))

    @dbus_method(name="Event")
    def event(self, number: DBusInt32, kind: DBusStr, _data: DBusVariant, _time: DBusUInt32) -> None:
        self._heard(number, kind)

    @dbus_method(name="EventGroup")
    def event_group(self, events: Events) -> Ids:
        for number, kind, *_ in events:
            self._heard(number, kind)
        return []

    @dbus_method(name="AboutToShow")
    def about_to_show(self, number: DBusInt32) -> DBusBool:
        return number == ROOT and self._opened()

    @dbus_method(name="AboutToShowGroup")
    def about_to_show_group(self, ids: Ids) -> Updates:
        return [[ROOT] if ROOT in ids and self._opened() else [], []]

    def _opened(self) -> bool:
        """True when the panel has to ask for the lines anew."""
        before = self._revision
        self._on_open()
        return self._revision != before

    @dbus_signal(name="LayoutUpdated")
    def layout_updated(self) -> Revision:
        return [self._revision, ROOT]
