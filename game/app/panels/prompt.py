"""The prompt: who is asked what, what is to be expected, the rules it rests on, and the buttons that answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.app.paint import Paint
from game.app.tool import Button, Prompt
from game.app.view import View
from game.render.camera import Rect
from game.render.theme import SMALL_TEXT, TEXT

Press = Callable[[Button], None]


def draw_prompt(paint: Paint, box: Rect, view: View, prompt: Prompt, press: Press) -> None:
    """Paint it; what has just gone wrong stands in the place of what is to be expected."""
    left, top, width, height = box
    palette = paint.palette
    paint.ground(box, palette.raised)
    paint.canvas.box((left, top, paint.px(4), height), palette.accent)
    pad = paint.px(20)
    right = _buttons(paint, (left, top, width, height), prompt.buttons, press)
    x, room = left + pad, right - left - 2 * pad
    if room < paint.px(40):
        return
    paint.text(x, top + paint.px(21), prompt.title, TEXT + 2, bold=True, width=room)
    text, alarm = (view.message, view.alarm) if view.message else (prompt.text, prompt.alarm)
    rules = " ".join(prompt.rules)
    lines = paint.wrapped(text, room, SMALL_TEXT, 2) if text else []
    y = top + paint.px(42)
    for line in lines:
        paint.text(x, y, line, SMALL_TEXT, palette.harm if alarm else palette.dim)
        y += paint.px(17)
    if not rules:
        return
    taken = paint.width(lines[-1], SMALL_TEXT) + paint.px(10) if lines else 0.0
    if lines and taken + paint.width(rules, SMALL_TEXT - 1) <= room:
        y -= paint.px(17)  # beside the last line
    else:
        taken = 0.0
    if y + paint.px(8) <= top + height:
        paint.text(x + taken, y, rules, SMALL_TEXT - 1, palette.link, width=room - taken)


def _buttons(paint: Paint, box: tuple[float, float, float, float], buttons: Sequence[Button], press: Press) -> float:
    """The buttons from the right edge, the first one leftmost. Where the room for words ends."""
    left, top, width, height = box
    right, gap, high = left + width - paint.px(16), paint.px(10), paint.px(44)
    sizes = [
        max(paint.width(b.label, TEXT, b.primary), paint.width(b.key_label, SMALL_TEXT)) + paint.px(26) for b in buttons
    ]
    most = width * 0.62
    whole = sum(sizes) + gap * max(len(sizes) - 1, 0)
    if whole > most and sizes:
        sizes = [size * (most - gap * (len(sizes) - 1)) / sum(sizes) for size in sizes]
        whole = most
    x = right - whole
    for button, wide in zip(buttons, sizes, strict=True):
        place = (round(x), top + (height - high) / 2, round(wide), high)
        tip = button.label if button.enabled else button.why
        paint.button(
            place,
            button.label,
            lambda b=button: press(b),
            button.key_label,
            button.primary,
            button.enabled,
            tip=tip,  # type: ignore[misc]
        )
        x += wide + gap
    return right - whole if buttons else right
