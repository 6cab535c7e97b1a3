"""Fly: over everything, from ground to ground (SPC-04)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Total
from game.rules.charts import swift_charge_roll
from game.rules.movement import burden
from game.rules.special_rule import SpecialRule
from game.rules.strength import entirely, members


class Fly(SpecialRule):
    """A unit flies if every model of it can; it may reform freely, as skirmishers do."""

    name = "Fly"
    rules = ("SPC-04",)

    def applies(self, state: State, unit: Unit) -> bool:
        """Every model flies."""
        return entirely(state, unit, self.name)

    def flies(self, state: State, unit: Unit) -> float | None:
        """The least of its models; what changes M changes it too."""
        flown = [
            max(float(use.parameter) + burden(one), 0.0) for one in members(state, unit) for use in one.uses(self.name)
        ]
        return min(flown, default=None)

    def charge_roll(self, movement: float) -> Total | None:
        """A flying charge is swift."""
        return swift_charge_roll(movement)

    def reforms_freely(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """As skirmishers."""
        return True
