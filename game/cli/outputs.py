"""Where pictures go: judged before anything is answered."""

from __future__ import annotations

from pathlib import Path

from game.cli.telling import tell
from game.errors import InputError
from game.files import writable

WIDTHS = (200, 8000)
"""The narrowest and the widest picture of a table, in pixels; a table deeper than wide takes less."""


def kind_of(output: Path) -> str:
    """``.png`` or ``.gif``.

    Raises:
        InputError: The name ends otherwise.
    """
    kind = output.suffix.lower()
    if kind not in (".png", ".gif"):
        raise InputError.of(f"a picture ends in .png, a moving one in .gif, not in '{output.suffix}'", str(output))
    return kind


def check_output(output: Path, *, still: bool = False) -> str:
    """The kind of a picture that can be written there.

    Args:
        output: The file.
        still: Only a still picture will do.

    Raises:
        InputError: The name ends otherwise, or the file cannot be written.
    """
    kind = kind_of(output)
    if still and kind != ".png":
        raise InputError.of("a still picture ends in .png", str(output))
    writable(output)
    return kind


def told_of(output: Path) -> None:
    """Say on stderr that a picture was written, so that an answer in JSON stays clean."""
    tell(f"wrote {output}", err=True)
