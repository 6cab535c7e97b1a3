"""What is wrong with a file, as a list that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.app.input import Happening, Wheeled
from game.app.paint import Paint
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key
from game.errors import Problem
from game.render.theme import SMALL_TEXT, TEXT


class ProblemList(Dialog):
    """What is wrong with a file, all of it, in a list that can be read."""

    def __init__(self, desk: Desk, title: str, problems: Sequence[Problem], *, counted: bool = True) -> None:
        super().__init__(desk)
        count = f" ({len(problems)} problem{'' if len(problems) == 1 else 's'})" if counted else ""
        self.title = title + count
        self.problems = tuple(problems)
        self._first = 0

    def key(self, key: Key) -> bool:
        """Enter closes, arrows scroll."""
        if key.name in ("return", "space"):
            self.desk.close(self)
            return True
        step = {"up": -1, "down": 1, "page up": -5, "page down": 5}.get(key.name, 0)
        self._first = min(max(self._first + step, 0), max(len(self.problems) - 1, 0))
        return bool(step)

    def happen(self, what: Happening) -> bool:
        """The wheel scrolls."""
        if not isinstance(what, Wheeled):
            return super().happen(what)
        self.stale = True
        return self.key(Key("up" if what.steps > 0 else "down"))

    def paint(self, paint: Paint) -> None:
        """Each with its place and what is allowed."""
        wide, foot = min(paint.px(760), self.desk.size[0] - paint.px(24)), paint.px(60)
        inner = wide - 2 * paint.px(20)
        heights = [self._height(paint, problem, inner) for problem in self.problems]
        left, top, width, height = self.frame(
            paint, wide, min(sum(heights) + foot + paint.px(80), paint.px(560)), self.title
        )
        y, low = top, top + height - foot
        shown = 0
        for problem, high in zip(self.problems[self._first :], heights[self._first :], strict=True):
            if y + high > low + paint.px(12) and shown:
                break
            self._problem(paint, left, y, width, problem)
            shown, y = shown + 1, y + high
        rest = len(self.problems) - self._first - shown
        if rest > 0:
            paint.text(left, low + paint.px(30), f"{rest} more ↓", SMALL_TEXT, paint.palette.dim)
        high, wide = paint.px(40), paint.px(120)
        place = (left + width - wide, self.box[1] + self.box[3] - paint.px(18) - high, wide, high)
        paint.button(place, "Close", lambda: self.desk.close(self), "Enter", primary=True)

    def _lines(self, paint: Paint, problem: Problem, width: float) -> tuple[str, list[str]]:
        where = " · ".join(part for part in (_short(problem.file, problem.line), problem.key) if part)
        return where, paint.wrapped(problem.text, width - paint.px(16), TEXT - 1, 4)

    def _height(self, paint: Paint, problem: Problem, width: float) -> float:
        where, words = self._lines(paint, problem, width)
        return paint.px(18) * (len(words) + (1 if where else 0)) + paint.px(10)

    def _problem(self, paint: Paint, left: float, y: float, width: float, problem: Problem) -> None:
        palette, line = paint.palette, paint.px(18)
        where, words = self._lines(paint, problem, width)
        ink = palette.accent_text if problem.warning else palette.harm
        paint.box((left, y + paint.px(2), paint.px(3), self._height(paint, problem, width) - paint.px(12)), ink)
        if where:
            paint.text(left + paint.px(12), y + line / 2, where, SMALL_TEXT, palette.dim, width=width - paint.px(16))
            y += line
        for text in words:
            paint.text(left + paint.px(12), y + line / 2, text, TEXT - 1, width=width - paint.px(14))
            y += line


def _short(file: str, line: int) -> str:
    name = Path(file).name if file else ""
    return ", ".join(part for part in (name, f"line {line}" if line else "") if part)
