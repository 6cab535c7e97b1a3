"""Heroic Killing Blow: a natural 6 to wound slays anything but Swarms (DMG-13)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class HeroicKillingBlow(SpecialRule):
    """Takes the place of a mere Killing Blow."""

    name = "Heroic Killing Blow"
    rules = ("DMG-13",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """A natural 6 slays whatever it is."""
        return replace(hits, killing="heroic")
