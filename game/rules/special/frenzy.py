"""Frenzy: one attack more, charges whenever it can, never flees from a charge (PSY-13, SPC-08)."""

from __future__ import annotations

from game.battle.charge import Reaction
from game.battle.decision import Fault
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.charge_targets import possible_charges
from game.rules.combat.blows import Blow, one_more_attack
from game.rules.declarations import declare
from game.rules.gaps import unit_gap
from game.rules.leadership import leadership_test
from game.rules.ordering import next_of
from game.rules.special_rule import Play, SpecialRule
from game.rules.strength import one_or_more
from game.table.pose import SLACK


class Frenzy(SpecialRule):
    """One frenzied model binds its whole unit (MAJ-01)."""

    name = "Frenzy"
    rules = ("PSY-13",)
    not_yet = "restraint at minus the margin, and how it is lost"

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models are frenzied."""
        return one_or_more(state, unit, self.name)

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """All of psychology."""
        return ("Psychology",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """One attack more of each part of a model that is frenzied."""
        return one_more_attack(state, blow, f"{use} (PSY-13)")

    def forbids_reaction(self, state: State, unit: Unit, reaction: Reaction) -> Fault | None:  # noqa: ARG002
        """It holds, or stands and shoots."""
        if reaction in ("flee", "fire-and-flee"):
            return Fault("PSY-13", f"{unit.name} is frenzied and never flees from a charge")
        return None

    def charges_ended(self, battle: Play, unit: str) -> Procedure[None]:
        """Who could charge and did not must pass a Leadership test, or charge the nearest enemy it can."""
        state = battle.state
        targets = {target: also for one, target, also in possible_charges(battle.book, state) if one == unit}
        if not targets or (yield from leadership_test(battle, unit, "frenzy test")):
            return
        who = state.unit(unit)
        gaps = {target: unit_gap(state, who, state.unit(target)) for target in targets}
        near = [target for target in targets if gaps[target] <= min(gaps.values()) + SLACK]
        target, _ = yield from next_of(who.side, [(one, "is charged in frenzy") for one in near])
        yield from declare(battle, unit, target, targets[target])
