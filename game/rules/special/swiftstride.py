"""Swiftstride: longer charges, flights and pursuits (SWIFT-01 to SWIFT-03)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Total
from game.rules.charts import swift_charge_roll
from game.rules.special_rule import SpecialRule
from game.rules.strength import entirely


class Swiftstride(SpecialRule):
    """Counts only where every model of the unit has it; nothing for a model that uses an M below 4."""

    name = "Swiftstride"
    rules = ("SWIFT-01", "SWIFT-02", "SPC-01")

    def applies(self, state: State, unit: Unit) -> bool:
        """Every model has it, characters included (SWIFT-02)."""
        return entirely(state, unit, self.name)

    def charge_roll(self, movement: float) -> Total | None:
        """Longer charges, by the M that is used (SWIFT-01)."""
        return swift_charge_roll(movement)

    def flee_roll(self, movement: float) -> Total | None:
        """Flight, pursuit and overrun: M 4 to 6, 3D6 without the lowest; M 7 or more, 3D6 (SWIFT-01)."""
        if movement < 4:
            return None
        return Total(3, drop_lowest=1) if movement < 7 else Total(3)
