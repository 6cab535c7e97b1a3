"""What a path that a person named leads to. These questions are answered, whatever is typed: none of them raises."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ENDINGS = {".toml": (".toml",), ".giantfall": (".giantfall", ".jsonl")}
"""By the ending that a file is given: those that it may have already."""


@dataclass(frozen=True, slots=True)
class Named:
    """A file that was named to be written.

    Attributes:
        path: The file, its ending completed.
        fault: Why it cannot be written, a sentence; "" if nothing is known against it.
        replaces: A file is there already.
    """

    path: Path
    fault: str = ""
    replaces: bool = False


def is_file(path: Path) -> bool:
    """Whether an ordinary file is there and can be seen."""
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def is_folder(path: Path) -> bool:
    """Whether a folder is there and can be seen."""
    try:
        return path.is_dir()
    except (OSError, ValueError, RuntimeError):
        return False


def home() -> Path:
    """The person's folder; the file system's root where nobody has said which it is."""
    try:
        return Path.home()
    except (OSError, RuntimeError):
        return Path("/").absolute()


def here() -> Path:
    """The current folder; the person's own where it has been deleted meanwhile."""
    try:
        return Path.cwd()
    except OSError:
        return home()


def whole(path: Path) -> Path:
    """The path from the root on."""
    return path if path.is_absolute() else here() / path


def resolved(path: Path) -> Path:
    """The path from the root on without ``..`` and links, as far as that can be found out."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return whole(path)


def with_ending(path: Path, ending: str) -> Path:
    """The path with the ending that such a file has; ``v1.2`` is ``v1.2.toml``, no part of the name is lost."""
    if not ending or not path.name or path.suffix.lower() in ENDINGS.get(ending, (ending,)):
        return path
    return path.with_name(path.name.rstrip(".") + ending) if path.name.rstrip(".") else path


def named(text: str, ending: str = "") -> Named:
    """The file that a person named, and what is wrong with it.

    Args:
        text: What was typed; ``~`` is the person's folder.
        ending: Ending that the file is given if it has none that fits; "" for any.
    """
    words = text.strip()
    if not words or any(not sign.isprintable() for sign in words):
        return Named(Path(), "Name a file.")
    try:
        path = Path(words).expanduser()
    except (OSError, RuntimeError):
        return Named(Path(words), f"Nobody here is called '{words.split('/')[0][1:]}': write the folder in full.")
    if words.endswith("/") or is_folder(path):
        return Named(path, "This is a folder; name a file in it." if is_folder(path) else f"There is no folder {path}.")
    path = with_ending(path, ending)
    try:
        return Named(path, *_found(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Named(path, f"{reason[:1].upper()}{reason[1:]}.")


def _found(path: Path) -> tuple[str, bool]:
    """The fault, and whether a file is there.

    Raises:
        OSError: It cannot be found out.
    """
    if path.is_dir():
        return f"{path.name} is a folder; name a file in it.", False
    if not path.parent.is_dir():
        return f"There is no folder {path.parent}.", False
    if path.exists() and not path.is_file():
        return f"{path.name} is there and is no ordinary file.", False
    return "", path.exists()
