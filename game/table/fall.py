"""A model that falls over: where its template comes down, on whom, and in how many of all directions (FALL-04 to -06).

The map of a fall is exact: for each model the directions in which the template covers it are found from where the path
of the template's centre crosses the model's grown base (see ``rounded``), not by trying directions (FALL-25).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from game.table.formation import Bases, Flags, Floats
from game.table.pose import direction, normal_angle
from game.table.rounded import ROUNDING, Numbers, Outline, Rounded, crossings, grown
from game.table.template import SMALL, Round, covered

W = TypeVar("W", bound=Hashable)
_SAME = 1e-9
"""Directions no further apart than this, in degrees, are one direction that was computed twice."""


class Arc(NamedTuple):
    """Directions from ``start`` to ``end`` degrees: 0 <= start < 360, start < end <= start + 360.

    An arc over the direction 0 is not split: its end is greater than 360.
    """

    start: float
    end: float


class FallArc(NamedTuple):
    """An arc (see :class:`Arc`) in which the same models are covered, whatever the direction.

    Attributes:
        start: Degrees.
        end: Degrees.
        covered: Numbers of the covered models in rising order, one tuple for each ``Bases`` of the map.
    """

    start: float
    end: float
    covered: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FallMap:
    """Who is covered in which directions, one entry for each ``Bases`` that the map was made of.

    Attributes:
        arcs: Per ``Bases`` and model the disjoint arcs in which it is covered, by rising start.
        chances: Per ``Bases`` (n,) the share of all directions that covers each model, read-only.
    """

    arcs: tuple[tuple[tuple[Arc, ...], ...], ...]
    chances: tuple[Floats, ...]


def landing(fallen: Bases, angle: float, radius: float = SMALL) -> tuple[float, float]:
    """Centre of the template of the one base ``fallen`` that falls along ``angle`` degrees (FALL-05).

    The template touches the base and does not overlap it; its centre lies on the ray from the base's centre.

    Raises:
        ValueError: ``fallen`` is not exactly one base.
    """
    path = Outline.around(fallen, radius)
    cos, sin = direction(angle - fallen.facing)
    t = float(path.reach(np.array(cos), np.array(sin)))
    x, y = direction(angle)
    return float(fallen.centre[0, 0]) + t * x, float(fallen.centre[0, 1]) + t * y


def models_under(fallen: Bases, angle: float, others: Bases, radius: float = SMALL) -> Flags:
    """(n,) which of ``others`` the template covers when ``fallen`` falls along ``angle`` degrees (FALL-06).

    Raises:
        ValueError: ``fallen`` is not exactly one base.
    """
    return covered(Round(*landing(fallen, angle, radius), radius), others)


def fall_map(fallen: Bases, others: Sequence[Bases], radius: float = SMALL) -> FallMap:
    """The exact map of a fall of the one base ``fallen`` among ``others``, who do not include it (FALL-25).

    Raises:
        ValueError: ``fallen`` is not exactly one base.
    """
    path = Outline.around(fallen, radius)
    shapes = grown(others, radius, fallen)
    found: dict[int, tuple[Arc, ...]] = {}
    near = np.nonzero(_within_reach(path, shapes))[0]
    if len(near):
        found = _covering_arcs(path, shapes.only(near), near, fallen.facing)
    arcs, chances, first = [], [], 0
    for group in others:
        here = tuple(found.get(model, ()) for model in range(first, first + len(group)))
        chance = np.array([sum(arc.end - arc.start for arc in model) / 360.0 for model in here], dtype=np.float64)
        chance.setflags(write=False)
        arcs.append(here)
        chances.append(chance)
        first += len(group)
    return FallMap(tuple(arcs), tuple(chances))


def _within_reach(path: Outline, shapes: Rounded) -> Flags:
    """(n,) shapes whose surrounding circle comes near enough to the path to be looked at closely."""
    x = np.maximum(np.abs(shapes.centre[:, 0]) - path.half_depth, 0.0)
    y = np.maximum(np.abs(shapes.centre[:, 1]) - path.half_width, 0.0)
    around = np.hypot(shapes.core[:, 0], shapes.core[:, 1]) + shapes.radius
    near: Flags = np.hypot(x, y) - path.radius < around
    return near


def _cuts(path: Outline, shapes: Rounded) -> tuple[Numbers, Floats]:
    """Shape numbers and directions (degrees in [0, 360), rising for each shape) between which nothing changes.

    Every shape has the direction 0, so that one which is never crossed has a direction too.
    """
    shape, angle = crossings(path, shapes)
    angle = np.where(angle < 0.0, angle + 360.0, angle)
    angle[angle >= 360.0 - _SAME] = 0.0
    every = np.arange(len(shapes.radius))
    shape, angle = np.concatenate([every, shape]), np.concatenate([np.zeros(len(every)), angle])
    order = np.lexsort((angle, shape))
    shape, angle = shape[order], angle[order]
    new = np.ones(len(shape), dtype=np.bool_)
    new[1:] = (shape[1:] != shape[:-1]) | (angle[1:] - angle[:-1] > _SAME)
    return shape[new], angle[new]


def _covering_arcs(path: Outline, shapes: Rounded, names: Numbers, facing: float) -> dict[int, tuple[Arc, ...]]:
    """The arcs of every shape that is covered in some direction, by its name."""
    shape, start = _cuts(path, shapes)
    last = np.append(shape[1:] != shape[:-1], True)
    first = np.append(True, last[:-1])
    # Each shape's first cut is the direction 0, where its last stretch ends.
    end = np.where(last, 360.0, np.append(start[1:], 360.0))
    middle = np.radians((start + end) / 2.0)
    cos, sin = np.cos(middle), np.sin(middle)
    reach = path.reach(cos, sin)
    inside = shapes.only(shape).depth(reach * cos, reach * sin) > ROUNDING
    runs: dict[int, list[tuple[float, float]]] = {}
    for i in np.nonzero(inside)[0].tolist():
        mine = runs.setdefault(int(names[shape[i]]), [])
        if not first[i] and inside[i - 1]:
            mine[-1] = (mine[-1][0], float(end[i]))
        else:
            mine.append((float(start[i]), float(end[i])))
    return {name: _turned(_joined_over_zero(mine), facing) for name, mine in runs.items()}


def _joined_over_zero(runs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same stretches of [0, 360], the last and the first as one where they meet at the direction 0."""
    if len(runs) > 1 and runs[0][0] == 0.0 and runs[-1][1] == 360.0:
        return [*runs[1:-1], (runs[-1][0], 360.0 + runs[0][1])]
    return runs


def _turned(runs: list[tuple[float, float]], facing: float) -> tuple[Arc, ...]:
    """Stretches in the base's frame as arcs on the table."""
    if runs == [(0.0, 360.0)]:
        return (Arc(0.0, 360.0),)
    starts = [(normal_angle(start + facing), end - start) for start, end in runs]
    return tuple(Arc(start, start + width) for start, width in sorted(starts))


def fall_arcs(fall: FallMap) -> tuple[FallArc, ...]:
    """The full circle cut into arcs in each of which the covered models are the same, by rising start.

    They follow one another without a gap and add up to 360 degrees; neighbours differ in their covered models.
    """
    rows = [(g, m, arc) for g, group in enumerate(fall.arcs) for m, arcs in enumerate(group) for arc in arcs]
    nobody = tuple(() for _ in fall.arcs)
    cuts = _distinct([turn % 360.0 for _, _, arc in rows if arc.end - arc.start < 360.0 for turn in arc])
    ends = [*cuts[1:], cuts[0] + 360.0] if cuts else [360.0]
    cuts = cuts or [0.0]
    middle = (np.array(cuts) + np.array(ends)) / 2.0
    start, end = np.array([arc for _, _, arc in rows]).reshape(-1, 2).T
    within = (middle[:, None] - start) % 360.0 < end - start
    pieces = []
    for i, row in enumerate(within):
        models: list[list[int]] = [[] for _ in nobody]
        for j in np.nonzero(row)[0].tolist():
            models[rows[j][0]].append(rows[j][1])
        pieces.append((cuts[i], ends[i], tuple(tuple(group) for group in models)))
    return tuple(FallArc(*piece) for piece in _merged(pieces))


def _distinct(turns: list[float]) -> list[float]:
    """Directions in rising order, those that differ by rounding only taken as one."""
    kept: list[float] = []
    for turn in sorted(turns):
        if not kept or turn - kept[-1] > _SAME:
            kept.append(turn)
    if len(kept) > 1 and kept[0] + 360.0 - kept[-1] <= _SAME:
        kept.pop()
    return kept


def _merged(pieces: Sequence[tuple[float, float, W]]) -> list[tuple[float, float, W]]:
    """Pieces of the full circle, neighbours with the same third entry made one."""
    merged: list[tuple[float, float, W]] = []
    for start, end, what in pieces:
        if merged and merged[-1][2] == what:
            merged[-1] = (merged[-1][0], end, what)
        else:
            merged.append((start, end, what))
    if len(merged) > 1 and merged[0][2] == merged[-1][2]:
        (_, first_end, _), (last_start, _, what) = merged[0], merged[-1]
        merged = [*merged[1:-1], (last_start, first_end + 360.0, what)]
    return merged


def labelled_arcs(
    arcs: Sequence[FallArc], key: Callable[[tuple[tuple[int, ...], ...]], Hashable]
) -> tuple[tuple[float, float, int], ...]:
    """What ``game.dice.Angle`` takes: arcs ``(start, end, label)`` in degrees that together are the full circle.

    Args:
        arcs: Of :func:`fall_arcs`.
        key: What an arc's covered models come to, such as how many there are of each unit. Arcs with equal keys get
            the same label, and are made one where they are neighbours. Labels count from 0 by first appearance.
    """
    labels: dict[Hashable, int] = {}
    pieces = [(arc.start, arc.end, labels.setdefault(key(arc.covered), len(labels))) for arc in arcs]
    return tuple(_merged(pieces))
