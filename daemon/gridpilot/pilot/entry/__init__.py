"""Enters a solved board by a way that is known, and looks whether it arrived."""
