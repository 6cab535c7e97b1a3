"""Impact Hits: hits without a roll by the bulk of who charges (SR-IH, IMPACT-01 to IMPACT-05)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.amounts import read_amount
from game.rules.combat.blows import Blow
from game.rules.combat.bulk import bulk_blow
from game.rules.combat.circumstances import charged_units, host_of
from game.rules.special_rule import SpecialRule


class ImpactHits(SpecialRule):
    """The first thing in a round, in the turn of the charge and against those who were charged."""

    name = "Impact Hits"
    rules = ("SR-IH", "IMPACT-01", "IMPACT-02", "IMPACT-03", "IMPACT-04", "IMPACT-05")
    not_yet = "that a defended obstacle stops them (IMPACT-05)"

    def blows(self, state: State, unit: Unit, target: str, use: RuleUse) -> tuple[Blow, ...]:
        """The printed number of hits at a unit that it has charged, if that holds no building."""
        foe = host_of(state, target)
        if foe not in charged_units(state, unit) or state.unit(foe).garrison:
            return ()
        return (bulk_blow(state, unit, target, "impact hits", "impact", read_amount(use.parameter)),)
