"""The canvas that paints on a pygame surface, and the store of pictures that are painted once."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import numpy as np
import pygame
from numpy.typing import ArrayLike

from game.render.canvas import Align, Box, Canvas, arc_points, hatch_lines
from game.render.fonts import font
from game.render.sprites import Sprites
from game.render.theme import Colour

FINER = 3
"""Stamps are painted this many times finer and scaled down: smooth edges at any angle."""
LARGEST_STAMP = 900_000
"""Pixels; what is larger is painted straight on the surface, and only what is in sight."""


class SurfaceCanvas:
    """Paints on a surface; its thin lines are smooth, and what it keeps as stamps is smooth throughout.

    Attributes:
        surface: What it paints on.
        touched: Boxes of all that was painted since the list was last cleared.
    """

    def __init__(
        self,
        surface: pygame.Surface,
        sprites: Sprites | None = None,
        origin: tuple[float, float] = (0.0, 0.0),
        finer: int = 1,
    ) -> None:
        self.surface = surface
        self.sprites = Sprites() if sprites is None else sprites  # an empty store is false
        self.touched: list[pygame.Rect] = []
        self._origin = origin
        self._finer = finer

    def _seen(self, points: ArrayLike) -> list[tuple[float, float]]:
        array = (np.asarray(points, dtype=np.float64).reshape(-1, 2) + self._origin) * self._finer
        found: list[tuple[float, float]] = array.tolist()
        return found

    def _wide(self, width: float) -> int:
        return max(1, round(width * self._finer))

    def _touch(self, points: Sequence[tuple[float, float]], beyond: float = 2) -> pygame.Rect:
        """The box around the points, noted as touched; a picture in the making is not watched."""
        if self._finer > 1:
            return self.surface.get_rect()
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        left, top = math.floor(min(xs) - beyond), math.floor(min(ys) - beyond)
        box = pygame.Rect(left, top, math.ceil(max(xs) + beyond) - left, math.ceil(max(ys) + beyond) - top)
        box = box.clip(self.surface.get_clip())
        if box:
            self.touched.append(box)
        return box

    def _veiled(self, box: pygame.Rect, paint: Callable[[pygame.Surface, int, int], object]) -> None:
        """Paint with an alpha: on a clear surface of the size of the box, laid over."""
        veil = pygame.Surface(box.size, pygame.SRCALPHA)
        paint(veil, box.x, box.y)
        self.surface.blit(veil, box.topleft)

    def polygon(
        self, points: ArrayLike, fill: Colour | None = None, line: Colour | None = None, width: float = 1
    ) -> None:
        """Paint it."""
        seen = self._seen(points)
        box = self._touch(seen, 2 + width * self._finer)
        if not box or len(seen) < 3:
            return
        if fill is not None and len(fill) == 4:
            self._veiled(box, lambda s, x, y: pygame.draw.polygon(s, fill, [(a - x, b - y) for a, b in seen]))
        elif fill is not None:
            pygame.draw.polygon(self.surface, fill, seen)
            if line is None and self._finer == 1:
                pygame.draw.aalines(self.surface, fill, True, seen)
        if line is not None:
            self._line([*seen, seen[0]], line, width, box)

    def _line(self, seen: list[tuple[float, float]], colour: Colour, width: float, box: pygame.Rect) -> None:
        wide = self._wide(width)
        if len(colour) == 4:
            self._veiled(box, lambda s, x, y: _strokes(s, colour, [(a - x, b - y) for a, b in seen], wide, False))
        else:
            _strokes(self.surface, colour, seen, wide, self._finer == 1)

    def hatch(self, points: ArrayLike, angle: float, spacing: float, colour: Colour, width: float = 1) -> None:
        """Paint it."""
        self.lines(hatch_lines(points, angle, spacing), colour, width)

    def lines(self, segments: ArrayLike, colour: Colour, width: float = 1) -> None:
        """Paint them."""
        seen = self._seen(segments)
        if not seen:
            return
        wide = self._wide(width)
        draw = pygame.draw.aaline if self._finer == 1 else pygame.draw.line
        for a, b in zip(seen[::2], seen[1::2], strict=True):
            draw(self.surface, colour, a, b, wide)
        self._touch(seen, 2 + wide)

    def polygons(self, shapes: ArrayLike, fill: Colour) -> None:
        """Paint them."""
        array = np.asarray(shapes, dtype=np.float64)
        if self._finer == 1:
            for shape in array:
                self.polygon(shape, fill)
            return
        for seen in ((array + self._origin) * self._finer).tolist():
            pygame.draw.polygon(self.surface, fill, seen)

    def polyline(self, points: ArrayLike, colour: Colour, width: float = 1, dash: float = 0) -> None:
        """Paint it."""
        seen = self._seen(points)
        box = self._touch(seen, 2 + width * self._finer)
        if not box or len(seen) < 2:
            return
        if dash:
            for a, b in _dashes(seen, dash * self._finer):
                self._line([a, b], colour, width, box)
        else:
            self._line(seen, colour, width, box)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 1,
    ) -> None:
        """Paint it."""
        centre = self._seen((x, y))[0]
        wide, reach = self._wide(width), radius * self._finer
        box = self._touch([centre], reach + wide + 2)
        if not box:
            return
        if fill is not None:
            if len(fill) == 4:
                self._veiled(box, lambda s, a, b: pygame.draw.circle(s, fill, (centre[0] - a, centre[1] - b), reach))
            else:
                self._disc(fill, centre, reach)
        if line is not None:
            ring = (reach + wide / 2, wide)
            if len(line) == 4:
                self._veiled(box, lambda s, a, b: pygame.draw.circle(s, line, (centre[0] - a, centre[1] - b), *ring))
            else:
                self._disc(line, centre, *ring)

    def _disc(self, colour: Colour, centre: tuple[float, float], radius: float, width: int = 0) -> None:
        # A smooth rim blends with what lies below, which in a picture in the making is clear black.
        draw = pygame.draw.aacircle if self._finer == 1 else pygame.draw.circle
        draw(self.surface, colour, centre, radius, width)

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, colour: Colour, width: float = 1
    ) -> None:
        """Paint it."""
        self.polyline(arc_points(x, y, radius, start, end), colour, width)

    def box(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """Paint it; rounded corners are kept as a picture, painted finer."""
        left, top, wide, high = box
        whole = (round(wide), round(high))
        if radius <= 0 and line is None and fill is not None and self._finer == 1 and len(fill) == 3:
            at = round(left + self._origin[0]), round(top + self._origin[1])
            self.touched.append(self.surface.fill(fill, (*at, *whole)))
            return
        if radius <= 0 or self._finer > 1:
            corner = self._seen((left, top))[0]
            rect = pygame.Rect(round(corner[0]), round(corner[1]), whole[0] * self._finer, whole[1] * self._finer)
            _rounded(self.surface, rect, fill, line, self._wide(width), round(radius * self._finer))
            self._touch([rect.topleft, rect.bottomright])
            return
        key = ("box", whole, fill, line, width, radius)
        picture = self.sprites.get(key, lambda: _smooth_box(whole, fill, line, width, radius))
        self._lay(picture, left + self._origin[0], top + self._origin[1], 1.0)

    def text(
        self, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False, align: Align = "left"
    ) -> None:
        """Paint it."""
        if not words:
            return
        em = max(1, round(size * self._finer))
        key = ("text", words, em, colour, bold)
        picture = self.sprites.get(key, lambda: font(em, bold).render(words, True, colour))
        left, middle = self._seen((x, y))[0]
        left -= {"left": 0.0, "middle": picture.get_width() / 2, "right": picture.get_width()}[align]
        place = (round(left), round(middle - picture.get_height() / 2))
        self.touched.append(self.surface.blit(picture, place))

    def stamp(
        self,
        key: Hashable,
        reach: Box,
        x: float,
        y: float,
        paint: Callable[[Canvas], None],
        strength: float = 1.0,
    ) -> None:
        """Lay down the picture of this key, painted if it is new."""
        if self._finer > 1:
            paint(SurfaceCanvas(self.surface, self.sprites, (self._origin[0] + x, self._origin[1] + y), self._finer))
            return
        left, top = math.floor(reach[0]), math.floor(reach[1])
        size = (math.ceil(reach[0] + reach[2]) - left, math.ceil(reach[1] + reach[3]) - top)
        x, y = round(x + self._origin[0]) + left, round(y + self._origin[1]) + top
        if strength <= 0 or not pygame.Rect(x, y, *size).colliderect(self.surface.get_clip()):
            return
        if strength >= 1.0 and size[0] * size[1] > LARGEST_STAMP:
            paint(self._shifted(x - left, y - top))
            return
        picture = self.sprites.get(("stamp", key), lambda: _painted(size, (-left, -top), paint, self.sprites))
        self._lay(picture, x, y, strength)

    def _shifted(self, x: float, y: float) -> SurfaceCanvas:
        """A canvas on the same surface whose origin is (x, y)."""
        shifted = SurfaceCanvas(self.surface, self.sprites, (x, y))
        shifted.touched = self.touched
        return shifted

    def _lay(self, picture: pygame.Surface, x: float, y: float, strength: float) -> None:
        """Lay down a picture whose colours are multiplied by their alpha already."""
        if strength < 1.0:
            picture = picture.copy()
            share = round(255 * strength)
            picture.fill((share, share, share, share), special_flags=pygame.BLEND_RGBA_MULT)
        place = (round(x), round(y))
        self.touched.append(self.surface.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED))


def _strokes(surface: pygame.Surface, colour: Colour, seen: list[tuple[float, float]], wide: int, smooth: bool) -> None:
    for a, b in pairwise(seen):
        if smooth:
            pygame.draw.aaline(surface, colour, a, b, wide)
        else:
            pygame.draw.line(surface, colour, a, b, wide)
    if wide > 2:
        # Fill the wedge where two thick lines meet, also where a ring closes.
        for x, y in seen[1:] if seen[0] == seen[-1] else seen[1:-1]:
            pygame.draw.circle(surface, colour, (x, y), wide / 2)


def _dashes(seen: list[tuple[float, float]], dash: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    pieces, done = [], 0.0
    for (ax, ay), (bx, by) in pairwise(seen):
        length = math.hypot(bx - ax, by - ay)
        start = -(done % (2 * dash))
        while start < length and length > 0:
            s, e = max(start, 0.0) / length, min(start + dash, length) / length
            if e > s:
                pieces.append(((ax + (bx - ax) * s, ay + (by - ay) * s), (ax + (bx - ax) * e, ay + (by - ay) * e)))
            start += 2 * dash
        done += length
    return pieces


def _painted(
    size: tuple[int, int], origin: tuple[float, float], paint: Callable[[Canvas], None], sprites: Sprites
) -> pygame.Surface:
    """A picture of ``size`` pixels, painted finer and scaled down."""
    fine = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    paint(SurfaceCanvas(fine, sprites, origin, FINER))
    return _scaled_down(fine, size)


def _scaled_down(fine: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A fine picture at its size, colours multiplied by alpha: clear pixels do not darken the edges so."""
    return pygame.transform.smoothscale(fine.premul_alpha_ip(), size)


def _rounded(
    surface: pygame.Surface, rect: pygame.Rect, fill: Colour | None, line: Colour | None, width: int, radius: int
) -> None:
    if fill is not None:
        pygame.draw.rect(surface, fill, rect, border_radius=radius)
    if line is not None:
        pygame.draw.rect(surface, line, rect, width, border_radius=radius)


def _smooth_box(
    size: tuple[int, int], fill: Colour | None, line: Colour | None, width: float, radius: float
) -> pygame.Surface:
    fine = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    _rounded(fine, fine.get_rect(), fill, line, max(1, round(width * FINER)), round(radius * FINER))
    return _scaled_down(fine, size)
