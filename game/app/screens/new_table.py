"""The form for a new table: its size, and who stands at either edge."""

from __future__ import annotations

from functools import lru_cache, partial

from game.app.armies import army_label
from game.app.paint import Paint
from game.app.screens.dialogs import PickItem
from game.app.screens.problems import ProblemList
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key
from game.app.tools.new_table import LEAST, MOST, SIZES, NewTable, bundled_armies, new_table
from game.app.view import Item
from game.errors import GiantfallError, InputError, Problem
from game.render.canvas import Box
from game.render.theme import FIRST, SECOND, SMALL_TEXT, TEXT, SideStyle

STEP = 6.0
"""Inches that a table grows or shrinks at a click."""
EMPTY = "Nobody: an empty edge"


@lru_cache(maxsize=512)
def fits(new: NewTable) -> bool:
    """Whether the armies have room on a new table."""
    try:
        new_table(new)
    except GiantfallError:
        return False
    return True


def _inches(width: float, depth: float) -> str:
    return f"{width:g} × {depth:g}"


class NewTableForm(Dialog):
    """Asks for a table of one's own and opens it.

    Attributes:
        wanted: What it is to be.
    """

    needs = (620.0, 440.0)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.wanted = NewTable()
        self._armies = bundled_armies()

    def key(self, key: Key) -> bool:
        """Enter begins."""
        if key.name == "return":
            self._begin()
            return True
        return False

    def fault(self) -> str:
        """Why this table cannot be laid out, and which could; "" if it can."""
        if fits(self.wanted):
            return ""
        enough = next((size for size in SIZES if fits(NewTable(*size, self.wanted.armies))), None)
        words = f"{_inches(self.wanted.width, self.wanted.depth)} is too small for these armies"
        return f"{words}; {_inches(*enough)} is enough." if enough else f"{words}."

    def _begin(self) -> None:
        if self.fault() and any(fits(NewTable(*size, self.wanted.armies)) for size in SIZES):
            return  # the form says what is wrong
        try:
            scenario = new_table(self.wanted)
        except InputError as error:
            self.desk.show(ProblemList(self.desk, "This table cannot be laid out", error.problems))
        except GiantfallError as error:
            self.desk.show(ProblemList(self.desk, "This table cannot be laid out", (Problem(str(error)),)))
        else:
            self.desk.close(self)
            self.desk.begin(scenario.state, scenario.seed)

    def _size(self, width: float, depth: float) -> None:
        width, depth = (min(max(length, LEAST), MOST) for length in (width, depth))
        self.wanted = NewTable(width, depth, self.wanted.armies)

    def _ask_army(self, edge: int) -> None:
        armies = sorted(self._armies, key=army_label)
        items = (Item("", EMPTY), *(Item(army.file, army_label(army), army.about) for army in armies))

        def picked(file: str) -> None:
            armies = list(self.wanted.armies)
            armies[edge] = file
            self.wanted = NewTable(self.wanted.width, self.wanted.depth, (armies[0], armies[1]))

        self.desk.show(PickItem(self.desk, f"Who stands at the {('near', 'far')[edge]} edge?", items, picked))

    def paint(self, paint: Paint) -> None:
        """Sizes, edges, and the button that begins."""
        left, top, width, _ = self.frame(paint, paint.px(620), paint.px(440), "New table")
        y = self._sizes(paint, left, top, width)
        for edge, style in enumerate((FIRST, SECOND)):
            y = self._edge(paint, (left, y, width, paint.px(46)), edge, style)
        note = "Units of the catalogue can be put down, moved and taken off later, with the tool for it."
        fault = self.fault()
        for words, ink in ((fault, paint.palette.harm), (note, paint.palette.dim)):
            for line in paint.wrapped(words, width, SMALL_TEXT) if words else ():
                paint.text(left, y + paint.px(10), line, SMALL_TEXT, ink)
                y += paint.px(17)
        high, wide = paint.px(44), paint.px(150)
        low = self.box[1] + self.box[3] - paint.px(18) - high
        paint.button(
            (left + width - wide, low, wide, high),
            "Begin",
            self._begin,
            "Enter",
            primary=True,
            enabled=not fault,
            tip=fault,
        )
        cancel = (left + width - wide - paint.px(130), low, paint.px(120), high)
        paint.button(cancel, "Cancel", lambda: self.desk.close(self), "Esc")

    def _sizes(self, paint: Paint, left: float, top: float, width: float) -> float:
        palette, high, gap = paint.palette, paint.px(34), paint.px(8)
        paint.text(left, top + paint.px(8), "Size in inches", TEXT, palette.dim)
        y, wide = top + paint.px(24), (width - gap * (len(SIZES) - 1)) / len(SIZES)
        for i, (across, deep) in enumerate(SIZES):
            lit = (across, deep) == (self.wanted.width, self.wanted.depth)
            box = (round(left + i * (wide + gap)), y, round(wide), high)
            room = fits(NewTable(across, deep, self.wanted.armies))
            paint.button(box, _inches(across, deep), partial(self._size, across, deep), enabled=room, lit=lit)
        y += high + paint.px(12)
        x = left
        now = self.wanted
        for words, length, change in (
            ("Width", now.width, lambda by: self._size(now.width + by, now.depth)),
            ("Depth", now.depth, lambda by: self._size(now.width, now.depth + by)),
        ):
            x += paint.text(x, y + high / 2, words, TEXT) + paint.px(10)
            paint.button((x, y, high, high), "−", partial(change, -STEP), tip="6 inches less")
            x += high
            paint.text(x + paint.px(32), y + high / 2, f"{length:g}″", TEXT, bold=True, align="middle")
            x += paint.px(64)
            paint.button((x, y, high, high), "+", partial(change, STEP), tip="6 inches more")
            x += high + paint.px(30)
        return y + high + paint.px(20)

    def _edge(self, paint: Paint, box: Box, edge: int, style: SideStyle) -> float:
        x, y, width, high = box
        middle, size = y + high / 2, paint.px(14)
        paint.swatch(x, middle - size / 2, size, style)
        words = ("Near edge", "Far edge")[edge]
        paint.text(x + paint.px(24), middle, words, TEXT)
        name = next((army_label(army) for army in self._armies if army.file == self.wanted.armies[edge]), EMPTY)
        at = x + paint.px(120)
        place = (at, y + paint.px(4), x + width - at, high - paint.px(8))
        paint.button(place, f"{name}  ▾", lambda: self._ask_army(edge))
        return y + high + paint.px(4)
