"""Coming out of buildings (GAR-03)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import shapely

from game.battle.decision import Choice, Fault
from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.battle.words import says
from game.rules.acting import Act
from game.rules.character_places import in_front
from game.rules.free_play import unit_faults
from game.rules.gaps import building_of
from game.rules.garrison import building_name
from game.rules.manoeuvring import rank_faults
from game.rules.movement import movement_of
from game.rules.setting_down import files_not_deeper, ground_faults, most_files
from game.rules.special_rule import Play
from game.rules.standing_orders import bound_faults
from game.rules.way import GAP
from game.table.bases import bases, corners, ground
from game.table.cores import outline_cores
from game.table.formation import Formation, extent
from game.table.manoeuvre import Reform
from game.table.motion import Translation
from game.table.passage import run_into
from game.table.pose import CONTACT, SLACK, Pose, direction, normal_angle, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonLeft(Event):
    """A unit has come out of its building (GAR-03).

    Attributes:
        unit: Its id.
        building: Id of the building.
        pose: Where it stands now.
        formation: How it stands now.
        places: New places of joined characters.
    """

    unit: str
    building: str
    pose: Pose
    formation: Formation
    places: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> State:
        """It stands outside, and moves no more."""
        for guest, place in self.places:
            state = state.with_unit(replace(state.unit(guest), place=place))
        unit = replace(state.unit(self.unit), garrison="", pose=self.pose, formation=self.formation)
        return state.with_unit(has_moved(state, unit))

    def sentence(self, state: State) -> str:
        """Say which building."""
        return f"{says(state.unit(self.unit), 'come', 'comes')} out of {building_name(state, self.building)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveBuilding(Act):
    """A garrison comes out and forms up an inch before the building.

    Attributes:
        at: A point on the line on which the unit faces away from the building: it is set down on this line, its rear
            an inch from the building.
        facing: Degrees.
        files: Models in a full rank; 0: as it stood.
    """

    at: tuple[float, float]
    facing: float
    files: int = 0

    def label(self, state: State) -> str:
        """Where to."""
        return f"{state.unit(self.unit).name} come out, facing {self.facing:.0f} degrees"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Why it may not come out, or not there."""
        if unknown := unit_faults(state, self.unit):
            return unknown
        unit = state.unit(self.unit)
        piece = building_of(state, unit)
        if piece is None or not unit.garrison:
            return (Fault("GAR-03", f"{unit.name} holds no building"),)
        if not all(math.isfinite(value) for value in (*self.at, self.facing)) or not 0 <= self.facing < 360:
            return (Fault("GAR-03", "a place is told in inches, a facing in degrees from 0 to 360"),)
        inside = replace(unit, garrison="")
        faults = [*bound_faults(book, state, inside)]
        if unit.mark("garrison", "entered"):
            faults.append(Fault("GAR-03", f"{unit.name} has gone in this turn"))
        if not 0 <= self.files <= most_files(unit.formation):
            return (*faults, Fault("FORM-03", f"{unit.formation.models} models cannot stand {self.files} files wide"))
        formation, _ = self._formation(state, unit)
        pose = set_out(piece, formation, self.at, self.facing)
        if pose is None:
            return (
                *faults,
                Fault("GAR-03", f"{unit.name} would not stand before {building_name(state, piece.id)} there"),
            )
        outside = replace(inside, pose=pose, formation=formation)
        faults += rank_faults(state, unit, formation, (pose.x, pose.y))
        faults += ground_faults(state, outside, but=piece.id)
        faults += _reach_faults(book, state, outside, piece)
        return tuple(faults)

    def _formation(self, state: State, unit: Unit) -> tuple[Formation, tuple[tuple[str, int], ...]]:
        formation = unit.formation
        if self.files:
            _, formation = Reform(self.files).after(unit.pose, formation)
        return in_front(state, unit, formation)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It comes out."""
        unit = battle.state.unit(self.unit)
        piece = building_of(battle.state, unit)
        assert piece is not None, "a choice without faults leaves a building"
        formation, places = self._formation(battle.state, unit)
        pose = set_out(piece, formation, self.at, self.facing)
        assert pose is not None, "a choice without faults has a place"
        battle.record(
            GarrisonLeft(unit=unit.id, building=piece.id, pose=pose, formation=formation, places=places, rule="GAR-03")
        )
        return
        yield


def set_out(piece: Terrain, formation: Formation, at: tuple[float, float], facing: float) -> Pose | None:
    """The pose on this line at which the nearest model is an inch from the building; None: the line passes it by."""
    x, y = direction(facing)
    far = 200.0
    start = Pose(at[0] + far * x, at[1] + far * y, facing)
    walls = outline_cores([np.array(piece.outline)])
    met = run_into(ground(start, formation), [Translation(-2 * far * x, -2 * far * y)], walls, GAP)
    return None if met is None else start.shifted(-met.inches, 0.0).rounded()


def _reach_faults(book: Rulebook, state: State, unit: Unit, piece: Terrain) -> Iterator[Fault]:
    """Its rear rank stands an inch from the building, and no model farther than twice its M (GAR-03)."""
    outline = shapely.Polygon(piece.outline)
    gaps = shapely.distance(shapely.polygons(corners(bases(unit.pose, unit.formation))), outline)
    rear, _, _, _ = extent(unit.formation)
    forward = bases(Pose(0, 0, 0), unit.formation)
    in_rear = forward.centre[:, 0] - forward.half[:, 0] <= rear + CONTACT
    if float(gaps[in_rear].min()) > GAP + CONTACT:
        yield Fault(
            "GAR-03", f"a model of the rear rank of {unit.name} must stand 1 inch from {building_name(state, piece.id)}"
        )
    movement = movement_of(book, state, unit) or 0.0
    if float(gaps.max()) > 2 * movement + SLACK:
        where = building_name(state, piece.id)
        yield Fault("GAR-03", f"a model would stand {gaps.max():.1f} inches from {where}, more than twice M")


def ways_out(book: Rulebook, state: State, unit: Unit) -> tuple[LeaveBuilding, ...]:
    """A way out through the middle of each side of the building, where there is room; wider, if it is too deep."""
    piece = building_of(state, unit)
    if piece is None:
        return ()
    found = []
    files = files_not_deeper(unit.formation, 2 * (movement_of(book, state, unit) or 0.0) - GAP)
    corner = piece.outline
    turn = 90.0 if shapely.Polygon(corner).exterior.is_ccw else -90.0
    for (ax, ay), (bx, by) in zip(corner, (*corner[1:], corner[0]), strict=True):
        facing = normal_angle(rounded(math.degrees(math.atan2(by - ay, bx - ax)) - turn))
        middle = (rounded((ax + bx) / 2), rounded((ay + by) / 2))
        choice = LeaveBuilding(unit=unit.id, at=middle, facing=facing, files=files)
        if not choice.faults(book, state):
            found.append(choice)
    return tuple(found)


EVENTS: tuple[type[Event], ...] = (GarrisonLeft,)
CHOICES: tuple[type[Choice], ...] = (LeaveBuilding,)
