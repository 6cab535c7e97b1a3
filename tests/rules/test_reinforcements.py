"""Units that come onto the table: ambushers by a die, pursuers where they left it (MOV-10, SPC-13, PUR-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.procedure import Order
from game.battle.progress import BattleEnded
from game.engine.session import Session
from game.engine.tape import ScriptedDice
from game.rules.bundled import BOOK
from game.rules.pursuit_events import OFF_TABLE
from game.rules.reinforcements import ARRIVES, Arrive
from game.rules.remaining import EndMoves, Move
from game.rules.start_of_phase import one_start_of_phase
from game.table.formation import Base, skirmish
from game.table.pose import Pose
from tests.builders import events, joined, kinds, unit
from tests.rules.remaining_moves import moving, refusals, remaining

MM = 1 / 25.4
OTHERS = unit("others", "empire-spearmen", (36, 24), models=10)


def coming(models=20, files=5):
    return unit("men", "empire-spearmen", (0, 0), models=models, files=files, fate="away", marks=(ARRIVES,))


def test_the_rear_rank_stands_on_the_edge_and_the_unit_counts_as_moved():
    session = moving(remaining(coming(), OTHERS))
    assert refusals(session, EndMoves()) == ["MOV-10"]  # it comes
    session.choose(Arrive(unit="men", edge="left", at=20))
    men = session.state.unit("men")
    assert men.pose == Pose(round(80 * MM, 6), 20, 0) and men.fate == "on-table"
    assert men.mark("move", "moved") and men.mark("arrived", "arrived")
    assert not men.mark(ARRIVES.rule, ARRIVES.name)
    assert refusals(session, Move(unit="men", path=("advance 1",))) == ["MOV-10"]


@pytest.mark.parametrize(("edge", "pose"), [("right", (72, 20, 180)), ("near", (30, 0, 90)), ("far", (30, 48, 270))])
def test_the_other_edges(edge, pose):
    session = moving(remaining(coming(), OTHERS))
    session.choose(Arrive(unit="men", edge=edge, at=20 if edge == "right" else 30))
    men = session.state.unit("men").pose
    x, y, facing = pose
    deep = 80 * MM
    forward = {180: (-deep, 0), 90: (0, deep), 270: (0, -deep)}[facing]
    assert (men.x, men.y, men.facing) == pytest.approx((x + forward[0], y + forward[1], facing), abs=1e-5)


def test_nobody_comes_deeper_than_twice_his_movement():
    """C012: eight ranks of 20 mm are 6.30 inches deep, twelve 9.45: too deep for M 4; twelve reform wider."""
    assert refusals(moving(remaining(coming(40), OTHERS)), Arrive(unit="men", edge="left", at=20)) == []
    deep = moving(remaining(coming(60), OTHERS))
    assert refusals(deep, Arrive(unit="men", edge="left", at=20)) == ["MOV-10"]
    assert refusals(deep, Arrive(unit="men", edge="left", at=20, files=8)) == []
    assert refusals(deep, Arrive(unit="men", edge="left", at=20, files=6)) == ["FORM-03"]  # ten ranks, 7.87 inches
    offered = [one for one in deep.pending.options(deep.state) if isinstance(one, Arrive)]
    assert [one.files for one in offered] == [8] * 4  # 60 in eight files: eight ranks


def test_not_beside_the_table_nor_near_others():
    session = moving(remaining(coming(), replace(OTHERS, pose=Pose(3, 24, 0))))
    assert refusals(session, Arrive(unit="men", edge="left", at=1.9)) == ["MOV-09"]  # half of 100 mm are 1.97 inches
    assert refusals(session, Arrive(unit="men", edge="left", at=24)) == ["FORM-09"]
    assert refusals(session, Arrive(unit="others", edge="left", at=24)) == ["MOV-10"]


def test_its_characters_come_with_it():
    men, captain = joined(coming(), unit("captain", "empire-captain", (1, 1), fate="away"), 6)
    session = moving(remaining(men, captain, OTHERS))
    session.choose(Arrive(unit="men", edge="left", at=20, files=6))
    assert session.state.unit("captain").on_table and session.state.unit("captain").place < 6


def test_who_waits_without_a_rule_is_not_asked_for():
    away = replace(coming(), marks=())
    assert moving(remaining(away, replace(OTHERS, fleeing=True))).finished


# Pursuers: they left over the right edge at y = 20 and are two ranks of five deep.

GONE = unit(
    "men", "empire-spearmen", (71.5, 20), 0, models=10, fate="away", marks=(Mark("pursuit", "off-table", "right"),)
)


def test_a_pursuer_comes_back_where_it_left():
    session = moving(remaining(GONE, OTHERS))
    assert refusals(session, Arrive(unit="men", edge="right", at=21)) == ["PUR-10"]
    assert refusals(session, Arrive(unit="men", edge="left", at=20)) == ["PUR-10"]
    session.choose(Arrive(unit="men", edge="right", at=20))
    assert session.state.unit("men").pose == Pose(round(72 - 40 * MM, 6), 20, 180)


def test_or_as_near_as_there_is_room():
    """Somebody stands there, his front from y = 18.03 to 21.97: an inch beside him begins the place, 0.25 by 0.25."""
    post = unit("post", "empire-spearmen", (71, 20), 180, models=5)
    session = moving(remaining(GONE, post, OTHERS))
    (offered,) = session.pending.options(session.state)
    assert offered == Arrive(unit="men", edge="right", at=25.0)  # 20 + 100 mm + 1 = 24.94: the next quarter
    assert refusals(session, Arrive(unit="men", edge="right", at=15.0)) == ["PUR-10"]


def test_it_is_not_asked_for_where_nobody_else_moves():
    session = moving(remaining(GONE, replace(OTHERS, fleeing=True)))
    assert session.finished and kinds(session) == ["unit-arrived", "battle-ended"] and not session.tape


# Ambushers roll at the start of their Movement phase.


def _start(play):
    if not (yield from one_start_of_phase(play)):
        play.record(BattleEnded(winner=None, reason="the step is over"))


def started(turn, dice, **changed):
    raiders = unit("men", "ungor-raiders", (0, 0), models=10, fate="away", **changed)
    state = remaining(raiders, OTHERS, turn=turn)
    state = replace(state, clock=replace(state.clock, step="start-of-phase"))
    script = ScriptedDice({"ambush": dice} if dice else {})
    return Session(state, BOOK, lambda now: None if now.note("over") else Order("start", _start), 1, dice=script)


@pytest.mark.parametrize(("face", "comes"), [(3, True), (2, False)])
def test_from_the_second_turn_on_ambushers_come_on_a_three(face, comes):
    session = started(2, [face])
    (event,) = events(session, "ambush-rolled")
    assert event.comes == comes
    assert bool(session.state.unit("men").mark(ARRIVES.rule, ARRIVES.name)) == comes


def test_they_do_not_roll_in_the_first_turn_nor_again_once_they_come():
    assert kinds(started(1, [])) == ["battle-ended"]
    assert kinds(started(3, [], marks=(ARRIVES,))) == ["battle-ended"]


def test_who_has_no_files_comes_as_he_stood():
    """Skirmishers with a larger base among them, ten one behind the other: too deep for M 4, and no reform helps."""
    grid = skirmish(Base(20 * MM, 20 * MM), 10, 1)
    mixed = replace(grid, bases=(Base(25 * MM, 25 * MM), *grid.bases[1:]))
    session = moving(remaining(replace(coming(10), formation=mixed), OTHERS))
    assert not [one for one in session.pending.options(session.state) if isinstance(one, Arrive)]
    assert refusals(session, Arrive(unit="men", edge="left", at=20, files=5)) == ["MOV-10"]


def test_ambushers_who_left_the_table_in_pursuit_do_not_roll_for_their_return():
    """They come back in their next Remaining Moves without a die (PUR-10)."""
    assert kinds(started(3, [], marks=(Mark("pursuit", OFF_TABLE, "left", "battle"),))) == ["battle-ended"]
