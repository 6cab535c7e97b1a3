"""The log: sentences with dice as dice and the id of their rule. A line and what it happened to light up together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.app.paint import Paint, Spot, wrap
from game.app.view import View
from game.render.canvas import Box
from game.render.fonts import text_width
from game.render.theme import SMALL_TEXT, Theme

LINE = 16.0
DIE = 16.0
"""Pixels at 100 %: height of a line of a sentence, edge of a die."""
_PAD_X, _PAD_Y, _GAP = 8.0, 5.0, 4.0


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log, ready to be shown.

    Attributes:
        number: Of the entry in the session's log.
        sentence: What happened.
        rule: Id of its rule.
        needed: What its dice needed.
        faces: The dice.
        units: Whom it happened to.
    """

    number: int
    sentence: str
    rule: str
    needed: str
    faces: tuple[float, ...]
    units: tuple[str, ...]


class Log:
    """The log as it is seen: its lines, how far it is scrolled, what it is searched for.

    Attributes:
        lines: The entries shown so far.
        search: Only lines with these words in them are shown.
        scroll: Pixels between the end of the last line and the lower edge; 0: the newest line is seen.
        lit: Number of the entry under the mouse, or -1.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.search = ""
        self.scroll = 0.0
        self.lit = -1
        self._rewinds = -1
        self._laid: dict[tuple[int, int, float], tuple[list[str], float]] = {}

    def follow(self, view: View) -> None:
        """Take over what has been shown since the last time; everything anew after undo, redo or load."""
        session = view.session
        if self._rewinds != session.rewinds or len(self.lines) > view.cursor:
            self._rewinds = session.rewinds
            self.lines.clear()
            self._laid.clear()
        for number in range(len(self.lines), min(view.cursor, len(session.log))):
            event = session.log[number].event
            before = session.log[number - 1].state if number else session.start
            faces = tuple(face for throw in event.dice for face in throw.faces)
            needed = ", ".join(throw.needed for throw in event.dice if throw.needed)
            self.lines.append(Line(number, event.sentence(before), event.rule, needed, faces, event.units()))
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
        key = (line.number, round(width), theme.scale)
        if key not in self._laid:
            words = wrap(line.sentence, theme.px(SMALL_TEXT + 0.5), width - 2 * theme.px(_PAD_X), 4)
            foot = 1 if line.rule or line.faces else 0
            self._laid[key] = (words, round(theme.px(2 * _PAD_Y + LINE * (len(words) + foot) + (3 if foot else 0))))
        return self._laid[key]


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
            _draw_line(paint, entry, log, line, over)
            unit = line.units[0] if line.units else ""
            paint.spots.append(Spot(seen, partial(view.select, unit) if unit else None, "", f"log {line.number}"))
        y += high
    if not lines:
        words = "Nothing found" if log.search else "Nothing has happened yet"
        paint.text(x + paint.px(_PAD_X), top + paint.px(14), words, SMALL_TEXT, paint.palette.dim)
    log.lit = lit
    _draw_bar(paint, box, whole, log.scroll)
    paint.clip(None)


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
    if not (line.rule or line.faces):
        return
    middle = at + paint.px(DIE) / 2 + paint.px(1)
    taken = paint.text(left, middle, line.rule, SMALL_TEXT - 1, palette.link) if line.rule else 0.0
    right = x + width - paint.px(_PAD_X)
    room = right - left - taken - paint.px(10)
    needed = text_width(line.needed, theme.px(SMALL_TEXT - 1)) + paint.px(8) if line.needed else 0.0
    most = int((room - needed - paint.px(24)) / paint.px(DIE + 4))
    end = paint.dice(right, at + paint.px(1), line.faces, paint.px(DIE), most)
    if line.needed and end - needed > left + taken:
        paint.text(end - paint.px(4), middle, line.needed, SMALL_TEXT - 1, palette.dim, align="right")


def _draw_bar(paint: Paint, box: Box, whole: float, scroll: float) -> None:
    """Where in the log we are: a thin bar at its right edge."""
    x, top, width, height = box
    if whole <= height or height <= 0:
        return
    long = max(height * height / whole, paint.px(24))
    free = height - long
    y = top + free * (1.0 - scroll / (whole - height))
    paint.box((x + width - paint.px(3), y, paint.px(3), long), paint.palette.button, radius=paint.px(1.5))
