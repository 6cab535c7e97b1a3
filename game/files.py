"""Writing files so that nothing is ever half written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from game.errors import InputError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one go: to a temporary file beside it, which is then renamed. Text becomes UTF-8.

    Raises:
        InputError: It cannot be written; what stood there before still stands.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".giantfall-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                Path(name).chmod(path.stat().st_mode & 0o777)
            else:
                Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise InputError.of(f"cannot be written: {error.strerror or error}", str(path)) from None


def _umask() -> int:
    """The permissions that new files of this process lack."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
