"""Where the bundled files are: beside the package in a source tree, inside it once installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.errors import InputError


@cache
def folder(name: str) -> Path:
    """The bundled folder ``assets`` or ``scenarios``.

    An editable install may keep a stale copy in ``game/_data``, so the source tree comes first.

    Raises:
        InputError: The installation lacks the folder.
    """
    package = Path(__file__).resolve().parent
    for place in (package.parent / name, package / "_data" / name):
        if place.is_dir() and (place.parent != package.parent or (package.parent / "pyproject.toml").is_file()):
            return place
    raise InputError.of(f"this installation of Giantfall lacks its folder '{name}'; install it anew")
