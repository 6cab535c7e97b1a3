"""Opening a file: its folder as a list, narrowed by typing; folders lead on to other lists."""

from __future__ import annotations

from pathlib import Path

from game.app.paths import here, home, is_folder, resolved, whole
from game.app.screens.dialogs import PickItem
from game.app.screens.screen import Desk
from game.app.view import Item

SUFFIXES = (".toml", ".giantfall", ".jsonl")
"""Scenarios and saves."""


def open_file_dialog(desk: Desk, folder: Path | None = None) -> None:
    """Ask which file to open, beginning in the folder that was used last."""
    place = folder or (Path(desk.settings.folder) if desk.settings.folder else here())
    place = whole(place if is_folder(place) else home())

    def opened(name: str) -> None:
        path = place / name
        if is_folder(path):
            open_file_dialog(desk, resolved(path))
        else:
            desk.remember(folder=str(place))
            desk.open_file(path)

    desk.show(PickItem(desk, f"Open: {place}", folder_items(place), opened))


def folder_items(folder: Path) -> tuple[Item, ...]:
    """What can be opened in a folder: the way up, folders, then scenarios and saves, by name."""
    folders, files = [], []
    try:
        for entry in sorted(folder.iterdir(), key=lambda path: path.name.lower()):
            if entry.name.startswith("."):
                continue
            if is_folder(entry):
                folders.append(Item(entry.name, f"{entry.name}/", "folder"))
            elif entry.suffix.lower() in SUFFIXES:
                files.append(
                    Item(entry.name, entry.name, "scenario file" if entry.suffix.lower() == ".toml" else "saved battle")
                )
    except OSError as error:
        return (Item("..", "../", f"cannot be read: {error.strerror}"),)
    return (Item("..", "../", "up"), *files, *folders)
