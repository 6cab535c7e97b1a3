"""Nothing that was played is thrown away: what is in no file is kept, and the start screen offers to continue it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pygame
import pytest

from game.app import display
from game.app.last_battle import in_words, last_battle, last_battle_file
from game.app.screens.battle import BattleScreen
from game.app.screens.problems import ProblemList
from game.app.screens.start import CONTINUE, StartScreen
from game.app.settings import Settings
from game.app.tools import every_tool
from game.app.window import Window
from game.engine.opening import open_session
from game.engine.save import save
from game.engine.tape import Chosen
from tests.app.driving import SCENARIOS, battle, click_spot, press_key, spots, type_text


@pytest.fixture
def window(own_folders):
    display.start_display()
    yield Window(Settings(motion=False, scale=1.0), (1280, 720), every_tool)
    pygame.display.quit()


def fall(window):
    press_key(window, "f")
    press_key(window, "space")


def close_button(window):
    window.take(pygame.event.Event(pygame.QUIT))


LEAVES = [
    lambda window: press_key(window, "w", ctrl=True),
    lambda window: press_key(window, "q", ctrl=True),
    close_button,
    lambda window: click_spot(window, "‹ Battles"),
]


@pytest.mark.parametrize("leave", LEAVES)
def test_a_battle_that_is_left_is_kept_and_can_be_continued(window, leave):
    window.show(window.start_screen())
    assert "continue" not in spots(window)
    screen = battle(window)
    fall(window)
    state, tape = screen.view.state, screen.view.session.tape
    leave(window)
    assert window.closed or isinstance(window.screens[-1], StartScreen)
    assert open_session(last_battle_file()).session.state == state

    window.screens[:] = [window.start_screen()]
    window.frame(0.01)
    first = min(spots(window).values(), key=lambda spot: (spot.box[0] > 248, spot.box[1]))
    assert first.name == "continue"
    click_spot(window, "continue")
    again = window.screens[-1]
    assert isinstance(again, BattleScreen)
    assert again.view.session.tape == tape
    assert again.view.state == state


def test_the_start_screen_names_the_battle_and_when_it_was_left(window, monkeypatch):
    from tests.app.test_window_battle import words_drawn

    opened = open_session(SCENARIOS / "giant_vs_spearmen.toml")
    window.show_battle(opened)
    window.frame(0.01)
    fall(window)
    press_key(window, "w", ctrl=True)
    drawn = words_drawn(monkeypatch, window)
    assert CONTINUE in drawn
    kept = last_battle()
    assert kept is not None
    assert kept.name == opened.name
    assert kept.when.startswith("today ")
    assert kept.when in drawn
    press_key(window, "c")
    assert isinstance(window.screens[-1], BattleScreen)


def test_a_battle_in_which_nothing_was_chosen_or_all_was_saved_leaves_nothing_behind(window, tmp_path):
    battle(window)
    press_key(window, "w", ctrl=True)
    assert not last_battle_file().exists()
    screen = battle(window)
    fall(window)
    press_key(window, "s", ctrl=True)
    window.screens[-1].entry.text = ""
    type_text(window, str(tmp_path / "own.giantfall"))
    press_key(window, "return")
    assert not screen.work.loose
    press_key(window, "z", ctrl=True)
    press_key(window, "w", ctrl=True)
    assert not last_battle_file().exists(), "what was only taken back is in the file"
    window.open_file(tmp_path / "own.giantfall")
    press_key(window, "d", ctrl=True)
    press_key(window, "w", ctrl=True)
    assert last_battle_file().exists()


def test_a_continued_battle_that_gets_a_file_of_its_own_is_no_longer_offered(window, tmp_path):
    battle(window)
    fall(window)
    press_key(window, "w", ctrl=True)
    press_key(window, "c")
    screen = window.screens[-1]
    press_key(window, "w", ctrl=True)
    assert last_battle() is not None, "looking at it changes nothing"
    press_key(window, "c")
    screen = window.screens[-1]
    press_key(window, "s", ctrl=True)
    window.screens[-1].entry.text = str(tmp_path / "own.giantfall")
    press_key(window, "return")
    assert window.screens[-1] is screen
    press_key(window, "w", ctrl=True)
    assert last_battle() is None
    assert window.screens[-1].last is None


def test_a_place_that_cannot_be_written_is_said_once_and_the_second_time_the_window_goes(window):
    last_battle_file().parent.parent.mkdir(parents=True, exist_ok=True)
    last_battle_file().parent.write_text("a file where the folder should be")
    window.show(window.start_screen())
    battle(window)
    fall(window)
    press_key(window, "q", ctrl=True)
    assert not window.closed
    assert isinstance(window.screens[-1], ProblemList)
    press_key(window, "escape")
    press_key(window, "q", ctrl=True)
    assert window.closed


@pytest.mark.parametrize("text", ["", "no save", "{}", '{"scenario": 3}', "[" * 100_000, "\0"])
def test_a_damaged_file_is_not_offered(own_folders, text):
    last_battle_file().parent.mkdir(parents=True)
    last_battle_file().write_text(text)
    assert last_battle() is None


def test_moments_in_words():
    now = datetime(2026, 5, 3, 9, 5, tzinfo=UTC)
    assert in_words(now, now) == "today 9:05"
    assert in_words(now - timedelta(hours=10), now) == "yesterday 23:05"
    assert in_words(now - timedelta(days=2), now) == "1 May 2026, 9:05"


PROGRAM = """
import sys
from pathlib import Path
from game.app import window
from game.rules.special.fall_over import LetFall

show = window.Window.show_battle
def show_and_fall(self, opened, file=None):
    screen = show(self, opened, file)
    assert screen.view.choose(LetFall(unit="old-gorak"))
    return screen
frame = window.Window.frame
def frame_and_tell(self, seconds):
    moves = frame(self, seconds)
    print("drawn", flush=True)
    return moves
window.Window.show_battle, window.Window.frame = show_and_fall, frame_and_tell
from game.app.main import run_window
sys.exit(run_window(Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_a_window_that_is_told_to_go_by_a_signal_keeps_the_battle(own_folders, number):
    scenario = SCENARIOS / "giant_vs_spearmen.toml"
    command = [sys.executable, "-c", PROGRAM, str(scenario)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=SCENARIOS.parent, env=dict(os.environ)) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"drawn\n"
        time.sleep(0.1)
        program.send_signal(number)
        program.stdout.read()
        assert program.wait(20) == 0
    assert open_session(last_battle_file()).session.state.unit("old-gorak").down


def test_whatever_ends_the_loop_does_not_take_the_battle_along(window, monkeypatch):
    battle(window)
    fall(window)

    def fails(seconds):
        raise SystemExit(str(seconds))

    monkeypatch.setattr(window, "frame", fails)
    with pytest.raises(SystemExit):
        window.run()
    assert last_battle() is not None


def test_a_battle_of_ones_own_file_is_untouched(window, tmp_path):
    path = tmp_path / "mine.giantfall"
    screen = battle(window)
    save(screen.view.session, path, "free-play")
    before = path.read_bytes()
    window.open_file(path)
    fall(window)
    press_key(window, "w", ctrl=True)
    assert path.read_bytes() == before
    assert last_battle() is not None


def test_a_battle_by_turns_is_kept_order_by_order_as_it_grows(open_window):
    from tests.app.driving import SCENARIOS

    window = open_window()
    window._keeps = True
    screen = window.show_battle(open_session(SCENARIOS / "two_giants.toml", battle=True))
    window.frame(0.01)
    assert not last_battle_file().exists(), "nothing has been chosen yet"
    for _ in range(3):
        press_key(window, "return")
    assert any(isinstance(entry, Chosen) for entry in screen.view.session.tape)
    opened = open_session(last_battle_file())
    assert opened.unfinished, "as a crash would leave it"
    assert opened.session.state == screen.view.session.state
    assert opened.session.tape == screen.view.session.tape
    press_key(window, "z", ctrl=True)
    assert open_session(last_battle_file()).session.state == screen.view.session.state
    window.keep_battle()
    assert not open_session(last_battle_file()).unfinished
