"""The start screen: every scenario with its picture, a new table, a file of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.app.input import Happening, Wheeled
from game.app.keys import label_of
from game.app.last_battle import last_battle
from game.app.paint import Paint, Spot
from game.app.pictures import Entry, Pictures
from game.app.screens.open_file import open_file_dialog
from game.app.screens.screen import Desk, Sheet
from game.app.tool import Key
from game.render.canvas import Box
from game.render.theme import SMALL_TEXT, TEXT
from game.scenario.loader import bundled_scenarios

CARD = 280.0
"""Pixels at 100 % that a card is wide at least."""
CONTINUE = "Continue the last battle"


class StartScreen(Sheet):
    """Lists the scenarios.

    Attributes:
        pictures: The scenarios and their pictures.
        at: Number of the card that is lit for the keyboard.
        last: The battle that can be continued, if there is one.
    """

    def __init__(self, desk: Desk, new_table: Callable[[], None], pictures: Pictures | None = None) -> None:
        super().__init__(desk)
        self.pictures = pictures or Pictures(bundled_scenarios())
        self.at = 0
        self.last = last_battle()
        self._new_table = new_table
        self._columns = 1
        self._scroll = 0.0
        self._beyond = 0.0
        self._step = 1.0
        self._drawn = False
        self._scaled: dict[tuple[Path, int, int], pygame.Surface] = {}

    def step(self, seconds: float) -> bool:  # noqa: ARG002 - pictures take as long as they take
        """Make one more picture; the first frame is on the screen before the first of them."""
        if not self._drawn:
            return True
        if self.pictures.step():
            self.stale = True
        return not self.pictures.finished

    def resized(self) -> None:
        """Pictures of another size."""
        self._scaled.clear()
        super().resized()

    def happen(self, what: Happening) -> bool:
        """The wheel scrolls."""
        if not isinstance(what, Wheeled):
            return super().happen(what)
        self._scroll = min(max(self._scroll - what.steps * self.desk.theme.px(60), 0.0), self._beyond)
        self.stale = True
        return True

    def key(self, key: Key) -> bool:
        """Arrows go from card to card, Enter opens."""
        last = len(self.pictures.paths) - 1
        steps = {"left": -1, "right": 1, "up": -self._columns, "down": self._columns}
        if key.name in steps and last >= 0:
            self.at = min(max(self.at + steps[key.name], 0), last)
            row = self.at // self._columns
            self._scroll = min(max(self._scroll, (row - 1) * self._step), row * self._step)
        elif key.name in ("home", "end") and last >= 0:
            self.at = 0 if key.name == "home" else last
            self._scroll = 0.0 if key.name == "home" else self._beyond
        elif key.name in ("return", "space") and last >= 0:
            self.desk.open_file(self.pictures.paths[self.at])
        elif key.name == "c" and self.last is not None:
            self._continue()
        elif key.name == "n":
            self._new_table()
        elif key.name == "o":
            open_file_dialog(self.desk)
        else:
            return False
        return True

    def perform(self, action: str) -> bool:  # noqa: ARG002
        """Nothing lies beneath it: Escape does not close it."""
        return False

    def paint(self, paint: Paint) -> None:
        """Buttons on the left, cards on the right."""
        self._drawn = True
        across, down = self.desk.size
        palette = paint.palette
        paint.ground((0, 0, across, down))
        side = paint.px(248) if across >= paint.px(700) else 0.0
        if side:
            self._side(paint, side, down)
        pad = paint.px(28)
        left, top, width = side + pad, paint.px(26), across - side - 2 * pad
        paint.text(left, top + paint.px(10), "Choose a battle", 20, bold=True, width=width)
        hint = "arrows and Enter, or click"
        if width > paint.px(520):
            paint.text(left + width, top + paint.px(12), hint, SMALL_TEXT, palette.dim, align="right")
        head = paint.px(40)
        if not side:
            self._row_of_buttons(paint, left, top + paint.px(30))
            head = paint.px(76)
        self._cards(paint, (left, top + head, width, down - top - head))

    def _row_of_buttons(self, paint: Paint, left: float, top: float) -> None:
        """What matters most of the side, in a window without room for it."""
        buttons: list[tuple[str, Callable[[], None], bool]] = [
            ("New table", self._new_table, self.last is None),
            ("Open a file", lambda: open_file_dialog(self.desk), False),
        ]
        if self.last is not None:
            buttons.insert(0, ("Continue", self._continue, True))
        for label, action, primary in buttons:
            wide = paint.width(label, SMALL_TEXT, primary) + paint.px(20)
            paint.button((left, top, wide, paint.px(32)), label, action, primary=primary, size=SMALL_TEXT)
            left += wide + paint.px(8)

    def _side(self, paint: Paint, width: float, down: float) -> None:
        palette = paint.palette
        paint.ground((0, 0, width, down), palette.raised)
        paint.box((0, 0, paint.px(5), down), palette.accent)
        x, room = paint.px(26), width - paint.px(46)
        y = paint.px(44)
        paint.text(x, y, "Giantfall", 30, bold=True)
        y += paint.px(28)
        for line in paint.wrapped(
            "A measured table, two armies, and a Giant that may come down on any of them.", room, TEXT - 1, 4
        ):
            paint.text(x, y, line, TEXT - 1, palette.dim)
            y += paint.px(18)
        y += paint.px(14)
        if self.last is not None:
            y = self._last(paint, (x, y, room, paint.px(78))) + paint.px(10)
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("New table", "N", self._new_table),
            ("Open a file", "O", lambda: open_file_dialog(self.desk)),
            ("All keys", label_of("help"), lambda: self._perform("help")),
            ("Dark or light", label_of("theme"), lambda: self._perform("theme")),
            ("Full screen", label_of("full-screen"), lambda: self._perform("full-screen")),
            ("Leave", label_of("quit"), lambda: self._perform("quit")),
        )
        for i, (label, key, action) in enumerate(buttons):
            box = (x, y, room, paint.px(44 if i < 2 else 34))
            if i < 2:
                paint.button(box, label, action, key, primary=i == 0 and self.last is None)
            else:
                if paint.over(box):
                    paint.box(box, palette.button, radius=paint.px(6))
                middle = y + box[3] / 2
                paint.text(x + paint.px(10), middle, label, TEXT)
                paint.key(x + room - paint.px(8), middle, key)
                paint.spots.append(Spot(box, action, "", label))
            y += box[3] + paint.px(10 if i < 2 else 2)

    def _last(self, paint: Paint, box: Box) -> float:
        """The battle that was left last, to be continued; where the button ends."""
        x, y, wide, high = box
        if self.last is None:
            return y
        palette, left, room = paint.palette, x + paint.px(12), wide - paint.px(24)
        paint.button(box, "", self._continue, primary=True, tip=f"{self.last.name}, left {self.last.when}")
        paint.text(left, y + paint.px(20), CONTINUE, TEXT - 1, palette.on_accent, True, width=room)
        paint.text(left, y + paint.px(41), self.last.name, SMALL_TEXT, palette.on_accent, width=room)
        paint.text(left, y + paint.px(60), self.last.when, SMALL_TEXT, palette.on_accent, width=room - paint.px(20))
        paint.text(x + wide - paint.px(10), y + paint.px(60), "C", SMALL_TEXT - 1, palette.on_accent, align="right")
        paint.spots[-1] = Spot(box, self._continue, paint.spots[-1].tip, "continue")
        return y + high

    def _continue(self) -> None:
        if self.last is not None:
            self.desk.open_file(self.last.path)

    def _perform(self, action: str) -> None:
        self.desk.perform(action)

    def _cards(self, paint: Paint, area: Box) -> None:
        left, top, width, height = area
        gap = paint.px(18)
        self._columns = max(1, int((width + gap) // (paint.px(CARD) + gap)))
        wide = (width - gap * (self._columns - 1)) / self._columns
        high = round(wide * 0.625) + paint.px(100)
        self._step = high + gap
        rows = -(-len(self.pictures.paths) // self._columns)
        self._beyond = max(rows * self._step - height + paint.px(6), 0.0)
        self._scroll = min(self._scroll, self._beyond)
        paint.clip((left - gap / 2, top - paint.px(4), width + gap, height + paint.px(4)))
        for i, path in enumerate(self.pictures.paths):
            row, column = divmod(i, self._columns)
            box = (round(left + column * (wide + gap)), round(top + row * self._step - self._scroll), round(wide), high)
            if top - high < box[1] < top + height:
                self._card(paint, box, path, i, top)
        paint.clip(None)
        if not self.pictures.paths:
            paint.text(
                left, top + paint.px(20), "There are no scenarios here: open a file, or begin a new table.", TEXT
            )

    def _card(self, paint: Paint, box: Box, path: Path, number: int, top: float) -> None:
        x, y, wide, high = box
        palette = paint.palette
        entry = self.pictures.entries.get(path, Entry(path, path.stem.replace("_", " "), "", "…"))
        lit = paint.over(box)
        paint.box(box, palette.button if lit else palette.raised, radius=paint.px(8))
        shown = (round(wide - paint.px(12)), round(wide * 0.625 - paint.px(7.5)))
        place = (x + round(paint.px(6)), y + round(paint.px(6)))
        picture = self._picture(path, shown)
        if picture is not None:
            paint.canvas.surface.blit(picture, place)
        else:
            paint.box((*place, *shown), paint.theme.table.cloth)
        if number == self.at:
            paint.box(box, None, palette.accent, paint.px(2), paint.px(8))
        left, room, line = x + paint.px(12), wide - paint.px(24), place[1] + shown[1]
        paint.text(left, line + paint.px(19), entry.name, TEXT + 1, bold=True, width=room)
        ink = palette.harm if entry.broken else palette.dim
        for number_of_line, words in enumerate(paint.wrapped(entry.about, room, SMALL_TEXT) if entry.about else ()):
            paint.text(left, line + paint.px(40 + 16 * number_of_line), words, SMALL_TEXT, ink)
        paint.text(left, line + paint.px(77), entry.detail, SMALL_TEXT, palette.accent_text, width=room)
        seen = (x, max(y, top), wide, y + high - max(y, top))
        paint.spots.append(Spot(seen, lambda: self._open(number), "", f"scenario {path.stem}"))

    def _open(self, number: int) -> None:
        self.at = number
        self.desk.open_file(self.pictures.paths[number])

    def _picture(self, path: Path, size: tuple[int, int]) -> pygame.Surface | None:
        found = self.pictures.pictures.get(path)
        if found is None or min(size) < 1:
            return None
        key = (path, *size)
        if key not in self._scaled:
            self._scaled[key] = pygame.transform.smoothscale(found.convert(), size)
        return self._scaled[key]
