"""Ice Attacks: the cold makes enemies strike last (SR-ICE)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.rules.combat.blows import Blow
from game.rules.special_rule import SpecialRule


class IceAttacks(SpecialRule):
    """Whoever strikes at the model in combat is chilled, unless he is immune to it."""

    name = "Ice Attacks"
    rules = ("SR-ICE",)
    not_yet = "how it slows enemies in contact who strike at others, and those that it has hit elsewhere"

    def struck(self, state: State, blow: Blow) -> Blow:
        """They have Always Strikes Last."""
        attacker = state.unit(blow.attacker)
        immune = any(self.name in use.values for use in attacker.uses("Immunity"))
        return blow if immune else replace(blow, last=True)
