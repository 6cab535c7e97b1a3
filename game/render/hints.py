"""Plates, rulers, sight lines, arrows, shadows and dice that are laid over the table."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.fonts import clean, fit_text, text_size
from game.render.overlays import ChargeArrow, DiceShown, Obstruction, Ruler, Shadow, SightLine
from game.render.symbols import draw_compass, draw_cross, draw_die
from game.render.theme import TEXT, WHITE, Colour, Theme, with_alpha
from game.table.formation import Floats

RING = 9.0
"""Radius of the mark at a place that is forbidden, pixels at 100 %."""
LABEL_ROOM = 420.0
"""Pixels at 100 % that the words of a label take at most."""


def label_size(theme: Theme, words: str) -> tuple[float, float]:
    """Width and height in pixels of a label."""
    wide, high = text_size(words, theme.px(TEXT))
    return wide + theme.px(18), high + theme.px(6)


def label(canvas: Canvas, theme: Theme, x: float, y: float, words: str, rim: Colour, view: Sequence[int]) -> None:
    """A dark plate with words about (x, y), kept within the view."""
    words = fit_text(words, theme.px(TEXT), min(theme.px(LABEL_ROOM), view[2] - theme.px(24)))
    wide, high = label_size(theme, words)
    left, top, width, height = view
    x = min(max(x, left + wide / 2 + 2), max(left + width - wide / 2 - 2, left + wide / 2 + 2))
    y = min(max(y, top + high / 2 + 2), max(top + height - high / 2 - 2, top + high / 2 + 2))
    canvas.box((x - wide / 2, y - high / 2, wide, high), theme.table.plate, rim, theme.px(1.6), high / 2)
    canvas.text(x, y, words, theme.px(TEXT), theme.table.plate_text, align="middle")


def draw_obstruction(canvas: Canvas, camera: Camera, theme: Theme, it: Obstruction) -> None:
    """A red ring with a cross; ``reasons`` says why beside it."""
    x, y = camera.at(it.x, it.y)
    radius, red = theme.px(RING), theme.table.harm
    canvas.circle(x, y, radius + theme.px(1.5), WHITE)
    canvas.circle(x, y, radius, red)
    draw_cross(canvas, x, y, radius * 0.9, WHITE, theme.px(2.2))


def draw_ruler(canvas: Canvas, camera: Camera, theme: Theme, it: Ruler) -> None:
    """A measured line with a tick at each end and each inch between, and the distance on a plate."""
    a, b = np.array(camera.at(*it.a)), np.array(camera.at(*it.b))
    length = float(np.hypot(*(b - a)))
    hue = theme.table.ink if it.ok else theme.table.harm
    canvas.polyline([a, b], with_alpha(WHITE, 0.85), theme.px(4.5))
    canvas.polyline([a, b], hue, theme.px(1.8))
    if length > 1:
        along = (b - a) / length
        across = np.array([-along[1], along[0]])
        for inch in range(math.floor(it.inches + 1e-9) + 1):
            if it.inches <= 0 or camera.ppi < theme.px(6):
                break
            at = a + along * length * min(inch / it.inches, 1.0)
            tick = theme.px(6 if inch % 6 == 0 else 3)
            canvas.polyline([at - across * tick, at + across * tick], hue, theme.px(1.2))
        canvas.polyline([b - across * theme.px(7), b + across * theme.px(7)], hue, theme.px(1.8))
        middle = (a + b) / 2 + across * theme.px(20) * (-1 if across[1] > 0 else 1)
    else:
        middle = a - (0, theme.px(20))
    words = it.label or f"{it.inches:.1f}″"
    label(
        canvas, theme, float(middle[0]), float(middle[1]), words, hue if not it.ok else theme.table.accent, camera.view
    )


def draw_sight(canvas: Canvas, camera: Camera, theme: Theme, it: SightLine) -> None:
    """A line of sight: whole and green, or red and broken from where it is stopped."""
    a, b = camera.at(*it.a), camera.at(*it.b)
    canvas.polyline([a, b], with_alpha(WHITE, 0.75), theme.px(4))
    if it.clear:
        canvas.polyline([a, b], theme.table.clear, theme.px(2))
    else:
        stop = camera.at(*it.stopped) if it.stopped else a
        canvas.polyline([a, stop], theme.table.clear, theme.px(2))
        canvas.polyline([stop, b], theme.table.harm, theme.px(2), theme.px(5))
        draw_cross(canvas, *stop, theme.px(10), theme.table.harm, theme.px(2.5))
    for x, y in (a, b):
        canvas.circle(x, y, theme.px(3.5), theme.table.clear if it.clear else theme.table.harm)


def draw_arrow(canvas: Canvas, camera: Camera, theme: Theme, it: ChargeArrow) -> None:
    """A broad arrow from a charger to its target."""
    a, b = np.array(camera.at(*it.a)), np.array(camera.at(*it.b))
    length = float(np.hypot(*(b - a)))
    if length < 1:
        return
    along = (b - a) / length
    across = np.array([-along[1], along[0]])
    head = min(theme.px(20), length * 0.6)
    neck, wide, thick = b - along * head, theme.px(11), theme.px(4)
    points = [a + across * thick, neck + across * thick, neck + across * wide, b, neck - across * wide,
              neck - across * thick, a - across * thick]  # fmt: skip
    hue, rim = (theme.table.accent, theme.table.accent_edge) if it.ok else (theme.table.harm, theme.table.ink)
    canvas.polygon(points, with_alpha(hue, 0.85), rim, theme.px(1.2))
    if it.label:
        middle = (a + b) / 2 + across * theme.px(24) * (-1 if across[1] > 0 else 1)
        label(canvas, theme, float(middle[0]), float(middle[1]), it.label, hue, camera.view)


def draw_shadow(canvas: Canvas, camera: Camera, theme: Theme, it: Shadow) -> None:
    """The shadow of something tall that tips over, in three layers: softer towards its rim."""
    for grow, alpha in ((1.12, 0.10), (1.0, 0.14), (0.86, 0.16)):
        points = camera.to_screen(_tall_shape(it, grow))
        canvas.polygon(points, with_alpha(theme.table.ink, alpha * it.strength))


def _tall_shape(it: Shadow, grow: float) -> Floats:
    """(n, 2) a shape that starts at the base and ends in a round head ``length`` inches away."""
    c, s = math.cos(math.radians(it.angle)), math.sin(math.radians(it.angle))
    wide = it.width / 2 * grow
    far = max(it.length * (0.5 + grow / 2) - wide, 0.0)
    around = np.radians(np.linspace(-90, 90, 24))
    along = np.concatenate([[0.0], far + wide * np.cos(around), [0.0]])
    across = np.concatenate([[-wide * 0.62], wide * np.sin(around), [wide * 0.62]])
    points: Floats = np.stack([it.x + along * c - across * s, it.y + along * s + across * c], 1)
    return points


def draw_dice(canvas: Canvas, camera: Camera, theme: Theme, it: DiceShown) -> None:
    """Dice above a table point on a dark plate: faces, or a needle for an angle."""
    x, y = camera.at(it.x, it.y)
    size, gap = theme.px(24), theme.px(6)
    faces = it.faces[:12]
    wide = len(faces) * (size + gap) - gap if faces else size
    words = clean(it.label) if it.label else ""
    if it.angle is not None:
        words = f"{words} {it.angle:.1f}°".strip()
    room = text_size(words, theme.px(TEXT))[0] + gap if words else 0
    left, top, width, height = camera.view
    full, high = wide + room + 2 * gap, size + 2 * gap
    x = min(max(x, left + full / 2), left + width - full / 2)
    y = min(max(y, top + high / 2), top + height - high / 2)
    good, bad = theme.palette.good, theme.palette.harm
    rim = theme.table.plate if it.good is None else good if it.good else bad
    canvas.box((x - full / 2, y - high / 2, full, high), theme.table.plate, rim, theme.px(2), theme.px(8))
    start = x - full / 2 + gap
    if it.angle is not None:
        draw_compass(canvas, start + size / 2, y, size / 2, it.angle, WHITE, theme.table.ink)
    for i, face in enumerate(faces):
        draw_die(canvas, start + size / 2 + i * (size + gap), y, size, face, WHITE, theme.table.ink)
    if words:
        canvas.text(start + wide + gap, y, words, theme.px(TEXT), theme.table.plate_text)
