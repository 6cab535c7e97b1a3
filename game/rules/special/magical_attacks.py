"""Magical Attacks: what some protection tells from mundane attacks (SR-MAG)."""

from __future__ import annotations

from game.rules.special_rule import SpecialRule


class MagicalAttacks(SpecialRule):
    """Does nothing by itself; Dodge does not help against them where they hit without a roll (DMG-09)."""

    name = "Magical Attacks"
    rules = ("SR-MAG",)
    not_yet = "protection that tells them from mundane attacks, such as of the ethereal"
