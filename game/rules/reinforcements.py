"""Units that come onto the table in Remaining Moves: ambushers, and pursuers who had left it (MOV-10, PUR-10)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from game.battle.decision import Choice, Fault
from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import Source
from game.rules.acting import Act
from game.rules.character_places import in_front
from game.rules.manoeuvring import rank_faults
from game.rules.movement import movement_of
from game.rules.pursuit_events import OFF_TABLE, Edge
from game.rules.setting_down import files_not_deeper, ground_faults, most_files
from game.rules.special_rule import Play
from game.table.formation import Formation, extent
from game.table.manoeuvre import Reform
from game.table.pose import SLACK, Pose, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook

EDGES: tuple[Edge, ...] = get_args(Edge)
ARRIVES = Mark("reinforcements", "arrive", "", "battle")
"""What a rule sets on a unit that shall come onto the table over any edge."""
_STEP = 0.25
"""Inches between the places that are tried for a unit that returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitArrived(Event):
    """A unit has come onto the table (MOV-10).

    Attributes:
        unit: Its id.
        edge: Over which edge.
        pose: Where it stands now.
        formation: How it stands.
        places: New places of characters in it.
    """

    unit: str
    edge: Edge
    pose: Pose
    formation: Formation
    places: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> State:
        """It stands there, with whoever is in it, and counts as moved."""
        state = brought_on(state, self.unit)
        for guest, place in self.places:
            state = state.with_unit(replace(state.unit(guest), place=place))
        unit = state.unit(self.unit)
        rest = tuple(mark for mark in unit.marks if (mark.rule, mark.name) not in _WAITING)
        unit = has_moved(state, replace(unit, pose=self.pose, formation=self.formation, marks=rest))
        return state.with_unit(unit.marked(Mark("arrived", "arrived", 0, "player-turn")))

    def sentence(self, state: State) -> str:
        """Say whence."""
        return f"{says(state.unit(self.unit), 'come', 'comes')} onto the table over the {self.edge} edge"


_LEFT = ("pursuit", OFF_TABLE)
"""By what a unit remembers over which edge its pursuit has led it; its pose is that at which it left (PUR-10)."""
_WAITING = ((ARRIVES.rule, ARRIVES.name), _LEFT)


def brought_on(state: State, unit: str) -> State:
    """The state in which this unit and the characters in it count as on the table."""
    for one in state.units:
        if unit in (one.id, one.host) and one.fate == "away":
            state = state.with_unit(replace(one, fate="on-table"))
    return state


def waiting(state: State) -> tuple[Unit, ...]:
    """Units of the side whose turn it is that shall come onto the table now."""
    return tuple(
        unit
        for unit in state.units
        if unit.side == state.clock.side and unit.fate == "away" and not unit.host and comes_on(unit)
    )


def comes_on(unit: Unit) -> bool:
    """Whether a unit that is not on the table shall come onto it next: a rule brings it, or it had left in pursuit."""
    return any(unit.mark(*mark) for mark in _WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive(Act):
    """A unit comes onto the table, its whole rear rank on the edge, facing straight in.

    Attributes:
        edge: Over which edge.
        at: Where the middle of its front stands along that edge: x of the near and far one, y of the others, inches.
        files: Models in a full rank; 0: as it stood.
    """

    edge: Edge
    at: float
    files: int = 0

    def label(self, state: State) -> str:
        """Which edge, and where."""
        return f"{state.unit(self.unit).name} come on over the {self.edge} edge at {self.at:.1f} inches"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Why it may not come, or not there."""
        unit = next((one for one in waiting(state) if one.id == self.unit), None)
        if unit is None:
            return (Fault("MOV-10", f"'{self.unit}' is no unit that comes onto the table now"),)
        if unit.mark(*_LEFT):
            best = way_back(book, state, unit)
            if best is None or self.files or self.edge != best.edge or abs(self.at - best.at) > _STEP / 2:
                where = (
                    f"the {best.edge} edge at {best.at:.2f} inches" if best else "nowhere this turn: there is no room"
                )
                return (Fault("PUR-10", f"{unit.name} comes back as near as it can to where it left: {where}"),)
        return self.place_faults(book, state, unit)

    def place_faults(self, book: Rulebook, state: State, unit: Unit) -> tuple[Fault, ...]:
        """Why a unit cannot come on there, whichever rule brings it."""
        if not math.isfinite(self.at) or not 0 <= self.files <= most_files(unit.formation):
            return (Fault("MOV-10", f"{unit.name} has no such place, or cannot stand {self.files} files wide"),)
        state = brought_on(state, self.unit)
        formation, _ = self._formation(state, unit)
        pose = come_on(state, formation, self.edge, self.at)
        landed = replace(state.unit(self.unit), pose=pose, formation=formation)
        faults = [*ground_faults(state, landed)]
        if self.files:
            faults += rank_faults(state, landed, formation, (pose.x, pose.y))
        movement = movement_of(book, state.with_unit(landed), landed)
        rear, front, _, _ = extent(formation)
        if movement is not None and front - rear > 2 * movement + SLACK:
            text = f"{unit.name} stands {front - rear:.2f} inches deep, more than twice M {movement:g}: reform it wider"
            faults.append(Fault("MOV-10", text, (pose.x, pose.y)))
        return tuple(faults)

    def _formation(self, state: State, unit: Unit) -> tuple[Formation, tuple[tuple[str, int], ...]]:
        formation = unit.formation
        if self.files:
            _, formation = Reform(self.files).after(unit.pose, formation)
        return in_front(state, unit, formation)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It comes."""
        state = brought_on(battle.state, self.unit)
        formation, places = self._formation(state, state.unit(self.unit))
        pose = come_on(state, formation, self.edge, self.at)
        battle.record(
            UnitArrived(unit=self.unit, edge=self.edge, pose=pose, formation=formation, places=places, rule="MOV-10")
        )
        return
        yield


def come_on(state: State, formation: Formation, edge: Edge, at: float) -> Pose:
    """The pose of a unit whose rear lies on this edge."""
    deep = -extent(formation)[0]
    return {
        "left": Pose(deep, at, 0.0),
        "right": Pose(state.width - deep, at, 180.0),
        "near": Pose(at, deep, 90.0),
        "far": Pose(at, state.depth - deep, 270.0),
    }[edge].rounded()


def _length(state: State, edge: Edge) -> float:
    return state.width if edge in ("near", "far") else state.depth


def way_back(book: Rulebook, state: State, unit: Unit) -> Arrive | None:
    """Where a unit that had left in pursuit comes back: the free place nearest to where it left; None: nowhere."""
    left_over = unit.mark(*_LEFT)
    edge = next(one for one in EDGES if left_over is not None and one == left_over.value)
    where = unit.pose.x if edge in ("near", "far") else unit.pose.y
    length = _length(state, edge)
    _, _, right, left = extent(unit.formation)
    lowest, highest = (left - right) / 2, length - (left - right) / 2
    where = min(max(where, lowest), highest)
    for number in range(1 + int(length / _STEP)):
        for sign in (1, -1) if number else (1,):
            at = where + sign * number * _STEP
            if lowest - SLACK <= at <= highest + SLACK:
                choice = Arrive(unit=unit.id, edge=edge, at=rounded(at))
                if not choice.place_faults(book, state, unit):
                    return choice
    return None


def arrivals(book: Rulebook, state: State, unit: Unit) -> tuple[Arrive, ...]:
    """Places at which this unit may come on: of one that returns the only one, else one an edge, the middle first."""
    if unit.mark(*_LEFT):
        back = way_back(book, state, unit)
        return (back,) if back else ()
    return tuple(one for edge in EDGES if (one := next(_along(book, state, unit, edge), None)))


def _along(book: Rulebook, state: State, unit: Unit, edge: Edge) -> Iterator[Arrive]:
    """Places along an edge from its middle outwards, an inch apart."""
    middle, files = _length(state, edge) / 2, _files(book, state, unit)
    for number in range(int(middle)):
        for at in (middle + number, middle - number):
            choice = Arrive(unit=unit.id, edge=edge, at=at, files=files)
            if not choice.faults(book, state):
                yield choice


def _files(book: Rulebook, state: State, unit: Unit) -> int:
    """Files in which it is not too deep to come on; 0: as it stood."""
    movement = movement_of(book, state, unit)
    return 0 if movement is None else files_not_deeper(unit.formation, 2 * movement)


def some_arrival(book: Rulebook, state: State, unit: Unit, source: Source) -> Arrive | None:
    """A place at random at which this unit may come on; None where the chosen one is not free."""
    if unit.mark(*_LEFT):
        return way_back(book, state, unit)
    edge = EDGES[source.below(len(EDGES))]
    at = source.below(int(_length(state, edge) * 4)) / 4
    choice = Arrive(unit=unit.id, edge=edge, at=at, files=_files(book, state, unit))
    return None if choice.faults(book, state) else choice


EVENTS: tuple[type[Event], ...] = (UnitArrived,)
CHOICES: tuple[type[Choice], ...] = (Arrive,)
