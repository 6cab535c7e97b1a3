"""What scenes are drawn on: a handful of primitives in screen pixels. One canvas paints, one writes them down."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike

from game.render.theme import Colour
from game.table.formation import Floats

Align = Literal["left", "middle", "right"]
Box = tuple[float, float, float, float]
"""Left, top, width and height in pixels."""


class Canvas(Protocol):
    """Primitives in screen pixels, x to the right, y down. Colours may carry an alpha."""

    def polygon(
        self, points: ArrayLike, fill: Colour | None = None, line: Colour | None = None, width: float = 1
    ) -> None:
        """A closed polygon of (n, 2) points."""

    def hatch(self, points: ArrayLike, angle: float, spacing: float, colour: Colour, width: float = 1) -> None:
        """Parallel lines within a polygon, ``spacing`` pixels apart; all hatches of one canvas are in step."""

    def polyline(self, points: ArrayLike, colour: Colour, width: float = 1, dash: float = 0) -> None:
        """Straight lines from point to point, broken into dashes of ``dash`` pixels if that is not 0."""

    def lines(self, segments: ArrayLike, colour: Colour, width: float = 1) -> None:
        """Many straight lines: (n, 2, 2) ends."""

    def polygons(self, shapes: ArrayLike, fill: Colour) -> None:
        """Many filled polygons of k corners each: (n, k, 2)."""

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 1,
    ) -> None:
        """A circle about (x, y)."""

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, colour: Colour, width: float = 1
    ) -> None:
        """Part of a circle from ``start`` to ``end`` degrees, counter-clockwise from the right."""

    def box(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """An upright rectangle with rounded corners."""

    def text(
        self, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False, align: Align = "left"
    ) -> None:
        """A line of text: ``x`` its left, middle or right, ``y`` its middle height, ``size`` pixels of an em."""

    def stamp(
        self,
        key: Hashable,
        reach: Box,
        x: float,
        y: float,
        paint: Callable[[Canvas], None],
        strength: float = 1.0,
    ) -> None:
        """What ``paint`` draws about (0, 0), set down at (x, y).

        Args:
            key: Equal keys draw the same: a canvas may paint once and keep the picture.
            reach: Box about (0, 0) that ``paint`` does not leave.
            x: Where (0, 0) goes.
            y: The same.
            paint: Draws it on the canvas it is given.
            strength: 0..1, how much of it is seen.
        """


def arc_points(x: float, y: float, radius: float, start: float, end: float) -> Floats:
    """(n, 2) points along an arc of a circle, at most a few pixels apart, ends included."""
    steps = max(2, min(180, int(abs(end - start) / 360 * (8 + radius)) + 2))
    around = np.radians(np.linspace(start, end, steps))
    return np.stack([x + radius * np.cos(around), y - radius * np.sin(around)], 1)


def hatch_lines(points: ArrayLike, angle: float, spacing: float) -> Floats:
    """(n, 2, 2) the pieces of parallel lines within a polygon; lines are counted from the origin of the points."""
    corner = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    radians = np.radians(angle)
    along = np.array([np.cos(radians), -np.sin(radians)])
    across = np.array([along[1], -along[0]])
    u, v = corner @ along, corner @ across
    next_u, next_v = np.roll(u, -1), np.roll(v, -1)
    level = np.arange(np.ceil(v.min() / spacing), np.floor(v.max() / spacing) + 1)[:, None] * spacing
    crosses = (v <= level) != (next_v <= level)
    rise = np.where(next_v == v, 1.0, next_v - v)
    # Each line enters and leaves the polygon by turns; sides that it does not meet go to the end.
    cuts = np.sort(np.where(crosses, u + (level - v) / rise * (next_u - u), np.inf), axis=1)
    pairs = cuts[:, : cuts.shape[1] // 2 * 2].reshape(len(cuts), cuts.shape[1] // 2, 2)
    inside = np.isfinite(pairs[..., 1])
    levels = np.broadcast_to(level, inside.shape)[inside]
    pieces: Floats = pairs[inside][..., None] * along + (levels[:, None] * across)[:, None]
    return pieces


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text


def _points(points: ArrayLike, dx: float, dy: float) -> str:
    array = np.asarray(points, dtype=np.float64).reshape(-1, 2) + np.array([dx, dy])
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in array)


def _hue(colour: Colour | None) -> str:
    return "-" if colour is None else f"#{bytes(colour).hex()}"


class TextCanvas:
    """A canvas that writes each primitive down as a line of text: for tests, and to read what is drawn.

    Attributes:
        drawn: What was drawn, in order.
    """

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self._at = (0.0, 0.0)

    def words(self) -> tuple[str, ...]:
        """Only the texts that were drawn, in order."""
        return tuple(line.split(" | ", 1)[1] for line in self.drawn if line.startswith("text "))

    def polygon(
        self, points: ArrayLike, fill: Colour | None = None, line: Colour | None = None, width: float = 1
    ) -> None:
        """Write it down."""
        self.drawn.append(f"polygon {_hue(fill)} {_hue(line)} {_number(width)} {_points(points, *self._at)}")

    def hatch(self, points: ArrayLike, angle: float, spacing: float, colour: Colour, width: float = 1) -> None:
        """Write it down."""
        style = f"{_number(angle)} {_number(spacing)} {_hue(colour)} {_number(width)}"
        self.drawn.append(f"hatch {style} {_points(points, *self._at)}")

    def polyline(self, points: ArrayLike, colour: Colour, width: float = 1, dash: float = 0) -> None:
        """Write it down."""
        self.drawn.append(f"line {_hue(colour)} {_number(width)} {_number(dash)} {_points(points, *self._at)}")

    def lines(self, segments: ArrayLike, colour: Colour, width: float = 1) -> None:
        """Write each down."""
        for segment in np.asarray(segments, dtype=np.float64).reshape(-1, 2, 2):
            self.polyline(segment, colour, width)

    def polygons(self, shapes: ArrayLike, fill: Colour) -> None:
        """Write each down."""
        for shape in np.asarray(shapes, dtype=np.float64):
            self.polygon(shape, fill)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 1,
    ) -> None:
        """Write it down."""
        place = _points((x, y), *self._at)
        self.drawn.append(f"circle {_hue(fill)} {_hue(line)} {_number(width)} {place} {_number(radius)}")

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, colour: Colour, width: float = 1
    ) -> None:
        """Write it down."""
        turn = f"{_number(start)} {_number(end)}"
        self.drawn.append(f"arc {_hue(colour)} {_number(width)} {_points((x, y), *self._at)} {_number(radius)} {turn}")

    def box(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """Write it down."""
        left, top, wide, high = box
        place = f"{_points((left, top), *self._at)} {_number(wide)} {_number(high)} {_number(radius)}"
        self.drawn.append(f"box {_hue(fill)} {_hue(line)} {_number(width)} {place}")

    def text(
        self, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False, align: Align = "left"
    ) -> None:
        """Write it down."""
        weight = "bold" if bold else "plain"
        place = _points((x, y), *self._at)
        self.drawn.append(f"text {_hue(colour)} {_number(size)} {weight} {align} {place} | {words}")

    def stamp(
        self,
        key: Hashable,  # noqa: ARG002 - nothing is kept
        reach: Box,  # noqa: ARG002
        x: float,
        y: float,
        paint: Callable[[Canvas], None],
        strength: float = 1.0,
    ) -> None:
        """Write down what it consists of."""
        if strength < 1.0:
            self.drawn.append(f"strength {strength:.2f}")
        before = self._at
        self._at = (before[0] + x, before[1] + y)
        paint(self)
        self._at = before
