"""What a path leads to is answered whatever is typed: no question raises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app import paths
from game.app.paths import here, home, is_file, is_folder, named, resolved, whole, with_ending


@given(st.text(max_size=400), st.sampled_from(["", ".toml", ".giantfall"]))
def test_any_text_is_answered(text, ending):
    found = named(text, ending)
    assert isinstance(found.fault, str)
    assert not (found.fault and found.replaces)
    for question in (is_file, is_folder):
        assert question(Path(text)) in (True, False)
    assert whole(Path(text)).is_absolute()
    assert resolved(Path(text)).is_absolute()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Name a file"),
        ("  ", "Name a file"),
        ("a\0b", "Name a file"),
        ("~nobody-of-this-name/x", "Nobody here is called 'nobody-of-this-name'"),
        ("x" * 300, "File name too long"),
        ("no/such/place.toml", "There is no folder no/such"),
        ("no/such/", "There is no folder"),
        (".", "This is a folder"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, monkeypatch, text, words):
    monkeypatch.chdir(tmp_path)
    assert words in named(text, ".toml").fault


def test_a_pipe_is_no_file_to_be_written(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    assert "no ordinary file" in named(str(tmp_path / "pipe"), ".toml").fault


def test_a_folder_that_may_not_be_looked_into_is_a_reason(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_dir", refuse)
    monkeypatch.setattr(Path, "is_file", refuse)
    assert named(str(tmp_path / "a.toml")).fault == "Permission denied."
    assert not is_folder(tmp_path)
    assert not is_file(tmp_path)


@pytest.mark.parametrize(
    ("name", "ending", "wanted"),
    [
        ("v1.2", ".toml", "v1.2.toml"),
        ("battle", ".giantfall", "battle.giantfall"),
        ("battle.", ".toml", "battle.toml"),
        ("battle.TOML", ".toml", "battle.TOML"),
        ("battle.jsonl", ".giantfall", "battle.jsonl"),
        ("battle.toml", ".giantfall", "battle.toml.giantfall"),
        ("battle.txt", "", "battle.txt"),
    ],
)
def test_the_ending_is_completed_and_no_part_of_the_name_is_lost(name, ending, wanted):
    assert with_ending(Path("here") / name, ending) == Path("here") / wanted


def test_the_file_that_is_judged_is_the_one_that_is_written(tmp_path):
    (tmp_path / "v1.2.toml").write_text("mine")
    found = named(str(tmp_path / "v1.2"), ".toml")
    assert (found.path, found.replaces, found.fault) == (tmp_path / "v1.2.toml", True, "")


def test_without_a_home_and_in_a_deleted_folder_there_is_still_a_place(monkeypatch):
    def gone(*_):
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(paths.Path, "cwd", gone)
    assert here() == home()

    def nobody(*_):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(paths.Path, "home", nobody)
    assert home().is_absolute()
    assert here().is_absolute()
    assert whole(Path("a")).is_absolute()
