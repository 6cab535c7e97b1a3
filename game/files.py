"""Reading and writing files: only regular ones, and so that nothing is ever half written."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.errors import InputError


def is_regular(path: Path) -> bool:
    """Whether there is an ordinary file: no folder, no pipe, no device. Nothing is opened to find out."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):  # a ValueError: a name with a null character
        return False


def read_regular(path: Path, most: int) -> bytes:
    """What an ordinary file of at most ``most`` bytes holds.

    Raises:
        InputError: It is none, is larger, or cannot be read.
    """
    try:
        _refuse_other_than_files(path.stat().st_mode, path)
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise InputError.of(f"cannot be read: {_reason(error)}", str(path)) from None
    if len(data) > most:
        raise InputError.of(f"is larger than {most // 1024 // 1024} MB", str(path))
    return data


def writable(path: Path) -> Path:
    """The file that writing to ``path`` makes or changes: the end of its symbolic links.

    Raises:
        InputError: It is a folder, a pipe or a device, is write-protected, or its folder takes no files.
    """
    try:
        target = Path(os.path.realpath(path, strict=True)) if path.exists() else Path(os.path.realpath(path))
        if target.exists():
            _refuse_other_than_files(target.stat().st_mode, path)
            if not os.access(target, os.W_OK):
                raise InputError.of("cannot be written: it is write-protected", str(path))
        elif target.is_symlink():
            raise InputError.of("cannot be written: its symbolic links run in a circle", str(path))
        if not target.parent.is_dir():
            raise InputError.of(f"cannot be written: there is no folder '{path.parent}'", str(path))
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise InputError.of(f"cannot be written: the folder '{path.parent}' takes no files", str(path))
    except (OSError, ValueError) as error:
        raise InputError.of(f"cannot be written: {_reason(error)}", str(path)) from None
    return target


@contextmanager
def renamed_when_whole(path: Path) -> Iterator[Path]:
    """A new file beside ``path`` that takes its place when the block ends without an error.

    Where ``path`` is a symbolic link, the file it leads to is what is replaced, not the link.

    Raises:
        InputError: It cannot be written; what stood there before still stands.
    """
    target = writable(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".giantfall-", suffix=target.suffix or ".part")
    except OSError as error:
        raise InputError.of(f"cannot be written: {_reason(error)}", str(path)) from None
    beside = Path(name)
    try:
        os.close(handle)
        yield beside
        beside.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        beside.replace(target)
    except OSError as error:
        raise InputError.of(f"cannot be written: {_reason(error)}", str(path)) from None
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


def append(path: Path, content: bytes, size: int) -> bool:
    """Add to the end of an ordinary file and flush it to the disk.

    Args:
        path: The file.
        content: What is added.
        size: Bytes that it must have before.

    Returns:
        False, and nothing is added: there is no such file of this size.

    Raises:
        InputError: It cannot be written; part of the content may stand there.
    """
    if not is_regular(path):
        return False
    try:
        with path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != size:
                return False
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError.of(f"cannot be written: {_reason(error)}", str(path)) from None
    return True


def _refuse_other_than_files(mode: int, path: Path) -> None:
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    if not stat.S_ISREG(mode):
        what = next((word for is_it, word in kinds if is_it(mode)), "a device")
        raise InputError.of(f"is {what}; an ordinary file is wanted", str(path))


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _umask() -> int:
    """The permissions that new files of this process lack."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
