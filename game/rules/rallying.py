"""Rallying: the test, the quarter rule, and the reform of who has rallied (RALLY-01, RALLY-02)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.ground import own_models
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.rules.flight_events import FEIGNED, without
from game.rules.leadership import leadership_test
from game.rules.reforming import reform_at_once
from game.rules.special_rule import Play
from game.rules.strength import fallen_in

TESTED = Mark("rally", "tested", 0, "player-turn")
"""It has tried to rally in this turn."""
RALLIED = Mark("rally", "rallied", 0, "player-turn")
"""It has rallied in this turn and does nothing more in this phase (RALLY-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRallied(Event):
    """A unit flees no longer (RALLY-02).

    Attributes:
        unit: Its id.
        feigned: Its flight was a ruse (SPC-06).
    """

    unit: str
    feigned: bool = False

    def apply(self, state: State) -> State:
        """It stands; that its flight was a ruse is remembered for the rest of the turn."""
        unit = without(state.unit(self.unit), FEIGNED).marked(TESTED).marked(RALLIED)
        if self.feigned:
            unit = unit.marked(replace(FEIGNED, until="player-turn"))
        return state.with_unit(replace(unit, fleeing=False))

    def sentence(self, state: State) -> str:
        """Say so."""
        unit = state.unit(self.unit)
        if self.feigned:
            return says(unit, "end their ruse and are ready to fight", "ends its ruse and is ready to fight")
        return says(unit, "rally round their banners", "rallies and flees no longer")


@dataclass(frozen=True, slots=True, kw_only=True)
class RallyFailed(Event):
    """A unit has tried to rally and flees on (RALLY-01)."""

    unit: str

    def apply(self, state: State) -> State:
        """It does not try again in this turn."""
        return state.with_unit(state.unit(self.unit).marked(TESTED))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"Nobody can stop {state.unit(self.unit).name}"


def models_at_start(state: State, unit: Unit) -> int:
    """Models of a unit when the battle began, with the characters in it, fallen ones too (RALLY-01, PSY-08)."""
    return sum(one.muster.models for one in (unit, *state.guests(unit.id), *fallen_in(state, unit)))


def few_are_left(state: State, unit: Unit) -> bool:
    """A quarter of its models at the start, or fewer, are left (RALLY-01, PSY-08)."""
    left = sum(own_models(state, one) for one in (unit, *state.guests(unit.id)))
    return 4 * left <= models_at_start(state, unit)


def rally(battle: Play, unit: str) -> Procedure[None]:
    """A fleeing unit tries to rally; if it does, it may reform (RALLY-01, RALLY-02).

    Args:
        battle: The battle.
        unit: Id of the unit.
    """
    who = battle.state.unit(unit)
    if who.mark("flee", "feigned"):
        battle.record(UnitRallied(unit=unit, feigned=True, rule="SPC-06"))
        return
    halved = (
        "a quarter of them or fewer are left: half, rounded up (RALLY-01)" if few_are_left(battle.state, who) else ""
    )
    if not (yield from leadership_test(battle, unit, "rally test", halved=halved)):
        battle.record(RallyFailed(unit=unit, rule="RALLY-01"))
        return
    battle.record(UnitRallied(unit=unit, rule="RALLY-02"))
    yield from reform_at_once(battle, unit, "RALLY-02")


EVENTS: tuple[type[Event], ...] = (UnitRallied, RallyFailed)
