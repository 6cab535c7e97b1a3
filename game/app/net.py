"""The net under the window: what nobody foresaw costs no battle. It is kept, and the window goes on if it can."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import TypeVar

from game.engine.wording import reason_of
from game.errors import GiantfallError

T = TypeVar("T")


class BrokenError(GiantfallError):
    """The window cannot be drawn any more; the message says so, and where the battle was kept."""


class Net:
    """Catches errors that are no one's message to a person: faults of the program.

    The first time the window is brought back to a plain state and says what happened. If it cannot be drawn even
    then, it ends.
    """

    def __init__(self, keep: Callable[[], str], mend: Callable[[str], None]) -> None:
        """Take what keeps the battle and says so in a few words, and what brings the window back and says a line."""
        self._keep = keep
        self._mend = mend
        self._undrawn = False

    def event(self, done: Callable[[], object]) -> None:
        """Do what an event asks for."""
        self._caught(done, drawing=False)

    def frame(self, done: Callable[[], bool]) -> bool:
        """Draw a frame; True: the next one is wanted soon.

        Raises:
            BrokenError: It went wrong, and so did the frame before.
        """
        return self._caught(done, drawing=True) is not False

    def _caught(self, done: Callable[[], T], *, drawing: bool) -> T | None:
        try:
            found = done()
        except Exception as error:
            traceback.print_exception(error)  # for whoever mends it; the person is told in a line
            words = f"Something went wrong: {reason_of(error)}; {self._keep()}"
            if drawing and self._undrawn:
                raise BrokenError(f"giantfall: {words}") from error
            self._undrawn |= drawing
            self._mend_or_end(words)
            return None
        if drawing:
            self._undrawn = False
        return found

    def _mend_or_end(self, words: str) -> None:
        try:
            self._mend(words)
        except Exception as error:
            raise BrokenError(f"giantfall: {words}") from error
