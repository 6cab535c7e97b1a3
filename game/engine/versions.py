"""Which version of a package runs."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import game


def version_of(name: str) -> str:
    """The version of an installed package; of Giantfall itself also that of a source tree."""
    try:
        return version(name)
    except PackageNotFoundError:
        return _of_the_tree() if name == "giantfall" else "unknown"


def _of_the_tree() -> str:
    """The version that the tree's own project file names."""
    try:
        project = (Path(game.__file__).resolve().parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return "source tree"
    named = re.search(r'^name = "giantfall"\nversion = "([^"\n]+)"', project, re.MULTILINE)
    return f"{named[1]} (source tree)" if named else "source tree"
