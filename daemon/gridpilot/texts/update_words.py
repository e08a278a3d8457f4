"""The ways in which gridpilot may have been installed, as doctor names them. The guide says how each is updated."""

from gridpilot.texts.language import _

KINDS = {
    "deb": _("installed by apt from a .deb"),
    "folder": _("a folder that was unpacked"),
    "installer": _("installed by its installer for Windows"),
    "zip": _("a folder that was unpacked from a .zip"),
    "app": _("an application for macOS"),
    "pipx": _("installed by pipx"),
    "uv": _("installed by uv"),
    "checkout": _("run from a checkout"),
    "pip": _("installed by pip"),
}
