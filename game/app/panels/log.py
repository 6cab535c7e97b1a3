"""The log: sentences with their rule, below them each throw of dice; a line and what it happened to light up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.app.paint import Paint, Spot, wrap
from game.app.panels.throws import draw_throw, throw_height
from game.app.view import View
from game.battle.event import Event, Throw
from game.battle.progress import PhaseBegan, PlayerTurnBegan, StepBegan
from game.render.canvas import Box
from game.render.theme import SMALL_TEXT, TEXT, Theme

LINE = 16.0
"""Pixels at 100 %: height of a line of a sentence."""
_PAD_X, _PAD_Y, _GAP = 8.0, 5.0, 4.0
_HEADINGS: dict[type[Event], int] = {PlayerTurnBegan: 2, PhaseBegan: 1, StepBegan: 1}


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log, ready to be shown.

    Attributes:
        number: Of the entry in the session's log.
        sentence: What happened.
        rule: Id of its rule.
        throws: The dice, throw by throw.
        units: Whom it happened to.
        heading: How large a heading it is: 2 of a player turn, 1 of a phase or sub-phase; 0: it is none.
    """

    number: int
    sentence: str
    rule: str
    throws: tuple[Throw, ...]
    units: tuple[str, ...]
    heading: int = 0


class Log:
    """The log as it is seen: its lines, how far it is scrolled, what it is searched for.

    Attributes:
        lines: The entries shown so far.
        search: Only lines with these words in them are shown.
        scroll: Pixels between the end of the last line and the lower edge; 0: the newest line is seen.
        lit: Number of the entry under the mouse, or -1.
        opened: Numbers of the entries that show all their dice and the reasons.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.search = ""
        self.scroll = 0.0
        self.lit = -1
        self.opened: tuple[int, ...] = ()
        self._rewinds = -1
        self._laid: dict[tuple[int, int, float, bool], tuple[list[str], float]] = {}

    def follow(self, view: View) -> None:
        """Take over what has been shown since the last time; everything anew after undo, redo or load."""
        session = view.session
        if self._rewinds != session.rewinds:
            self._rewinds = session.rewinds
            self.lines.clear()
            self.opened = ()
            self._laid.clear()
        del self.lines[view.cursor :]
        for number in range(len(self.lines), min(view.cursor, len(session.log))):
            event = session.log[number].event
            before = session.log[number - 1].state if number else session.start
            rank = _HEADINGS.get(type(event), 0)
            self.lines.append(Line(number, event.sentence(before), event.rule, event.dice, event.units(), rank))
            self.scroll = 0.0

    def shown(self) -> list[Line]:
        """The lines that match the search."""
        words = self.search.lower().split()
        if not words:
            return self.lines
        return [line for line in self.lines if all(word in f"{line.sentence} {line.rule}".lower() for word in words)]

    def turned(self, pixels: float) -> None:
        """Scroll towards older lines by so many pixels."""
        self.scroll = max(0.0, self.scroll + pixels)

    def laid(self, line: Line, width: float, theme: Theme) -> tuple[list[str], float]:
        """The sentence in lines of ``width`` pixels, and the height of the whole entry."""
        opened = line.number in self.opened
        key = (line.number, round(width), theme.scale, opened)
        if key not in self._laid:
            if line.heading:
                self._laid[key] = (
                    [line.sentence],
                    round(theme.px(2 * _PAD_Y + LINE * (1.5 if line.heading > 1 else 1))),
                )
                return self._laid[key]
            words = wrap(line.sentence, theme.px(SMALL_TEXT + 0.5), width - 2 * theme.px(_PAD_X), 4)
            high = theme.px(2 * _PAD_Y + LINE * (len(words) + (1 if line.rule or line.throws else 0)))
            inner = width - 2 * theme.px(_PAD_X)
            high += sum(throw_height(throw, inner, theme, opened) for throw in line.throws)
            self._laid[key] = (words, round(high))
        return self._laid[key]

    def click(self, line: Line, view: View) -> None:
        """Select whom it happened to; open or fold its dice."""
        if line.units:
            view.select(line.units[0])
        if line.throws:
            others = tuple(number for number in self.opened if number != line.number)
            self.opened = others if len(others) < len(self.opened) else (*others, line.number)


def draw_log(paint: Paint, box: Box, log: Log, view: View) -> None:
    """Paint the lines that are in the box, the newest at its lower end; from the top while there is room."""
    x, top, width, height = box
    theme, gap = paint.theme, paint.px(_GAP)
    lines = log.shown()
    heights = [log.laid(line, width, theme)[1] + gap for line in lines]
    whole = sum(heights)
    log.scroll = min(log.scroll, max(whole - height, 0.0))
    y = top + min(height - whole, 0.0) + log.scroll
    paint.clip(box)
    lit = -1
    for line, high in zip(lines, heights, strict=True):
        if top - high < y < top + height:
            entry = (x, y, width, high - gap)
            seen = (x, max(y, top), width, min(y + high - gap, top + height) - max(y, top))
            over = paint.over(seen)
            lit = line.number if over else lit
            if line.heading:
                _draw_heading(paint, entry, line)
            else:
                _draw_line(paint, entry, log, line, over)
            action = partial(log.click, line, view) if line.units or line.throws else None
            paint.spots.append(Spot(seen, action, "", f"log {line.number}"))
        y += high
    if not lines:
        words = "Nothing found" if log.search else "Nothing has happened yet"
        paint.text(x + paint.px(_PAD_X), top + paint.px(14), words, SMALL_TEXT, paint.palette.dim)
    log.lit = lit
    _draw_bar(paint, box, whole, log.scroll)
    paint.clip(None)


def _draw_heading(paint: Paint, box: Box, line: Line) -> None:
    """A turn in large letters over a line, a phase or sub-phase in small dim ones."""
    x, y, width, high = box
    palette, pad, middle = paint.palette, paint.px(_PAD_X), y + high / 2
    if line.heading > 1:
        paint.text(x + pad, middle, line.sentence, TEXT, palette.text, bold=True, width=width - 2 * pad)
        paint.box((x, y + high - 1, width, 1), palette.line)
        return
    paint.text(x + pad, middle, line.sentence, SMALL_TEXT, palette.dim, width=width - 2 * pad)


def _draw_line(paint: Paint, box: Box, log: Log, line: Line, lit: bool) -> None:
    x, y, width, high = box
    palette, theme = paint.palette, paint.theme
    words, _ = log.laid(line, width, theme)
    paint.box(box, palette.raised if lit else palette.sunken, radius=paint.px(4))
    if lit:
        paint.box((x, y, paint.px(3), high), palette.accent)
    left, at = x + paint.px(_PAD_X), y + paint.px(_PAD_Y)
    for words_of_line in words:
        paint.canvas.text(left, at + theme.px(LINE) / 2, words_of_line, theme.px(SMALL_TEXT + 0.5), palette.text)
        at += theme.px(LINE)
    if line.rule:
        paint.text(left, at + theme.px(LINE) / 2, line.rule, SMALL_TEXT - 1, palette.link)
    if not line.throws:
        return
    opened = line.number in log.opened
    right = x + width - paint.px(_PAD_X)
    words_of_fold = "▾ less" if opened else "▸ more"
    paint.text(right, at + theme.px(LINE) / 2, words_of_fold, SMALL_TEXT - 1, palette.dim, align="right")
    at += theme.px(LINE)
    for throw in line.throws:
        draw_throw(paint, left, at, right - left, throw, opened)
        at += throw_height(throw, right - left, theme, opened)


def _draw_bar(paint: Paint, box: Box, whole: float, scroll: float) -> None:
    """Where in the log we are: a thin bar at its right edge."""
    x, top, width, height = box
    if whole <= height or height <= 0:
        return
    long = max(height * height / whole, paint.px(24))
    free = height - long
    y = top + free * (1.0 - scroll / (whole - height))
    paint.box((x + width - paint.px(3), y, paint.px(3), long), paint.palette.button, radius=paint.px(1.5))
