"""Rounded rectangles, and where the outline of one crosses those of many others: closed forms, no polygon.

The centre of a round template that touches a base runs along the base's rectangle grown by the template's radius: four
straight edges joined by four quarter circles. The same template covers another base while its centre is strictly
inside that base's own grown rectangle. So a map of a fall (FALL-25) is where one such outline crosses others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.table.formation import Bases, Flags, Floats
from game.table.pose import direction

Numbers = NDArray[np.intp]

ROUNDING = 1e-10
"""What float64 may lose on a table, in inches. An overlap less deep than this is a touch that was computed.

No tolerance of the rules: without it a template that touches the edges of two bases in one line would cover the second
or not as the last binary digit falls. It is 40,000 times finer than the positions that events store.
"""
_ON_OUTLINE = 1e-9  # a candidate this near both outlines is kept; needless ones do no harm, lost ones would
_TANGENT = 1e-12  # a squared half chord below this is a tangent: its half chord would be mere rounding


@dataclass(frozen=True, slots=True)
class Rounded:
    """Rectangles (the cores) grown by a radius, seen from the middle of one of them.

    Attributes:
        centre: (n, 2) centres, inches.
        axis: (n, 2) unit vectors along the depth of each.
        core: (n, 2) half depth and half width before growing; zero for a circle.
        radius: (n,) how far each core is grown.
    """

    centre: Floats
    axis: Floats
    core: Floats
    radius: Floats

    def only(self, chosen: Flags | Numbers) -> Rounded:
        """The shapes that ``chosen`` flags or names."""
        return Rounded(self.centre[chosen], self.axis[chosen], self.core[chosen], self.radius[chosen])

    def depth(self, x: Floats, y: Floats) -> Floats:
        """(n, k) how deep the points ``x``, ``y`` (each (n, k) or (n,)) lie inside their shape; negative outside."""
        lead = (slice(None), *(None,) * (x.ndim - 1))
        dx, dy = x - self.centre[:, 0][lead], y - self.centre[:, 1][lead]
        ax, ay = self.axis[:, 0][lead], self.axis[:, 1][lead]
        u = np.abs(dx * ax + dy * ay) - self.core[:, 0][lead]
        v = np.abs(dy * ax - dx * ay) - self.core[:, 1][lead]
        depth: Floats = self.radius[lead] - np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0))
        return depth


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of one grown rectangle about the origin, its depth along +x: half sizes and radius in inches."""

    half_depth: float
    half_width: float
    radius: float

    @classmethod
    def around(cls, base: Bases, radius: float) -> Outline:
        """Where the centre of a template of ``radius`` runs that touches this one base, in the base's own frame.

        Raises:
            ValueError: There is not exactly one base.
        """
        if len(base) != 1:
            raise ValueError(f"one fallen base is needed, not {len(base)}")
        depth, width = base.half[0].tolist()
        return cls(0.0, 0.0, depth + radius) if base.round[0] else cls(depth, width, radius)

    def reach(self, cos: Floats, sin: Floats) -> Floats:
        """Distance from the middle to the outline along unit vectors (FALL-05)."""
        a, b, r = self.half_depth, self.half_width, self.radius
        p, q = np.abs(cos), np.abs(sin)
        along = p * a + q * b
        # The root is of the corner circles: negative only where an edge is met, which the next lines overrule.
        corner = along + np.sqrt(np.maximum(along * along - (a * a + b * b - r * r), 0.0))
        with np.errstate(divide="ignore"):
            front, side = (a + r) / p, (b + r) / q
        reach: Floats = np.where(q * (a + r) <= b * p, front, np.where(p * (b + r) <= a * q, side, corner))
        return reach


def grown(groups: Sequence[Bases], radius: float, seen_from: Bases) -> Rounded:
    """All bases of ``groups`` in one row, grown by ``radius``, in the frame of the one base ``seen_from``."""
    sizes = [len(group) for group in groups]
    axes = np.array([direction(group.facing - seen_from.facing) for group in groups]).reshape(-1, 2)
    centre = np.concatenate([group.centre for group in groups]) if groups else np.empty((0, 2))
    half = np.concatenate([group.half for group in groups]) if groups else np.empty((0, 2))
    is_round = np.concatenate([group.round for group in groups]) if groups else np.empty(0, dtype=np.bool_)
    fx, fy = direction(seen_from.facing)
    moved = centre - seen_from.centre[0]
    return Rounded(
        np.stack([moved[:, 0] * fx + moved[:, 1] * fy, moved[:, 1] * fx - moved[:, 0] * fy], 1),
        np.repeat(axes, sizes, axis=0),
        np.where(is_round[:, None], 0.0, half),
        np.where(is_round, half[:, 0], 0.0) + radius,
    )


def _half_chord(squared: Floats) -> Floats:
    """The root of a squared half chord, 0 for tangents and for misses (whose points then lie on no outline)."""
    root: Floats = np.sqrt(np.where(squared > _TANGENT, squared, 0.0))
    return root


def _on_line(at: Floats, *, along: Floats, across: Floats, shift: Floats, corner: Floats, radius: Floats) -> Floats:
    """(n, 24) where the two lines "first coordinate = ``at``" meet every shape's 4 edge lines and 4 corner circles.

    Args:
        at: (2,) the two lines.
        along: (n, 4) first coordinate of the outward normals of the edges.
        across: (n, 4) their second coordinate.
        shift: (n, 4) distance of the edges from the origin along their normals.
        corner: (n, 4, 2) corners of the cores, first and second coordinate.
        radius: (n,) radius of the corner circles.

    Returns:
        The second coordinates, 12 for each line.
    """
    n = len(radius)
    edges = (shift[:, None] - at[:, None] * along[:, None]) / across[:, None]
    half = _half_chord(radius[:, None, None] ** 2 - (at[:, None] - corner[:, None, :, 0]) ** 2)
    middle = corner[:, None, :, 1]
    return np.concatenate([edges, middle - half, middle + half], 2).reshape(n, 24)


def _on_circles(path: Outline, normal: Floats, shift: Floats, corner: Floats, radius: Floats) -> tuple[Floats, Floats]:
    """(n, 64) points x and y where the path's 4 corner circles meet every shape's edge lines and corner circles."""
    n, r = len(radius), path.radius
    own = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * (path.half_depth, path.half_width)
    ox, oy = own[:, 0, None], own[:, 1, None]
    nx, ny = normal[:, None, :, 0], normal[:, None, :, 1]
    off = shift[:, None] - ox * nx - oy * ny
    half = _half_chord(r * r - off * off)
    foot_x, foot_y = ox + off * nx, oy + off * ny
    dx, dy = corner[:, None, :, 0] - ox, corner[:, None, :, 1] - oy
    apart = dx * dx + dy * dy
    share = (apart + r * r - radius[:, None, None] ** 2) / (2.0 * apart)
    bow = _half_chord(r * r - share * share * apart) / np.sqrt(apart)
    mid_x, mid_y = ox + share * dx, oy + share * dy
    x = [foot_x - half * ny, foot_x + half * ny, mid_x - bow * dy, mid_x + bow * dy]
    y = [foot_y + half * nx, foot_y - half * nx, mid_y + bow * dx, mid_y - bow * dx]
    return np.concatenate(x, 2).reshape(n, 64), np.concatenate(y, 2).reshape(n, 64)


def crossings(path: Outline, shapes: Rounded) -> tuple[Numbers, Floats]:
    """Where the path's outline meets the outlines of ``shapes``.

    Where two outlines run together, the ends of the common stretch are among the results, because there an edge of the
    one is tangent to a corner circle of the other.

    Returns:
        ``(shape, angle)``: numbers of the shapes in rising order, and the direction from the origin in degrees within
        (-180, 180]. Every crossing is there; some may come twice, and some may be a mere touch.
    """
    a, b, r = path.half_depth, path.half_width, path.radius
    forward = shapes.axis
    left = np.stack([-forward[:, 1], forward[:, 0]], 1)
    to_front, to_left = forward * shapes.core[:, :1], left * shapes.core[:, 1:]
    corner = shapes.centre[:, None] + np.stack(
        [to_front + to_left, to_left - to_front, -to_front - to_left, to_front - to_left], 1
    )
    normal = np.stack([forward, left, -forward, -left], 1)
    shift = np.einsum("nik,nk->ni", normal, shapes.centre) + np.tile(shapes.core, 2) + shapes.radius[:, None]
    nx, ny = normal[:, :, 0], normal[:, :, 1]
    front, side = np.array([a + r, -a - r]), np.array([b + r, -b - r])
    n = len(shapes.radius)
    # Parallel edges and common centres give points that are no numbers; they lie on no outline and are dropped.
    with np.errstate(all="ignore"):
        on_front = _on_line(front, along=nx, across=ny, shift=shift, corner=corner, radius=shapes.radius)
        swapped = corner[:, :, ::-1]
        on_side = _on_line(side, along=ny, across=nx, shift=shift, corner=swapped, radius=shapes.radius)
        arc_x, arc_y = _on_circles(path, normal, shift, corner, shapes.radius)
        x = np.concatenate([np.broadcast_to(np.repeat(front, 12), (n, 24)), on_side, arc_x], 1)
        y = np.concatenate([on_front, np.broadcast_to(np.repeat(side, 12), (n, 24)), arc_y], 1)
        own = np.hypot(np.maximum(np.abs(x) - a, 0.0), np.maximum(np.abs(y) - b, 0.0)) - r
        shape, column = np.nonzero(np.abs(own) < _ON_OUTLINE)
        x, y = x[shape, column], y[shape, column]
    near = np.abs(shapes.only(shape).depth(x, y)) < _ON_OUTLINE
    return shape[near], np.degrees(np.arctan2(y[near], x[near]))
