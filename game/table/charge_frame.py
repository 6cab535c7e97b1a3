"""The frame in which a charge is reckoned: the charged side lies on the first axis, its unit behind it.

The origin is the middle of the charged side of the target's bounding rectangle. The first axis points to the left of a
charger that stands flush against the side, the second away from the target. A charger's ``turn`` is the angle by which
its heading differs from the one it has when it is flush, counter-clockwise; its place is the middle of its front edge,
so that a charger flush against the side stands at (offset, 0) with turn 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.table.arcs import Arc, edge_pose
from game.table.charge_spans import Body
from game.table.cores import Cores
from game.table.formation import Bases, Floats, Formation, extent, layout, make_bases, parts
from game.table.pose import Pose, direction

_STRIP = 1e-3
"""Depth of the strip that stands for a front edge, inches; it lies behind the edge."""


def signed_angle(angle: float) -> float:
    """The same angle in (-180, 180]."""
    return 180.0 - (180.0 - angle) % 360.0


@dataclass(frozen=True, slots=True)
class SideFrame:
    """The frame of one charged side.

    Attributes:
        x: The middle of the side, table inches.
        y: The same.
        outward: Direction away from the unit, degrees on the table.
        width: Length of the side, inches.
        depth: How deep the unit's bounding rectangle lies behind it.
    """

    x: float
    y: float
    outward: float
    width: float
    depth: float

    @classmethod
    def of(cls, pose: Pose, formation: Formation, side: Arc) -> SideFrame:
        """The frame of a side of the unit that stands there."""
        edge, half = edge_pose(pose, formation, side)
        rear, front, right, left = extent(formation)
        depth = front - rear if side in {"front", "rear"} else left - right
        return cls(edge.x, edge.y, edge.facing, 2 * half, depth)

    @property
    def flush(self) -> float:
        """Facing on the table of a charger that stands flush against the side, degrees."""
        return self.outward + 180.0

    def axes(self) -> Floats:
        """(2, 2) the two axes of the frame, as rows of table coordinates."""
        nx, ny = direction(self.outward)
        return np.array(((ny, -nx), (nx, ny)))

    def inside(self, points: Floats) -> Floats:
        """(..., 2) table points in this frame."""
        found: Floats = (points - (self.x, self.y)) @ self.axes().T
        return found

    def on_table(self, x: float, y: float) -> tuple[float, float]:
        """The table point of a point of this frame."""
        nx, ny = direction(self.outward)
        return self.x + x * ny + y * nx, self.y - x * nx + y * ny

    def cores(self, shapes: Cores) -> Cores:
        """Shapes of the table in this frame."""
        angle = shapes.angle - math.radians(self.outward - 90.0)
        return Cores(self.inside(shapes.centre), shapes.half, shapes.radius, angle, shapes.unit)

    def target(self) -> Cores:
        """The bounding rectangle of the charged unit, in this frame."""
        half = np.array(((self.width / 2, self.depth / 2),))
        middle = np.array(((0.0, -self.depth / 2),))
        return Cores(middle, half, np.zeros(1), np.zeros(1), np.zeros(1, dtype=np.intp))


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a charger: its bounding rectangle as seen from the middle of its front edge (FORM-05).

    Attributes:
        width: Of the front edge, inches.
        depth: Of the rectangle.
        ahead: How far the front edge lies before the pose (0 in ranks).
        aside: How far its middle lies to the left of the pose (0 in ranks).
    """

    width: float
    depth: float
    ahead: float
    aside: float

    @classmethod
    def of(cls, formation: Formation) -> Front:
        """The front of a unit in this formation."""
        rear, front, right, left = extent(formation)
        return cls(left - right, front - rear, front, (left + right) / 2)

    def place(self, frame: SideFrame, pose: Pose) -> tuple[float, float, float]:
        """``(x, y, turn)`` in a side's frame of a unit that stands at a pose."""
        x, y = frame.inside(np.array(pose.point(self.ahead, self.aside))).tolist()
        return x, y, signed_angle(pose.facing - frame.flush)

    def pose(self, frame: SideFrame, x: float, y: float, turn: float) -> Pose:
        """The pose of a unit whose front stands there in a side's frame."""
        middle = Pose(*frame.on_table(x, y), frame.flush + turn)
        return middle.shifted(-self.ahead, -self.aside)

    def box(self) -> Body:
        """The whole bounding rectangle."""
        half = np.array(((self.depth / 2, self.width / 2),))
        return Body(np.array(((-self.depth / 2, 0.0),)), half, np.zeros(1))

    def strip(self) -> Body:
        """The front edge alone, as a strip a thousandth of an inch deep behind it."""
        half = np.array(((_STRIP / 2, self.width / 2),))
        return Body(np.array(((-_STRIP / 2, 0.0),)), half, np.zeros(1))


def front_strip(pose: Pose, formation: Formation) -> Bases:
    """The front edge of a unit on the table as a strip a thousandth of an inch deep behind it."""
    front = Front.of(formation)
    middle = np.array([pose.point(front.ahead - _STRIP / 2, front.aside)])
    return make_bases(middle, np.array([[_STRIP / 2, front.width / 2]]), np.zeros(1, dtype=np.bool_), pose.facing)


@lru_cache(maxsize=4096)
def body(formation: Formation) -> Body:
    """The ground of a unit as shapes that slide, seen from the middle of its front edge."""
    return _seen_from_front(parts(formation), formation)


@lru_cache(maxsize=4096)
def models(formation: Formation) -> Body:
    """Every base of a unit as a shape that slides, seen from the middle of its front edge."""
    return _seen_from_front(layout(formation), formation)


def _seen_from_front(local: Bases, formation: Formation) -> Body:
    front = Front.of(formation)
    half = np.where(local.round[:, None], 0.0, local.half)
    return Body(local.centre - (front.ahead, front.aside), half, np.where(local.round, local.half[:, 0], 0.0))
