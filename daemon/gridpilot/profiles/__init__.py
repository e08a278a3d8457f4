"""Profiles: what gridpilot knows about particular programs. Bundled ones are data in the wheel, users' come first."""

from functools import cache
from importlib.resources import files
from pathlib import Path


@cache  # asked for at each trigger, and each of its paths would leave its words in Python's table of names
def bundled() -> Path:
    """The folder of the bundled profiles: in the wheel, or in the checkout when running from one."""
    packed = Path(str(files("gridpilot"))) / "profiles" / "bundled"
    return packed if packed.is_dir() else Path(__file__).parents[3] / "profiles"
