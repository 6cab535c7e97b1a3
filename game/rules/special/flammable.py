"""Flammable: burns well (DMG-15)."""

from __future__ import annotations

from game.rules.special_rule import SpecialRule


class Flammable(SpecialRule):
    """Played by the Flaming Attacks that hit it: their failed rolls to wound are rolled again."""

    name = "Flammable"
    rules = ("DMG-15",)
    not_yet = "its Fear of Flaming Attacks, and its worse Panic tests"
