"""Events of the end of a combat: who flees how fast, who goes after him, and where that leads (PUR)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.words import agreed, says
from game.rules.flight_events import taken_off, without
from game.table.pose import Pose

WIPED_OUT = Mark("combat", "wiped-out", 0, "phase")
"""All its enemies are gone, and not by pursuit: it may overrun or reform (PUR-09)."""
PURSUED = Mark("pursuit", "made", 0, "phase")
"""It has pursued or overrun in this phase and does not do so again (PUR-08)."""
STRUCK = "struck"
"""Name of the mark by which a unit remembers whom its pursuit has charged; there it counts as charging (BRK-14)."""
OFF_TABLE = "off-table"
"""Name of the mark by which a unit remembers over which edge its pursuit has led it (PUR-10)."""
Edge = Literal["left", "right", "near", "far"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightRolled(Event):
    """A broken unit has rolled how far it flees (PUR-03).

    Attributes:
        unit: Its id.
        inches: The roll.
    """

    unit: str
    inches: int

    def apply(self, state: State) -> State:
        """A roll changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say how far."""
        run = says(state.unit(self.unit), "throw down their shields and run", "turns its back and runs")
        return f"{run} for it: {self.inches} inches"


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRolled(Event):
    """A pursuer has rolled how far it comes (PUR-04, PUR-05).

    Attributes:
        unit: Its id.
        quarry: Id of the unit that it pursues, or "" in an overrun.
        inches: The roll.
        catches: It catches them.
    """

    unit: str
    quarry: str
    inches: int
    catches: bool = False

    def apply(self, state: State) -> State:
        """A roll changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say how far, and whether it is far enough."""
        unit = state.unit(self.unit)
        if not self.quarry:
            return f"{says(unit, 'surge', 'surges')} forward {self.inches} inches over the fallen"
        catch = agreed(unit, "catch", "catches") if self.catches else agreed(unit, "do not catch", "does not catch")
        return f"{says(unit, 'pursue', 'pursues')} {self.inches} inches and {catch} {state.unit(self.quarry).name}"

    def units(self) -> tuple[str, ...]:
        """Hunter and quarry."""
        return tuple(one for one in (self.unit, self.quarry) if one)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDeclared(Event):
    """A winner goes after a broken enemy (PUR-01).

    Attributes:
        unit: Its id.
        quarry: Id of the enemy.
        forced: It wanted to stay and could not be held.
    """

    unit: str
    quarry: str
    forced: bool = False

    def apply(self, state: State) -> State:
        """The dice are still to come."""
        return state

    def sentence(self, state: State) -> str:
        """Say after whom."""
        unit = state.unit(self.unit)
        rush = says(unit, "cannot be held and rush", "cannot be held and rushes")
        return f"{rush if self.forced else says(unit, 'set off', 'sets off')} after {state.unit(self.quarry).name}"

    def units(self) -> tuple[str, ...]:
        """Hunter and quarry."""
        return (self.unit, self.quarry)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRestrained(Event):
    """A winner stays where it is (PUR-01, PUR-02, PUR-09).

    Attributes:
        unit: Its id.
        why: The reason, in a player's words.
    """

    unit: str
    why: str

    def apply(self, state: State) -> State:
        """There is nothing more for it to decide."""
        return state.with_unit(without(state.unit(self.unit), WIPED_OUT))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{says(state.unit(self.unit), 'hold their', 'holds its')} ground: {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPursued(Event):
    """A unit has made its pursuit or overrun move (PUR-07, PUR-09).

    Attributes:
        unit: Its id.
        quarry: Id of the unit that it pursued, or "" in an overrun.
        path: Its turn and its way, in the command line's words.
        inches: How far it went.
        before: Where it stood.
        pose: Where it stands now, or where it touched the edge of the table.
        struck: Id of the enemy that it runs into there, or "": the charge follows.
        stopped: Name of what stopped it, or "".
        edge: The edge over which it has left the table, or "" (PUR-10).
    """

    unit: str
    quarry: str
    path: tuple[str, ...]
    inches: float
    before: Pose
    pose: Pose
    struck: str = ""
    stopped: str = ""
    edge: Edge | Literal[""] = ""

    def apply(self, state: State) -> State:
        """Set it down, or take it off until it comes back."""
        unit = without(replace(state.unit(self.unit), pose=self.pose), WIPED_OUT).marked(PURSUED)
        unit = has_moved(state, unit)
        if self.struck:
            unit = unit.marked(Mark("pursuit", STRUCK, self.struck))
        if not self.edge:
            return state.with_unit(unit)
        return taken_off(state.with_unit(unit.marked(Mark("pursuit", OFF_TABLE, self.edge))), self.unit, "away")

    def sentence(self, state: State) -> str:
        """Say where it leads."""
        unit = state.unit(self.unit)
        what = says(unit, "pursue", "pursues") if self.quarry else says(unit, "overrun", "overruns")
        if self.struck:
            return f"The way of {unit.name} leads straight into {state.unit(self.struck).name}"
        if self.edge:
            return f"{what} {self.inches:.1f} inches and off the table; {agreed(unit, 'they', 'it')} will be back"
        stop = f", as far as {self.stopped}" if self.stopped else ""
        return f"{what} {self.inches:.1f} inches{stop}"

    def units(self) -> tuple[str, ...]:
        """The unit, and whom it strikes."""
        return tuple(one for one in (self.unit, self.struck) if one)


EVENTS: tuple[type[Event], ...] = (FlightRolled, PursuitRolled, PursuitDeclared, PursuitRestrained, UnitPursued)
