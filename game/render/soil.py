"""A piece of ground with the strokes and spots that patterns of terrain are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely

from game.render.canvas import Canvas
from game.render.theme import Colour, Theme
from game.table.formation import Floats


@dataclass(frozen=True, slots=True)
class Ground:
    """A piece of ground to be painted, in pixels.

    Attributes:
        canvas: To paint on.
        theme: The look.
        shape: The ground as a geometry.
        outline: (n, 2) its corners.
        ppi: Pixels an inch.
    """

    canvas: Canvas
    theme: Theme
    shape: shapely.Geometry
    outline: Floats
    ppi: float

    def fill(self, ground: Colour, edge: Colour | None = None, width: float = 1.5) -> None:
        """Fill it and draw its edge."""
        self.canvas.polygon(self.outline, ground, edge, max(1.0, self.theme.px(width)))

    def edge(self, line: Colour, width: float, dash: float = 0.0) -> None:
        """Draw its edge only."""
        ring = np.concatenate([self.outline, self.outline[:1]])
        self.canvas.polyline(ring, line, max(1.0, self.theme.px(width)), self.theme.px(dash))

    def strokes(self, lines: Iterable[Floats], ink: Colour, width: float = 1.0) -> None:
        """Draw the parts of lines, (k, 2) points each, that lie on the ground."""
        given = list(lines)
        if not given:
            return
        owner = np.repeat(np.arange(len(given)), [len(line) for line in given])
        whole = shapely.linestrings(np.concatenate(given), indices=owner)
        parts = shapely.get_parts(shapely.get_parts(shapely.intersection(whole, self.shape)))
        points, part = shapely.get_coordinates(parts, return_index=True)
        together = part[1:] == part[:-1]
        segments = np.stack([points[:-1], points[1:]], 1)[together]
        self.canvas.lines(segments, ink, max(1.0, self.theme.px(width)))

    def spots(self, step: float, inset: float = 0.0, loose: float = 0.5) -> Floats:
        """(n, 3) points about ``step`` inches apart, ``inset`` inches from the edge, and a number 0..1 for each."""
        gap = step * self.ppi
        low, high = self.outline.min(axis=0), self.outline.max(axis=0)
        count = np.maximum(np.floor((high - low) / gap).astype(int), 1)
        column, row = (grid.ravel() for grid in np.meshgrid(np.arange(-1, count[0] + 2), np.arange(-1, count[1] + 2)))
        first, second = _scrambled(column, row, 1), _scrambled(column, row, 2)
        start = (low + high) / 2 - (count - 1) * gap / 2
        x = start[0] + (column + (row % 2) * 0.5 - 0.25 + (first - 0.5) * loose) * gap
        y = start[1] + (row + (second - 0.5) * loose) * gap
        kept = shapely.contains_xy(shapely.buffer(self.shape, -inset * self.ppi), x, y)
        points: Floats = np.stack([x[kept], y[kept], _scrambled(column, row, 3)[kept]], 1)
        return points

    def axis(self) -> tuple[float, Floats, Floats]:
        """Angle in degrees (y down is negative) and unit vectors along and across its longer side."""
        corner = shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape))
        sides = np.diff(corner, axis=0)
        along = sides[int(np.argmax(np.hypot(*sides.T)))]
        along = along / max(float(np.hypot(*along)), 1e-9)
        along = -along if along[0] < 0 else along
        return float(np.degrees(np.arctan2(-along[1], along[0]))), along, np.array([-along[1], along[0]])


def _scrambled(column: Floats, row: Floats, salt: int) -> Floats:
    """A number 0..1 for each cell of a grid, the same everywhere: it only looks like chance."""
    mixed_up = (column.astype(np.int64) * 73856093) ^ (row.astype(np.int64) * 19349663) ^ (salt * 83492791)
    mixed_up = (mixed_up ^ (mixed_up >> 13)) * 1274126177 & 0xFFFFFFFF
    numbers: Floats = (mixed_up >> 8 & 0xFFFF) / 65536.0
    return numbers
