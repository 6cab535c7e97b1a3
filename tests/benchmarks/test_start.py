"""From the start of the program to its first frame, beside a bare window of pygame; and frames of the whole window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

ROOT = Path(__file__).resolve().parents[2]
BARE = """
import pygame
pygame.display.init()
pygame.font.init()
surface = pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
surface.fill((43, 47, 56))
pygame.display.flip()
"""
OURS = """
from game.app import display
from game.app.settings import Settings
from game.app.tools import every_tool
from game.app.window import Window
display.check_pygame()
display.start_display()
window = Window(Settings(), (1280, 720), every_tool, keeps=False)
window.show(window.start_screen())
window.frame(0.01)
assert window.size == (1280, 720)
"""


def started(code, tmp_path):
    """Run it as an installed program runs: what the first start has compiled is there for the next one."""
    own = {"SDL_VIDEODRIVER": "dummy", "GIANTFALL_SETTINGS": str(tmp_path), "GIANTFALL_CACHE": str(tmp_path)}
    compiled = {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    environment = os.environ | own | compiled | {"PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    return True


def test_start_to_first_frame(measured, tmp_path):
    assert measured(lambda: started(OURS, tmp_path), rival=lambda: started(BARE, tmp_path), limit=2000, rounds=5)


@pytest.fixture
def opened(monkeypatch, tmp_path):
    from game.app import display
    from game.app.settings import Settings
    from game.app.tools import every_tool
    from game.app.window import Window
    from game.engine.opening import open_session

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("GIANTFALL_CACHE", str(tmp_path))
    display.start_display()
    window = Window(Settings(motion=False, scale=1.0), (1920, 1080), every_tool, keeps=False)
    screen = window.show_battle(open_session(ROOT / "scenarios" / "full_battle.toml"))
    window.frame(0.01)
    yield window, screen
    pygame.display.quit()


def test_a_whole_frame_of_a_full_battle(measured, opened):
    window, screen = opened

    def whole():
        screen.resized()
        window.frame(0.01)
        return screen.view.stale.any

    assert not measured(whole, limit=60)


def test_a_frame_in_which_only_the_mouse_moved_over_units(measured, opened):
    window, screen = opened
    units = [unit.id for unit in screen.view.state.standing()]
    places = [screen.view.camera.at(unit.pose.x, unit.pose.y - 0.2) for unit in screen.view.state.standing()]
    steps = iter(range(10**9))

    def move():
        x, y = places[next(steps) % len(places)]
        window.take(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)))
        window.frame(0.01)
        return len(units)

    assert measured(move, limit=16) >= 20


def test_a_frame_in_which_nothing_happens(measured, opened):
    window, _ = opened
    assert measured(lambda: window.frame(0.0), limit=1) is False
