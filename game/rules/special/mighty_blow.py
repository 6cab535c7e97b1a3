"""Mighty Blow: the newer name of Strength Bonus (SR-SB)."""

from __future__ import annotations

from game.rules.special.strength_bonus import StrengthBonus


class MightyBlow(StrengthBonus):
    """The same rule."""

    name = "Mighty Blow"
    rules = ("SR-SB",)
