"""Multiple Wounds: each unsaved wound becomes several on one model (DMG-11, MULTI-01)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.amounts import read_amount
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class MultipleWounds(SpecialRule):
    """Of two sources the one that can come to more counts, they never add."""

    name = "Multiple Wounds"
    rules = ("DMG-11", "MULTI-01", "MULTI-02")
    not_yet = "more than one die for each wound"

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """What a wound is worth by the face of a die."""
        amount = read_amount(use.parameter)
        if amount.dice > 1:
            return hits
        worth = tuple(amount.plus + amount.dice * face for face in amount.faces)
        return replace(hits, multiple=worth) if max(worth) > max(hits.multiple, default=0) else hits
