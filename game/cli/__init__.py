"""The command line: one command a file or two; every command answers with text or, on request, with JSON."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any


def main() -> None:
    """Entry point of ``giantfall``.

    Whatever happens, nothing ends in a traceback that is not a fault of the program itself: an output that is full or
    closed, letters that it cannot show, a signal that ends the program.
    """
    from game.cli.commands import giantfall  # noqa: PLC0415 - `import game.cli` alone stays cheap

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
            signal.signal(getattr(signal, name), _leave)
    try:
        try:
            giantfall.main()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except (TypeError, ValueError, RuntimeError):
        if _ended_by:  # a library that was busy then has made an error of its own out of the end
            sys.exit(128 + _ended_by[0])
        raise
    except BrokenPipeError:  # the reader of a pipe went away: it has all that it wanted
        _give_up_output()
        sys.exit(1)
    except OSError as error:
        _give_up_output()
        where = f"{error.filename}: " if error.filename else "the answer cannot be written: "
        print(f"{where}{error.strerror or error}", file=sys.stderr)  # noqa: T201 - the last word, after click's
        sys.exit(1)


_ended_by: list[int] = []
"""The signal that ends the program, once one has come."""


def _leave(number: int, _: Any) -> None:
    """End by a signal as by an error, so that what was begun is cleared away."""
    _ended_by.append(number)
    sys.exit(128 + number)


def _give_up_output() -> None:
    """Let what could not be written go nowhere, or Python would try once more at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):  # there is no output at all
        sys.stdout = None
