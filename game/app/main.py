"""Opens the window: the start screen, or a battle from a file."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.app import display
from game.app.settings import load_settings
from game.app.tools import every_tool
from game.app.window import Window
from game.engine.opening import open_session
from game.errors import GiantfallError


def run_window(
    path: Path | None = None, size: tuple[int, int] | None = None, *, battle: bool = False, keeps: bool = True
) -> int:
    """Open the window and stay until it is closed.

    Args:
        path: A scenario or a save; None: the start screen.
        size: Of the window in pixels; None: as it was left, or as fits the desktop.
        battle: A scenario is opened as a battle by turns, not in free play.
        keeps: Settings are written down.

    Returns:
        The exit code: 0, or 1 when there can be no window or the file cannot be opened; stderr says why.
    """
    try:
        opened = open_session(path, battle=battle) if path is not None else None
        display.check_pygame()
        display.start_display()
        try:
            settings = load_settings()
            desktop = display.desktop_size()
            scale = settings.scale or display.automatic_scale(desktop)
            asked = size or (settings.width, settings.height)
            window = Window(settings, display.first_size(desktop, asked, scale), every_tool, keeps=keeps)
            window.show(window.start_screen())
            if opened is not None:
                window.show_battle(opened, path)
            with _told_to_go(window):
                window.run()
        finally:
            pygame.display.quit()
    except GiantfallError as error:
        print(error, file=sys.stderr)  # noqa: T201 - the one place where the window speaks to the terminal
        return 1
    return 0


@contextmanager
def _told_to_go(window: Window) -> Iterator[None]:
    """Signals that end a program close the window, so that the battle in it is kept."""

    def go(number: int, frame: object) -> None:  # noqa: ARG001
        window.closed = True

    names = [name for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), go) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler if handler is not None else signal.SIG_DFL)
