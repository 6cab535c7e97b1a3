"""The help page: every key and what it does, made from the table of keys; each line can be clicked instead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.app.keys import ACTIONS, Action, action_of, key_label
from game.app.paint import Paint, Spot
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key, Tool
from game.render.theme import LARGE_TEXT, SMALL_TEXT

ROW, LINE, BETWEEN = 24.0, 16.0, 14.0
"""Pixels at 100 %: height of a line, of each further one of its words, space between two groups."""


class HelpPage(Dialog):
    """Lists all keys, those of the tools too."""

    def __init__(self, desk: Desk, tools: Sequence[Tool] = ()) -> None:
        super().__init__(desk)
        self.tools = tuple(tools)

    def key(self, key: Key) -> bool:
        """The key that opened it closes it."""
        if action_of(key) == "help":
            self.desk.close(self)
            return True
        return False

    def paint(self, paint: Paint) -> None:
        """As many columns as fit; a group stays whole."""
        groups: dict[str, list[Action | Tool]] = {"Tools": list(self.tools)} if self.tools else {}
        for action in ACTIONS:
            groups.setdefault(action.group, []).append(action)
        left, top, width, height = self.frame(paint, paint.px(1080), paint.px(660), "Keys")
        columns = max(min(int(width // paint.px(290)), 3), 1)
        gap = paint.px(30)
        wide = (width - gap * (columns - 1)) / columns
        heights = [sum(self._height(paint, wide, action) for action in actions) for actions in groups.values()]
        extra = paint.px(ROW + BETWEEN)
        limit = _column_height([high + extra for high in heights], columns)
        x, y = left, top
        # A window too low for all of it shows what fits; every action is in the window's buttons or menus too.
        paint.clip((self.box[0], top - 2, self.box[2], height + paint.px(8)))
        for (name, actions), high in zip(groups.items(), heights, strict=True):
            if y > top and y + high + extra > top + limit + 1:
                x, y = x + wide + gap, top
            self._group(paint, (x, y, wide), name, actions)
            y += high + extra
        paint.clip(None)

    def _height(self, paint: Paint, wide: float, action: Action | Tool) -> float:
        return paint.px(ROW) + paint.px(LINE) * (len(self._words(paint, wide, action)) - 1)

    def _words(self, paint: Paint, wide: float, action: Action | Tool) -> list[str]:
        keys, words, _ = _line(action)
        taken = sum(max(paint.width(key, SMALL_TEXT - 1) + paint.px(14), paint.px(24)) for key in keys)
        return paint.wrapped(words, wide - taken - paint.px(8), SMALL_TEXT + 1, 4)

    def _group(
        self, paint: Paint, place: tuple[float, float, float], name: str, actions: Sequence[Action | Tool]
    ) -> None:
        x, y, wide = place
        palette, size, row = paint.palette, SMALL_TEXT + 1, paint.px(ROW)
        paint.text(x, y + row / 2, name, LARGE_TEXT, palette.accent_text, bold=True)
        y += row
        for action in actions:
            keys, _, name_of = _line(action)
            high = self._height(paint, wide, action)
            box = (x - paint.px(6), y, wide + paint.px(12), high)
            clickable = isinstance(action, Action) and action.keys and action.id not in ("back", "help")
            if clickable and paint.over(box):
                paint.box(box, palette.raised, radius=paint.px(5))
            right = x + wide
            for label in reversed(keys):
                right = paint.key(right, y + row / 2, label) - paint.px(4)
            if isinstance(action, Action) and action.by_mouse:
                paint.text(right, y + row / 2, action.by_mouse, size - 1, palette.dim, align="right")
            for i, words in enumerate(self._words(paint, wide, action)):
                paint.text(x, y + row / 2 + i * paint.px(LINE), words, size)
            if clickable:
                paint.spots.append(Spot(box, partial(self._do, name_of), "", name_of))
            y += high

    def _do(self, action: str) -> None:
        self.desk.close(self)
        self.desk.perform(action)


def _column_height(heights: Sequence[float], columns: int) -> float:
    """Pixels of the highest column when groups are dealt to columns in order: the least that does."""
    for limit in sorted({sum(heights[a:b]) for a in range(len(heights)) for b in range(a + 1, len(heights) + 1)}):
        count, used = 1, 0.0
        for high in heights:
            if used and used + high > limit:
                count, used = count + 1, 0.0
            used += high
        if count <= columns and limit >= max(heights):
            return limit
    return sum(heights)


def _line(action: Action | Tool) -> tuple[list[str], str, str]:
    if isinstance(action, Action):
        return [key_label(key) for key in action.keys[:2]], action.words, action.id
    return [action.key.upper()], f"{action.name}: {action.hint[:1].lower()}{action.hint[1:]}", action.name
