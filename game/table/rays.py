"""Straight lines against outlines and discs, many at once: what a line of sight needs and nothing more.

A *shape* is one outline (closed rings of straight edges: a rectangular base, a terrain feature with its holes) or one
disc. Shapes are numbered outlines first, then discs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from game.table.bases import corners
from game.table.formation import Bases, Flags, Floats
from game.table.pose import CONTACT, direction

Indices = NDArray[np.intp]

NARROW = 1e-9
"""Stretches of a line, gaps and angles (radians) below this are nothing but rounding."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """Outlines and discs as arrays.

    Attributes:
        start: (e, 2) where each edge of an outline starts; edges stand ordered by shape.
        end: (e, 2) where it ends.
        shape: (e,) the outline that the edge belongs to, counted from 0 without gaps.
        disc: (d, 3) centre and radius of each disc.
        owner: (outlines + discs,) a number that the caller gives each shape.
        turn: (outlines,) 1 if an outline is convex and runs counter-clockwise, -1 if clockwise, 0 if not convex.
    """

    start: Floats
    end: Floats
    shape: Indices
    disc: Floats
    owner: Indices
    turn: Indices

    @property
    def outlines(self) -> int:
        """How many of the shapes are outlines."""
        return len(self.owner) - len(self.disc)

    @cached_property
    def features(self) -> Floats:
        """(n, 3) what a line of sight can graze: corners (radius 0) and discs."""
        vertices = np.column_stack([self.start, np.zeros(len(self.start))])
        return np.concatenate([vertices, self.disc])

    def moved(self, origin: tuple[float, float], forward: tuple[float, float]) -> Shapes:
        """The same shapes in the frame with this origin and first axis."""
        fx, fy = forward
        to_frame = np.array([[fx, -fy], [fy, fx]])
        disc = np.column_stack([(self.disc[:, :2] - origin) @ to_frame, self.disc[:, 2]])
        start, end = (self.start - origin) @ to_frame, (self.end - origin) @ to_frame
        return replace(self, start=start, end=end, disc=disc)

    def only(self, kept: Flags) -> Shapes:
        """Some of the shapes, in the same order."""
        outlines = self.outlines
        edges = kept[self.shape]
        number = np.cumsum(kept[:outlines]) - 1
        return Shapes(
            self.start[edges],
            self.end[edges],
            number[self.shape[edges]].astype(np.intp),
            self.disc[kept[outlines:]],
            self.owner[kept],
            self.turn[kept[:outlines]],
        )

    @cached_property
    def first(self) -> Indices:
        """(outlines,) the number of each outline's first edge."""
        begins = np.ones(len(self.shape), dtype=np.bool_)
        np.not_equal(self.shape[1:], self.shape[:-1], out=begins[1:])
        return np.flatnonzero(begins)

    def reach(self, axes: Floats) -> tuple[Floats, Floats]:
        """(k, n) lowest and highest coordinate of each shape along k unit vectors."""
        at, centre, radius = axes @ self.start.T, axes @ self.disc[:, :2].T, self.disc[:, 2]
        first = self.first
        low, high = (reduce.reduceat(at, first, axis=1) if len(first) else at for reduce in (np.minimum, np.maximum))
        return np.concatenate([low, centre - radius], axis=1), np.concatenate([high, centre + radius], axis=1)


def shapes_of_bases(b: Bases, grown: float = 0.0) -> Shapes:
    """The bases of a unit as shapes of owner 0; ``grown`` inches larger on every side.

    Rectangles side by side or one behind the other that make a larger rectangle are one shape.
    """
    boxes = np.flatnonzero(~b.round)
    centre, half = (b.centre[boxes], b.half[boxes]) if len(boxes) < 2 else _blocks(b, boxes)
    start = corners(Bases(centre, half + grown, np.zeros(len(centre), np.bool_), b.facing))
    end = np.roll(start, -1, axis=1)
    disc = np.column_stack([b.centre, b.half[:, 0] + grown])[b.round]
    count = len(start)
    owner = np.zeros(count + len(disc), np.intp)
    number = np.repeat(np.arange(count), 4)
    return Shapes(start.reshape(-1, 2), end.reshape(-1, 2), number, disc, owner, np.ones(count, np.intp))


def _blocks(b: Bases, boxes: Indices) -> tuple[Floats, Floats]:
    """Centres and half sizes of rectangular bases, first joined in ranks and these then one behind the other."""
    fx, fy = direction(b.facing)
    to_table = np.array([[fx, fy], [-fy, fx]])
    own = b.centre[boxes] @ to_table.T
    spans = np.concatenate([own - b.half[boxes], own + b.half[boxes]], axis=1).tolist()
    joined = np.array(_joined(_joined(spans, 1), 0))
    low, high = joined[:, :2], joined[:, 2:]
    return (low + high) / 2 @ to_table, (high - low) / 2


def _joined(spans: list[list[float]], axis: int) -> list[list[float]]:
    """Rectangles (low, low, high, high) joined along an axis where they touch and reach equally far across it."""
    across = 1 - axis
    found: list[list[float]] = []
    for span in sorted(spans, key=lambda s: (round(s[across], 6), round(s[across + 2], 6), s[axis])):
        last = found[-1] if found else None
        if last and all(
            abs(x) <= NARROW for x in (last[axis + 2] - span[axis], *(last[k] - span[k] for k in (across, across + 2)))
        ):
            last[axis + 2] = span[axis + 2]
        else:
            found.append(list(span))
    return found


def shapes_of_outline(outline: shapely.Geometry | tuple[tuple[float, float], ...]) -> Shapes:
    """A terrain feature as one shape of owner 0: a polygon of Shapely's, several, or the corners of one.

    Raises:
        ValueError: It has no outline.
    """
    polygon = outline if isinstance(outline, shapely.Geometry) else shapely.Polygon(outline)
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(polygon))]
    if not rings:
        raise ValueError("terrain without an outline blocks no line of sight")
    start, end = np.concatenate([ring[:-1] for ring in rings]), np.concatenate([ring[1:] for ring in rings])
    turn = np.array([_turn(start, end) if len(rings) == 1 else 0])
    return Shapes(start, end, np.zeros(len(start), np.intp), np.zeros((0, 3)), np.zeros(1, np.intp), turn)


def _turn(start: Floats, end: Floats) -> int:
    """1 or -1 if a ring turns one way only and once around, else 0."""
    (ax, ay), (bx, by) = (end - start).T, np.roll(end - start, -1, axis=0).T
    angle = np.arctan2(ax * by - ay * bx, ax * bx + ay * by)
    around = round(float(angle.sum()) / (2 * np.pi))
    return around if abs(around) == 1 and bool((angle * around > -NARROW).all()) else 0


def together(parts: Iterable[Shapes]) -> Shapes:
    """Several groups of shapes as one; outlines of all of them first."""
    groups = list(parts)
    offset = np.cumsum([0, *(group.outlines for group in groups)])[:-1]
    outline_owners = [group.owner[: group.outlines] for group in groups]
    disc_owners = [group.owner[group.outlines :] for group in groups]
    empty, none = np.zeros((0, 2)), np.zeros(0, np.intp)
    return Shapes(
        np.concatenate([empty, *(group.start for group in groups)]),
        np.concatenate([empty, *(group.end for group in groups)]),
        np.concatenate([none, *(g.shape + first for g, first in zip(groups, offset, strict=True))]),
        np.concatenate([np.zeros((0, 3)), *(group.disc for group in groups)]),
        np.concatenate([none, *outline_owners, *disc_owners]),
        np.concatenate([none, *(group.turn for group in groups)]),
    )


def crossings(origin: Floats, ray: Floats, start: Floats, end: Floats) -> Floats:
    """(l, e) how far along each ray (unit vectors) it crosses each edge; infinite if it does not."""
    dx, dy = ray[:, :1], ray[:, 1:]
    px, py = start[:, 0] - origin[:, :1], start[:, 1] - origin[:, 1:]
    ex, ey = (end - start).T
    before = dx * py - dy * px
    step = dx * ey - dy * ex
    crossed = (before < 0.0) != (before + step < 0.0)
    far = (px * ey - py * ex) / np.where(crossed, step, 1.0)
    distances: Floats = np.where(crossed & (far > NARROW), far, np.inf)
    return distances


def chords(origin: Floats, ray: Floats, disc: Floats) -> tuple[Floats, Floats]:
    """(l, d) how far along each ray the middle of its chord through each disc is, and half the chord (0: missed)."""
    dx, dy = disc[:, 0] - origin[:, :1], disc[:, 1] - origin[:, 1:]
    along = dx * ray[:, :1] + dy * ray[:, 1:]
    aside = dx * ray[:, 1:] - dy * ray[:, :1]
    return along, np.sqrt(np.maximum(disc[:, 2] ** 2 - aside**2, 0.0))


def entries(origin: Floats, ray: Floats, shapes: Shapes) -> Floats:
    """(l, n) how far along each ray it enters each shape: 0 from the inside, infinite if it never does."""
    found = np.full((len(ray), len(shapes.owner)), np.inf)
    if shapes.outlines:
        far = crossings(origin, ray, shapes.start, shapes.end)
        first = shapes.first
        inside = np.add.reduceat(np.isfinite(far).astype(np.int64), first, axis=1) % 2 == 1
        found[:, : shapes.outlines] = np.where(inside, 0.0, np.minimum.reduceat(far, first, axis=1))
    along, half = chords(origin, ray, shapes.disc)
    met = (half > NARROW) & (along + half > NARROW)
    found[:, shapes.outlines :] = np.where(met, np.maximum(along - half, 0.0), np.inf)
    return found


def border_points(origin: Floats, ray: Floats, shapes: Shapes) -> tuple[Floats, Indices]:
    """(n, 3) the points, as features of radius 0, where a few rays cross the borders of shapes; and whose ray it is."""
    along, half = chords(origin, ray, shapes.disc)
    missed = np.where(half > 0.0, 0.0, np.inf)
    far = np.concatenate(
        [crossings(origin, ray, shapes.start, shapes.end), along - half + missed, along + half + missed], 1
    )
    which, _ = np.nonzero(np.isfinite(far))
    points = origin[which] + far[np.isfinite(far)][:, None] * ray[which]
    return np.column_stack([points, np.zeros(len(points))]), which


def neighbours(shapes: Shapes) -> Flags:
    """(n, n) which shapes may touch: those whose upright boxes come within contact."""
    low, high = shapes.reach(np.eye(2))
    apart = np.logical_or.reduce(low[:, :, None] > high[:, None] + CONTACT, axis=0)
    near: Flags = np.logical_not(np.logical_or(apart, apart.T))
    np.fill_diagonal(near, val=False)
    return near


def seams(shapes: Shapes) -> tuple[Floats, Floats]:
    """(w, 2) starts and ends of short walls that close the cracks between shapes in base contact."""
    points = shapes.features
    of_point = np.concatenate([shapes.shape, np.arange(shapes.outlines, len(shapes.owner))])
    edge = shapes.end - shapes.start
    if len(points) == 0:
        return points[:, :2], points[:, :2]
    rel = points[:, None, :2] - shapes.start
    squared = np.maximum((edge**2).sum(axis=1), NARROW**2)
    share = np.clip((rel * edge).sum(axis=2) / squared, 0.0, 1.0)
    foot = np.concatenate(
        [
            shapes.start + share[..., None] * edge,
            np.broadcast_to(shapes.disc[:, :2], (len(points), len(shapes.disc), 2)),
        ],
        axis=1,
    )
    of_foot = np.concatenate([shapes.shape, np.arange(shapes.outlines, len(shapes.owner))])
    radii = np.concatenate([np.zeros(len(edge)), shapes.disc[:, 2]])
    apart = np.hypot(*np.moveaxis(foot - points[:, None, :2], 2, 0))
    gap = apart - points[:, 2, None] - radii
    close = (of_point[:, None] != of_foot) & (gap > 0.0) & (gap <= CONTACT)
    i, j = np.nonzero(close)
    return points[i, :2], foot[i, j]


def tangents(features: Floats, i: Indices, j: Indices, ahead: float) -> tuple[Floats, Floats, Indices]:
    """The lines that graze features ``i`` and ``j``, pair by pair, where they cross the line ``x = ahead``.

    Returns:
        The y of each line there, its angle from the first axis (radians), and the number of its pair; in no order.
    """
    dx, dy = (features[j, :2] - features[i, :2]).T
    squared = dx * dx + dy * dy
    r, s = features[i, 2], features[j, 2]
    combinations = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)) if features[:, 2].any() else ((1.0, 1.0),)
    places, angles, pairs = [], [], []
    for side, turn in combinations:
        # the unit normal n of a common tangent has n.(q - p) = side * s - r for circles about p and q
        k = side * s - r
        rest = squared - k * k
        possible = (rest >= 0.0) & (squared > NARROW**2)
        root = turn * np.sqrt(np.maximum(rest, 0.0))
        below = np.where(possible, squared, 1.0)
        nx, ny = (k * dx - root * dy) / below, (k * dy + root * dx) / below
        pair = np.flatnonzero(possible & (np.abs(ny) > NARROW))
        nx, ny = nx[pair], ny[pair]
        offset = nx * features[i[pair], 0] + ny * features[i[pair], 1] - r[pair]
        places.append((offset - nx * ahead) / ny)
        angles.append(np.arctan(-nx / ny))
        pairs.append(pair)
    return np.concatenate(places), np.concatenate(angles), np.concatenate(pairs)


def grazing_angles(origin: Floats, features: Floats) -> Floats:
    """(l, n or 2n) angles from the first axis, radians, at which rays from each origin graze each feature."""
    dx, dy = features[:, 0] - origin[:, :1], features[:, 1] - origin[:, 1:]
    angle: Floats = np.arctan2(dy, dx)
    radius = features[:, 2]
    if not radius.any():
        return angle
    lean = np.arcsin(np.minimum(radius / np.maximum(np.hypot(dx, dy), NARROW), 1.0))
    return np.concatenate([angle - lean, (angle + lean)[:, radius > 0.0]], axis=1)
