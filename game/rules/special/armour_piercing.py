"""Armour Piercing: the armour save is so much worse (DMG-04)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class ArmourPiercing(SpecialRule):
    """Several sources add up."""

    name = "Armour Piercing"
    rules = ("DMG-04",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """So much worse for armour."""
        return replace(hits, piercing=hits.piercing + int(use.parameter))
