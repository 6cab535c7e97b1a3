"""Killing Blow: a natural 6 to wound slays a man, a rider or a War Beast outright (DMG-13)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class KillingBlow(SpecialRule):
    """On all others such a wound still ignores armour and Regeneration."""

    name = "Killing Blow"
    rules = ("DMG-13",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """A natural 6 slays; a heroic one, which acts after it, slays more."""
        return replace(hits, killing="killing")
