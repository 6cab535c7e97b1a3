"""The speed of what a player waits for: loading a battle, checking a move while it is dragged, playing, counting."""

from __future__ import annotations

import tomllib

import pytest

from game.engine.session import Session
from game.odds.enumerate import Enumeration
from game.resources import folder
from game.rules.fall_map import hit_chances
from game.rules.falling import fall_over
from game.rules.moving import check_move
from game.rules.special.fall_over import LetFall
from game.scenario import load_scenario
from tests.builders import battle, played, unit
from tests.proof.charge_and_round import BOOK, Attack, flow, start


def many_units(count: int = 40) -> str:
    """A scenario of so many blocks of eighteen, half on each side."""
    head = 'format = 1\nname = "Many"\ntable = { width = 150, depth = 110 }\n\n'
    sides = "".join(
        f'[[side]]\nid = "{s}"\nname = "{s}"\ncolour = "{c}"\n\n' for s, c in (("red", "#d55e00"), ("blue", "#0072b2"))
    )
    units = "".join(
        f'[[unit]]\nid = "u{n}"\nside = "{"red" if n < count / 2 else "blue"}"\ntype = "empire-spearmen"\nmodels = 18\n'
        f"files = 5\nat = [{4 + n % 20 * 7}, {6 + n // 20 * 12}]\nfacing = {90 if n < count / 2 else 270}\n\n"
        for n in range(count)
    )
    return head + sides + units


@pytest.mark.parametrize("units", [40, 80, 160])
def test_loading_and_checking(measured, tmp_path, units):
    path = tmp_path / "many.toml"
    path.write_text(many_units(units), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    loaded = measured(
        lambda: load_scenario(path), rival=lambda: tomllib.loads(text), limit=100 if units == 40 else None
    )
    assert len(loaded.state.units) == units


@pytest.mark.parametrize("path", ["advance 4", "wheel left 40", "wheel left 20, advance 2, wheel right 20"])
def test_a_move_checked_among_forty_units(measured, tmp_path, path):
    file = tmp_path / "many.toml"
    file.write_text(many_units(), encoding="utf-8")
    state = load_scenario(file).state
    move = measured(lambda: check_move(BOOK, state, "u13", [path]), limit=5)
    assert move.cost > 0


def test_chances_of_a_whole_battle_map(measured):
    state = load_scenario(folder("scenarios") / "giant_vs_spearmen.toml").state
    chances = measured(lambda: hit_chances(state, "old-gorak"), limit=5)
    assert len(chances) == 85


def test_twenty_falls_played(measured):
    state = load_scenario(folder("scenarios") / "giant_vs_spearmen.toml").state

    def fall():
        sessions = [played(state, seed=seed) for seed in range(20)]
        for session in sessions:
            session.choose(LetFall(unit="old-gorak"))
        return sessions

    assert all(session.log for session in measured(fall))


def test_fifty_charges_and_rounds_played(measured):
    def play():
        sessions = [Session(start(), BOOK, flow, seed) for seed in range(50)]
        for session in sessions:
            session.choose(Attack(target="gorak"))
        return sessions

    assert all(session.finished for session in measured(play))


def test_a_fall_counted_exactly(measured):
    state = battle(
        unit("gorak", "siege-giant", (36, 24), 0), unit("men", "orc-boyz", (36, 24), 180, 20, 5, side="blue")
    )

    def count():
        return Enumeration(BOOK).ends(state, lambda play: fall_over(play, "gorak", "chosen"))

    ends = measured(count, rounds=5)
    assert sum(ends.values()) == pytest.approx(1, abs=1e-12)
