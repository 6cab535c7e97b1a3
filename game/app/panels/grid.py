"""Many answers as a grid of buttons that can be scrolled, and the line on which a replay is walked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.app.paint import Paint, Spot
from game.app.tool import Button, Slider
from game.render.canvas import Box
from game.render.theme import SMALL_TEXT, TEXT, mixed

ROW = 30.0
"""Pixels at 100 % of a button."""
GAP = 6.0
SHARE = 0.62
"""Of the panel's width that the grid takes at most."""
WIDEST = 390.0
"""Pixels at 100 % of a button at most."""
SLIDER = 26.0
"""Pixels at 100 % of the line with its handle."""
EDGE = 12.0
"""Pixels at 100 % between the grid and the panel's right edge, where a bar shows how far it is scrolled."""


def draw_grid(
    paint: Paint, box: Box, buttons: Sequence[Button], press: Callable[[Button], None], scroll: float
) -> tuple[float, float]:
    """Paint buttons row by row up to the right edge: as many columns as they need, as many rows as fit.

    Returns:
        Where the room for words ends, and how many pixels the grid can be scrolled.
    """
    left, top, width, height = box
    row, gap, edge = paint.px(ROW), paint.px(GAP), paint.px(EDGE)
    rows = max(int((height - gap) // (row + gap)), 1)
    wide = min(max(_width(paint, button) for button in buttons), paint.px(WIDEST))
    wanted = -(-len(buttons) // rows)
    columns = max(min(wanted, int((width * SHARE) // (wide + gap))), 1)
    wide = min(wide, width * SHARE)
    lines = -(-len(buttons) // columns)
    whole = lines * (row + gap) - gap
    room = height - 2 * gap
    beyond = max(whole - room, 0.0)
    scroll = min(scroll, beyond)
    start = left + width - columns * (wide + gap) - edge
    y = top + gap + (room - whole) / 2 if not beyond else top + gap - scroll
    paint.clip((start, top + gap / 2, columns * (wide + gap) + edge, height - gap))
    seen = (top, top + height)
    for i, button in enumerate(buttons):
        down, across = divmod(i, columns)
        place = (round(start + across * (wide + gap)), round(y + down * (row + gap)), round(wide), row)
        if place[1] + row > seen[0] and place[1] < seen[1]:
            _button(paint, place, button, press, seen)
    paint.clip(None)
    if beyond:
        long = room * room / whole
        at = top + gap + (room - long) * scroll / beyond
        paint.box((left + width - paint.px(8), at, paint.px(4), long), paint.palette.button, radius=paint.px(2))
    return start, beyond


def _width(paint: Paint, button: Button) -> float:
    key = paint.width(button.key_label, SMALL_TEXT - 1) + paint.px(8) if button.key_label else 0.0
    return paint.width(button.label, TEXT, button.primary) + key + paint.px(20)


def tip_of(button: Button) -> str:
    """The whole of its words, which the button may have no room for; and why it cannot be pressed."""
    return button.label if button.enabled else f"{button.label}\n{button.why}"


def _button(
    paint: Paint, place: Box, button: Button, press: Callable[[Button], None], seen: tuple[float, float]
) -> None:
    tip = tip_of(button)
    action = partial(press, button)
    paint.button(place, button.label, action, button.key_label, button.primary, button.enabled, tip=tip, lit=button.lit)
    x, y, wide, high = place
    top, low = max(y, seen[0]), min(y + high, seen[1])
    # One that cannot be pressed is clicked to hear why; of one that is cut only what is seen can be clicked.
    paint.spots[-1] = Spot((x, top, wide, low - top), action, tip, button.label, button.shown)


def draw_slider(paint: Paint, box: Box, slider: Slider) -> float:
    """Paint the line with its marks and where we are; the pixels it takes."""
    x, top, width, _ = box
    palette, high = paint.palette, paint.px(SLIDER)
    middle, thick = top + high * 0.6, paint.px(4)
    share = slider.at / slider.most if slider.most else 1.0
    paint.box((x, middle - thick / 2, width, thick), palette.button, radius=thick / 2)
    paint.box((x, middle - thick / 2, width * share, thick), palette.accent, radius=thick / 2)
    for mark, words in slider.marks:
        at = x + width * mark / max(slider.most, 1)
        paint.box((at - 1, middle - paint.px(7), paint.px(2), paint.px(14)), mixed(palette.dim, palette.raised, 0.3))
        if words:
            paint.text(at + paint.px(4), middle - paint.px(8), words, SMALL_TEXT - 2, palette.dim)
    radius = paint.px(7)
    paint.canvas.circle(x + width * share, middle, radius, palette.accent, palette.raised, paint.px(2))
    paint.spots.append(Spot((x - radius, top, width + 2 * radius, high), lambda: None, "", "slider"))
    return high
