"""Stomp: hits without a roll on what is small, after all other blows (SR-ST, STOMP-01 to STOMP-05)."""

from __future__ import annotations

from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.amounts import read_amount
from game.rules.combat.blows import Blow
from game.rules.combat.bulk import bulk_blow
from game.rules.combat.circumstances import has_charged, host_of
from game.rules.special_rule import SpecialRule
from game.rules.strength import members


class Stomp(SpecialRule):
    """Against one unit of Infantry, War Beasts or Swarms; a number printed in brackets holds against all of them."""

    name = "Stomp"
    rules = ("SR-ST", "STOMP-01", "STOMP-02", "STOMP-03", "STOMP-04")
    not_yet = "how bawling, a stuck weapon or a daze stops it (STOMP-05)"

    def blows(self, state: State, unit: Unit, target: str, use: RuleUse) -> tuple[Blow, ...]:
        """D6 hits, or D3 where there is little to stamp on."""
        foe = state.unit(host_of(state, target))
        if not foe.type.troop_type.stompable:
            return ()
        amount = read_amount(use.parameter or ("D3" if _hard_to_stamp_on(state, foe) else "D6"))
        blow = bulk_blow(state, unit, target, "stomp", "stomp", amount)
        # They fall in Initiative order among those who strike last.
        return (blow.stronger("I +1: charged (CC-10)", initiative=1) if has_charged(state, unit) else blow,)


def _hard_to_stamp_on(state: State, foe: Unit) -> bool:
    """Skirmishers, and a lone model of Infantry; no lone base of beasts or of a swarm (STOMP-02)."""
    alone = sum(own_models(state, one) for one in members(state, foe)) == 1
    return foe.type.troop_type.id == "infantry" if alone else foe.carries("Skirmishers")
