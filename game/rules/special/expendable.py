"""Expendable: nobody mourns them but their like (PSY-06)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class Expendable(SpecialRule):
    """Their flight and their end cause no panic in friends who are not expendable themselves."""

    name = "Expendable"
    rules = ("PSY-06",)

    def unheeded_by(self, state: State, unit: Unit, friend: Unit) -> bool:  # noqa: ARG002
        """Friends who are no such troops look the other way."""
        return not friend.carries(self.name)
