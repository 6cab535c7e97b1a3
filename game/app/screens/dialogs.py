"""Questions laid over a screen: pick from a list, say where to write a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.app.input import Happening, Wheeled
from game.app.paint import Paint, Spot
from game.app.paths import Named, named, whole
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key
from game.app.view import Item
from game.app.widgets import Entry
from game.errors import GiantfallError
from game.render.theme import SMALL_TEXT, TEXT

_FOR_FIELD = (
    pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
)  # fmt: skip
FEW = 12
"""Items of a list at most whose small words get a line of their own where they need one."""


class Asking(Dialog):
    """A dialog with one field that is typed into.

    Attributes:
        entry: The field; made when the dialog is first painted.
    """

    def __init__(self, desk: Desk, title: str, text: str = "", hint: str = "") -> None:
        super().__init__(desk)
        self.title = title
        self.entry: Entry | None = None
        self._start, self._hint = text, hint
        self._blinked = False

    @property
    def text(self) -> str:
        """What was typed so far."""
        return self.entry.text if self.entry else self._start

    def field(self, box: tuple[float, float, float, float]) -> None:
        """The field stands here."""
        if self.entry is None or self.entry.box != box:
            text = self.text
            self.entry = Entry(self.desk.size, box, self.desk.theme, text, self._hint)

    def resized(self) -> None:
        """The field is made anew with what stands in it."""
        self._start, self.entry = self.text, None
        super().resized()

    def raw(self, event: pygame.event.Event) -> bool:
        """The field takes what is typed."""
        if self.entry is None:
            return False
        before = self.entry.text
        taken = self.entry.take(event)
        if self.entry.text != before:
            self.typed()
        # A mouse that only passes over it changes nothing in the field.
        self.stale |= event.type in _FOR_FIELD or (event.type == pygame.MOUSEMOTION and any(event.buttons))
        return taken

    def typed(self) -> None:
        """What stands in the field has changed."""

    def step(self, seconds: float) -> bool:
        """The caret blinks."""
        if self.entry is not None:
            self._blinked |= self.entry.step(seconds)
        return False

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """The field lies on top of the rest; it alone is drawn when only its caret has come or gone."""
        boxes = super().draw(surface)
        if self.entry is None or not (boxes or self._blinked):
            return boxes
        self._blinked = False
        self.entry.draw(surface)
        if self._hint and not self.entry.text:
            paint = Paint(surface, self.desk.sprites, self.desk.theme)
            x, y, _, high = self.entry.box
            paint.text(x + paint.px(14), y + high / 2, self._hint, SMALL_TEXT, paint.palette.dim)
        return boxes or [pygame.Rect(*(round(part) for part in self.entry.box))]


class PickItem(Asking):
    """A list to pick from, narrowed by what is typed."""

    def __init__(self, desk: Desk, title: str, items: Sequence[Item], then: Callable[[str], None]) -> None:
        super().__init__(desk, title, hint="type to narrow the list")
        self.items = tuple(items)
        self._then = then
        self.at = 0
        self._first = 0
        self._rows = 1

    def shown(self) -> list[Item]:
        """The items that hold every word that was typed: first those that begin with it, or have a word that does."""
        typed = self.text.lower().strip()
        words = typed.split()
        found = [
            item for item in self.items if all(w in f"{item.label} {item.detail} {item.group}".lower() for w in words)
        ]
        return sorted(found, key=lambda item: _rank(item.label.lower(), typed))

    def typed(self) -> None:
        """Begin at the top of the new list."""
        self.at = self._first = 0

    def key(self, key: Key) -> bool:
        """Arrows go through the list, Enter picks."""
        found = self.shown()
        steps = {"up": -1, "down": 1, "page up": -self._rows, "page down": self._rows}
        if key.name in steps and found:
            self.at = min(max(self.at + steps[key.name], 0), len(found) - 1)
            return True
        if key.name == "return" and found:
            self._pick(found[self.at].id)
            return True
        return False

    def happen(self, what: Happening) -> bool:
        """The wheel goes through the list too."""
        if not isinstance(what, Wheeled):
            return super().happen(what)
        last = max(len(self.shown()) - self._rows, 0)
        self._first = min(max(self._first - round(what.steps) * 3, 0), last)
        self.at = min(max(self.at, self._first), self._first + self._rows - 1)
        self.stale = True
        return True

    def _pick(self, item: str) -> None:
        self.desk.close(self)
        self._then(item)

    def paint(self, paint: Paint) -> None:
        """The field, and below it the list."""
        left, top, width, height = self.frame(paint, paint.px(620), paint.px(600), self.title)
        self.field((left, top, width, paint.px(32)))
        top, height = top + paint.px(44), height - paint.px(44)
        found = self.shown()
        tall = len(self.items) <= FEW and any(not self._beside(paint, item, width) for item in self.items)
        row = paint.px(48 if tall else 30)
        self._rows = max(int(height // row), 1)
        self._first = min(max(self._first, self.at - self._rows + 1), self.at)
        for i, item in enumerate(found[self._first : self._first + self._rows], self._first):
            self._row(paint, (left, top + (i - self._first) * row, width, row), item, i == self.at, tall)
        if not found:
            paint.text(left + paint.px(8), top + row / 2, "Nothing of that name", TEXT, paint.palette.dim)
        rest = len(found) - self._first - self._rows
        if rest > 0:
            paint.text(
                left + width,
                top + height + paint.px(8),
                f"{rest} more ↓",
                SMALL_TEXT - 1,
                paint.palette.dim,
                align="right",
            )

    @staticmethod
    def _beside(paint: Paint, item: Item, width: float) -> bool:
        """Whether the small words have room beside the large ones."""
        return paint.width(item.label) + paint.width(_detail(item), SMALL_TEXT) + paint.px(24) <= width

    def _row(self, paint: Paint, box: tuple[float, float, float, float], item: Item, lit: bool, tall: bool) -> None:
        x, y, width, row = box
        palette = paint.palette
        inner = (x, y + 1, width, row - 2)
        if lit or paint.over(inner):
            paint.box(inner, palette.accent_ground if lit else palette.raised, radius=paint.px(5))
        middle, pad = y + row / 2, paint.px(8)
        detail, need = _detail(item), 0.0
        if tall and detail:
            paint.text(x + pad, y + row * 0.7, detail, SMALL_TEXT, palette.dim, width=width - 2 * pad)
            middle = y + row * 0.32
        elif detail:
            free = max(width - paint.width(item.label) - 3 * pad, width * 0.5)
            need = min(paint.width(detail, SMALL_TEXT), free)
            paint.text(x + width - pad, middle, detail, SMALL_TEXT, palette.dim, align="right", width=need + 1)
        ink = palette.accent_text if lit else palette.text
        paint.text(x + pad, middle, item.label, TEXT, ink, width=width - need - 3 * pad)
        paint.spots.append(Spot(inner, lambda: self._pick(item.id), "", f"item {item.id}"))


def _rank(label: str, typed: str) -> int:
    return 0 if label.startswith(typed) else 1 if f" {typed}" in label else 2


def _detail(item: Item) -> str:
    return " · ".join(part for part in (item.detail, item.group) if part)


class AskPath(Asking):
    """Where to write a file."""

    def __init__(self, desk: Desk, title: str, suggested: Path, then: Callable[[Path], None]) -> None:
        super().__init__(desk, title, str(suggested))
        self._then, self._suffix = then, suggested.suffix
        self.fault = ""

    @property
    def path(self) -> Path:
        """The file that is named, its ending completed: it is this one that is judged and written."""
        return self.named.path

    @property
    def named(self) -> Named:
        """What was typed, and what is wrong with it."""
        return named(self.text, self._suffix)

    def key(self, key: Key) -> bool:
        """Enter writes."""
        if key.name == "return":
            self._write()
            return True
        return False

    def typed(self) -> None:
        """Another name, another chance."""
        self.fault = ""

    def _write(self) -> None:
        found = self.named
        self.fault = found.fault
        if not found.fault:
            try:
                self._then(found.path)
            except GiantfallError as error:
                self.fault = str(error)
            else:
                self.desk.remember(folder=str(whole(found.path).parent))
                self.desk.close(self)
        self.stale = True

    def paint(self, paint: Paint) -> None:
        """The field, what would happen, two buttons."""
        left, top, width, _ = self.frame(paint, paint.px(640), paint.px(210), self.title)
        self.field((left, top, width, paint.px(34)))
        palette, y = paint.palette, top + paint.px(52)
        found = self.named
        note, ink = self.fault or (found.fault if self.text.strip() else ""), palette.harm
        if not note and found.replaces:
            note, ink = f"{found.path.name} is there; it will be replaced.", palette.accent_text
        elif not note and self.text.strip() and found.path.name != self.text.strip().rpartition("/")[2]:
            note, ink = f"The file will be called {found.path.name}.", palette.dim
        for line in paint.wrapped(note, width, SMALL_TEXT, 3) if note else ():
            paint.text(left, y, line, SMALL_TEXT, ink)
            y += paint.px(17)
        high, wide = paint.px(40), paint.px(120)
        low = self.box[1] + self.box[3] - paint.px(18) - high
        right = left + width
        paint.button((right - wide, low, wide, high), "Write", self._write, "Enter", primary=True)
        paint.button((right - 2 * wide - paint.px(10), low, wide, high), "Cancel", lambda: self.desk.close(self), "Esc")
