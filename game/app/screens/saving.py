"""Where a file is proposed to be written."""

from __future__ import annotations

from pathlib import Path

from game.resources import folder


def suggested_path(name: str, last: str, beside: Path | None) -> Path:
    """A file of this name: in the folder that was used last, in the person's documents, beside a
    scenario of one's own, at home.

    Args:
        name: Its name, which may hold anything that people write.
        last: The folder that was used last, or "".
        beside: The scenario's file.
    """
    name = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in name)[:120]
    bundled = folder("scenarios")
    places = [Path(last)] if last else []
    places.append(Path.home() / "Documents")
    if beside is not None and beside.absolute().parent != bundled.absolute():
        places.append(beside.parent)
    place = next((place for place in places if place.is_dir()), Path.home())
    return place.absolute() / (name or "battle")
