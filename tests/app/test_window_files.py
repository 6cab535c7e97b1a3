"""Saving says where, both ways of saving offer names of one style, and a save that is not as it was says so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.app.screens.dialogs import AskPath
from game.app.screens.opened import note_of
from game.app.screens.problems import ProblemList
from game.app.screens.saving import told
from game.engine.opening import open_session
from game.engine.save_lines import Digest
from tests.app.driving import SCENARIOS, battle, press_key
from tests.app.tables import battle_table
from tests.app.test_window_battle import words_drawn


def offered(window, *keys, ctrl=False):
    for key in keys:
        press_key(window, key, ctrl=ctrl)
    dialog = window.screens[-1]
    assert isinstance(dialog, AskPath)
    path = dialog.path
    press_key(window, "escape")
    return path


@pytest.mark.parametrize("name", ["", "The Giant at the gate!", "Zwölf gegen/einen"])
def test_both_ways_of_saving_offer_a_name_of_the_same_style_in_the_same_folder(
    open_window, monkeypatch, tmp_path, name
):
    monkeypatch.chdir(tmp_path)
    window = open_window()
    battle(window, replace(battle_table(), name=name))
    press_key(window, "p")
    scenario, save = offered(window, "w"), offered(window, "s", ctrl=True)
    assert scenario.parent == save.parent == tmp_path
    assert scenario.stem == save.stem
    assert (scenario.suffix, save.suffix) == (".toml", ".giantfall")


def test_beside_an_opened_file_both_take_its_name(open_window, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    path = mine / "My_own Battle.toml"
    path.write_bytes((SCENARIOS / "giant_vs_spearmen.toml").read_bytes())
    window = open_window()
    window.open_file(path)
    press_key(window, "p")
    assert offered(window, "w") == path
    assert offered(window, "s", ctrl=True) == path.with_suffix(".giantfall")


@pytest.mark.parametrize(("keys", "ctrl", "ending"), [("w", False, ".toml"), ("s", True, ".giantfall")])
def test_where_a_file_was_written_is_said_with_its_folder_and_can_be_read(
    open_window, monkeypatch, tmp_path, keys, ctrl, ending
):
    folder = tmp_path / "a-folder-with-a-long-name" / "and-one-more-of-them"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    window = open_window((1280, 720))
    screen = battle(window, replace(battle_table(), name="Gate"))
    press_key(window, "p")
    press_key(window, keys, ctrl=ctrl)
    press_key(window, "return")
    path = folder / f"gate{ending}"
    assert path.is_file()
    assert screen.view.message == f"Saved as {told(path)}"
    assert path.name in "".join(words_drawn(monkeypatch, window)).replace(" ", "")


def rewritten(path: Path, change) -> Path:
    """A save with one of its events changed, sealed again."""
    digest, done, out = Digest(), [], []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        row.pop("digest")
        if "event" in row and not done and change(row):
            done.append(row)
        out.append(digest.sealed(row))
    assert done
    path.write_text("".join(out), "utf-8")
    return path


def fallen_save(window, path):
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    from game.engine.save import save

    save(screen.view.session, path, "free-play")
    return path


def test_a_save_that_goes_another_way_says_what_and_at_which_event_when_it_is_opened(
    open_window, tmp_path, monkeypatch
):
    window = open_window()
    path = fallen_save(window, tmp_path / "fallen.giantfall")

    def less(row):
        if row["event"] != "wounds-suffered" or not row["hits"]:
            return False
        row["source"] = "spearmen"
        return True

    rewritten(path, less)
    opened = open_session(path)
    assert opened.divergence is not None
    window.open_file(path)
    note = window.screens[-1]
    assert isinstance(note, ProblemList)
    said = " ".join(words_drawn(monkeypatch, window))
    assert "played another way" in said
    assert f"Event {opened.divergence.number} (wounds-suffered)" in said
    assert "spearmen" in said
    press_key(window, "return")
    assert window.screens[-1].view.session.log is not None


def test_a_torn_save_says_so_and_a_whole_one_says_nothing(open_window, tmp_path, monkeypatch):
    window = open_window()
    path = fallen_save(window, tmp_path / "fallen.giantfall")
    assert note_of(window, open_session(path)) is None
    assert note_of(window, open_session(SCENARIOS / "giant_vs_spearmen.toml")) is None
    path.write_bytes(path.read_bytes()[:-30])
    window.open_file(path)
    note = window.screens[-1]
    assert isinstance(note, ProblemList)
    assert "not whole" in note.title
    assert "broken off" in " ".join(words_drawn(monkeypatch, window))
