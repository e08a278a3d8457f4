"""Chooses what names the digit of a glyph: the net, or what a profile asks for. All else stays the same."""

from __future__ import annotations

from gridpilot.reading import LARGEST_DIGIT, Read, Recogniser
from gridpilot.vision.glyphs import net
from gridpilot.vision.glyphs.net import Recognise


def of(choice: Recogniser, size: int = LARGEST_DIGIT) -> Recognise:
    """The recogniser for boards of so many values; raises GridpilotError where it cannot be had."""
    if choice.read is Read.TESSERACT:
        from gridpilot.vision.glyphs import tesseract

        return tesseract.recognise
    if choice.read is Read.TEMPLATES and choice.templates:
        from gridpilot.vision.glyphs import templates

        return templates.recogniser(choice.templates)
    return net.classify if size <= LARGEST_DIGIT else net.signs
