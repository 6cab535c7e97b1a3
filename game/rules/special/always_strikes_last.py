"""Always Strikes Last: strikes after all others (CC-11)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow
from game.rules.special_rule import SpecialRule


class AlwaysStrikesLast(SpecialRule):
    """Cancels with Always Strikes First; who is slower than his enemy as well strikes his hits again."""

    name = "Always Strikes Last"
    rules = ("CC-11",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:  # noqa: ARG002
        """They fall last."""
        return replace(blow, last=True)
