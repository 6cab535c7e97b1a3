"""Always Strikes First: strikes before all others (CC-11)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow
from game.rules.special_rule import SpecialRule


class AlwaysStrikesFirst(SpecialRule):
    """Cancels with Always Strikes Last; who is quicker than his enemy as well strikes his misses again."""

    name = "Always Strikes First"
    rules = ("CC-11",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:  # noqa: ARG002
        """They fall first."""
        return replace(blow, first=True)
