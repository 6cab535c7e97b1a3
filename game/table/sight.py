"""Line of sight: does a straight line from a front edge into its front arc reach the target (FORM-07, GEN-16).

Everything has a line-of-sight value; something blocks only if its value is at least that of both viewer and target
(FORM-08, TER-11). What stands on a hill counts with the hill's value added: the caller passes the sums, and leaves out
of the blockers the viewer, the target and whatever terrain these two stand in. Nothing here knows a rule beyond that.

The answer is exact. Where a line starts on the edge and where it points make a plane, and lines that graze two
corners or discs cut it into cells in which everything happens in the same order. One line is tried in every cell.
The edge and the target are taken ``SLACK`` larger, in the viewer's favour, units in the way a little more than that:
so nobody sees past the flush flanks of a unit as wide as himself, while any real gap is looked through; and bases in
contact leave no crack.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely

from game.table.arcs import front_rank
from game.table.distance import Point
from game.table.formation import Bases, Flags, Floats, Formation, Loose, layout
from game.table.pose import SLACK, Pose, direction
from game.table.rays import (
    NARROW,
    Indices,
    Shapes,
    border_points,
    crossings,
    entries,
    grazing_angles,
    seams,
    shapes_of_bases,
    shapes_of_outline,
    tangents,
    together,
)

_DIAGONAL = math.sqrt(0.5)
_AT_ONCE = 1_000_000
"""Pairs of a line and an edge that are computed together."""


@dataclass(frozen=True, eq=False)
class Blocker:
    """Something that may stand in the way.

    Attributes:
        ground: The ground shapes of a unit, a polygon of Shapely's, or the corners of one; inches on the table.
        height: Its line-of-sight value, the hill it stands on included.
    """

    ground: Bases | shapely.Geometry | tuple[Point, ...]
    height: int

    @cached_property
    def shapes(self) -> Shapes:
        """The same ground as outlines and discs."""
        return (
            shapes_of_bases(self.ground, grown=3 * SLACK)
            if isinstance(self.ground, Bases)
            else shapes_of_outline(self.ground)
        )


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a unit sees a target, and what shows it.

    Attributes:
        clear: It does.
        line: One clear line, from the viewer to the target; None if there is none.
        model: The model whose line it is.
        blocked_by: If there is none: the numbers of the blockers that lines into the front arc meet first, rising;
            empty when no part of the target lies in the front arc.
    """

    clear: bool
    line: tuple[Point, Point] | None
    model: int | None
    blocked_by: tuple[int, ...]

    def __bool__(self) -> bool:
        return self.clear


class _Edge(NamedTuple):
    """A model's front edge in the unit's frame: how far ahead it lies, its right and its left end, slack included."""

    ahead: float
    right: float
    left: float

    def in_arc(self, points: Floats) -> Flags:
        """Which points lie in the quadrant that spreads from the edge."""
        beside = np.maximum(points[:, 1] - self.left, self.right - points[:, 1])
        inside: Flags = points[:, 0] - self.ahead + NARROW >= np.maximum(beside, 0.0)
        return inside


class _Scene(NamedTuple):
    """What one model looks at, in the unit's frame.

    ``goals`` and ``features`` are what lines can graze: of the target within the arc, and of everything.
    ``seams`` are walls between blockers in contact.
    """

    edge: _Edge
    target: Shapes
    blocking: Shapes
    seams: tuple[Floats, Floats]
    goals: Floats
    features: Floats


class _Tried(NamedTuple):
    """What came of trying lines: the best clear one, and who was met first on the others."""

    line: tuple[Point, Point] | None
    blocked_by: Indices


def viewers(formation: Formation) -> tuple[int, ...]:
    """The models whose lines of sight count: the front rank; of models that stand apart, all (FORM-07, SPC-05)."""
    return tuple(range(formation.models)) if isinstance(formation, Loose) else front_rank(formation)


def sees(
    pose: Pose,
    formation: Formation,
    target: Bases,
    blockers: Sequence[Blocker],
    *,
    viewer_height: int,
    target_height: int,
) -> Sight:
    """Whether a unit sees a target: one of its models has a clear line from its front edge into its own front arc.

    A round base sees from the front edge of the square around it, where its arcs start too. The unit's own models
    never block.

    Args:
        pose: Where the viewing unit stands.
        formation: Its formation.
        target: The target's bases or ground on the table.
        blockers: All other units and the terrain; those that are too low are ignored.
        viewer_height: Line-of-sight value of the viewer, its hill included.
        target_height: The target's.

    Raises:
        ValueError: One of the two has no models, or a blocker no outline.
    """
    blocked: list[Indices] = []
    for model, tried in _looks(pose, formation, target, blockers, max(viewer_height, target_height)):
        if tried.line is not None:
            start, end = (pose.point(*point) for point in tried.line)
            return Sight(clear=True, line=(start, end), model=model, blocked_by=())
        blocked.append(tried.blocked_by)
    return Sight(
        clear=False, line=None, model=None, blocked_by=tuple(int(b) for b in np.unique(np.concatenate(blocked)))
    )


def seeing_models(
    pose: Pose,
    formation: Formation,
    target: Bases,
    blockers: Sequence[Blocker],
    *,
    viewer_height: int,
    target_height: int,
) -> tuple[int, ...]:
    """The models of ``viewers`` that see a target, by their numbers; arguments and errors as for ``sees``."""
    looks = _looks(pose, formation, target, blockers, max(viewer_height, target_height))
    return tuple(model for model, tried in looks if tried.line is not None)


def _looks(
    pose: Pose, formation: Formation, target: Bases, blockers: Sequence[Blocker], height: int
) -> Iterator[tuple[int, _Tried]]:
    """Every viewing model with what it sees."""
    if not len(target) or not formation.models:
        raise ValueError("a unit without models neither sees nor is seen")
    high = [(number, blocker.shapes) for number, blocker in enumerate(blockers) if blocker.height >= height]
    origin, forward = (pose.x, pose.y), direction(pose.facing)
    blocking = together([replace(s, owner=np.full_like(s.owner, number)) for number, s in high]).moved(origin, forward)
    goal = shapes_of_bases(target, grown=SLACK).moved(origin, forward)
    local = layout(formation)
    for model in viewers(formation):
        (ahead, left), (depth, width) = local.centre[model], local.half[model]
        edge = _Edge(float(ahead + depth), float(left - width) - SLACK, float(left + width) + SLACK)
        yield model, _look(edge, goal, blocking)


def _look(edge: _Edge, target: Shapes, blocking: Shapes) -> _Tried:
    """Try lines from one front edge: from a few places first, then from one place in every cell."""
    borders = (
        (0.0, edge.ahead),
        (45.0, (edge.ahead + edge.right) * _DIAGONAL),
        (-45.0, (edge.ahead - edge.left) * _DIAGONAL),
    )
    if any(target.reach(np.array(direction(angle)))[1].max() < limit - SLACK for angle, limit in borders):
        return _Tried(None, np.zeros(0, dtype=np.intp))  # wholly beyond a border of the front arc
    scene = _scene(edge, target, _between(edge, target, blocking))
    middle, reach = (edge.left + edge.right) / 2, 0.45 * (edge.left - edge.right)
    quick = _try_from(np.array([middle, middle - reach, middle + reach]), scene)
    if quick.line is not None:
        return quick
    places = tangents(scene.features, edge.ahead)
    places = places[(places > edge.right) & (places < edge.left)]
    places = np.sort(np.concatenate([[edge.right], places, [edge.left]]))
    wide = np.diff(places) > NARROW
    cells = ((places[1:] + places[:-1]) / 2)[wide]
    chunk = max(_AT_ONCE // (2 * len(scene.features) ** 2), 1)
    met = [quick.blocked_by]
    for first in range(0, len(cells), chunk):
        tried = _try_from(cells[first : first + chunk], scene)
        if tried.line is not None:
            return tried
        met.append(tried.blocked_by)
    return _Tried(None, np.unique(np.concatenate(met)))


def _between(edge: _Edge, target: Shapes, blocking: Shapes) -> Shapes:
    """The blockers that come near the ground between the edge and the target; no line meets the others."""
    ends = np.array([[edge.ahead, edge.right], [edge.ahead, edge.left]])
    goals = target.features[:, :2]
    away = goals.mean(axis=0) - ends.mean(axis=0)
    away /= max(float(np.hypot(*away)), NARROW)
    kept = np.ones(len(blocking.owner), dtype=np.bool_)
    for axis in np.array([(1.0, 0.0), (0.0, 1.0), away, (-away[1], away[0])]):
        low, high = target.reach(axis)
        from_edge = ends @ axis
        block_low, block_high = blocking.reach(axis)
        kept &= (block_high > min(low.min(), from_edge.min())) & (block_low < max(high.max(), from_edge.max()))
    return blocking.only(kept)


def _scene(edge: _Edge, target: Shapes, blocking: Shapes) -> _Scene:
    """Collect what lines from the edge can graze: corners, discs, and where the target crosses a border of the arc."""
    rays = np.array([(_DIAGONAL, _DIAGONAL), (_DIAGONAL, -_DIAGONAL), (0.0, 1.0), (0.0, -1.0)])
    ends = np.array([(edge.ahead, edge.left), (edge.ahead, edge.right)] * 2)
    goals = np.concatenate([target.features, border_points(ends, rays, target)])
    return _Scene(edge, target, blocking, seams(blocking), goals, np.concatenate([goals, blocking.features]))


def _try_from(places: Floats, scene: _Scene) -> _Tried:
    """Try one line in every gap between grazing directions, from each of the places on the edge."""
    origin = np.column_stack([np.full(len(places), scene.edge.ahead), places])
    towards = grazing_angles(origin, scene.goals)
    low, high = towards.min(axis=1, keepdims=True), towards.max(axis=1, keepdims=True)
    ahead = (low > -np.pi / 2) & (high < np.pi / 2)  # else the target may lie across the back, where angles jump
    low, high = np.where(ahead, low, -np.pi / 2), np.where(ahead, high, np.pi / 2)
    angles = np.concatenate([low, grazing_angles(origin, scene.features), high], axis=1)
    angles = np.sort(np.clip(angles, low, high), axis=1)
    widths = np.diff(angles, axis=1)
    which, gap = np.nonzero(widths > NARROW)
    angle = angles[which, gap] + widths[which, gap] / 2
    ray, start = np.column_stack([np.cos(angle), np.sin(angle)]), origin[which]
    reach = entries(start, ray, scene.target).min(axis=1)
    hits = np.isfinite(reach)
    end = start + np.where(hits, reach, 0.0)[:, None] * ray
    hits &= scene.edge.in_arc(end)
    start, ray, reach, end, widths = start[hits], ray[hits], reach[hits], end[hits], widths[which, gap][hits]
    met = entries(start, ray, scene.blocking)
    seam = crossings(start, ray, *scene.seams).min(axis=1, initial=np.inf)
    first = met.min(axis=1, initial=np.inf)
    clear = np.minimum(first, seam) >= reach - NARROW
    if clear.any():
        best = int(np.argmax(np.where(clear, widths * (reach + 1.0), -1.0)))
        (x, y), (to_x, to_y) = start[best].tolist(), end[best].tolist()
        return _Tried(((x, y), (to_x, to_y)), np.zeros(0, dtype=np.intp))
    owners = scene.blocking.owner
    stopped = met[first < reach]
    return _Tried(None, np.unique(owners[stopped.argmin(axis=1)]) if len(stopped) else owners[:0])
