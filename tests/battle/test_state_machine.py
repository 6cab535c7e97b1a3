"""Properties of whole battles: always a legal state, always an answer, undone and replayed to the letter."""

from __future__ import annotations

import pytest

from game.engine.save import FLOWS, load, save
from game.rules.bundled import BOOK
from game.scenario import bundled_scenarios, load_scenario
from tests.battle.playing import answer_one, begun, play_out, source, wrong_states
from tests.battle.random_tables import random_battle


def told(session):
    return [entry.event for entry in session.log]


def check_battle(session, seed):
    play_out(session, source(seed))
    assert wrong_states(session) == []
    ended = session.log[-1].event
    assert ended.kind == "battle-ended"
    again = begun(session.start, session.seed, tape=session.tape)
    assert told(again) == told(session)
    assert again.state == session.state
    assert again.other_dice == []


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_bundled_scenarios_play_to_the_end_and_never_look_wrong(path, seed):
    check_battle(begun(load_scenario(path).state, seed), seed)


@pytest.mark.parametrize("seed", range(40))
def test_random_battles_play_to_the_end_and_never_look_wrong(seed):
    check_battle(begun(random_battle(seed), seed), seed)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(1_000, 4_000, 100))
def test_thousands_of_random_battles(start):
    for seed in range(start, start + 100):
        check_battle(begun(random_battle(seed), seed), seed)


def check_undo(seed):
    """Every answer by a person: undo each one, redo it, and nothing differs; then a branch, and all the way back."""
    session = begun(random_battle(seed, most=3, turns=2), seed)
    numbers = source(seed)
    states = []
    while session.pending is not None:
        before, tape = session.state, len(session.tape)
        answer_one(session, numbers, by="person")
        after, log, question = session.state, told(session), session.pending
        assert session.undo()
        assert session.state == before
        assert len(session.tape) == tape
        assert session.redo()
        assert (session.state, told(session), session.pending) == (after, log, question)
        states.append(before)
    twin = session.branch()
    assert (twin.state, told(twin)) == (session.state, told(session))
    for state in reversed(states):
        assert session.undo()
        assert session.state == state
    assert not session.undo()
    assert told(twin)[-1].kind == "battle-ended"
    while session.redo():
        pass
    assert (session.state, told(session)) == (twin.state, told(twin))


@pytest.mark.parametrize("seed", range(100, 108))
def test_undo_then_redo_changes_nothing(seed):
    check_undo(seed)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(200, 400, 20))
def test_undo_then_redo_changes_nothing_in_hundreds(start):
    for seed in range(start, start + 20):
        check_undo(seed)


def check_save(seed, folder):
    """Saved in the middle and loaded: the same, and it goes on the same."""
    session = begun(random_battle(seed), seed)
    numbers = source(seed)
    for _ in range(3 + seed % 9):
        if session.pending is not None:
            answer_one(session, numbers)
    path = folder / f"{seed}.giantfall"
    save(session, path, "battle")
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None
    assert not loaded.doubts
    twin = loaded.session
    assert (twin.state, told(twin), twin.pending) == (session.state, told(session), session.pending)
    one, other = source(seed + 1), source(seed + 1)
    play_out(session, one)
    play_out(twin, other)
    assert told(twin) == told(session)


@pytest.mark.parametrize("seed", range(300, 310))
def test_a_battle_is_saved_and_loaded_in_the_middle(seed, tmp_path):
    check_save(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(5_000, 5_300, 30))
def test_battles_are_saved_and_loaded_in_hundreds(start, tmp_path):
    for seed in range(start, start + 30):
        check_save(seed, tmp_path)
