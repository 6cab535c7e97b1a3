"""Writing files: what a path leads to is changed, never what it is; what is no file is refused."""

from __future__ import annotations

import os
import stat

import pytest

from game.errors import InputError
from game.files import append, read_regular, writable, write_whole


def test_a_symbolic_link_stays_and_its_file_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    target, link, second = tmp_path / "far" / "real.txt", tmp_path / "link.txt", tmp_path / "second.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    second.symlink_to(link)
    write_whole(second, "new")
    assert link.is_symlink() and second.is_symlink() and target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    dangling = tmp_path / "dangling.txt"
    dangling.symlink_to(tmp_path / "far" / "later.txt")
    write_whole(dangling, "made")
    assert dangling.is_symlink() and (tmp_path / "far" / "later.txt").read_text() == "made"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.mkdir(), "is a folder"),
        (os.mkfifo, "is a pipe"),
        (lambda path: path.symlink_to("/dev/null"), "is a device"),
        (lambda path: path.symlink_to(path), "link"),
        (lambda path: path.symlink_to(path.parent / "nowhere" / "x"), "no folder"),
        (lambda path: None, ""),
    ],
)
def test_what_is_no_file_is_neither_written_nor_read(tmp_path, make, says):
    path = tmp_path / "out.txt"
    make(path)
    before = sorted(tmp_path.iterdir())
    if not says:
        write_whole(path, "well")
        assert read_regular(path, 4) == b"well"
        with pytest.raises(InputError, match="larger"):
            read_regular(path, 3)
        return
    for use in (lambda: write_whole(path, "x"), lambda: writable(path)):
        with pytest.raises(InputError, match=says):
            use()
    with pytest.raises(InputError):
        read_regular(path, 9)
    assert not append(path, b"x", 0)
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_folder_a_null_and_an_endless_name_are_told(tmp_path):
    for path in (tmp_path / "no" / "x.txt", tmp_path / "nu\0ll.txt", tmp_path / ("x" * 5000)):
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(path, "x")
        with pytest.raises(InputError, match="cannot be read"):
            read_regular(path, 9)


def test_what_is_write_protected_is_left_alone(tmp_path, monkeypatch):
    path = tmp_path / "kept.txt"
    path.write_text("mine")
    monkeypatch.setattr(os, "access", lambda file, mode: not os.fspath(file).endswith("kept.txt"))  # root may do all
    with pytest.raises(InputError, match="write-protected"):
        write_whole(path, "yours")
    monkeypatch.setattr(os, "access", lambda file, mode: os.fspath(file).endswith("kept.txt"))
    with pytest.raises(InputError, match="takes no files"):
        write_whole(path, "yours")
    assert path.read_text() == "mine"


def test_appending_wants_the_very_size(tmp_path):
    path = tmp_path / "log.txt"
    path.write_bytes(b"one")
    assert append(path, b"two", 3) and path.read_bytes() == b"onetwo"
    assert not append(path, b"three", 3) and not append(tmp_path / "none", b"x", 0)
    assert path.read_bytes() == b"onetwo"
