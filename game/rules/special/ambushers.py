"""Ambushers: off the table until a die brings them on, over any edge (SPC-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event, Throw
from game.battle.marks import Mark
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import Count
from game.rules.reinforcements import ARRIVES, comes_on
from game.rules.special_rule import Play, SpecialRule

_FIRST_TURN = 2
_NEEDED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbushRolled(Event):
    """Ambushers have rolled whether they come (SPC-13).

    Attributes:
        unit: Id of the unit.
        comes: It does, in Remaining Moves.
    """

    unit: str
    comes: bool

    def apply(self, state: State) -> State:
        """Remember the roll until the turn is over, and a unit that comes until it has come."""
        unit = state.unit(self.unit).marked(Mark("ambushers", "rolled", 0, "player-turn"))
        return state.with_unit(unit.marked(replace(ARRIVES, value="any edge")) if self.comes else unit)

    def sentence(self, state: State) -> str:
        """Say whether they come."""
        unit = state.unit(self.unit)
        if self.comes:
            return says(unit, "have come round behind", "has come round behind")
        return says(unit, "are not there yet", "is not there yet")


class Ambushers(SpecialRule):
    """Kept off the table (``fate = "away"``); from game turn 2 each rolls for its coming."""

    name = "Ambushers"
    rules = ("SPC-13",)

    def tests_at_start(self, state: State, unit: Unit) -> str:
        """Until it comes, once a turn."""
        waits = unit.fate == "away" and not comes_on(unit)
        rolls = waits and state.clock.turn >= _FIRST_TURN and not unit.mark("ambushers", "rolled")
        return "may come out of ambush" if rolls else ""

    def at_start(self, battle: Play, unit: str) -> Procedure[None]:
        """On 3 or more it comes."""
        rolled = yield from roll("ambush", unit, Count(1, _NEEDED))
        throw = Throw("ambush", rolled.faces, f"{_NEEDED}+")
        battle.record(AmbushRolled(unit=unit, comes=rolled.value == 1, rule="SPC-13", dice=(throw,)))

    events = (AmbushRolled,)
