"""Relentless: marches past any enemy (MOV-07)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule
from game.rules.strength import entirely


class Relentless(SpecialRule):
    """A unit of relentless models never tests before it marches."""

    name = "Relentless"
    rules = ("MOV-07",)

    def applies(self, state: State, unit: Unit) -> bool:
        """Every model is relentless."""
        return entirely(state, unit, self.name)

    def marches_untested(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """However near the enemy is."""
        return True
