"""Where a file is proposed to be written, and how its place is told."""

from __future__ import annotations

import os
from pathlib import Path

from game.app.last_battle import last_battle_file
from game.app.paths import here, home, is_folder, whole
from game.resources import folder

LONGEST = 80
"""Characters of a proposed name at most, its ending not counted."""
MOST = 60
"""Characters of a path that is told."""


def suggested_path(name: str, opened: Path | None) -> Path:
    """A file of this name: in the folder of the file that was opened, else in the current folder, else at home.

    Neither the bundled scenarios nor the place where the last battle is kept are folders of one's own.

    Args:
        name: Its name with an ending; it may hold anything that people write.
        opened: The scenario or save that was opened, if it was one.
    """
    stem, _, suffix = name.rpartition(".")
    stem = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in stem)[:LONGEST].strip()
    own = own_file(opened)
    places = [whole(own).parent] if own is not None else []
    place = next((place for place in [*places, here()] if _takes_files(place)), home())
    return place / f"{stem or 'battle'}.{suffix}"


def own_file(opened: Path | None) -> Path | None:
    """The opened file, unless it is one of the program's own."""
    if opened is None or whole(opened) == whole(last_battle_file()):
        return None
    return None if whole(opened).is_relative_to(whole(folder("scenarios"))) else opened


def _takes_files(place: Path) -> bool:
    return is_folder(place) and os.access(place, os.W_OK | os.X_OK)


def told(path: Path) -> str:
    """The whole path, shortened in its middle where it is long: the name is always there."""
    words = str(whole(path))
    if len(words) <= MOST:
        return words
    end = max(min(len(path.name) + 1, MOST - 2), (MOST - 1) * 2 // 3)
    return f"{words[: MOST - 1 - end]}…{words[-end:]}"
