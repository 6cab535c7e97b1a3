"""The search for one clear line from a front edge to a target, through whatever stands between.

Where a line starts on the edge and where it points make a plane. Lines that graze two corners or discs cut it into
cells, in each of which every line meets the same shapes in the same order: one line is tried in every cell. Before
that, whatever cannot matter is left out: what lies beside the ground between, what is hidden from the whole edge by
something nearer, corners that are never an outline's silhouette; and a few lines are tried at once.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.distance import Point
from game.table.formation import Flags, Floats
from game.table.pose import CONTACT, SLACK
from game.table.rays import (
    NARROW,
    Indices,
    Shapes,
    border_points,
    crossings,
    entries,
    grazing_angles,
    neighbours,
    seams,
    tangents,
    together,
)
from game.table.screens import hiding, meetings, silhouette

_DIAGONAL = math.sqrt(0.5)
BORDERS = np.array([(1.0, 0.0), (_DIAGONAL, _DIAGONAL), (_DIAGONAL, -_DIAGONAL)])
"""Unit vectors, in a unit's frame, into its front arc square to the front edge, the right and the left border."""
_AT_ONCE = 500_000
"""Pairs of a line and an edge that are computed together."""


class Front(NamedTuple):
    """Models whose front edges lie on one line ``x = ahead`` of their unit's frame, each with an arc of its own.

    Attributes:
        ahead: Where the line lies.
        models: (m,) their numbers.
        right: (m,) the right ends of their front edges, slack included.
        left: (m,) the left ends.
    """

    ahead: float
    models: Indices
    right: Floats
    left: Floats

    @property
    def whole(self) -> Front:
        """One edge from the first model's right end to the last one's left end."""
        return Front(self.ahead, self.models[:1], self.right.min(keepdims=True), self.left.max(keepdims=True))

    def only(self, kept: Flags) -> Front:
        """Some of the models."""
        return Front(self.ahead, self.models[kept], self.right[kept], self.left[kept])

    def reached(self, reach: Floats) -> Flags:
        """(m, n) whose arc is reached by what goes as far as (3, n) along ``BORDERS``; else it lies beyond one."""
        straight, to_left, to_right = reach[:, None] + SLACK
        right, left = self.right[:, None], self.left[:, None]
        found: Flags = (
            (straight >= self.ahead)
            & (to_left >= (self.ahead + right) * _DIAGONAL)
            & (to_right >= (self.ahead - left) * _DIAGONAL)
        )
        return found

    def in_arc(self, rows: Indices, points: Floats) -> Flags:
        """Which points lie in the quadrant that spreads from the edge of the model in each row."""
        beside = np.maximum(points[:, 1] - self.left[rows], self.right[rows] - points[:, 1])
        inside: Flags = points[:, 0] - self.ahead + NARROW >= np.maximum(beside, 0.0)
        return inside


class Tried(NamedTuple):
    """What came of trying lines: a clear one with its model, or who was met first on the others."""

    line: tuple[Point, Point] | None
    model: int | None
    blocked_by: Indices


class _Scene(NamedTuple):
    """What a front looks at, in the unit's frame.

    Attributes:
        front: Who looks.
        target: At what.
        blocking: What is in the way.
        seams: Walls between blockers in contact.
        features: (n, 3) what lines can graze, the target's first.
        goals: How many of them are the target's, and how many of these are discs.
        on_line: (p,) where the line of the edges crosses a border of anything, rising.
        borders: (m, k, 3) where the target crosses the borders of each model's own arc, filled up with ``nan``.
    """

    front: Front
    target: Shapes
    blocking: Shapes
    seams: tuple[Floats, Floats]
    features: Floats
    goals: tuple[int, int]
    on_line: Floats
    borders: Floats


class _Columns(NamedTuple):
    """Places on the front edges from which lines are tried, and the row of the model whose edge it is."""

    places: Floats
    rows: Indices


class _Lines(NamedTuple):
    """Lines to try: where each starts, its direction, how wide a gap it looks through (radians), its model's row."""

    start: Floats
    ray: Floats
    width: Floats
    rows: Indices

    def only(self, kept: Flags | slice) -> _Lines:
        """Some of the lines."""
        return _Lines(self.start[kept], self.ray[kept], self.width[kept], self.rows[kept])


def look(front: Front, target: Shapes, blocking: Shapes) -> Tried:
    """Look for a clear line from the models of a front to a target that lies in the arc of each, all in their frame."""
    whole = front.whole
    ends = np.array([(whole.ahead, whole.right[0]), (whole.ahead, whole.left[0])])
    blocking = blocking.only(_between(ends, target, blocking))
    blocking = blocking.only(~np.logical_or.reduce(hiding(ends, blocking, blocking), axis=0))
    scene = _scene(front, ends, target, blocking)
    rows = np.unique(np.array([len(front.models) // 2, 0, len(front.models) - 1]))
    quick = _try(scene, _gaps(scene, _Columns((front.right + front.left)[rows] / 2, rows)))
    if quick.line is not None:
        return quick
    if len(quick.blocked_by) == len(np.unique(blocking.owner)) and hiding(ends, blocking, target).any(axis=0).all():
        return quick
    columns = _columns(scene)
    met = [quick.blocked_by]
    chunk = max(_AT_ONCE // (2 * len(scene.features)), 1)
    for first in range(0, len(columns.places), chunk):
        some = _Columns(columns.places[first : first + chunk], columns.rows[first : first + chunk])
        tried = _try(scene, _gaps(scene, some, once=True))
        if tried.line is not None:
            return tried
        met.append(tried.blocked_by)
    return Tried(None, None, np.unique(np.concatenate(met)))


def _between(ends: Floats, target: Shapes, blocking: Shapes) -> Flags:
    """The blockers that come near the ground between the edge and the target; no line meets the others."""
    goals = target.features
    away = (goals[:, :2] - ends[:, None]).reshape(-1, 2)
    away /= np.maximum(np.hypot(away[:, 0], away[:, 1]), NARROW)[:, None]
    axes = np.concatenate([np.eye(2), away.mean(axis=0)[None], np.column_stack([-away[:, 1], away[:, 0]])])
    low, high = target.reach(axes)
    from_edge = axes @ ends.T
    low = np.minimum(low.min(axis=1), from_edge.min(axis=1))[:, None] - CONTACT
    high = np.maximum(high.max(axis=1), from_edge.max(axis=1))[:, None] + CONTACT
    block_low, block_high = blocking.reach(axes)
    near: Flags = ((block_high > low) & (block_low < high)).all(axis=0)
    return near


def _scene(front: Front, ends: Floats, target: Shapes, blocking: Shapes) -> _Scene:
    """Collect what lines from the front can graze: corners, discs, and where the target crosses a border of an arc."""
    beside = _on_line(front, target)
    goals = np.concatenate([silhouette(target, ends), beside])
    everything = together([replace(target, owner=np.full_like(target.owner, -1)), blocking])
    near = neighbours(everything)
    features = np.concatenate([goals, silhouette(blocking, ends), meetings(everything, near)])
    return _Scene(
        front,
        target,
        blocking,
        seams(blocking if near.any() else blocking.only(np.zeros(len(blocking.owner), dtype=np.bool_))),
        features,
        (len(goals), int((goals[:, 2] > 0.0).sum())),
        np.sort(np.concatenate([beside, _on_line(front, blocking)])[:, 1]),
        _borders(front, target),
    )


def _on_line(front: Front, shapes: Shapes) -> Floats:
    """(n, 3) where the borders of shapes cross the line of the front edges."""
    if (
        min(shapes.start[:, 0].min(initial=np.inf), (shapes.disc[:, 0] - shapes.disc[:, 2]).min(initial=np.inf))
        > front.ahead
    ):
        return np.zeros((0, 3))
    start = np.array([(front.ahead, front.right.min() - SLACK)] * 2)
    return border_points(start, np.array([(0.0, 1.0), (0.0, -1.0)]), shapes)[0]


def _borders(front: Front, target: Shapes) -> Floats:
    """Where a target crosses the left and the right border of each model's arc."""
    count = len(front.models)
    to_left, to_right = target.reach(BORDERS[1:])[0].min(axis=1) / _DIAGONAL
    if to_left >= front.ahead + front.right.max() and to_right >= front.ahead - front.left.min():
        return np.zeros((count, 0, 3))  # wholly in every arc
    starts = np.column_stack([np.full(2 * count, front.ahead), np.concatenate([front.left, front.right])])
    points, which = border_points(starts, np.repeat(BORDERS[1:], count, axis=0), target)
    rows = which % count
    order = np.argsort(rows, kind="stable")
    points, rows = points[order], rows[order]
    number = np.arange(len(rows)) - np.searchsorted(rows, rows)
    found = np.full((count, int(number.max(initial=-1)) + 1, 3), np.nan)
    found[rows, number] = points
    return found


def _columns(scene: _Scene) -> _Columns:
    """The middles of the stretches of the edges between lines that graze two features."""
    front, features = scene.front, scene.features
    i, j = np.triu_indices(len(features), 1)
    places, angles, _ = tangents(features, i, j, front.ahead)
    places = _towards_target(scene, places, angles)
    places = np.sort(np.concatenate([places, scene.on_line]))
    found, rows = [], []
    for row, (right, left) in enumerate(zip(front.right.tolist(), front.left.tolist(), strict=True)):
        inside = places[np.searchsorted(places, right) : np.searchsorted(places, left)]
        own = _own_places(scene, row)
        own = own[(own > right) & (own < left)]
        cuts = np.concatenate([[right], inside, own, [left]])
        cuts = np.sort(cuts) if len(own) else cuts
        wide = cuts[1:] - cuts[:-1] > NARROW
        found.append(((cuts[1:] + cuts[:-1]) / 2)[wide])
        rows.append(np.full(len(found[-1]), row, dtype=np.intp))
    return _Columns(np.concatenate(found), np.concatenate(rows))


def _own_places(scene: _Scene, row: int) -> Floats:
    """Where lines cross the edge that graze a point on a border of this model's arc and something else."""
    own = scene.borders[row]
    own = own[np.isfinite(own[:, 0])]
    count = len(scene.features)
    if not len(own):
        return np.zeros(0)
    both = np.concatenate([scene.features, own])
    i, j = np.triu_indices(len(both), 1)
    with_own = j >= count
    return tangents(both, i[with_own], j[with_own], scene.front.ahead)[0]


def _towards_target(scene: _Scene, places: Floats, angles: Floats) -> Floats:
    """Those of the lines across the edge that point at the target; others bound no cell that reaches it."""
    near = (places > scene.front.right.min()) & (places < scene.front.left.max())
    places, angles = places[near], angles[near]
    low, high, _ = _towards(scene, places)
    return places[(angles > low[:, 0] - SLACK) & (angles < high[:, 0] + SLACK)]


def _towards(scene: _Scene, places: Floats) -> tuple[Floats, Floats, Floats]:
    """From each place (c,): the lowest and highest angle to the target (c, 1), and those of all features (c, n)."""
    origin = np.column_stack([np.full(len(places), scene.front.ahead), places])
    angles = grazing_angles(origin, scene.features)
    goals, discs = scene.goals
    count = len(scene.features)
    towards = np.concatenate([angles[:, :goals], angles[:, count : count + discs]], axis=1)
    low, high = towards.min(axis=1, keepdims=True), towards.max(axis=1, keepdims=True)
    ahead = (low > -np.pi / 2) & (high < np.pi / 2)  # else the target may lie across the back, where angles jump
    return np.where(ahead, low, -np.pi / 2), np.where(ahead, high, np.pi / 2), angles


def _gaps(scene: _Scene, columns: _Columns, *, once: bool = False) -> _Lines:
    """One line through the middle of every gap between grazing directions; ``once``: only one in every cell.

    A cell is known by what lies below it: which grazing directions, which of the crossings on the line of the edges;
    and by the model, if the target crosses borders of its own arc.
    """
    places, rows = columns
    low, high, angles = _towards(scene, places)
    parts = [low, angles, high]
    if scene.borders.shape[1]:
        own = scene.borders[rows]
        own_angles = np.arctan2(own[..., 1] - places[:, None], own[..., 0] - scene.front.ahead)
        parts.append(np.where(np.isnan(own_angles), low, own_angles))
    angles = np.concatenate(parts, axis=1)
    angles = np.minimum(np.maximum(angles, low), high)
    if once:
        order = np.argsort(angles, axis=1)
        angles = np.take_along_axis(angles, order, axis=1)
        width = angles[:, 1:] - angles[:, :-1]
        curves, models = angles.shape[1], len(scene.borders)
        signs = _signs(curves + models + len(scene.on_line) + 1)
        below = np.cumsum(signs[order[:, :-1]], axis=1)
        below += signs[curves + models + np.searchsorted(scene.on_line, places)][:, None]
        if scene.borders.shape[1]:
            has_own = np.isfinite(scene.borders[rows, 0, 0])
            below += np.where(has_own, signs[curves + rows], 0)[:, None]
        which, gap = _middles(width > NARROW, below)
    else:
        angles = np.sort(angles, axis=1)
        width = angles[:, 1:] - angles[:, :-1]
        which, gap = np.nonzero(width > NARROW)
    angle = angles[which, gap] + width[which, gap] / 2
    start = np.column_stack([np.full(len(which), scene.front.ahead), places[which]])
    return _Lines(start, np.column_stack([np.cos(angle), np.sin(angle)]), width[which, gap], rows[which])


def _signs(count: int) -> NDArray[np.uint64]:
    """Numbers whose sums tell sets apart."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed


def _middles(wide: Flags, below: NDArray[np.uint64]) -> tuple[Indices, Indices]:
    """Of each run of columns in which a gap lies above the same directions, and so is one cell, the middle one."""
    gaps, sets = wide.T, below.T
    begins = gaps.copy()
    begins[:, 1:] &= ~(gaps[:, :-1] & (sets[:, 1:] == sets[:, :-1]))
    gap, which = np.nonzero(gaps)
    first = np.flatnonzero(begins[gap, which])
    middle = (first + np.append(first[1:], len(gap)) - 1) // 2 if len(first) else first
    return which[middle], gap[middle]


def _try(scene: _Scene, lines: _Lines) -> Tried:
    """Follow lines to the target: the best clear one, or who is met first on them."""
    met: list[Indices] = []
    chunk = max(_AT_ONCE // (len(scene.blocking.start) + len(scene.target.start) + 1), 1)
    for first in range(0, len(lines.rows), chunk):
        tried = _follow(scene, lines.only(slice(first, first + chunk)))
        if tried.line is not None:
            return tried
        met.append(tried.blocked_by)
    return Tried(None, None, np.unique(np.concatenate(met)) if met else scene.blocking.owner[:0])


def _follow(scene: _Scene, lines: _Lines) -> Tried:
    reach = entries(lines.start, lines.ray, scene.target).min(axis=1)
    end = lines.start + np.where(np.isfinite(reach), reach, 0.0)[:, None] * lines.ray
    hits = np.isfinite(reach) & scene.front.in_arc(lines.rows, end)
    (start, ray, width, rows), reach, end = lines.only(hits), reach[hits], end[hits]
    met = entries(start, ray, scene.blocking)
    seam = crossings(start, ray, *scene.seams).min(axis=1, initial=np.inf)
    first = met.min(axis=1, initial=np.inf)
    clear = np.minimum(first, seam) >= reach - NARROW
    owners = scene.blocking.owner
    if clear.any():
        best = int(np.argmax(np.where(clear, width * (reach + 1.0), -1.0)))
        (x, y), (to_x, to_y) = start[best].tolist(), end[best].tolist()
        return Tried(((x, y), (to_x, to_y)), int(scene.front.models[rows[best]]), owners[:0])
    stopped = met[first < reach]
    return Tried(None, None, np.unique(owners[stopped.argmin(axis=1)]) if len(stopped) else owners[:0])
