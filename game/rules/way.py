"""What a moving unit runs into on its way and at its end (FORM-09, FORM-10, MOV-09, TER-02, TER-05)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from game.battle.decision import Fault
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.movement import crosses
from game.rules.terrain import closed_to, terrain_gap
from game.table.bases import centre, ground
from game.table.cores import Cores, cores, outline_cores
from game.table.distance import on_table
from game.table.formation import Bases, Floats, Formation, extent
from game.table.manoeuvre import Pivot, Wheel
from game.table.motion import Translation
from game.table.passage import front_edge, run_into, starting_gaps
from game.table.pose import SLACK, rounded
from game.table.sweep import swept_path

if TYPE_CHECKING:
    from game.rules.book import Rulebook
    from game.rules.moving import CheckedMove, Step

GAP = 1.0
"""Inches that a moving unit keeps from every other unit and from impassable terrain (FORM-09)."""


def others_of(state: State, unit: Unit, but: str = "") -> list[Unit]:
    """Everybody else who takes ground on the table."""
    return [other for other in state.standing() if other.id not in (unit.id, but)]


def closed_terrain(state: State, unit: Unit, but: str = "") -> list[Terrain]:
    """Terrain that the unit may not enter."""
    return [piece for piece in state.terrain if closed_to(unit, piece) and piece.id != but]


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """A circle that no part of a unit leaves on its way, with the inch around it: what lies beyond does not matter."""

    x: float
    y: float
    radius: float

    def unit(self, other: Unit) -> bool:
        """Whether this unit reaches into it."""
        x, y = centre(other.pose, other.formation)
        return math.dist((x, y), (self.x, self.y)) <= self.radius + _radius(other.formation)

    def piece(self, terrain: Terrain) -> bool:
        """Whether this piece of terrain reaches into the square around it."""
        xs, ys = zip(*terrain.outline, strict=True)
        beside = min(xs) > self.x + self.radius or max(xs) < self.x - self.radius
        above = min(ys) > self.y + self.radius or max(ys) < self.y - self.radius
        return not beside and not above


def _surroundings(unit: Unit, move: CheckedMove) -> _Surroundings:
    x, y = centre(unit.pose, unit.formation)
    radius = max(_radius(formation) for formation in (move.formation, *(step.formation for step in move.steps)))
    way = sum(
        motion.length if isinstance(motion, Translation) else 2 * radius
        for step in move.steps
        for motion in step.motions
    )
    moved = math.dist((x, y), centre(move.pose, move.formation))  # a pivot that made room for itself goes farther
    return _Surroundings(x, y, radius + max(way, moved) + GAP + SLACK)


def _radius(formation: Formation) -> float:
    """From the centre of the bounding rectangle to its corners, inches."""
    rear, front, right, left = extent(formation)
    return math.hypot(front - rear, left - right) / 2


def way_faults(
    book: Rulebook, state: State, unit: Unit, move: CheckedMove, *, through: str = "", touching: str = ""
) -> Iterator[Fault]:
    """What it runs into on its way; of a wheel only the front edge must find its way free (``wheel_sweep``).

    A pivot and a reform are judged by their end alone. For ``through`` and ``touching`` see ``moving.reckon_move``.
    """
    around = _surroundings(unit, move)
    others = [other for other in others_of(state, unit, through) if around.unit(other)]
    shapes = cores([ground_of(other) for other in others])
    near = np.array([other.id == touching for other in others], dtype=np.bool_)
    terrain = [piece for piece in closed_terrain(state, unit, touching) if around.piece(piece)]
    rivers = [piece for piece in state.terrain if piece.kind == "river" and around.piece(piece)] if move.marches else []
    rivers = [piece for piece in rivers if not crosses(book, state, unit, piece)]
    for number, step in enumerate(move.steps):
        if not step.motions or isinstance(step.manoeuvre, Pivot):
            continue
        moving = ground(step.pose, step.formation)
        if isinstance(step.manoeuvre, Wheel) and state.readings.wheel_sweep == "front-edge":
            moving = front_edge(step.pose, step.formation)
        inches = sum(earlier.cost for earlier in move.steps[:number])
        if others:
            gaps = starting_gaps(moving, shapes, GAP)
            gaps = np.where(near[shapes.unit], np.minimum(gaps, 0.0), gaps) if near.any() else gaps
            yield from _run_into_units(moving, step, inches, [other.name for other in others], shapes, gaps)
        yield from _run_into_terrain(moving, step, inches, terrain)
        yield from _river_faults(move, step, rivers)


def _run_into_units(
    moving: Bases, step: Step, inches: float, names: Sequence[str], others: Cores, gaps: Floats
) -> Iterator[Fault]:
    met = run_into(moving, step.motions, others, gaps)
    if met is None:
        return
    through = run_into(moving, step.motions, others, np.minimum(gaps, 0.0))
    rate = step.cost / max(sum(motion.length for motion in step.motions), 1e-9)
    if through is not None:
        text = f"runs into {names[through.unit]} after {inches + through.inches * rate:.2f} inches"
        yield Fault("FORM-10", text, (rounded(through.x), rounded(through.y)))
    if through is None or met.unit != through.unit:
        text = f"comes within 1 inch of {names[met.unit]} after {inches + met.inches * rate:.2f} inches"
        yield Fault("FORM-09", text, (rounded(met.x), rounded(met.y)))


def _run_into_terrain(moving: Bases, step: Step, inches: float, terrain: Sequence[Terrain]) -> Iterator[Fault]:
    if not terrain:
        return
    edges = outline_cores([np.array(piece.outline) for piece in terrain])
    met = run_into(moving, step.motions, edges, starting_gaps(moving, edges, GAP))
    if met is not None:
        rate = step.cost / max(sum(motion.length for motion in step.motions), 1e-9)
        name = terrain[met.unit].name or terrain[met.unit].kind
        text = f"comes within 1 inch of {name} after {inches + met.inches * rate:.2f} inches"
        yield Fault("FORM-09", text, (rounded(met.x), rounded(met.y)))


def _river_faults(move: CheckedMove, step: Step, rivers: Sequence[Terrain]) -> Iterator[Fault]:
    """Nobody marches through a river (TER-05)."""
    for river in rivers:
        way = swept_path(ground(step.pose, step.formation), step.motions)
        if way.intersection(shapely.Polygon(river.outline)).area > SLACK:
            name = river.name or river.kind
            yield Fault("TER-05", f"a march ({move.cost:.2f} inches) may not lead through {name}", river.outline[0])


def end_faults(
    state: State, unit: Unit, move: CheckedMove, *, through: str = "", touching: str = ""
) -> Iterator[Fault]:
    """Where it ends: on the table, and no nearer to anybody than 1 inch, or than it was (FORM-09, MOV-09).

    From the unit that a character leaves (``through``) he must end a whole inch away, unless he joins another at once.
    """
    end = ground(move.pose, move.formation)
    at = (move.pose.x, move.pose.y)
    if not on_table(end, state.width, state.depth):
        yield Fault("MOV-09", f"{unit.name} would not end wholly on the table", at)
    around = _surroundings(unit, move)
    others = [other for other in others_of(state, unit) if around.unit(other)]
    start = ground_of(unit)
    kept = unit_gaps(start, others)
    for number, other in enumerate(others):
        if other.id == touching:
            kept[number] = min(kept[number], 0.0)
        elif other.id == through and not touching:
            kept[number] = GAP
    gaps = unit_gaps(end, others)
    for number in np.flatnonzero(gaps < kept - SLACK).tolist():
        gap = float(gaps[number])
        what = f"{gap:.2f} inches from" if gap > 0 else "on"
        text = f"{unit.name} would end {what} {others[number].name}"
        yield Fault("FORM-09" if gap > 0 else "FORM-10", text, at)
    for piece in closed_terrain(state, unit, touching):
        if not around.piece(piece):
            continue
        gap = terrain_gap(end, piece)
        if gap < min(GAP, terrain_gap(start, piece)) - SLACK:
            name = piece.name or piece.kind
            yield Fault("FORM-09", f"{unit.name} would end within 1 inch of {name}", at)


def unit_gaps(shapes: Bases, others: Sequence[Unit]) -> Floats:
    """(n,) inches from a unit to each of the others, 1 at most; negative where they overlap."""
    ground_shapes = cores([ground_of(other) for other in others])
    gaps = np.full(len(others), GAP)
    if others:
        gaps[ground_shapes.unit] = starting_gaps(shapes, ground_shapes, GAP)[0]
    return gaps
