"""Autosave: it grows with the battle, survives a kill at any byte, and begins anew where it must."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.autosave import Autosave
from game.engine.save import FLOWS, load, save
from game.errors import InputError
from game.rules.bundled import BOOK
from game.rules.special.fall_over import LetFall, StandUp
from game.rules.table_tools import MakeMove, PlaceUnit, TakeOff
from tests.builders import played
from tests.engine.saves import LATE, START, battle_of_three

CHOICES = (LetFall(unit="gorak"), MakeMove(unit="friends", path=("advance 1",)), PlaceUnit(placed=LATE), "new dice", StandUp(unit="gorak"), TakeOff(unit="men"))  # fmt: skip


def act(session, choice) -> None:
    if choice == "new dice":
        session.new_dice()
    elif choice == "undo":
        session.undo()
    elif not session.faults(choice):
        session.choose(choice)


@given(choices=st.lists(st.sampled_from((*CHOICES, "undo")), max_size=8))
def test_it_is_what_a_save_would_be_without_its_end(choices, tmp_path_factory):
    folder = tmp_path_factory.mktemp("auto")
    session, auto = played(START, seed=5), Autosave(folder / "auto.battle", "free-play")
    auto.keep(session)
    for choice in choices:
        act(session, choice)
        auto.keep(session)
        auto.keep(session)  # nothing new: nothing is written
        save(session, folder / "whole.battle", "free-play")
        whole = (folder / "whole.battle").read_bytes()
        assert whole.startswith(auto.path.read_bytes()) and whole[auto.path.stat().st_size :].count(b"\n") == 1
        loaded = load(auto.path, BOOK, FLOWS)
        assert loaded.session.state == session.state and loaded.unfinished and loaded.divergence is None
    auto.finish(session)
    save(session, folder / "whole.battle", "free-play")
    assert auto.path.read_bytes() == (folder / "whole.battle").read_bytes()


def test_it_appends_and_never_writes_again_what_stands_there(tmp_path):
    session, auto = played(START, seed=5), Autosave(tmp_path / "auto.battle", "free-play")
    auto.keep(session)
    before, number = auto.path.read_bytes(), auto.path.stat().st_ino
    for choice in CHOICES:
        act(session, choice)
        auto.keep(session)
        assert auto.path.read_bytes().startswith(before) and len(auto.path.read_bytes()) > len(before)
        before = auto.path.read_bytes()
    assert auto.path.stat().st_ino == number
    session.undo()
    auto.keep(session)
    assert auto.path.stat().st_ino != number  # rewound: written beside and renamed


def test_a_kill_at_any_byte_costs_one_order_at_most(tmp_path):
    session, auto = played(START, seed=5), Autosave(tmp_path / "auto.battle", "free-play")
    auto.keep(session)
    states = {session.state}
    ends = [auto.path.stat().st_size]
    for choice in CHOICES:
        act(session, choice)
        auto.keep(session)
        states.add(session.state)
        ends.append(auto.path.stat().st_size)
    data = auto.path.read_bytes()
    for cut in sorted({*range(ends[0], len(data), 37), *ends, *(end - 1 for end in ends[1:]), *(end + 1 for end in ends[:-1])}):  # fmt: skip
        auto.path.write_bytes(data[:cut])
        loaded = load(auto.path, BOOK, FLOWS)
        assert loaded.unfinished and loaded.doubts and loaded.divergence is None
        assert loaded.session.state in states  # the dice of the seed bring a broken-off order to the same end
        assert loaded.torn == (data[cut - 1 : cut] != b"\n" and data[cut : cut + 1] != b"\n")


def test_a_file_that_somebody_else_changed_is_written_anew(tmp_path):
    session, auto = played(START, seed=5), Autosave(tmp_path / "auto.battle", "free-play")

    def cut():
        auto.path.write_bytes(auto.path.read_bytes()[:-9])

    for harm in (cut, auto.path.unlink, lambda: auto.path.write_bytes(b"")):
        auto.keep(session)
        harm()
        session.new_dice()
        auto.keep(session)
        assert load(auto.path, BOOK, FLOWS).session.tape == session.tape
    harm()
    auto.finish(session)
    assert not load(auto.path, BOOK, FLOWS).unfinished


def test_another_battle_takes_the_file(tmp_path):
    auto = Autosave(tmp_path / "auto.battle", "free-play")
    auto.keep(battle_of_three())
    other = battle_of_three(seed=9)
    auto.keep(other)
    assert load(auto.path, BOOK, FLOWS).session.state == other.state


def test_after_a_failure_it_is_written_anew(tmp_path):
    session, auto = played(START, seed=5), Autosave(tmp_path / "deep" / "auto.battle", "free-play")
    with pytest.raises(InputError, match="no folder"):
        auto.keep(session)
    auto.path.parent.mkdir()
    auto.keep(session)
    assert load(auto.path, BOOK, FLOWS).session.state == session.state
    auto.path.unlink()
    auto.path.mkdir()
    session.new_dice()
    with pytest.raises(InputError, match="folder"):
        auto.keep(session)
    auto.path.rmdir()
    auto.keep(session)
    assert load(auto.path, BOOK, FLOWS).session.tape == session.tape
