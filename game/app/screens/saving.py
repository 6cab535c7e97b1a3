"""Where a file is proposed to be written."""

from __future__ import annotations

from pathlib import Path

from game.resources import folder

LONGEST = 80
"""Characters of a proposed name at most, its ending not counted."""


def suggested_path(name: str, last: str, beside: Path | None) -> Path:
    """A file of this name in the first folder there is of those that fit.

    The one that was used last, the documents of the person, beside a
    scenario of one's own, at home.

    Args:
        name: Its name with an ending; it may hold anything that people write.
        last: The folder that was used last, or "".
        beside: The scenario's file.
    """
    stem, _, suffix = name.rpartition(".")
    stem = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in stem)[:LONGEST].strip()
    bundled = folder("scenarios")
    places = [Path(last)] if last else []
    places.append(Path.home() / "Documents")
    if beside is not None and beside.absolute().parent != bundled.absolute():
        places.append(beside.parent)
    place = next((place for place in places if place.is_dir()), Path.home())
    return place.absolute() / f"{stem or 'battle'}.{suffix}"
