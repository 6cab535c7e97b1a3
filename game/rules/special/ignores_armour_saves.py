"""Ignores Armour Saves: armour does not help, wards do (DMG-06)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class IgnoresArmourSaves(SpecialRule):
    """No armour save is taken; ward saves are."""

    name = "Ignores Armour Saves"
    rules = ("DMG-06",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """No armour save."""
        return replace(hits, armour=False)
