"""Where a unit stands and which way it looks.

The table is measured in inches, x to the right, y up, origin at the bottom left corner; angles in degrees,
counter-clockwise from +x. A unit's pose is the centre of its *front edge* and its facing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MILLIMETRES_PER_INCH = 25.4
CONTACT = 0.01 / MILLIMETRES_PER_INCH
"""Two bases touch when the gap between them is at most this many inches (0.01 mm)."""
SLACK = 1e-5
"""Every other limit ("within", the 1-inch gap, overlap, on the table) has this slack, in the mover's favour."""
DECIMALS = 6
"""Positions and angles are rounded to this many decimals once, when an event is made."""


def rounded(value: float) -> float:
    """A position or an angle rounded as events store it; never negative zero."""
    return round(value, DECIMALS) + 0.0


def direction(angle: float) -> tuple[float, float]:
    """The unit vector (x, y) that points along ``angle`` degrees; exact at the quarter turns."""
    quarter, rest = divmod(angle, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    radians = math.radians(angle)
    return math.cos(radians), math.sin(radians)


def normal_angle(angle: float) -> float:
    """The same angle in [0, 360)."""
    turned = angle % 360.0
    return 0.0 if turned == 360.0 else turned + 0.0


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre of the front edge (inches) and facing (degrees, counter-clockwise from +x)."""

    x: float
    y: float
    facing: float

    def rounded(self) -> Pose:
        """This pose as an event stores it: six decimals, facing in [0, 360)."""
        return Pose(rounded(self.x), rounded(self.y), normal_angle(rounded(normal_angle(self.facing))))

    def point(self, forward: float, left: float) -> tuple[float, float]:
        """The table point that lies ``forward`` and ``left`` inches from the centre of the front edge."""
        fx, fy = direction(self.facing)
        return self.x + forward * fx - left * fy, self.y + forward * fy + left * fx

    def shifted(self, forward: float, left: float) -> Pose:
        """This pose moved without turning."""
        x, y = self.point(forward, left)
        return Pose(x, y, self.facing)

    def turned_about(self, x: float, y: float, degrees: float) -> Pose:
        """This pose turned rigidly about a table point, counter-clockwise if ``degrees`` is positive."""
        c, s = direction(degrees)
        dx, dy = self.x - x, self.y - y
        return Pose(x + c * dx - s * dy, y + s * dx + c * dy, self.facing + degrees)
