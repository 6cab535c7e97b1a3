"""The help page: every key and what it does, made from the table of keys and the tools; each line can be clicked.

It has two leaves: the keys of the window, and those that a tool in hand adds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from game.app.input import Happening, Wheeled
from game.app.keys import ACTIONS, action_of, key_label
from game.app.paint import Paint, Spot
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key, Tool
from game.render.theme import LARGE_TEXT, SMALL_TEXT

ROW, LINE, BETWEEN = 24.0, 16.0, 14.0
"""Pixels at 100 %: height of a line, of each further one of its words, space between two groups."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the page.

    Attributes:
        keys: The keys as they are printed.
        words: What they do.
        by_mouse: What the mouse does instead.
        action: Id of the action that a click on the line does, or "".
    """

    keys: tuple[str, ...]
    words: str
    by_mouse: str = ""
    action: str = ""


def _window_keys(tools: Sequence[Tool], done: Collection[str]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    if tools:
        groups["Tools"] = [
            Entry((tool.key.upper(),), f"{tool.name}: {tool.hint[:1].lower()}{tool.hint[1:]}") for tool in tools
        ]
    for action in ACTIONS:
        clickable = action.id in done and action.id not in ("back", "help")
        keys = tuple(key_label(key) for key in action.keys[:2])
        entry = Entry(keys, action.words, action.by_mouse, action.id if clickable else "")
        groups.setdefault(action.group, []).append(entry)
    return groups


def _tool_keys(tools: Sequence[Tool]) -> dict[str, list[Entry]]:
    return {tool.name: [Entry((label,), words) for label, words in tool.keys] for tool in tools if tool.keys}


class HelpPage(Dialog):
    """Lists all keys, those of the tools on a leaf of their own."""

    def __init__(self, desk: Desk, tools: Sequence[Tool] = (), done: Collection[str] | None = None) -> None:
        """Over a screen.

        Args:
            desk: The window.
            tools: Whose keys are listed as well.
            done: Ids of the actions that can be done from here, so that a click does them; None: all that have keys.
        """
        super().__init__(desk)
        known = [action.id for action in ACTIONS if action.keys] if done is None else done
        self._leaves = [("Keys", _window_keys(tools, known))]
        if any(tool.keys for tool in tools):
            self._leaves.append(("Keys of the tools", _tool_keys(tools)))
        self._leaf = 0
        self._scroll = self._beyond = 0.0
        self._seen = (0.0, 0.0)

    def key(self, key: Key) -> bool:
        """The key that opened it closes it; Tab and the arrows turn the leaf."""
        if action_of(key) == "help":
            self.desk.close(self)
            return True
        if key.name in ("tab", "left", "right") and len(self._leaves) > 1:
            self._turn()
            return True
        step = {"up": -1.0, "down": 1.0, "page up": -8.0, "page down": 8.0}.get(key.name, 0.0)
        return self._scrolled(step)

    def happen(self, what: Happening) -> bool:
        """The wheel scrolls."""
        if isinstance(what, Wheeled):
            return self._scrolled(-3 * what.steps)
        return super().happen(what)

    def _scrolled(self, rows: float) -> bool:
        self._scroll = min(max(self._scroll + rows * self.desk.theme.px(ROW), 0.0), self._beyond)
        self.stale |= bool(rows)
        return bool(rows)

    def _turn(self) -> None:
        self._leaf = (self._leaf + 1) % len(self._leaves)
        self._scroll = 0.0
        self.stale = True

    def paint(self, paint: Paint) -> None:
        """As many columns as fit; a group stays in one. The rest is scrolled to; each line is whole or not there."""
        title, groups = self._leaves[self._leaf]
        left, top, width, height = self.frame(paint, paint.px(1080), paint.px(660), title)
        if len(self._leaves) > 1:
            other = self._leaves[1 - self._leaf][0]
            button = (left + width - paint.px(260), self.box[1] + paint.px(12), paint.px(210), paint.px(28))
            paint.button(button, other, self._turn, "Tab")
        columns = max(min(int(width // paint.px(290)), 3), 1)
        gap = paint.px(30)
        wide = (width - gap * (columns - 1)) / columns
        heights = [sum(self._height(paint, wide, entry) for entry in entries) for entries in groups.values()]
        extra = paint.px(ROW + BETWEEN)
        limit = _column_height([high + extra for high in heights], columns)
        self._beyond = max(limit - paint.px(BETWEEN) - height, 0.0)
        self._scroll = min(self._scroll, self._beyond)
        self._seen = (top, top + height + 1)
        if self._beyond:
            words = "more ↓" if self._scroll < self._beyond else "↑"
            low = self.box[1] + self.box[3] - paint.px(10)
            paint.text(left + width, low, words, SMALL_TEXT, paint.palette.dim, align="right")
        top -= self._scroll
        x, y = left, top
        for (name, entries), high in zip(groups.items(), heights, strict=True):
            if y > top and y + high + extra > top + limit + 1:
                x, y = x + wide + gap, top
            self._group(paint, (x, y, wide), name, entries)
            y += high + extra

    def _height(self, paint: Paint, wide: float, entry: Entry) -> float:
        return paint.px(ROW) + paint.px(LINE) * (len(self._words(paint, wide, entry)) - 1)

    def _words(self, paint: Paint, wide: float, entry: Entry) -> list[str]:
        taken = sum(max(paint.width(key, SMALL_TEXT - 1) + paint.px(14), paint.px(24)) for key in entry.keys)
        return paint.wrapped(entry.words, wide - taken - paint.px(8), SMALL_TEXT + 1, 4)

    def _group(self, paint: Paint, place: tuple[float, float, float], name: str, entries: Sequence[Entry]) -> None:
        x, y, wide = place
        palette, size, row = paint.palette, SMALL_TEXT + 1, paint.px(ROW)
        if self._is_seen(y, row):
            paint.text(x, y + row / 2, name, LARGE_TEXT, palette.accent_text, bold=True)
        y += row
        for entry in entries:
            high = self._height(paint, wide, entry)
            if not self._is_seen(y, high):
                y += high
                continue
            box = (x - paint.px(6), y, wide + paint.px(12), high)
            if entry.action and paint.over(box):
                paint.box(box, palette.raised, radius=paint.px(5))
            right = x + wide
            for label in reversed(entry.keys):
                right = paint.key(right, y + row / 2, label) - paint.px(4)
            if entry.by_mouse:
                paint.text(right, y + row / 2, entry.by_mouse, size - 1, palette.dim, align="right")
            for i, words in enumerate(self._words(paint, wide, entry)):
                paint.text(x, y + row / 2 + i * paint.px(LINE), words, size)
            if entry.action:
                paint.spots.append(Spot(box, partial(self._do, entry.action), "", entry.action))
            y += high

    def _is_seen(self, y: float, high: float) -> bool:
        return self._seen[0] <= y and y + high <= self._seen[1]

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
