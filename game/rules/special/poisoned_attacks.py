"""Poisoned Attacks: a better roll to wound (DMG-12)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class PoisonedAttacks(SpecialRule):
    """Strength and armour modifier stay as they are; poison twice is no worse than poison once (GEN-19)."""

    name = "Poisoned Attacks"
    rules = ("DMG-12",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """One more on the roll to wound."""
        poison = ("Poisoned Attacks (DMG-12)", 1)
        return hits if poison in hits.wound_bonus else replace(hits, wound_bonus=(*hits.wound_bonus, poison))
