"""Writing a text file in one go, so that nothing is ever half written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from game.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a text file: to a temporary file beside it, then renamed.

    Raises:
        InputError: It cannot be written; what stood there before still stands.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                Path(name).chmod(path.stat().st_mode & 0o777)
            else:
                Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise InputError.of(f"cannot be written: {error.strerror or error}", str(path)) from None
