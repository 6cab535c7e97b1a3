"""Flaming Attacks: they stop Regeneration and burn what is flammable (DMG-15, DMG-10)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class FlamingAttacks(SpecialRule):
    """Who is immune to them is spared all of it (IMMUN-02)."""

    name = "Flaming Attacks"
    rules = ("DMG-15", "DMG-10")
    not_yet = "the Fear of fire in beasts, cavalry, chariots and the flammable, and their worse Panic tests"

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """No Regeneration; failed rolls to wound against the flammable are rolled again."""
        hits = replace(hits, regenerates=False)
        if victim.carries("Flammable"):
            hits = replace(hits, wound_again=(*hits.wound_again, "Flammable (DMG-15)"))
        return hits
