"""Small pictures drawn with primitives: command models, characters, a body on the ground, dice, a cross."""

from __future__ import annotations

import math

from game.render.canvas import Canvas
from game.render.theme import Colour

Symbol = str
"""``champion``, ``musician``, ``standard``, ``general``, ``battle-standard``, ``character``."""

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The ten corners of a five-pointed star that points up."""
    corners = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.45
        angle = math.radians(90 + 36 * i)
        corners.append((x + reach * math.cos(angle), y - reach * math.sin(angle)))
    return corners


def draw_symbol(canvas: Canvas, symbol: Symbol, x: float, y: float, size: float, light: Colour, dark: Colour) -> None:
    """Draw a symbol upright about (x, y): ``size`` pixels from edge to edge, ``light`` with a ``dark`` rim."""
    half, rim = size / 2, max(1.0, size / 14)
    canvas.circle(x, y, half, dark)
    inner = half - rim
    if symbol == "champion":
        canvas.polygon(star(x, y + half * 0.04, inner * 0.92), light)
    elif symbol == "musician":
        _horn(canvas, x, y, inner, light)
    elif symbol == "standard":
        _flag(canvas, x, y, inner, light, forked=False)
    elif symbol == "battle-standard":
        canvas.circle(x, y, inner, None, light, rim)
        _flag(canvas, x, y, inner * 0.86, light, forked=True)
    elif symbol == "general":
        canvas.circle(x, y, inner, None, light, rim)
        _crown(canvas, x, y, inner * 0.8, light)
    else:
        canvas.circle(x, y, inner, None, light, rim)
        _sword(canvas, x, y, inner * 0.8, light)


def _horn(canvas: Canvas, x: float, y: float, r: float, light: Colour) -> None:
    """A note: two heads, two stems and the beam that joins them."""
    stem = max(1.0, r * 0.16)
    left, right, top, low = x - 0.42 * r, x + 0.38 * r, y - 0.62 * r, y + 0.48 * r
    canvas.circle(left - 0.16 * r, low, 0.24 * r, light)
    canvas.circle(right - 0.16 * r, low - 0.14 * r, 0.24 * r, light)
    canvas.polyline([(left, low), (left, top)], light, stem)
    canvas.polyline([(right, low - 0.14 * r), (right, top - 0.14 * r)], light, stem)
    canvas.polygon(
        [(left - stem / 2, top), (right + stem / 2, top - 0.14 * r), (right + stem / 2, top + 0.16 * r),
         (left - stem / 2, top + 0.3 * r)],
        light,
    )  # fmt: skip


def _flag(canvas: Canvas, x: float, y: float, r: float, light: Colour, forked: bool) -> None:
    pole = x - 0.42 * r
    canvas.polyline([(pole, y + 0.78 * r), (pole, y - 0.78 * r)], light, max(1.0, r * 0.16))
    cloth = [(pole, y - 0.72 * r), (x + 0.68 * r, y - 0.72 * r)]
    cloth += [(x + 0.36 * r, y - 0.3 * r)] if forked else []
    cloth += [(x + 0.68 * r, y + 0.12 * r), (pole, y + 0.12 * r)]
    canvas.polygon(cloth, light)


def _crown(canvas: Canvas, x: float, y: float, r: float, light: Colour) -> None:
    canvas.polygon(
        [(x - 0.8 * r, y - 0.5 * r), (x - 0.36 * r, y + 0.02 * r), (x, y - 0.72 * r), (x + 0.36 * r, y + 0.02 * r),
         (x + 0.8 * r, y - 0.5 * r), (x + 0.64 * r, y + 0.62 * r), (x - 0.64 * r, y + 0.62 * r)],
        light,
    )  # fmt: skip


def _sword(canvas: Canvas, x: float, y: float, r: float, light: Colour) -> None:
    canvas.polygon(
        [(x, y - 0.9 * r), (x + 0.15 * r, y - 0.66 * r), (x + 0.15 * r, y + 0.28 * r), (x - 0.15 * r, y + 0.28 * r),
         (x - 0.15 * r, y - 0.66 * r)],
        light,
    )  # fmt: skip
    canvas.polygon(
        [
            (x - 0.5 * r, y + 0.2 * r),
            (x + 0.5 * r, y + 0.2 * r),
            (x + 0.5 * r, y + 0.4 * r),
            (x - 0.5 * r, y + 0.4 * r),
        ],
        light,
    )
    canvas.polyline([(x, y + 0.3 * r), (x, y + 0.86 * r)], light, max(1.0, 0.2 * r))


def draw_body(canvas: Canvas, x: float, y: float, angle: float, length: float, width: float, ink: Colour) -> None:
    """A figure stretched out on the ground, seen from above: its head lies ``angle`` degrees from the middle."""
    c, s = math.cos(math.radians(angle)), -math.sin(math.radians(angle))

    def at(along: float, across: float) -> tuple[float, float]:
        a, b = along * length / 2, across * width / 2
        return x + a * c - b * s, y + a * s + b * c

    limb = max(1.0, width * 0.14)
    for line in (
        [at(-0.05, 0.1), at(-0.46, 0.2), at(-0.86, 0.36)],
        [at(-0.05, -0.1), at(-0.5, -0.3), at(-0.82, -0.16)],
        [at(0.36, 0.18), at(0.34, 0.52), at(0.62, 0.74)],
        [at(0.36, -0.18), at(0.2, -0.52), at(0.36, -0.8)],
    ):
        canvas.polyline(line, ink, limb)
        for joint in line:
            canvas.circle(*joint, limb / 2, ink)
    canvas.polygon([at(0.46, 0.22), at(-0.12, 0.17), at(-0.12, -0.17), at(0.46, -0.22)], ink)
    for along, across in ((0.38, 0.2), (0.38, -0.2), (-0.1, 0.12), (-0.1, -0.12)):
        canvas.circle(*at(along, across), limb * 0.6, ink)
    canvas.circle(*at(0.68, 0), width * 0.15, ink)


def draw_die(canvas: Canvas, x: float, y: float, size: float, face: int, paper: Colour, ink: Colour) -> None:
    """A die that shows ``face``, its middle at (x, y); a face that no D6 has is written as a number."""
    canvas.box((x - size / 2, y - size / 2, size, size), paper, ink, max(1.0, size / 16), size * 0.18)
    if face in _PIPS:
        for across, down in _PIPS[face]:
            canvas.circle(x + across * size * 0.25, y + down * size * 0.25, max(1.0, size * 0.09), ink)
    else:
        canvas.text(x, y, str(face), size * 0.6, ink, bold=True, align="middle")


def draw_compass(canvas: Canvas, x: float, y: float, radius: float, angle: float, paper: Colour, ink: Colour) -> None:
    """A compass whose needle points along ``angle`` degrees, counter-clockwise from the right."""
    canvas.circle(x, y, radius, paper, ink, max(1.0, radius / 10))
    c, s = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    tip, tail, wide = 0.78 * radius, 0.5 * radius, 0.24 * radius
    canvas.polygon([(x + tip * c, y + tip * s), (x - wide * s, y + wide * c), (x + wide * s, y - wide * c)], ink)
    canvas.polyline([(x, y), (x - tail * c, y - tail * s)], ink, max(1.0, radius * 0.12))


def draw_cross(canvas: Canvas, x: float, y: float, size: float, ink: Colour, width: float) -> None:
    """A cross from corner to corner of a square."""
    half = size / 2
    canvas.polyline([(x - half, y - half), (x + half, y + half)], ink, width)
    canvas.polyline([(x - half, y + half), (x + half, y - half)], ink, width)
