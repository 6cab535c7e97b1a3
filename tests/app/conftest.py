"""A window without a screen: SDL's dummy driver, settings and pictures in a folder of the test's own."""

from __future__ import annotations

import pygame
import pytest

from game.app import display
from game.app.pictures import FOLDER_VARIABLE as PICTURES_VARIABLE
from game.app.settings import FOLDER_VARIABLE, STILL_VARIABLE, Settings
from game.app.tools import every_tool
from game.app.window import Window


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("HOME", str(tmp_path))  # where files are proposed to be written
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "settings"))
    monkeypatch.setenv(PICTURES_VARIABLE, str(tmp_path / "pictures"))
    monkeypatch.delenv(STILL_VARIABLE, raising=False)


@pytest.fixture
def open_window(own_folders):
    """Make a window of a size with settings; it is closed at the end."""

    def make(size=(1280, 720), settings=None):
        display.start_display()
        return Window(settings or Settings(motion=False, scale=1.0), size, every_tool, keeps=False)

    yield make
    pygame.display.quit()
