"""The prompt: who is asked what, what is to be expected, the rules it rests on, and the buttons that answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.app.paint import Paint, Spot
from game.app.panels.grid import draw_grid, draw_slider, tip_of
from game.app.tool import Button, Prompt
from game.app.view import View
from game.render.camera import Rect
from game.render.canvas import Box
from game.render.fonts import clean
from game.render.theme import SMALL_TEXT, TEXT, side_styles

Press = Callable[[Button], None]
ROW_SHARE = 0.63
"""Of the panel's width the buttons may take in one row."""
FEW = 4
"""Buttons that stand in one or two rows; more of them, and those of a battle by turns, make a grid."""
TITLE_SIZES = (16, 15, 14)
"""Pixels at 100 %: the largest in which the question fits."""


def draw_prompt(paint: Paint, box: Rect, view: View, prompt: Prompt, press: Press, scroll: float = 0.0) -> float:
    """Paint it; what has just gone wrong stands in the place of what is to be expected.

    Args:
        paint: The brush.
        box: Where.
        view: Whose message and state are told.
        prompt: What to say.
        press: What a button does.
        scroll: Pixels of the buttons that are above the panel's top, where they are many.

    Returns:
        How many pixels the buttons can be scrolled.
    """
    left, top, width, height = (float(part) for part in box)
    palette = paint.palette
    paint.ground(box, palette.raised)
    style = side_styles(view.state.sides).get(prompt.side)
    paint.box((left, top, paint.px(4), height), style.fill if style else palette.accent)
    if prompt.slider is not None:
        used = draw_slider(paint, (left + paint.px(20), top, width - paint.px(36), height), prompt.slider)
        top, height = top + used, height - used
    pad = paint.px(20)
    if len(prompt.buttons) > FEW or (prompt.head and prompt.buttons):
        right, beyond = draw_grid(paint, (left, top, width, height), prompt.buttons, press, scroll)
    else:
        right, beyond = _buttons(paint, (left, top, width, height), prompt.buttons, press), 0.0
    room = right - left - 2 * pad
    if room < paint.px(40):
        return beyond
    if prompt.head:
        ink = style.on_panel if style else palette.dim
        paint.text(left + pad, top + paint.px(18), prompt.head, SMALL_TEXT, ink, width=room)
        top, height = top + paint.px(18), height - paint.px(18)
    _words(paint, (left + pad, top, room, height), view, prompt)
    return beyond


def _words(paint: Paint, box: Box, view: View, prompt: Prompt) -> None:
    """The question, what is to be expected, the rules."""
    x, top, room, height = box
    palette = paint.palette
    size = next((size for size in TITLE_SIZES if paint.width(prompt.title, size, bold=True) <= room), 0)
    titles = [prompt.title] if size else paint.wrapped(prompt.title, room, TITLE_SIZES[-1], 2, bold=True)
    text, alarm = (view.message, view.alarm) if view.message else (prompt.text, prompt.alarm)
    above = paint.px(20 if prompt.head else 10)  # the words above must stay clear
    most = int((height - above - paint.px(8)) // paint.px(17)) + 1 - len(titles) - (1 if prompt.rules else 0)
    lines = paint.wrapped(text, room, SMALL_TEXT, max(most, 2 if len(titles) == 1 else 1)) if text else []
    head = paint.wrapped(prompt.head, room, SMALL_TEXT, 1)
    parts = ((prompt.head, head), (prompt.title, titles), (text, lines))
    cut = [whole for whole, shown in parts if is_cut(whole, shown)]
    if cut:
        paint.spots.append(Spot(box, None, "\n".join(cut), "words"))
    rules = short_rules(prompt.rules)
    beside = (
        bool(lines) and paint.width(lines[-1], SMALL_TEXT) + paint.px(10) + paint.width(rules, SMALL_TEXT - 1) <= room
    )
    step = paint.px(17)
    rows = len(titles) + len(lines) + (0 if beside or not rules else 1)
    y = top + (paint.px(22) if rows <= 3 else max((height - step * (rows - 1)) / 2, above))
    for line in titles:
        paint.text(x, y, line, size or TITLE_SIZES[-1], bold=True, width=room)
        y += step
    y += paint.px(4) if rows <= 3 else 0
    for line in lines:
        taken = paint.text(x, y, line, SMALL_TEXT, palette.harm if alarm else palette.dim)
        if rules and beside and line is lines[-1]:
            paint.text(x + taken + paint.px(10), y, rules, SMALL_TEXT - 1, palette.link)
        y += step
    if rules and not beside and y + paint.px(6) <= top + height:
        paint.text(x, y, rules, SMALL_TEXT - 1, palette.link, width=room)


def is_cut(words: str, lines: Sequence[str]) -> bool:
    """Whether lines show less than all of the words."""
    return bool(words) and clean("".join(lines)).replace(" ", "") != clean(words).replace(" ", "")


def short_rules(rules: Sequence[str]) -> str:
    """Ids of rules in a line, the name of a chapter once: ``FALL-04 05 07, TPL-04``."""
    chapters: dict[str, list[str]] = {}
    for rule in rules:
        chapter, _, number = rule.rpartition("-")
        chapters.setdefault(chapter, []).append(number)
    return ", ".join(
        f"{chapter}-{' '.join(numbers)}" if chapter else " ".join(numbers) for chapter, numbers in chapters.items()
    )


def _buttons(paint: Paint, box: tuple[float, float, float, float], buttons: Sequence[Button], press: Press) -> float:
    """The buttons up to the right edge, in two rows if one is too long. Where the room for words ends."""
    left, top, width, height = box
    right, gap = left + width - paint.px(16), paint.px(8)
    if not buttons:
        return right
    sizes = [
        max(paint.width(one.label, TEXT, one.primary), paint.width(one.key_label, SMALL_TEXT)) + paint.px(24)
        for one in buttons
    ]
    whole = sum(sizes) + gap * (len(sizes) - 1)
    if whole <= width * ROW_SHARE:
        x, high = right - whole, paint.px(44)
        for button, wide in zip(buttons, sizes, strict=True):
            _button(paint, (round(x), top + (height - high) / 2, round(wide), high), button, press)
            x += wide + gap
        return right - whole
    columns, high = -(-len(buttons) // 2), paint.px(34)
    keys = [paint.width(one.key_label, SMALL_TEXT) + paint.px(8) if one.key_label else 0.0 for one in buttons]
    widths = [
        max(
            paint.width(b.label, TEXT, b.primary) + paint.px(24) + key
            for b, key in list(zip(buttons, keys, strict=True))[i::columns]
        )
        for i in range(columns)
    ]
    whole = sum(widths) + gap * (columns - 1)
    if whole > width * 0.66:
        widths = [wide * (width * 0.66 - gap * (columns - 1)) / sum(widths) for wide in widths]
        whole = width * 0.66
    for i, button in enumerate(buttons):
        row, column = divmod(i, columns)
        x = right - whole + sum(widths[:column]) + gap * column
        y = top + height / 2 + (gap / 2 if row else -high - gap / 2)
        _button(paint, (round(x), round(y), round(widths[column]), high), button, press)
    return right - whole


def _button(paint: Paint, place: tuple[float, float, float, float], button: Button, press: Press) -> None:
    tip = tip_of(button)
    action = partial(press, button)
    paint.button(place, button.label, action, button.key_label, button.primary, button.enabled, tip=tip)
