"""Writing files so that nothing is ever half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.errors import InputError


@contextmanager
def renamed_when_whole(path: Path) -> Iterator[Path]:
    """A new file beside ``path`` that takes its place when the block ends without an error.

    Raises:
        InputError: It cannot be written; what stood there before still stands.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".giantfall-", suffix=path.suffix or ".part")
    except OSError as error:
        raise InputError.of(f"cannot be written: {error.strerror or error}", str(path)) from None
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        beside.replace(path)
    except OSError as error:
        raise InputError.of(f"cannot be written: {error.strerror or error}", str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one go. Text becomes UTF-8.

    Raises:
        InputError: It cannot be written; what stood there before still stands.
    """
    with renamed_when_whole(path) as beside, beside.open("wb") as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def _umask() -> int:
    """The permissions that new files of this process lack."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
