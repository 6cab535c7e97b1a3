"""The window itself: whether there can be one, how large it starts, its surface. Display and fonts only, no sound."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from importlib.metadata import PackageNotFoundError, version

import pygame

from game.app.layout import LEAST_WINDOW
from game.errors import GiantfallError
from game.render.fonts import start_drawing

WITHOUT_WINDOW = "giantfall fall, move, measure, render, odds and check need none"
"""What can be done where there is no display."""
COMFORT = (1600, 900)
"""Size of the first window at 100 %, where the desktop has room for it."""
MARGIN = 0.92
"""Share of the desktop that a window takes at most: its title bar and the panels of the desktop need the rest."""


class NoWindowError(GiantfallError):
    """A window cannot be opened here; the message is one line."""


def check_pygame() -> None:
    """Make sure that pygame-ce, and nothing else called pygame, is installed.

    Raises:
        NoWindowError: The other pygame is, or both are.
    """
    found = {name: _installed(name) for name in ("pygame", "pygame-ce")}
    if found["pygame"]:
        also = f" beside pygame-ce {found['pygame-ce']}" if found["pygame-ce"] else ""
        raise NoWindowError(
            f"giantfall: pygame {found['pygame']} is installed{also}; Giantfall needs pygame-ce alone: "
            "pip uninstall -y pygame pygame-ce && pip install pygame-ce"
        )
    if not hasattr(pygame, "IS_CE"):
        raise NoWindowError("giantfall: the pygame found is not pygame-ce; pip install pygame-ce")


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def start_display() -> None:
    """Make a window possible.

    Raises:
        NoWindowError: There is no display, or SDL cannot use it.
    """
    headless = sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    )
    if headless:
        raise NoWindowError(f"giantfall: there is no display for a window; {WITHOUT_WINDOW}")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoWindowError(f"giantfall: no window can be opened ({error}); {WITHOUT_WINDOW}") from None
    start_drawing()
    pygame.key.set_repeat(400, 40)


def desktop_size() -> tuple[int, int]:
    """Size of the first desktop as the system reports it, in the pixels that windows are measured in."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else COMFORT


def automatic_scale(desktop: tuple[int, int]) -> float:
    """How large letters are on a desktop of this size: 100 % up to 1440 lines, 150 % at 4K, 200 % beyond 2400."""
    height = min(desktop[1], desktop[0] * 10 // 16)
    return 2.0 if height > 2400 else 1.5 if height >= 2000 else 1.25 if height >= 1500 else 1.0


def first_size(desktop: tuple[int, int], wanted: tuple[int, int] = (0, 0), scale: float = 1.0) -> tuple[int, int]:
    """Size of a window that fits the desktop with its title bar, and is no smaller than a window may be.

    Args:
        desktop: Size of the desktop.
        wanted: As it was asked for; (0, 0): as is comfortable.
        scale: Of letters and panels.
    """
    asked = wanted if wanted[0] and wanted[1] else (round(COMFORT[0] * scale), round(COMFORT[1] * scale))
    least = [min(low, most) for low, most in zip(LEAST_WINDOW, desktop, strict=True)]
    room = [max(int(most * MARGIN), low) for most, low in zip(desktop, least, strict=True)]
    width, height = (min(max(size, low), most) for size, low, most in zip(asked, least, room, strict=True))
    return width, height


def open_window(size: tuple[int, int], full_screen: bool) -> pygame.Surface:
    """Open the window, or change it between its own size and the full screen.

    Raises:
        NoWindowError: SDL cannot open it.
    """
    try:
        if full_screen:
            surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
            limit_size()
    except pygame.error as error:
        raise NoWindowError(f"giantfall: no window can be opened ({error}); {WITHOUT_WINDOW}") from None
    return surface


def limit_size() -> None:
    """Ask the system not to let the window become smaller than its parts need; not every system can."""
    with contextlib.suppress(AttributeError, pygame.error), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pygame-ce means to find another way to the same window
        pygame.Window.from_display_module().minimum_size = LEAST_WINDOW
