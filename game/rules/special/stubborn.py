"""Stubborn: always steadfast while the majority of the unit has it (STUB-01, MAJ-01)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule
from game.rules.strength import majority


class Stubborn(SpecialRule):
    """Needs the majority: a Stubborn character alone does nothing for a block, nor does he take anything from one."""

    name = "Stubborn"
    rules = ("STUB-01", "STUB-02")
    not_yet = "combat reforms on unmodified Leadership (STUB-03)"

    def steadfast(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """Always."""
        return True

    def applies(self, state: State, unit: Unit) -> bool:
        """More than half of the models are Stubborn."""
        return majority(state, unit, lambda one: one.carries(self.name))
