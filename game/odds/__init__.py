"""Exact chances: dice algebra and enumeration of procedures."""
