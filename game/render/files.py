"""Files that are whole or not there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.errors import InputError


@contextmanager
def renamed_when_whole(path: Path) -> Iterator[Path]:
    """A new file beside ``path`` that takes its place when all went well.

    Raises:
        InputError: It cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise InputError.of(f"cannot write here: {error.strerror}", str(path)) from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(0o644)
        beside.replace(path)
    except OSError as error:
        raise InputError.of(f"cannot be written: {error.strerror or error}", str(path)) from error
    finally:
        beside.unlink(missing_ok=True)
