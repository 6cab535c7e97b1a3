"""The window itself: none where there is no display, its first size (C116), no sound (C127), layout, settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app import display
from game.app.layout import LEAST_WINDOW, has_room, lay_out
from game.app.main import run_window
from game.app.settings import SCALES, STILL_VARIABLE, Settings, load_settings, next_scale, save_settings, settings_file
from tests.app.driving import SCENARIOS


def run(code, **environment):
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=kept | environment, capture_output=True, text=True, cwd=SCENARIOS.parent
    )


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux says by the environment that it has no display"
)
def test_without_a_display_it_says_so_in_one_line_and_names_the_commands_that_need_none():
    found = run("import sys; from game.app.main import run_window; sys.exit(run_window())")
    assert found.returncode == 1
    assert found.stdout == ""
    assert len(found.stderr.splitlines()) == 1
    assert "no display" in found.stderr
    for command in ("fall", "move", "measure", "render", "odds", "check"):
        assert command in found.stderr


def test_a_driver_that_cannot_open_is_told_in_one_line_too():
    found = run(
        "import sys; from game.app.main import run_window; sys.exit(run_window())", SDL_VIDEODRIVER="no-such-driver"
    )
    assert found.returncode == 1
    assert len(found.stderr.splitlines()) == 1
    assert "no window can be opened" in found.stderr
    assert "measure" in found.stderr


def test_a_broken_scenario_of_the_command_line_is_told_on_stderr_before_any_window_opens(tmp_path, capsys):
    path = tmp_path / "broken.toml"
    path.write_text('format = 1\nname = "B"\ntable = { width = 72, depth = "x" }\n')
    assert run_window(path) == 1
    told = capsys.readouterr().err
    assert "broken.toml" in told
    assert "depth" in told
    assert "Traceback" not in told
    assert run_window(tmp_path / "missing.toml") == 1
    assert "missing.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        ({"pygame": "2.6.1", "pygame-ce": "2.5.8"}, "beside pygame-ce 2.5.8"),
        ({"pygame": "2.6.1", "pygame-ce": ""}, "pygame 2.6.1 is installed; "),
    ],
)
def test_the_wrong_pygame_or_both_are_told_with_what_to_do(monkeypatch, capsys, installed, said):
    monkeypatch.setattr(display, "_installed", installed.get)
    assert run_window() == 1
    told = capsys.readouterr().err
    assert said in told
    assert "pip install pygame-ce" in told


def test_the_right_pygame_passes():
    display.check_pygame()


def test_it_starts_without_a_sound_device():
    code = (
        "import pygame; from game.app import display; from game.app.settings import Settings; "
        "from game.app.tools import every_tool; from game.app.window import Window; display.start_display(); "
        "window = Window(Settings(), (1000, 700), every_tool, keeps=False); window.show(window.start_screen()); "
        "window.frame(0.01); print(pygame.mixer.get_init())"
    )
    found = run(code, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="bogus")
    assert (found.returncode, found.stdout.strip()) == (0, "None"), found.stderr


SIZES = st.tuples(st.integers(320, 8000), st.integers(240, 5000))


@given(desktop=SIZES, wanted=st.one_of(st.just((0, 0)), SIZES), scale=st.sampled_from(SCALES))
def test_a_window_is_never_larger_than_the_desktop_leaves_room_for(desktop, wanted, scale):
    width, height = display.first_size(desktop, wanted, scale)
    assert width <= desktop[0]
    assert height <= desktop[1]
    for size, most, least in zip((width, height), desktop, LEAST_WINDOW, strict=True):
        assert size <= most * display.MARGIN or size <= least
        assert size >= min(least, most)


def test_a_wanted_size_that_fits_is_kept():
    assert display.first_size((1920, 1080), (1280, 720)) == (1280, 720)
    assert display.first_size((3840, 2400), (0, 0), 1.5) == (2400, 1350)


@pytest.mark.parametrize(
    ("desktop", "scale"), [((1920, 1080), 1.0), ((2560, 1600), 1.25), ((3840, 2160), 1.5), ((5120, 2880), 2.0)]
)
def test_letters_grow_with_the_desktop(desktop, scale):
    assert display.automatic_scale(desktop) == scale


@given(size=SIZES, scale=st.sampled_from(SCALES), left=st.booleans(), right=st.booleans())
def test_the_parts_of_the_window_fill_it_and_never_overlap(size, scale, left, right):
    parts = lay_out(size, scale, left, right)
    boxes = [pygame.Rect(box) for box in (parts.top, parts.strip, parts.left, parts.table, parts.bottom, parts.right)]
    for a, b in combinations(boxes, 2):
        assert not a.colliderect(b)
    if size[1] > 150 * scale:
        assert sum(box.w * box.h for box in boxes) == size[0] * size[1]
    if not left:
        assert parts.left[2] == 0
    assert (parts.strip[2] > 0) == (parts.left[2] == 0), "tools are always in sight"


@given(size=SIZES, scale=st.sampled_from(SCALES), panel=st.sampled_from(["left", "right"]))
def test_a_panel_without_room_lies_over_the_table(size, scale, panel):
    parts = lay_out(size, scale, over=panel)
    if has_room(size, scale, True, True, panel):
        assert parts == lay_out(size, scale)
    else:
        assert parts.over == panel
        over = pygame.Rect(parts.laid_over)
        assert over.w > 0
        assert pygame.Rect(0, 0, *size).contains(over)
        assert not over.colliderect(parts.strip)
        assert parts.table == lay_out(size, scale).table, "the view of the table stays"


def test_settings_come_back_as_they_were():
    settings = Settings(light=True, motion=False, scale=1.3, width=1400, height=900, folder="/some where")
    assert save_settings(settings)
    assert load_settings() == settings
    assert [path.name for path in settings_file().parent.iterdir()] == ["window.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "null", '{"light": "yes", "scale": 99, "width": -3, "folder": 5, "other": 1}']
)
def test_damaged_settings_are_those_of_the_first_start(text):
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(text)
    assert load_settings() == Settings()


def test_what_is_sound_in_damaged_settings_is_kept():
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(json.dumps({"light": True, "scale": "big", "height": True}))
    assert load_settings() == Settings(light=True)


def test_settings_that_cannot_be_written_disturb_nobody(monkeypatch, tmp_path):
    (tmp_path / "settings").write_text("a file where the folder should be")
    assert not save_settings(Settings(light=True))
    assert load_settings() == Settings()


def test_the_environment_forbids_animations(monkeypatch):
    assert Settings().animated
    assert not Settings(motion=False).animated
    monkeypatch.setenv(STILL_VARIABLE, "1")
    assert not Settings().animated


def test_scales_step_and_stop():
    assert next_scale(1.0, 1) == 1.15
    assert next_scale(1.0, -1) == 0.9
    assert next_scale(3.0, 1) == 3.0
    assert next_scale(1.26, 0) == 1.3
