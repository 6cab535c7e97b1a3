"""Who sees whom on this table: line of sight values and what stands between (FORM-07, FORM-08, GEN-16, TER-11)."""

from __future__ import annotations

from dataclasses import dataclass

import shapely

from game.battle.ground import base_of, bases_of, ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.terrain import stands_in
from game.table.sight import Blocker, Sight, sees


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


def view(state: State, viewer: str, target: str) -> View:
    """Whether the one unit sees the other: over whatever stands between that is lower than both.

    Units never block themselves; terrain in which the viewer or the target stands does not block either.

    Raises:
        KeyError: There is no such unit.
    """
    one, other = state.unit(viewer), state.unit(target)
    apart = {one.id, other.id, one.host, other.host}
    names: list[str] = []
    blockers: list[Blocker] = []
    for unit in state.standing():
        if unit.id not in apart:
            names.append(unit.name)
            blockers.append(Blocker(ground_of(unit), sight_value(state, unit)))
    for piece in state.terrain:
        if piece.sight and not stands_in(ground_of(one), piece) and not stands_in(ground_of(other), piece):
            names.append(piece.name or piece.kind)
            blockers.append(Blocker(piece.outline, piece.sight))
    looker = state.unit(one.host) if one.host else one
    sight = sees(
        looker.pose,
        looker.formation,
        base_of(state, other) if other.host else ground_of(other),
        blockers,
        viewer_height=sight_value(state, one),
        target_height=sight_value(state, other),
    )
    return View(sight, tuple(names[number] for number in sight.blocked_by))
