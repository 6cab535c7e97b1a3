"""Who sees whom on this table: line of sight values and what stands between (FORM-07, FORM-08, GEN-16, TER-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from game.battle.ground import base_of, bases_of, ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.terrain import stands_in
from game.table.formation import Flags
from game.table.rays import Shapes
from game.table.sight import Blocker, Sight, gathered, gathered_targets, sees_each


@dataclass(frozen=True, slots=True)
class View:
    """Whether a unit sees another one.

    Attributes:
        sight: The line, or which blockers stop it.
        blocked_by: Names of what stands in the way, if it does not.
    """

    sight: Sight
    blocked_by: tuple[str, ...]

    @property
    def clear(self) -> bool:
        """It does."""
        return self.sight.clear


def sight_value(state: State, unit: Unit) -> int:
    """Line of sight value of a unit: its troop type's, or that of Large Target (X), and its hill (TER-11)."""
    large = unit.rule("Large Target")
    value = int(large.parameter) if large is not None and large.parameter else unit.type.troop_type.line_of_sight
    hills = [piece.sight for piece in state.terrain if piece.kind == "hill" and _stands_on(unit, piece)]
    return value + max(hills, default=0)


def _stands_on(unit: Unit, hill: Terrain) -> bool:
    """Most of its models stand on it: the centres of more than half of their bases."""
    centres = bases_of(unit).centre
    inside = shapely.contains_xy(shapely.Polygon(hill.outline), centres[:, 0], centres[:, 1])
    return bool(2 * inside.sum() > len(centres))


@dataclass(frozen=True, eq=False)
class _Field:
    """What may stand in the way on a table, gathered once: units on the table first, then terrain that blocks.

    Attributes:
        units: The units.
        names: What units and terrain are called.
        heights: (n,) their line of sight values.
        ground: Their ground.
    """

    units: tuple[Unit, ...]
    names: tuple[str, ...]
    heights: NDArray[np.intp]
    ground: Shapes


def _field(state: State, pieces: tuple[Terrain, ...]) -> _Field:
    units = tuple(state.standing())
    blockers = [Blocker(ground_of(unit), sight_value(state, unit)) for unit in units]
    blockers += [Blocker(piece.outline, piece.sight) for piece in pieces]
    return _Field(
        units,
        tuple([unit.name for unit in units] + [piece.name or piece.kind for piece in pieces]),
        np.array([blocker.height for blocker in blockers], dtype=np.intp),
        gathered(blockers),
    )


def _views(state: State, viewers: Sequence[Unit], targets: Sequence[Unit]) -> Iterator[tuple[View, ...]]:
    """For each viewer how it sees each target."""
    pieces = tuple(piece for piece in state.terrain if piece.sight)
    field = _field(state, pieces)
    places = {unit.id: number for number, unit in enumerate(field.units)}
    known = {unit.id: _stands(unit, pieces) for unit in (*viewers, *targets)}
    heights = {unit.id: sight_value(state, unit) for unit in (*viewers, *targets)}
    goals = gathered_targets(base_of(state, unit) if unit.host else ground_of(unit) for unit in targets)
    in_way = np.array([field.heights >= heights[unit.id] for unit in targets], dtype=np.bool_)
    for row, unit in enumerate(targets):
        _leave_out(in_way[row], unit, places, known[unit.id])
    for viewer in viewers:
        counts = in_way & (field.heights >= heights[viewer.id])
        for row in counts:
            _leave_out(row, viewer, places, known[viewer.id])
        looker = state.unit(viewer.host) if viewer.host else viewer
        found = sees_each(looker.pose, looker.formation, goals, field.ground, counts)
        yield tuple(View(sight, tuple(field.names[number] for number in sight.blocked_by)) for sight in found)


def _stands(unit: Unit, pieces: Sequence[Terrain]) -> Flags:
    """(pieces,) whether any part of a unit stands in each piece of terrain."""
    ground = ground_of(unit)
    return np.array([stands_in(ground, piece) for piece in pieces], dtype=np.bool_)


def _leave_out(in_way: Flags, unit: Unit, places: dict[str, int], stands: Flags) -> None:
    """Strike out what is never in the way of this unit: itself, its host, and terrain in which it stands."""
    in_way[len(places) :] &= ~stands
    for one in (unit.id, unit.host):
        if one in places:
            in_way[places[one]] = False


def view(state: State, viewer: str, target: str) -> View:
    """Whether the one unit sees the other: over whatever stands between that is lower than both.

    Units never block themselves; terrain in which the viewer or the target stands does not block either.

    Raises:
        KeyError: There is no such unit.
    """
    ((answer,),) = tuple(_views(state, [state.unit(viewer)], [state.unit(target)]))
    return answer


def views(state: State, unit: str | None = None) -> dict[tuple[str, str], View]:
    """How units on the table see each other: for every ordered pair (viewer, target), or those of one viewer.

    The same as ``view`` of each pair, but what stands in the way is gathered only once. Characters in the ranks of
    others are neither viewers nor targets.
    """
    units = tuple(state.standing())
    viewers = [one for one in units if unit in (None, one.id)]
    return {
        (viewer.id, target.id): answer
        for viewer, answers in zip(viewers, _views(state, viewers, units), strict=True)
        for target, answer in zip(units, answers, strict=True)
        if target.id != viewer.id
    }
