"""Templates: round ones and the teardrop, whom they cover, and where they end up after scatter (TPL-01 to TPL-05).

A circle is never a polygon here: a base is covered when its distance from the template's centre is less than the
radius, strictly. ``outline`` is for drawing only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.table.bases import corners
from game.table.formation import Bases, Flags, Floats
from game.table.pose import MILLIMETRES_PER_INCH, direction
from game.table.rounded import ROUNDING

SMALL = 1.5
"""Radius of the small round template, inches (TPL-01)."""
LARGE = 2.5
"""Radius of the large round template, inches (TPL-01)."""
TEARDROP_LENGTH = 208.0 / MILLIMETRES_PER_INCH
"""Length of the teardrop from tip to far end, inches (TPL-01)."""
TEARDROP_TIP = 0.25
"""Width of the teardrop at its tip, inches (TPL-01)."""
TEARDROP_RADIUS = 1.25
"""Radius of the circle that closes the teardrop, inches (TPL-01)."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round template: its centre and radius in inches."""

    x: float
    y: float
    radius: float = SMALL


@dataclass(frozen=True, slots=True)
class Teardrop:
    """The flame template: the middle of its narrow end, and the angle in degrees in which it points.

    Its straight sides leave the ends of the tip and meet the far circle as tangents, so it is convex.
    """

    x: float
    y: float
    angle: float


Template = Round | Teardrop


def _teardrop_frame() -> tuple[float, Floats]:
    """Distance of the circle's centre from the tip, and the straight part: (4, 2), counter-clockwise from the tip."""
    far, tip = TEARDROP_LENGTH - TEARDROP_RADIUS, TEARDROP_TIP / 2
    # The tangent from (0, tip) to the circle about (far, 0), seen from that centre: at this angle from -x.
    turn = math.atan2(tip, far) + math.acos(TEARDROP_RADIUS / math.hypot(far, tip))
    along, across = far - TEARDROP_RADIUS * math.cos(turn), TEARDROP_RADIUS * math.sin(turn)
    return far, np.array([[0.0, tip], [0.0, -tip], [along, -across], [along, across]])


_FAR, _STRAIGHT = _teardrop_frame()
_STRAIGHT.setflags(write=False)


def _distance(x: float, y: float, bases: Bases) -> Floats:
    """(n,) distance from a point to each base; not positive inside (for a round base: how deep)."""
    fx, fy = direction(bases.facing)
    dx, dy = x - bases.centre[:, 0], y - bases.centre[:, 1]
    core = np.where(bases.round[:, None], 0.0, bases.half)
    u = np.maximum(np.abs(dx * fx + dy * fy) - core[:, 0], 0.0)
    v = np.maximum(np.abs(dy * fx - dx * fy) - core[:, 1], 0.0)
    distance: Floats = np.hypot(u, v) - np.where(bases.round, bases.half[:, 0], 0.0)
    return distance


def _in_teardrop_frame(template: Teardrop, points: Floats) -> Floats:
    """Points (..., 2) seen from the tip, the first axis along the teardrop."""
    c, s = direction(template.angle)
    seen: Floats = (points - (template.x, template.y)) @ np.array([[c, -s], [s, c]])
    return seen


def _edge_depths(points: Floats) -> Floats:
    """(..., 4) how far points (teardrop's frame) lie inside the line of each edge of the straight part."""
    edge = np.roll(_STRAIGHT, -1, axis=0) - _STRAIGHT
    inward = np.stack([-edge[:, 1], edge[:, 0]], 1) / np.hypot(edge[:, 0], edge[:, 1])[:, None]
    depth: Floats = points @ inward.T - (inward * _STRAIGHT).sum(axis=1)
    return depth


def _from_edges(points: Floats) -> Floats:
    """(n, 4) distance from points (n, 2) (teardrop's frame) to each edge of the straight part."""
    edge = np.roll(_STRAIGHT, -1, axis=0) - _STRAIGHT
    away = points[:, None] - _STRAIGHT
    share = np.clip((away * edge).sum(axis=2) / (edge * edge).sum(axis=1), 0.0, 1.0)
    rest = away - share[:, :, None] * edge
    distance: Floats = np.hypot(rest[:, :, 0], rest[:, :, 1])
    return distance


def _meets_straight_part(template: Teardrop, bases: Bases) -> Flags:
    """(n,) bases that overlap the straight part of the teardrop."""
    middle = _in_teardrop_frame(template, bases.centre)
    inside = (_edge_depths(middle) >= 0.0).all(axis=1)
    round_meets = inside | (_from_edges(middle).min(axis=1) < bases.half[:, 0] - ROUNDING)
    # Two convex polygons overlap unless the line of some edge of one of them parts them.
    theirs = _edge_depths(_in_teardrop_frame(template, corners(bases))).max(axis=1)
    c, s = direction(template.angle)
    turn = np.array([[c, s], [-s, c]])
    straight = _STRAIGHT @ turn + (template.x, template.y)
    fx, fy = direction(bases.facing)
    seen = (straight - bases.centre[:, None]) @ np.array([[fx, -fy], [fy, fx]])
    apart = np.maximum(seen.min(axis=1), -seen.max(axis=1)) - bases.half
    meets = (theirs > ROUNDING).all(axis=1) & (apart < -ROUNDING).all(axis=1)
    flags: Flags = np.where(bases.round, round_meets, meets)
    return flags


def covered(template: Template, bases: Bases) -> Flags:
    """(n,) bases under the template, even partly: an overlap of area, not a touch (TPL-02)."""
    if isinstance(template, Round):
        under: Flags = _distance(template.x, template.y, bases) < template.radius - ROUNDING
        return under
    c, s = direction(template.angle)
    far = _distance(template.x + _FAR * c, template.y + _FAR * s, bases) < TEARDROP_RADIUS - ROUNDING
    return far | _meets_straight_part(template, bases)


def fully_covered(template: Template, bases: Bases) -> Flags:
    """(n,) bases that lie wholly under the template; a base that reaches just to its rim does."""
    if isinstance(template, Round):
        centre = (template.x, template.y)
        to_corner = np.hypot(*np.moveaxis(corners(bases) - centre, 2, 0)).max(axis=1)
        to_rim = np.hypot(*(bases.centre - centre).T) + bases.half[:, 0]
        within: Flags = np.where(bases.round, to_rim, to_corner) <= template.radius + ROUNDING
        return within
    points = _in_teardrop_frame(template, corners(bases))
    all_corners = (_inside_by(points) >= -ROUNDING).all(axis=1)
    middle = _in_teardrop_frame(template, bases.centre)
    # From inside, the nearest edge or the nearest point of the far arc is the rim; the fourth, inner side is none.
    arc = np.where(_before_arc(middle), np.inf, TEARDROP_RADIUS - np.hypot(middle[:, 0] - _FAR, middle[:, 1]))
    rim = np.minimum(_from_edges(middle)[:, [0, 1, 3]].min(axis=1), arc)
    whole = (_inside_by(middle) >= 0.0) & (rim >= bases.half[:, 0] - ROUNDING)
    flags: Flags = np.where(bases.round, whole, all_corners)
    return flags


def _inside_by(points: Floats) -> Floats:
    """(...) positive inside the teardrop, negative outside: the better of straight part and circle."""
    circle = TEARDROP_RADIUS - np.hypot(points[..., 0] - _FAR, points[..., 1])
    inside: Floats = np.maximum(_edge_depths(points).min(axis=-1), circle)
    return inside


def _before_arc(points: Floats) -> Flags:
    """(...) points whose nearest point of the far circle is not on the teardrop's rim: they see it from the tip."""
    along, across = _STRAIGHT[3, 0] - _FAR, _STRAIGHT[3, 1]
    x, y = points[..., 0] - _FAR, np.abs(points[..., 1])
    # The arc's end lies in direction (along, across); directions beyond it point to the straight part.
    before: Flags = along * y - across * x > 0.0
    return before


def outline(template: Template, points: int = 64) -> Floats:
    """(k, 2) points around the template's rim, counter-clockwise, for drawing only."""
    if isinstance(template, Round):
        around = np.linspace(0.0, 2.0 * math.pi, points, endpoint=False)
        return np.stack([np.cos(around), np.sin(around)], 1) * template.radius + (template.x, template.y)
    end = math.atan2(_STRAIGHT[3, 1], _STRAIGHT[3, 0] - _FAR)
    around = np.linspace(-end, end, points)
    arc = np.stack([_FAR + TEARDROP_RADIUS * np.cos(around), TEARDROP_RADIUS * np.sin(around)], 1)
    c, s = direction(template.angle)
    rim = np.concatenate([_STRAIGHT[:2], arc])
    drawn: Floats = rim @ np.array([[c, s], [-s, c]]) + (template.x, template.y)
    return drawn


def scattered(x: float, y: float, angle: float, inches: float) -> tuple[float, float]:
    """Where a template's point (x, y) ends up that scatters ``inches`` along ``angle`` degrees (GEN-03, TPL-05).

    Nothing between stops it. A direction is uniform over the circle: where only a direction is needed, the small
    arrow of a "Hit!" face gives one too, so no face leaves it in its place.
    """
    c, s = direction(angle)
    return x + inches * c, y + inches * s
