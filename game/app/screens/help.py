"""The help page: every key and what it does, made from the table of keys; each line can be clicked instead."""

from __future__ import annotations

from collections.abc import Sequence

from game.app.keys import ACTIONS, Action, action_of, key_label
from game.app.paint import Paint, Spot
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key, Tool
from game.render.theme import LARGE_TEXT, SMALL_TEXT

ROW = 25.0


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
        row = paint.px(ROW)
        room = paint.px(1020), paint.px(640)
        left, top, width, height = self.frame(paint, *room, "Keys")
        whole = sum(len(actions) + 2 for actions in groups.values()) * row
        columns = max(min(int(width // paint.px(290)), 3), 1)
        # Windows that are too low for a comfortable line get a lower one.
        row = min(row, height / (whole / row / columns + 4)) if whole > height * columns else row
        gap = paint.px(28)
        wide = (width - gap * (columns - 1)) / columns
        x, y, limit = left, top, _column_height(groups, columns)
        used = 0
        for name, actions in groups.items():
            lines = len(actions) + 2
            if used and used + lines > limit:
                x, y, used = x + wide + gap, top, 0
            used += lines
            y = self._group(paint, (x, y, wide), row, name, actions)

    def _group(
        self, paint: Paint, place: tuple[float, float, float], row: float, name: str, actions: Sequence[Action | Tool]
    ) -> float:
        x, y, wide = place
        size = min(SMALL_TEXT + 1, row / paint.theme.scale * 0.6)
        paint.text(
            x, y + row / 2, name, min(LARGE_TEXT, row / paint.theme.scale * 0.7), paint.palette.accent_text, bold=True
        )
        y += row
        for action in actions:
            keys, words, name_of = _line(action)
            box = (x - paint.px(6), y, wide + paint.px(12), row)
            clickable = isinstance(action, Action) and action.keys and action.id not in ("back", "help")
            if clickable and paint.over(box):
                paint.canvas.box(box, paint.palette.raised, radius=paint.px(5))
            right = x + wide
            for label in reversed(keys):
                right = paint.key(right, y + row / 2, label) - paint.px(4)
            if not keys and isinstance(action, Action):
                need = min(paint.width(action.by_mouse, size - 1), wide * 0.62)
                right -= paint.text(
                    right, y + row / 2, action.by_mouse, size - 1, paint.palette.dim, align="right", width=need + 1
                )
            paint.text(x, y + row / 2, words, size, width=right - x - paint.px(6))
            if clickable:
                paint.spots.append(Spot(box, lambda one=name_of: self._do(one), "", name_of))  # type: ignore[misc]
            y += row
        return y + row

    def _do(self, action: str) -> None:
        self.desk.close(self)
        self.desk.perform(action)


def _column_height(groups: dict[str, list[Action | Tool]], columns: int) -> int:
    """Lines of the highest column when groups are dealt to columns in order: the smallest number that does."""
    sizes = [len(actions) + 2 for actions in groups.values()]
    for limit in range(max(sizes), sum(sizes) + 1):
        count, used = 1, 0
        for size in sizes:
            if used and used + size > limit:
                count, used = count + 1, 0
            used += size
        if count <= columns:
            return limit
    return sum(sizes)


def _line(action: Action | Tool) -> tuple[list[str], str, str]:
    if isinstance(action, Action):
        return [key_label(key) for key in action.keys[:2]], action.words, action.id
    return [action.key.upper()], f"{action.name}: {action.hint[:1].lower()}{action.hint[1:]}", action.name
