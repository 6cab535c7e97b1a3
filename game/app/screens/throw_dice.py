"""The dialog in which a person says what the dice show: which roll it is, whose, and what of it counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.app.paint import Paint, Spot
from game.app.play.throwing import (
    NeedsDiceError,
    Thrown,
    dice_wanted,
    read_faces,
    told_roll,
    told_throw,
    wanted_of,
    whose_roll,
    words_of,
    worth_of,
)
from game.app.screens.dialogs import Asking
from game.app.screens.screen import Desk
from game.app.tool import Key
from game.battle.state import State
from game.dice import ARTILLERY, D6
from game.errors import InputError
from game.render.canvas import Box
from game.render.symbols import draw_die
from game.render.theme import INK, SMALL_TEXT, TEXT, WHITE

DIE = 40.0
"""Pixels at 100 % of a die."""
MOST_SHOWN = 14
"""Dice that are drawn beside the field at most; the field has all of them."""


class ThrowDice(Asking):
    """Asks for the faces of one roll: typed, or clicked as dice.

    Attributes:
        need: The roll that waits.
        fault: What is wrong with what was typed, or "".
    """

    needs = (560.0, 370.0)

    def __init__(self, desk: Desk, state: State, need: NeedsDiceError, then: Callable[[Thrown | None], None]) -> None:
        super().__init__(desk, whose_roll(state, need.roll), hint=f"type {wanted_of(need.roll)}")
        self._state = state
        self.need = need
        self.fault = ""
        self._then: Callable[[Thrown | None], None] | None = then

    def key(self, key: Key) -> bool:
        """Enter takes what was typed."""
        if key.name == "return":
            self._throw()
            return True
        return False

    def typed(self) -> None:
        """Other dice, another chance."""
        self.fault = ""

    def closing(self, throw: Thrown | None) -> None:
        """Close, and say what was thrown; only once."""
        then, self._then = self._then, None
        self.desk.close(self)
        if then is not None:
            then(throw)

    def _throw(self) -> None:
        try:
            faces = read_faces(self.text, self.need.roll)
        except InputError as error:
            self.fault, self.stale = error.problems[0].text, True
            return
        self.closing(Thrown(faces))

    def _seeded(self) -> None:
        self.closing(Thrown(self.need.seeded, ""))

    def _add(self, face: int) -> None:
        """A die that was clicked joins those that were typed."""
        if self.entry is not None:
            self.entry.text = f"{self.entry.text.strip()} {face}".strip()
            self.typed()

    def perform(self, action: str) -> bool:
        """Escape throws nothing."""
        if action == "back":
            self.closing(None)
            return True
        return False

    def clicked_beside(self) -> None:
        """A click beside it does nothing: the battle waits for the dice."""

    def paint(self, paint: Paint) -> None:
        """What is thrown, six dice to click, the field, what stands in it as dice, and two buttons."""
        roll = self.need.roll
        left, top, width, _ = self.frame(paint, paint.px(540), paint.px(350), self.title)
        self.spots_of_close(paint)
        palette, y = paint.palette, top
        for line in paint.wrapped(told_roll(roll), width, TEXT, 2):
            paint.text(left, y + paint.px(4), line, TEXT, palette.text)
            y += paint.px(20)
        wanted = dice_wanted(roll)
        if wanted:
            self._faces(paint, left, top + paint.px(44))
            self._so_far(paint, (left + paint.px(6 * (DIE + 8) + 18), top + paint.px(44), width, 0), wanted)
        self.field((left, top + paint.px(112), width, paint.px(34)))
        count = f"{len(words_of(self.text, roll))} of {wanted} dice" if wanted > 1 else ""
        note, ink = (self.fault, palette.harm) if self.fault else (count, palette.dim)
        for number, line in enumerate(paint.wrapped(note, width, SMALL_TEXT, 2) if note else ()):
            paint.text(left, top + paint.px(162 + 17 * number), line, SMALL_TEXT, ink)
        self._before(paint, left, top + paint.px(204), width)
        self._foot(paint, left + width)

    def _before(self, paint: Paint, x: float, y: float, width: float) -> None:
        """What was thrown for the same order before: nothing of it is in the log until all of its dice are thrown."""
        thrown = "; ".join(told_throw(self._state, roll, faces) for roll, faces in self.need.before)
        for number, line in enumerate(paint.wrapped(f"Thrown so far: {thrown}", width, SMALL_TEXT) if thrown else ()):
            paint.text(x, y + paint.px(17 * number), line, SMALL_TEXT, paint.palette.text)

    def spots_of_close(self, paint: Paint) -> None:
        """The cross of the dialog throws nothing, as Escape does."""
        spot = paint.spots[-1]
        paint.spots[-1] = Spot(spot.box, partial(self.closing, None), spot.tip, spot.name)

    def _faces(self, paint: Paint, x: float, y: float) -> None:
        size, worth = paint.px(DIE), worth_of(self.need.roll)
        for face in D6:
            box = (x, y, size, size)
            if paint.over(box):
                ring = paint.px(2)
                paint.box((x - ring, y - ring, size + 2 * ring, size + 2 * ring), paint.palette.accent, radius=size / 4)
            draw_die(paint.canvas, x + size / 2, y + size / 2, size, face, WHITE, INK)
            if worth != D6:
                words = "Misfire" if worth == ARTILLERY and not worth[face - 1] else f"{worth[face - 1]}"
                paint.text(
                    x + size / 2, y + size + paint.px(9), words, SMALL_TEXT - 1, paint.palette.dim, align="middle"
                )
            paint.spots.append(Spot(box, partial(self._add, face), f"A die that shows {face}", f"face {face}"))
            x += size + paint.px(8)

    def _so_far(self, paint: Paint, box: Box, wanted: int) -> None:
        """The dice that were typed so far, small, and places for those that are wanting."""
        x, y, _, _ = box
        words = words_of(self.text, self.need.roll)
        faces = [int(word) if word in ("1", "2", "3", "4", "5", "6") else 0 for word in words]
        size, gap = paint.px(22), paint.px(5)
        for number in range(min(max(wanted, len(faces)), MOST_SHOWN)):
            down, across = divmod(number, MOST_SHOWN // 2)
            at = (x + across * (size + gap), y + down * (size + gap))
            face = faces[number] if number < len(faces) else 0
            if face:
                draw_die(paint.canvas, at[0] + size / 2, at[1] + size / 2, size, face, WHITE, INK)
            else:
                paint.box((*at, size, size), None, paint.palette.line, 1, paint.px(4))

    def _foot(self, paint: Paint, right: float) -> None:
        high, wide, gap = paint.px(40), paint.px(120), paint.px(10)
        low = self.box[1] + self.box[3] - paint.px(18) - high
        paint.button((right - wide, low, wide, high), "Thrown", self._throw, "Enter", primary=True)
        x = right - wide - gap - paint.px(190)
        paint.button((x, low, paint.px(190), high), "Let Giantfall throw it", self._seeded)
        x -= gap + paint.px(130)
        paint.button((x, low, paint.px(130), high), "Take it back", partial(self.closing, None), "Esc")
