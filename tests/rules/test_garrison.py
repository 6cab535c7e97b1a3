"""Units go into buildings and come out again (GAR-01 to GAR-03)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.terrain import Terrain
from game.rules.coming_out import LeaveBuilding
from game.rules.garrison import EnterBuilding
from game.rules.remaining import EndMoves, Move
from game.table.formation import Base, skirmish
from game.table.pose import Pose
from tests.builders import events, joined, kinds, unit
from tests.rules.remaining_moves import moving, refusals, remaining

MM = 1 / 25.4
MEN = unit("men", "empire-spearmen", (36, 24), models=10)  # two ranks of five, 40 mm deep; M 4
HOUSE = Terrain("house", "building", ((33, 27), (39, 27), (39, 31), (33, 31)), 4, "the mill")
OTHERS = unit("others", "empire-spearmen", (10, 40), models=10)
ENTERS = EnterBuilding(unit="men", building="house")


def test_a_unit_goes_straight_in():
    session = moving(remaining(MEN, OTHERS, terrain=(HOUSE,)))
    assert refusals(session, Move(unit="men", path=("advance 3",))) == ["FORM-09", "FORM-09"]  # GAR-01: not in contact
    session.choose(ENTERS)
    men = session.state.unit("men")
    assert men.garrison == "house" and men.pose.y == 27
    assert events(session, "garrison-entered")[0].cost == pytest.approx(3)
    assert men.mark("move", "moved")
    out = LeaveBuilding(unit="men", at=(36, 31), facing=90)
    assert "GAR-03" in refusals(session, out)


@pytest.mark.parametrize(
    ("changed", "rules"),
    [
        ({"pose": Pose(36, 22.9, 90)}, ["MOV-07"]),  # 4.1 inches
        ({"pose": Pose(36, 24, 180)}, ["GAR-02"]),  # straight on it never gets there
        ({"fleeing": True}, ["FLEE-09"]),
        ({"marks": (Mark("move", "moved", 0, "player-turn"),)}, ["SEQ-06"]),
    ],
)
def test_who_does_not_get_in(changed, rules):
    session = moving(remaining(replace(MEN, **changed), OTHERS, terrain=(HOUSE,)))
    assert refusals(session, ENTERS) == rules


def test_horsemen_stay_outside_and_one_unit_holds_a_building():
    knights = unit("men", "empire-knights", (36, 24), models=5)
    assert refusals(moving(remaining(knights, OTHERS, terrain=(HOUSE,))), ENTERS) == ["GAR-02"]
    inside = replace(OTHERS, garrison="house")
    assert refusals(moving(remaining(MEN, inside, terrain=(HOUSE,))), ENTERS) == ["GAR-02"]
    session = moving(remaining(MEN, OTHERS, terrain=(HOUSE,)))
    assert refusals(session, EnterBuilding(unit="men", building="castle")) == ["GAR-02"]


# Coming out: the far wall of the mill is at y = 31, so the rear of two ranks stands at 32 and the front 40 mm farther.

INSIDE = replace(MEN, garrison="house")


def test_a_garrison_forms_up_an_inch_before_the_wall():
    session = moving(remaining(INSIDE, OTHERS, terrain=(HOUSE,)))
    session.choose(LeaveBuilding(unit="men", at=(36, 40), facing=90))
    men = session.state.unit("men")
    assert men.garrison == "" and men.formation == MEN.formation
    assert (men.pose.x, men.pose.y) == pytest.approx((36, 32 + 40 * MM), abs=1e-5)
    assert refusals(session, Move(unit="men", path=("advance 1",))) == ["SEQ-06"]


def test_in_any_legal_formation_but_not_too_deep_and_not_far_away():
    """Ten models one behind the other are 200 mm deep: 1 + 7.09 inches to the last one are more than twice M 4."""
    session = moving(remaining(INSIDE, OTHERS, terrain=(HOUSE,)))
    column = LeaveBuilding(unit="men", at=(36, 31), facing=90, files=1)
    assert refusals(session, column) == ["FORM-03", "GAR-03"]
    assert refusals(session, LeaveBuilding(unit="men", at=(36, 31), facing=90, files=3)) == []
    assert refusals(session, LeaveBuilding(unit="men", at=(60, 31), facing=90)) == ["GAR-03"]  # beside the mill
    assert refusals(session, LeaveBuilding(unit="men", at=(36, 31), facing=90, files=11)) == ["FORM-03"]


def test_a_garrison_too_deep_to_come_out_as_it_stands_is_offered_a_wider_front():
    """M 4 and a column of ten, 200 mm deep: four files are the fewest in which it has no more ranks than files."""
    column = replace(INSIDE, formation=replace(MEN.formation, files=1))
    session = moving(remaining(column, replace(OTHERS, fleeing=True), terrain=(HOUSE,)))
    offered = session.pending.options(session.state)
    assert [choice.files for choice in offered[:-1]] == [4] * 4 and offered[-1] == EndMoves()


def test_not_onto_others_nor_off_the_table():
    wall = unit("foe", "empire-spearmen", (36, 33), 270, 10, side="blue")
    session = moving(remaining(INSIDE, wall, OTHERS, terrain=(HOUSE,)))
    assert refusals(session, LeaveBuilding(unit="men", at=(36, 31), facing=90)) == ["FORM-09"]
    high = replace(HOUSE, outline=((33, 42), (39, 42), (39, 46), (33, 46)))
    session = moving(remaining(INSIDE, OTHERS, terrain=(high,)))
    assert refusals(session, LeaveBuilding(unit="men", at=(36, 46), facing=90)) == ["MOV-09"]


def test_the_ways_out_are_offered_one_a_side():
    session = moving(remaining(INSIDE, OTHERS, terrain=(HOUSE,)))
    offered = session.pending.options(session.state)
    assert [choice.facing for choice in offered[:-1]] == [270, 0, 90, 180] and offered[-1] == EndMoves()
    assert [choice.at for choice in offered[:-1]] == [(36, 27), (39, 29), (36, 31), (33, 29)]


def test_a_character_goes_in_and_out_with_his_unit():
    men, captain = joined(MEN, unit("captain", "empire-captain", (1, 1)), 4)
    session = moving(remaining(men, captain, OTHERS, terrain=(HOUSE,)))
    session.choose(ENTERS)
    assert session.state.unit("captain").host == "men"
    later = replace(session.state, units=tuple(replace(one, marks=()) for one in session.state.units))
    session = moving(later)
    session.choose(LeaveBuilding(unit="men", at=(36, 31), facing=90, files=4))
    assert session.state.unit("captain").place < 4
    assert kinds(session) == ["garrison-left"]


def test_skirmishers_on_several_kinds_of_bases_have_no_files_and_come_out_as_they_stood():
    """A character's larger base among them; ten one behind the other are 12.37 inches deep, too deep for M 4."""
    deep, small = skirmish(Base(20 * MM, 20 * MM), 10, 1), skirmish(Base(20 * MM, 20 * MM), 4, 2)
    for grid, ways in ((deep, 0), (small, 4)):
        mixed = replace(grid, bases=(Base(25 * MM, 25 * MM), *grid.bases[1:]))
        session = moving(remaining(replace(MEN, formation=mixed, garrison="house"), OTHERS, terrain=(HOUSE,)))
        offered = [one for one in session.pending.options(session.state) if isinstance(one, LeaveBuilding)]
        assert [one.files for one in offered] == [0] * ways
        wider = LeaveBuilding(unit="men", at=(36, 31), facing=90, files=3)
        assert refusals(session, wider) == ["FORM-03"]


def test_a_unit_marches_into_a_building():
    session = moving(remaining(replace(MEN, pose=Pose(36, 22.9, 90)), OTHERS, terrain=(HOUSE,)))
    session.choose(EnterBuilding(unit="men", building="house", march=True))  # 4.1 inches
    men = session.state.unit("men")
    assert men.garrison == "house" and men.mark("move", "marched")
