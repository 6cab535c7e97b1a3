"""What the window remembers from one start to the next: a small JSON file in the platform's settings folder."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from game.errors import InputError
from game.files import write_whole

FOLDER_VARIABLE = "GIANTFALL_SETTINGS"
"""Environment: a folder for the settings in place of the platform's."""
STILL_VARIABLE = "GIANTFALL_NO_ANIMATION"
"""Environment: set to anything, nothing is animated, whatever the settings say."""
SCALES = (0.75, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0)
"""Sizes of letters and panels that ``Ctrl +`` and ``Ctrl -`` step through."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings.

    Attributes:
        light: Light panels.
        motion: Events are animated.
        plates: Names stand beside the units.
        scale: Of letters and panels; 0: as fits the desktop.
        left: The left panel is shown.
        right: The right panel is shown.
        full_screen: The window fills the screen.
        width: Of the window, pixels; 0: as fits the desktop.
        height: The same.
        folder: Where files were last opened or written.
    """

    light: bool = False
    motion: bool = True
    plates: bool = True
    scale: float = 0.0
    left: bool = True
    right: bool = True
    full_screen: bool = False
    width: int = 0
    height: int = 0
    folder: str = ""

    @property
    def animated(self) -> bool:
        """Events are animated: by the settings, and not forbidden by the environment."""
        return self.motion and not os.environ.get(STILL_VARIABLE)


def settings_file() -> Path:
    """Where the settings lie."""
    place = os.environ.get(FOLDER_VARIABLE)
    return (Path(place) if place else Path(platformdirs.user_config_dir("giantfall", appauthor=False))) / "window.json"


def load_settings() -> Settings:
    """The settings as they were left; whatever is damaged, missing or of another type is as at the first start."""
    try:
        found = json.loads(settings_file().read_text("utf-8"))
    except (OSError, ValueError):
        return Settings()
    if not isinstance(found, dict):
        return Settings()
    return Settings(**{one.name: found[one.name] for one in fields(Settings) if _fits(one.name, found.get(one.name))})


def _fits(name: str, value: Any) -> bool:
    standard = getattr(Settings(), name)
    if isinstance(standard, bool) or isinstance(value, bool):
        return isinstance(standard, bool) and isinstance(value, bool)
    if isinstance(standard, float):
        return isinstance(value, int | float) and (value == 0 or SCALES[0] <= value <= SCALES[-1])
    if isinstance(standard, int):
        return isinstance(value, int) and 0 <= value <= 20000
    return isinstance(value, str)


def save_settings(settings: Settings) -> bool:
    """Write them aside and rename. A folder that cannot be written to is no reason to disturb anybody: False."""
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(asdict(settings), indent=1) + "\n")
    except (OSError, InputError):
        return False
    return True


def next_scale(scale: float, steps: int) -> float:
    """The scale so many steps larger or smaller than this one."""
    nearest = min(range(len(SCALES)), key=lambda i: abs(SCALES[i] - scale))
    return SCALES[min(max(nearest + steps, 0), len(SCALES) - 1)]
