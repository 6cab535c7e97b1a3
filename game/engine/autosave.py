"""Autosave: a save that grows with its battle, so that a crash costs one order at most.

Every call adds what has happened since the last one to the end of the file and flushes it to the disk. What cannot be
added to is written anew, beside and renamed: another battle, one that was rewound, a file that somebody else changed.
"""

from __future__ import annotations

from pathlib import Path

from game.engine.save_lines import Digest, body, end, header
from game.engine.session import Session
from game.files import append, write_whole


class Autosave:
    """The autosave of one battle after another.

    Args:
        path: The file. It lacks the line that ends a save until :meth:`finish`.
        flow: Name of the battle's flow.
    """

    def __init__(self, path: Path, flow: str) -> None:
        self.path = path
        self.flow = flow
        self._session: Session | None = None
        self._rewinds = 0
        self._digest = Digest()
        self._tape = self._log = self._lines = self._size = 0

    def keep(self, session: Session) -> None:
        """Bring the file up to the battle as it stands; call it whenever a question waits.

        Raises:
            InputError: The file cannot be written; the next call writes it anew.
        """
        news = session is self._session and session.rewinds == self._rewinds
        if news and (len(session.tape), len(session.log)) == (self._tape, self._log):
            return
        if not news or not self._add(session):
            self._write(session)

    def finish(self, session: Session) -> None:
        """Bring the file up to the battle and end it like any save.

        Raises:
            InputError: The file cannot be written.
        """
        self.keep(session)
        text = self._digest.sealed(end(self._lines)).encode()
        size, self._session = self._size, None  # whatever is kept next begins anew
        if not append(self.path, text, size):
            self._write(session)
            append(self.path, self._digest.sealed(end(self._lines)).encode(), self._size)
            self._session = None

    def _add(self, session: Session) -> bool:
        """Append what is new; False if the file is not as it was left."""
        lines = list(body(session, self._tape, self._log))
        text = "".join(self._digest.sealed(line) for line in lines).encode()
        self._session = None  # until it is known that all of it stands there
        if not append(self.path, text, self._size):
            return False
        self._note(session, len(lines), len(text))
        return True

    def _write(self, session: Session) -> None:
        self._session, self._digest = None, Digest()
        lines = [header(session, self.flow), *body(session)]
        text = "".join(self._digest.sealed(line) for line in lines).encode()
        write_whole(self.path, text)
        self._lines = self._size = 0
        self._note(session, len(lines), len(text))

    def _note(self, session: Session, lines: int, size: int) -> None:
        self._session, self._rewinds = session, session.rewinds
        self._tape, self._log = len(session.tape), len(session.log)
        self._lines += lines
        self._size += size
