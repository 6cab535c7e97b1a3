"""What nobody foresaw costs no battle; dialogs that cannot write stay open with the reason."""

from __future__ import annotations

import pygame
import pytest

from game.app.last_battle import last_battle_file
from game.app.main import run_window
from game.app.screens.battle import BattleScreen
from game.app.screens.dialogs import AskPath
from game.app.screens.face import Face
from game.app.screens.open_file import open_file_dialog
from game.app.window import Window
from game.engine.save import FLOWS, load
from game.errors import InputError
from game.rules.bundled import BOOK
from game.rules.special.fall_over import LetFall
from tests.app.driving import CODES, SCENARIOS, battle, click_spot, key_down, key_up, press_key, type_text


def clear(window):
    dialog = window.screens[-1]
    dialog.entry.text = ""
    return dialog


@pytest.mark.parametrize("text", ["~a", "~", "x" * 300, "no/\u202e", "日本", "a/b/c", "/dev/null/x", "\u202e"])
@pytest.mark.parametrize("key", ["s", None])
def test_typing_any_path_breaks_nothing(open_window, text, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    window = open_window()
    battle(window)
    if key:
        press_key(window, "s", ctrl=True)
    else:
        open_file_dialog(window)
        window.frame(0.01)
    dialog = clear(window)
    for letter in text:
        window.take(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        window.frame(0.01)
    assert dialog.text == text.replace("\u202e", "")  # what takes no room is not typed
    press_key(window, "return")
    assert window.screens


def test_the_dialog_says_what_is_wrong_and_stays(open_window, tmp_path):
    window = open_window()
    battle(window)
    press_key(window, "s", ctrl=True)
    dialog = clear(window)
    type_text(window, "~nobody-here/x")
    press_key(window, "return")
    assert window.screens[-1] is dialog
    assert "nobody-here" in dialog.fault


def save_as_scenario(window):
    screen = battle(window)
    press_key(window, "p")
    click_spot(window, "Save as scenario")
    window.frame(0.01)
    assert isinstance(window.screens[-1], AskPath)
    return screen, clear(window)


def test_a_scenario_is_written_under_the_name_that_was_judged(open_window, tmp_path):
    window = open_window()
    _, dialog = save_as_scenario(window)
    (tmp_path / "v1.2.toml").write_text("mine")
    dialog.entry.text = str(tmp_path / "v1.2")
    window.frame(0.01)
    assert dialog.named.replaces, "it warns of the file that it would replace"
    press_key(window, "return")
    assert sorted(path.name for path in tmp_path.glob("v1*")) == ["v1.2.toml"]
    assert (tmp_path / "v1.2.toml").read_text() != "mine"


def test_a_scenario_that_cannot_be_written_leaves_the_dialog_with_the_reason(open_window, tmp_path, monkeypatch):
    window = open_window()
    screen, dialog = save_as_scenario(window)

    def refuse(*_):
        raise InputError.of("cannot be written: the folder takes no files")

    monkeypatch.setattr("game.app.tools.save_scenario.write_scenario", refuse)
    dialog.entry.text = str(tmp_path / "mine")
    press_key(window, "return")
    assert window.screens[-1] is dialog
    assert "takes no files" in dialog.fault
    press_key(window, "escape")
    assert window.screens[-1] is screen


def test_an_error_nobody_foresaw_keeps_the_battle_and_the_window(open_window, monkeypatch, capsys):
    window = open_window()
    window._keeps = True
    screen = battle(window)
    screen.view.choose(LetFall(unit="gorak", angle=10.0))
    tape = list(screen.view.session.tape)
    press_key(window, "s", ctrl=True)
    monkeypatch.setattr(AskPath, "key", lambda *_: 1 / 0)
    events = [[*key_down(CODES["return"]), key_up(CODES["return"])], []]

    def given(wait):
        if not events:
            window.leave()
            return []
        return events.pop(0)

    monkeypatch.setattr(window, "_events", given)
    window.run()
    assert window.screens[-1] is screen
    assert screen.view.alarm
    assert screen.view.message.startswith("Something went wrong: ZeroDivisionError")
    assert screen.view.message.endswith("the battle was kept")
    assert screen.view.session.tape == tape
    assert load(last_battle_file(), BOOK, FLOWS).session.state == screen.view.state
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_window_that_cannot_be_drawn_ends_with_a_line_and_the_battle_is_kept(monkeypatch, tmp_path, capsys):
    drawn = []

    def broken(*_):
        drawn.append(1)
        raise ZeroDivisionError("nothing to divide by")

    def played(self):
        screen = next(one for one in self.screens if isinstance(one, BattleScreen))
        giant = next(unit for unit in screen.view.state.units if "Gorak" in unit.name)
        screen.view.choose(LetFall(unit=giant.id, angle=0.0))
        monkeypatch.setattr(Face, "draw", broken)
        return self.really_run()

    monkeypatch.setattr(Window, "really_run", Window.run, raising=False)
    monkeypatch.setattr(Window, "run", played)
    assert run_window(SCENARIOS / "giant_vs_spearmen.toml", (900, 600)) == 1
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("giantfall: Something went wrong: ZeroDivisionError")
    assert last.endswith("the battle was kept")
    assert len(drawn) == 2
    assert len(load(last_battle_file(), BOOK, FLOWS).session.log) > 0
