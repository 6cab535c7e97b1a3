"""Events of flight and panic: who runs, who is lost, who keeps his nerve (FLEE, PSY)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.unit import Fate, Unit
from game.battle.words import says
from game.table.pose import Pose

FLED = Mark("flee", "moved", 0, "phase")
"""It has made its flee move in this phase (FLEE-10)."""
BEGAN = Mark("flee", "began", 0, "player-turn")
"""It has begun to flee in this player turn (RALLY-01)."""
FEIGNED = Mark("flee", "feigned")
"""Its flight is feigned: it rallies by itself (SPC-06)."""
BROKEN = Mark("break", "broken", 0, "phase")
"""It has failed its Break test and its flight is still to come (PUR-00)."""
PASSED = Mark("panic", "passed", 0, "phase")
"""It has passed a Panic test in this phase (PSY-06)."""


def without(unit: Unit, *gone: Mark) -> Unit:
    """The unit without marks of these rules and names."""
    names = [(mark.rule, mark.name) for mark in gone]
    return replace(unit, marks=tuple(mark for mark in unit.marks if (mark.rule, mark.name) not in names))


def out_of_combat(state: State, unit: str) -> State:
    """The state in which a unit is engaged with nobody."""
    return replace(state, engagements=tuple(pair for pair in state.engagements if not pair.other(unit)))


def taken_off(state: State, unit: str, fate: Fate) -> State:
    """The state in which a unit has left the table, and with it all who have joined it."""
    for one in (state.unit(unit), *state.guests(unit)):
        state = state.with_unit(replace(one, fate=fate))
    return out_of_combat(state, unit)


def names(state: State, units: tuple[str, ...]) -> str:
    """``Orcs``, ``Orcs and Goblins``, ``Orcs, Trolls and Goblins``."""
    *first, last = [state.unit(unit).name for unit in units]
    return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFled(Event):
    """A unit has turned and run (FLEE-01).

    Attributes:
        unit: Its id.
        path: Its turn and its way, in the command line's words.
        inches: How far it ran.
        before: Where it stood.
        pose: Where it stands now, or where it touched the edge of the table.
        passed: Ids of the units that it ran through.
        off_table: It has left the table and will not come back (FLEE-08).
        feigned: It only feigns its flight (SPC-06).
    """

    unit: str
    path: tuple[str, ...]
    inches: float
    before: Pose
    pose: Pose
    passed: tuple[str, ...] = ()
    off_table: bool = False
    feigned: bool = False

    def apply(self, state: State) -> State:
        """It flees, and is out of every combat."""
        unit = without(state.unit(self.unit), FEIGNED, BROKEN)
        for mark in (FLED, *(() if unit.fleeing else (BEGAN,)), *((FEIGNED,) if self.feigned else ())):
            unit = unit.marked(mark)
        state = state.with_unit(has_moved(state, replace(unit, pose=self.pose, fleeing=True)))
        return taken_off(state, self.unit, "fled") if self.off_table else out_of_combat(state, self.unit)

    def sentence(self, state: State) -> str:
        """Say how far, and through whom."""
        who = state.unit(self.unit)
        runs = says(who, "flee on", "flees on") if who.fleeing else says(who, "turn and run", "turns and runs")
        runs = says(who, "feign flight and ride off", "feigns flight and rides off") if self.feigned else runs
        through = f" through {names(state, self.passed)}" if self.passed else ""
        end = ", off the table and out of the battle" if self.off_table else ""
        return f"{runs} {self.inches:.1f} inches{through}{end}"

    def units(self) -> tuple[str, ...]:
        """Those who run, and those whom they run through."""
        return (self.unit, *self.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLost(Event):
    """A unit is destroyed at one stroke, without wounds: a war machine that would have to flee, a Giant on its back.

    Attributes:
        unit: Its id.
        why: The reason, in a player's words.
    """

    unit: str
    why: str

    def apply(self, state: State) -> State:
        """It is destroyed, with all who have joined it."""
        return taken_off(state, self.unit, "destroyed")

    def sentence(self, state: State) -> str:
        """Say so, and why."""
        return f"{says(state.unit(self.unit), 'are', 'is')} lost: {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NerveKept(Event):
    """A unit has passed a Panic test (PSY-06).

    Attributes:
        unit: Its id.
        cause: What would have driven it away, in a player's words.
    """

    unit: str
    cause: str

    def apply(self, state: State) -> State:
        """It takes no other one in this phase."""
        return state.with_unit(state.unit(self.unit).marked(PASSED))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{says(state.unit(self.unit), 'keep their', 'keeps its')} nerve, though {self.cause}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicStruck(Event):
    """A unit has failed a Panic test; its flight follows (PSY-01).

    Attributes:
        unit: Its id.
        cause: What drives it away, in a player's words.
    """

    unit: str
    cause: str

    def apply(self, state: State) -> State:
        """Panic changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say so, and why."""
        return f"Panic seizes {state.unit(self.unit).name}: {self.cause}"


EVENTS: tuple[type[Event], ...] = (UnitFled, UnitLost, NerveKept, PanicStruck)
