"""Carries out one step, a click or a key, and what that takes: pointer, pad, popup, prompt. Knows of no search."""
