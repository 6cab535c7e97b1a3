"""Swiftstride: longer charges, flights and pursuits (SWIFT-01 to SWIFT-03)."""

from __future__ import annotations

from game.dice import Total
from game.rules.special_rule import SpecialRule


class Swiftstride(SpecialRule):
    """Counts only where every model of the unit has it; nothing for a model that uses an M below 4."""

    name = "Swiftstride"
    rules = ("SWIFT-01",)
    not_yet = "failed charges, flight and pursuit"

    def charge_roll(self, movement: float) -> Total | None:
        """M 4 to 6: both of 2D6; M 7 or more: 3D6 without the lowest (SWIFT-01)."""
        if movement < 4:
            return None
        return Total(2) if movement < 7 else Total(3, drop_lowest=1)
