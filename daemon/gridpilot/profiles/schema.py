"""The JSON schema of profile files, for editors: made of the tables in format.py, so they cannot differ."""

from __future__ import annotations

from typing import Any

from gridpilot.profiles.format import PROFILE, RULE


def schema() -> dict[str, Any]:
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "gridpilot profile",
        "description": "Which windows a profile is for, and how their boards are found, read and filled.",
        **PROFILE.schema(),
        "$defs": {"rule": RULE.schema()},
    }
