"""Whole battles of bots: nothing that they say is refused, each ends, and each plays again from its save."""

from __future__ import annotations

import statistics
import time

import pytest

from game.engine.opening import battle_session, open_session
from game.engine.save import BATTLE, FLOWS, load, save
from game.players.player import play
from game.players.random_bot import RandomBot
from game.players.simple_bot import SimpleBot
from game.resources import folder
from game.rules.bundled import BOOK
from game.rules.index import index


def fought(name, seed, bots):
    state = open_session(folder("scenarios") / f"{name}.toml").session.state
    session = battle_session(state, seed)
    play(session, dict(zip((side.id for side in state.sides), bots, strict=True)))
    return session


def check(session, path):
    assert session.finished and session.log[-1].event.kind == "battle-ended"
    uncited = {logged.event.kind for logged in session.log if logged.event.rule not in index()}
    assert not uncited
    save(session, path, BATTLE)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None and loaded.session.log == session.log


@pytest.mark.parametrize("name", ["two_giants", "cold_ones_charge", "giant_in_the_melee"])
@pytest.mark.parametrize("bots", [(RandomBot(1), RandomBot(2)), (RandomBot(3), SimpleBot())], ids=["random", "simple"])
def test_a_battle(name, bots, tmp_path):
    check(fought(name, 1, bots), tmp_path / "a.battle")


@pytest.mark.soak
@pytest.mark.parametrize("path", sorted(folder("scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_battles_of_all_scenarios(path, tmp_path):
    for seed in range(1, 6):
        for bots in (
            (RandomBot(seed), RandomBot(seed + 1)),
            (SimpleBot(), RandomBot(seed)),
            (SimpleBot(), SimpleBot()),
        ):
            check(fought(path.stem, seed, bots), tmp_path / "a.battle")


@pytest.mark.soak
@pytest.mark.parametrize("path", sorted(folder("scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_a_hundred_battles_of_a_scenario(path):
    seconds = []
    for seed in range(100):
        began = time.process_time()
        session = fought(path.stem, seed, (SimpleBot(), SimpleBot()))
        seconds.append(time.process_time() - began)
        assert session.finished and session.log[-1].event.kind == "battle-ended"
    print(f"{path.stem}: 100 battles, median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s")
