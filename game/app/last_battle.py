"""The last battle: what was played and is in no file of its own is kept beside the settings, without a question."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from game.app.settings import settings_file
from game.engine.autosave import Autosave
from game.engine.save import FLOWS, FREE_PLAY, save
from game.engine.session import Session
from game.errors import InputError
from game.files import is_regular

LONGEST_HEAD = 64 * 1024 * 1024
"""Bytes of the first line of a save at most."""


def flow_of(session: Session) -> str:
    """Name of its flow, for saves."""
    return next((name for name, flow in FLOWS.items() if flow is session.flow), FREE_PLAY)


def last_battle_file() -> Path:
    """Where it is kept."""
    return settings_file().with_name("last-battle.giantfall")


@dataclass(frozen=True, slots=True)
class LastBattle:
    """The battle that can be continued.

    Attributes:
        path: Its save.
        name: Its name.
        when: When it was left, in words.
    """

    path: Path
    name: str
    when: str


def last_battle(now: datetime | None = None) -> LastBattle | None:
    """The battle that was kept last; None: there is none, or its file is no save."""
    path = last_battle_file()
    if not is_regular(path):
        return None
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(LONGEST_HEAD))
        left = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
        name = str(head["scenario"]["name"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return LastBattle(path, name or "A table of your own", in_words(left, now or datetime.now(UTC).astimezone()))


def in_words(then: datetime, now: datetime) -> str:
    """A moment as people say it: ``today 14:05``, ``yesterday 9:30``, ``3 May 2026, 14:05``."""
    days = (now.date() - then.date()).days
    clock = f"{then.hour}:{then:%M}"
    day = {0: "today ", 1: "yesterday "}.get(days, f"{then.day} {then:%B %Y}, ")
    return day + clock


class Work:
    """What of a battle is in a file, and what would be lost.

    Attributes:
        session: The battle.
        continued: It stands in the file of the last battle, perhaps not all of it.
    """

    def __init__(self, session: Session, continued: bool = False) -> None:
        self.session = session
        self.continued = continued
        self._written = tuple(session.tape)
        self._has_file = False
        self._autosave: Autosave | None = Autosave(last_battle_file(), flow_of(session))
        self._grown = (session.rewinds, len(session.tape))

    @property
    def loose(self) -> bool:
        """Something was chosen that is in no file; what was only taken back is."""
        tape = tuple(self.session.tape)
        return tape != self._written[: len(tape)]

    def saved(self) -> None:
        """All of it has been written to a file of its own."""
        self._written, self._has_file = tuple(self.session.tape), True

    def grow(self) -> None:
        """Add what is new to the file of the last battle at once, so that a crash costs one order at most.

        Where that cannot be written nobody is disturbed: it is said when the battle is left.
        """
        grown = (self.session.rewinds, len(self.session.tape))
        if self._autosave is None or grown == self._grown or not self.loose:
            return
        self._grown = grown
        try:
            self._autosave.path.parent.mkdir(parents=True, exist_ok=True)
            self._autosave.keep(self.session)
            self.continued = True
        except (InputError, OSError):
            self._autosave = None

    def keep(self) -> None:
        """Keep what is in no file as the last battle; one that has got a file of its own is no longer offered.

        Raises:
            InputError: It cannot be written.
        """
        path = last_battle_file()
        try:
            if self.loose:
                path.parent.mkdir(parents=True, exist_ok=True)
                save(self.session, path, flow_of(self.session))
                self._written, self._has_file, self.continued = tuple(self.session.tape), False, True
            elif self.continued and self._has_file:
                path.unlink(missing_ok=True)
                self.continued = False
        except OSError as error:
            raise InputError.of(f"cannot be written: {error.strerror}", str(path)) from None
