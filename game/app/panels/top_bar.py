"""The top bar: whose battle it is, undo and redo, saving, and the window's own buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.app.keys import label_of
from game.app.paint import Paint
from game.app.view import View
from game.render.camera import Rect
from game.render.theme import LARGE_TEXT, TEXT

Perform = Callable[[str], object]
"""Does an action of ``keys.ACTIONS`` by its id."""
BACK = "‹ Battles"
"""The way back to the start screen."""


def draw_top_bar(paint: Paint, box: Rect, view: View, perform: Perform) -> None:
    """Paint it."""
    left, top, width, height = box
    palette = paint.palette
    paint.ground(box)
    paint.box((left, top + height - 1, width, 1), palette.line)
    gap, high = paint.px(8), paint.px(28)
    y, middle = top + (height - high) / 2, top + height / 2

    back = _back(paint, (left + gap, y, 0.0, high), perform)
    right = left + width - gap
    for action, label, tip in (
        ("help", "?", "All keys"),
        ("theme", "☀", "Dark or light panels"),
        ("full-screen", "", "Full screen"),
        ("whole-table", "", "See the whole table, or all units"),
    ):
        right -= paint.px(34)
        _tool(paint, (right, y, paint.px(34), high), label, tip, action, perform)
        right -= gap * 0.75
    room = right - back - 2 * gap
    buttons = list(_buttons_of(view))
    sizes = [paint.width(label, TEXT) + paint.px(26) for _, label, _, _ in buttons]
    while sizes and sum(sizes) + gap * len(sizes) >= room:
        buttons.pop()
        sizes.pop()
    x = max(left + width / 2 - (sum(sizes) + gap * 3) / 2, back + 3 * gap)
    first = x = min(x, right - sum(sizes) - gap * len(sizes))
    for (action, label, enabled, lit), wide in zip(buttons, sizes, strict=True):
        paint.button((x, y, wide, high), label, partial(perform, action), enabled=enabled, tip=_tip(action), lit=lit)
        x += wide + gap
    name = view.state.name or "A table of your own"
    at = back + 2 * gap
    if first - at > paint.px(60):
        paint.text(at, middle, name, LARGE_TEXT, bold=True, width=first - at - 2 * gap)


def _buttons_of(view: View) -> tuple[tuple[str, str, bool, bool], ...]:
    """Action, words, whether it can be done now, whether it is switched on; what matters least last."""
    session, live = view.session, view.until is None
    common = (
        ("undo", "↶ Undo", live and session.may_undo, False),
        ("redo", "↷ Redo", live and session.may_redo, False),
        ("save", "Save", True, False),
    )
    new_dice = ("new-dice", "⚄ New dice", live, False)
    if view.free:
        return (*common, ("begin-battle", "⚔ Begin the battle", bool(view.state.units), False), new_dice)
    return (*common, ("replay", "Replay", True, not live), ("hand-dice", "⚄ By hand", True, view.by_hand), new_dice)


def _back(paint: Paint, box: tuple[float, float, float, float], perform: Perform) -> float:
    """The way back to the start screen; where it ends."""
    x, y, _, high = box
    wide = paint.width(BACK, TEXT) + paint.px(22)
    tip = f"Back to the start screen; the battle is kept · {label_of('start-screen')}"
    paint.button((x, y, wide, high), BACK, partial(perform, "start-screen"), tip=tip)
    return x + wide


def _tip(action: str) -> str:
    words = {
        "undo": "Undo the last thing you did",
        "redo": "Redo",
        "new-dice": "Other dice from here on; what was rolled stays",
        "save": "Save the battle with its dice and log",
        "begin-battle": "Play from the table as it stands, turn by turn",
        "replay": "Watch what has happened, step by step, both ways · V",
        "hand-dice": "You throw the dice and say what they show",
    }[action]
    return " · ".join(part for part in (words, label_of(action)) if part)


def _tool(
    paint: Paint, box: tuple[float, float, float, float], label: str, tip: str, action: str, perform: Perform
) -> None:
    paint.button(box, label, partial(perform, action), tip=f"{tip} · {label_of(action)}")
    drawn = {"full-screen": _corners, "whole-table": _table}.get(action)
    if drawn is not None:
        drawn(paint, box)


def _corners(paint: Paint, box: tuple[float, float, float, float]) -> None:
    """The four corners of a screen: no sign of our font says it."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    wide, high, long = paint.px(7), paint.px(6), paint.px(4)
    for right in (-1, 1):
        for down in (-1, 1):
            at = (x + right * wide, y + down * high)
            line = [(at[0] - right * long, at[1]), at, (at[0], at[1] - down * long)]
            paint.canvas.polyline(line, paint.palette.text, paint.px(1.5))


def _table(paint: Paint, box: tuple[float, float, float, float]) -> None:
    """A table with two units on it."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    wide, high, ink = paint.px(18), paint.px(13), paint.palette.text
    paint.box((x - wide / 2, y - high / 2, wide, high), None, ink, paint.px(1.5), paint.px(1))
    for right, down in ((-4.0, -2.0), (4.0, 2.0)):
        paint.box((x + paint.px(right - 2.5), y + paint.px(down - 1.5), paint.px(5), paint.px(3)), ink)
