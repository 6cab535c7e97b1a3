"""Marches: who tests before one, and what a failed test leaves (MOV-07)."""

from __future__ import annotations

import pytest

from game.battle.terrain import Terrain
from game.rules.remaining import Move, StayPut
from tests.builders import events, kinds, unit
from tests.rules.remaining_moves import moving, refusals, remaining

MEN = unit("men", "empire-spearmen", (36, 24), models=20)  # M 4, Ld 7
MARCH = Move(unit="men", path=("advance 6",), march=True)


def foe(y, **more):
    return unit("foe", "empire-spearmen", (36, y), 270, 10, side="blue", **more)


def side_foe(x, **more):
    """An enemy to the right, as far as its nearest model is from theirs."""
    return unit("foe", "empire-spearmen", (x, 24), 180, 10, side="blue", **more)


EIGHT_AWAY = 36 + 100 / 25.4 / 2 + 8


def test_an_enemy_eight_inches_away_calls_for_a_test():
    session = moving(remaining(MEN, side_foe(EIGHT_AWAY)), {"march test": [3, 4]})
    session.choose(MARCH)
    (test,) = events(session, "leadership-tested")
    assert (test.test, test.needed, test.passed) == ("march test", 7, True)
    men = session.state.unit("men")
    assert men.pose.y == 30 and men.mark("move", "marched") and men.mark("move", "moved")
    assert events(session, "unit-moved")[0].marched


@pytest.mark.parametrize("enemy", [side_foe(EIGHT_AWAY + 0.001), side_foe(EIGHT_AWAY - 5, fleeing=True)])
def test_one_farther_away_or_in_flight_does_not(enemy):
    session = moving(remaining(MEN, enemy))
    session.choose(MARCH)
    assert kinds(session) == ["unit-moved", "battle-ended"]


def test_who_comes_near_on_the_march_does_not_test():
    session = moving(remaining(MEN, foe(24 + 8.5)))
    session.choose(MARCH)
    assert kinds(session)[0] == "unit-moved"


def test_the_relentless_never_test():
    dwarfs = unit("men", "chaos-dwarf-warriors", (36, 24), models=20)
    session = moving(remaining(dwarfs, side_foe(EIGHT_AWAY - 4)))
    session.choose(MARCH)
    assert kinds(session) == ["unit-moved", "battle-ended"]


def faltered():
    session = moving(remaining(MEN, side_foe(EIGHT_AWAY - 4)), {"march test": [4, 4]})
    session.choose(MARCH)
    return session


def test_who_fails_may_move_but_has_marched():
    session = faltered()
    assert session.pending.kind == "move-after-failed-march" and session.pending.unit == "men"
    assert refusals(session, MARCH) == ["MOV-07"]
    assert refusals(session, Move(unit="men", path=("advance 4.1",))) == ["MOV-07"]
    assert refusals(session, Move(unit="foe", path=("advance 1",))) == ["MOV-07"]
    session.choose(Move(unit="men", path=("back 2",)))
    men = session.state.unit("men")
    assert men.pose.y == 22 and men.mark("move", "marched") and men.mark("move", "moved")
    assert not events(session, "unit-moved")[0].marched


def test_and_has_marched_though_it_stays_where_it_is():
    session = faltered()
    session.choose(StayPut(unit="men"))
    men = session.state.unit("men")
    assert men.pose == MEN.pose and men.mark("move", "marched") and not men.mark("move", "moved")
    assert kinds(session) == ["leadership-tested", "march-faltered", "unit-stayed", "battle-ended"]
    while session.undo():
        pass
    assert session.state == session.start


def test_a_champion_lets_it_test_again():
    """TEST-11."""
    men = unit("men", "empire-spearmen", (36, 24), models=20, command=("champion",))
    session = moving(remaining(men, side_foe(EIGHT_AWAY)), {"march test": [4, 4, 3, 3]})
    session.choose(MARCH)
    assert session.state.unit("men").pose.y == 30


@pytest.mark.parametrize(
    ("kind", "rule"), [("great-cannon", "CHAR-04"), ("kollossus", "CONSTR-01"), ("mangler-squigs", "SPC-02")]
)
def test_who_never_marches(kind, rule):
    session = moving(remaining(unit("men", kind, (36, 24)), MEN_TOO))
    assert rule in refusals(session, Move(unit="men", path=("advance 1",), march=True))


MEN_TOO = unit("too", "empire-spearmen", (10, 10), models=5)


def test_nobody_marches_through_a_river_though_he_goes_no_farther_than_his_movement():
    """TER-05: a declared march is one, however short."""
    river = Terrain("river", "river", ((0, 26), (72, 26), (72, 27), (0, 27)), 0)
    session = moving(remaining(MEN, terrain=(river,)))
    assert refusals(session, Move(unit="men", path=("advance 3.9",), march=True)) == ["TER-05"]
    assert refusals(session, Move(unit="men", path=("advance 3.9",))) == []
    drummed = unit("men", "empire-spearmen", (36, 24), models=20, command=("musician",))
    session = moving(remaining(drummed))
    assert refusals(session, Move(unit="men", path=("pivot left 40", "advance 4"))) == []
    assert "MOV-05" in refusals(session, Move(unit="men", path=("pivot left 40", "advance 4"), march=True))
