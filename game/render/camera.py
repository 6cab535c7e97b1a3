"""The one transform between the table (inches, y up) and the screen (pixels, y down)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from game.table.formation import Floats

FEWEST_PIXELS = 3.0
"""Pixels an inch at the farthest zoom."""
MOST_PIXELS = 400.0
"""Pixels an inch at the nearest zoom."""
NATURAL = 32.0
"""Pixels an inch that are called 100 % at a scale of 1."""

Rect = tuple[int, int, int, int]
"""Left, top, width and height in screen pixels."""


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


@dataclass(frozen=True, slots=True)
class Camera:
    """What part of the table is seen where. Units, ghosts, templates and the mouse all use it.

    Attributes:
        ppi: Screen pixels for an inch, the scale of the desktop included.
        x: Table point in the middle of the view, inches.
        y: The same.
        view: Left, top, width and height of the view on the screen, pixels.
    """

    ppi: float
    x: float
    y: float
    view: Rect

    @classmethod
    def fitted(cls, view: Rect, width: float, depth: float, margin: float = 0.0) -> Camera:
        """The camera that shows a whole table of ``width`` x ``depth`` inches, ``margin`` pixels left free around."""
        across = max(view[2] - 2 * margin, 1.0) / max(width, 1e-6)
        along = max(view[3] - 2 * margin, 1.0) / max(depth, 1e-6)
        return cls(_within(min(across, along), FEWEST_PIXELS, MOST_PIXELS), width / 2, depth / 2, view)

    @property
    def middle(self) -> tuple[float, float]:
        """Screen point in the middle of the view."""
        left, top, width, height = self.view
        return left + width / 2, top + height / 2

    def to_screen(self, points: ArrayLike) -> Floats:
        """(..., 2) screen points of (..., 2) table points."""
        middle_x, middle_y = self.middle
        seen: Floats = (np.asarray(points, dtype=np.float64) - (self.x, self.y)) * (self.ppi, -self.ppi)
        seen += np.array([middle_x, middle_y])
        return seen

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Screen point of one table point."""
        middle_x, middle_y = self.middle
        return middle_x + (x - self.x) * self.ppi, middle_y - (y - self.y) * self.ppi

    def to_table(self, px: float, py: float) -> tuple[float, float]:
        """Table point under a screen point: the exact way back of :meth:`at`."""
        middle_x, middle_y = self.middle
        return self.x + (px - middle_x) / self.ppi, self.y - (py - middle_y) / self.ppi

    def zoomed_at(self, px: float, py: float, factor: float) -> Camera:
        """Nearer by ``factor``, the table point under the screen point (px, py) stays there; within the limits."""
        if not (factor > 0 and math.isfinite(factor)):
            return self
        ppi = _within(self.ppi * factor, FEWEST_PIXELS, MOST_PIXELS)
        x, y = self.to_table(px, py)
        middle_x, middle_y = self.middle
        return replace(self, ppi=ppi, x=x - (px - middle_x) / ppi, y=y + (py - middle_y) / ppi)

    def panned(self, dx: float, dy: float) -> Camera:
        """The table dragged by (dx, dy) screen pixels."""
        return replace(self, x=self.x - dx / self.ppi, y=self.y + dy / self.ppi)

    def viewing(self, view: Rect) -> Camera:
        """The same part of the table in the middle of another view: after a resize."""
        return replace(self, view=view)

    def held(self, width: float, depth: float) -> Camera:
        """This camera, moved so that the middle of the view lies on the table."""
        return replace(self, x=_within(self.x, 0.0, width), y=_within(self.y, 0.0, depth))

    def visible(self) -> tuple[float, float, float, float]:
        """Table rectangle in the view: left, bottom, right, top in inches."""
        left, top, width, height = self.view
        low_x, high_y = self.to_table(left, top)
        high_x, low_y = self.to_table(left + width, top + height)
        return low_x, low_y, high_x, high_y
