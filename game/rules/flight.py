"""Where a flight leads: straight on through everything, to 1 inch past what it would end on (FLEE-01 to FLEE-08)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely

from game.battle.ground import base_of, ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.gaps import building_of
from game.rules.straight import edge_touched, turn_to
from game.rules.terrain import terrain_gap
from game.rules.way import GAP, closed_terrain, others_of
from game.table.approach import first_approach
from game.table.bases import centre, ground
from game.table.cores import Cores, cores, outline_cores
from game.table.distance import separations
from game.table.formation import Bases
from game.table.manoeuvre import Advance
from game.table.motion import Motion, Translation, moved
from game.table.pose import SLACK, Pose, direction, normal_angle, rounded


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight as it would be made; asking changes nothing.

    Attributes:
        unit: Id of the unit.
        path: Its turn and its way, in the command line's words.
        motions: The motions of its way over the table.
        inches: How far it runs.
        turned: Where it stands once it has turned and not yet run.
        pose: Where it ends, as an event would store it.
        off_table: It touches the edge of the table there and is gone.
        passed: Ids of the units that it runs through, the nearest first.
    """

    unit: str
    path: tuple[str, ...]
    motions: tuple[Motion, ...]
    inches: float
    turned: Pose
    pose: Pose
    off_table: bool
    passed: tuple[str, ...]


def away_from(state: State, unit: str, other: str) -> float:
    """The facing in degrees that points directly away from another unit, from centre to centre (CHG-12, FLEE-07)."""
    who, foe = state.unit(unit), state.unit(other)
    x, y = centre(who.pose, who.formation)
    building = building_of(state, foe)
    if building is not None:
        middle = shapely.Polygon(building.outline).centroid
        from_x, from_y = float(middle.x), float(middle.y)
    else:
        from_x, from_y = base_of(state, foe).centre[0].tolist() if foe.host else centre(foe.pose, foe.formation)
    if math.hypot(x - from_x, y - from_y) <= SLACK:
        return who.pose.facing
    return rounded(normal_angle(math.degrees(math.atan2(y - from_y, x - from_x))))


def flight(
    state: State, unit: str, facing: float | None, inches: float, *, broken_from: tuple[str, ...] = ()
) -> Flight:
    """The flight of a unit that turns about its centre, whatever stands there, and runs straight on.

    Args:
        state: The battle.
        unit: Id of the unit.
        facing: Degrees to turn to; None: it runs the way it faces.
        inches: How far it must run at least; nothing slows it (FLEE-02).
        broken_from: Ids of units that it does not count as running through (FLEE-05).
    """
    who = state.unit(unit)
    pivot, turned = turn_to(who, facing)
    shapes = ground(turned, who.formation)
    inches = rounded(_until_clear(state, who, shapes, turned, inches))
    way = _ahead(turned, inches)
    off_table, gone = edge_touched(state, shapes, way)
    if off_table:
        inches, way = gone, _ahead(turned, gone)
    passed = [one for one in others_of(state, who) if one.id not in broken_from]
    met = [(where, one.id) for one in passed if (where := met_after(shapes, way, one)) is not None]
    return Flight(
        unit,
        (*((str(pivot),) if pivot else ()), str(Advance(inches))),
        (way,),
        inches,
        turned,
        turned.shifted(inches, 0.0).rounded(),
        off_table,
        tuple(name for _, name in sorted(met, key=lambda one: one[0])),
    )


def cut_short(state: State, way: Flight, path: tuple[str, ...], inches: float, pose: Pose) -> Flight:
    """A flight that ends early: so much of its path is gone, and there the unit stands (FALL-15).

    On top of another unit it cannot stay: it goes on until it is clear of it (FLEE-03).
    """
    who = state.unit(way.unit)
    turned = way.turned if inches else pose
    shapes = ground(turned, who.formation)
    end = ground(pose, who.formation)
    if any(float(separations(end, ground_of(one)).min()) < -SLACK for one in others_of(state, who)):
        inches = rounded(_until_clear(state, who, shapes, turned, inches))
        path = (*(word for word in path if not word.startswith("advance")), str(Advance(inches)))
        pose = turned.shifted(inches, 0.0).rounded()
    ahead = _ahead(turned, inches)
    passed = tuple(one for one in way.passed if met_after(shapes, ahead, state.unit(one)) is not None)
    return Flight(way.unit, path, (ahead,), inches, turned, pose, False, passed)


def _ahead(pose: Pose, inches: float) -> Translation:
    fx, fy = direction(pose.facing)
    return Translation(fx * inches, fy * inches)


def met_after(shapes: Bases, way: Motion, other: Unit | Terrain) -> float | None:
    """After what share of the way a fleeing unit runs into another one, or into terrain; None if it does not."""
    if isinstance(other, Terrain):
        obstacle, gap = _edges(other), terrain_gap(shapes, other)
    else:
        obstacle, gap = cores(ground_of(other)), float(separations(shapes, ground_of(other)).min())
    if gap < -SLACK:
        return 0.0
    met = first_approach(shapes, way, obstacle) if way.length else None
    return met.t if met else None


def _until_clear(state: State, unit: Unit, shapes: Bases, turned: Pose, inches: float) -> float:
    """Inches until it stands 1 inch clear of every unit and of impassable terrain, ``inches`` at least (FLEE-03)."""
    units = [ground_of(one) for one in others_of(state, unit)]
    pieces = closed_terrain(state, unit)
    far = 2 * (state.width + state.depth) + inches
    while True:
        here = moved(shapes, _ahead(turned, inches))
        on = [cores(one) for one in units if float(separations(here, one).min()) < GAP - SLACK]
        on += [_edges(piece) for piece in pieces if terrain_gap(here, piece) < GAP - SLACK]
        if not on:
            return inches
        past = max(_past(shapes, turned, far, one) for one in on)
        if past <= inches + SLACK:  # a hair of rounding is left: nothing to go on for
            return inches
        inches = past


def _edges(piece: Terrain) -> Cores:
    return outline_cores([np.array(piece.outline)])


def _past(shapes: Bases, turned: Pose, far: float, obstacle: Cores) -> float:
    """Inches after which a unit on its way has left an obstacle 1 inch behind: met from the far end, walking back."""
    out = _ahead(turned, far)
    met = first_approach(moved(shapes, out), out.reverse(), obstacle, GAP)
    return far * (1 - met.t) if met else 0.0
