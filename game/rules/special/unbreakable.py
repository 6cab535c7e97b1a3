"""Unbreakable: never breaks and never flees (PSY-17)."""

from __future__ import annotations

from game.battle.charge import Reaction
from game.battle.decision import Fault
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class Unbreakable(SpecialRule):
    """Immune to psychology; flight is no choice at all."""

    name = "Unbreakable"
    rules = ("PSY-17",)

    def unbreakable(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """It never breaks."""
        return True

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """All of psychology."""
        return ("Psychology",)

    def forbids_reaction(self, state: State, unit: Unit, reaction: Reaction) -> Fault | None:  # noqa: ARG002
        """No flight, not even a feigned one."""
        if reaction in ("flee", "fire-and-flee"):
            return Fault("PSY-17", f"{unit.name} is unbreakable and never flees")
        return None
