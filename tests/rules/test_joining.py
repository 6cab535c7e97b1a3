"""Characters join units and leave them (CHAR-01 to CHAR-03); each distance is worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.ground import bases_of, own_models
from game.battle.marks import Mark
from game.battle.state import Engagement
from game.battle.terrain import Terrain
from game.rules.bundled import BOOK
from game.rules.character_places import left_by
from game.rules.charge_targets import charger_faults
from game.rules.joining import JoinUnit, LeaveUnit
from game.rules.remaining import EndMoves, Move
from game.table.formation import Base, skirmish
from game.table.pose import Pose
from tests.builders import events, joined, kinds, unit
from tests.rules.remaining_moves import moving, refusals, remaining

MM = 1 / 25.4
MEN = unit("men", "empire-spearmen", (36, 26), models=20)  # five files and four ranks of 20 mm: 80 mm deep
REAR = 26 - 80 * MM
CAPTAIN = unit("captain", "empire-captain", (36, 20), side="red")  # 20 mm, M 4
OTHERS = unit("others", "empire-spearmen", (10, 40), models=10)
JOINS = JoinUnit(unit="captain", host="men")


def test_he_moves_up_to_them_and_stands_in_the_middle_of_their_front():
    session = moving(remaining(MEN, CAPTAIN, OTHERS))
    session.choose(JOINS)
    (event,) = events(session, "character-joined")
    assert event.cost == pytest.approx(REAR - 20, abs=1e-5) == pytest.approx(2.85, abs=0.01)
    captain, men = session.state.unit("captain"), session.state.unit("men")
    assert (captain.host, captain.place) == ("men", 2)
    assert men.formation.models == 21 and own_models(session.state, men) == 20
    assert men.pose == MEN.pose


def test_neither_moves_any_more_and_only_he_counts_as_moved():
    session = moving(remaining(MEN, CAPTAIN, OTHERS))
    session.choose(JOINS)
    assert refusals(session, Move(unit="men", path=("advance 1",))) == ["SEQ-06"]
    assert "CHAR-03" in refusals(session, LeaveUnit(unit="captain", path=("advance 3",)))
    assert not session.state.unit("men").mark("move", "moved") and session.state.unit("captain").mark("move", "moved")


def test_he_joins_a_unit_that_has_moved_before():
    session = moving(remaining(MEN, CAPTAIN, OTHERS))
    session.choose(Move(unit="men", path=("back 1",)))
    session.choose(JOINS)
    assert session.state.unit("men").mark("move", "moved")
    assert events(session, "character-joined")[0].cost == pytest.approx(REAR - 21, abs=1e-5)


def test_he_must_get_there():
    """5.85 inches are too far for a move of 4, but not for a march."""
    session = moving(remaining(MEN, replace(CAPTAIN, pose=Pose(36, 17, 90)), OTHERS))
    assert refusals(session, JOINS) == ["MOV-07"]
    session.choose(JoinUnit(unit="captain", host="men", march=True))
    assert session.state.unit("captain").mark("move", "marched")


def test_he_turns_towards_them_and_something_may_stand_between():
    aside = replace(CAPTAIN, pose=Pose(36 - 50 * MM - 2, 25, 90))  # two inches to the left of them
    session = moving(remaining(MEN, aside, OTHERS))
    session.choose(JOINS)
    assert events(session, "character-joined")[0].path[0] == "pivot right 90"
    assert events(session, "character-joined")[0].cost == pytest.approx(2 - 10 * MM, abs=1e-5)
    between = unit("post", "empire-spearmen", (36, 22), models=1, files=1)
    session = moving(remaining(MEN, CAPTAIN, between))
    assert set(refusals(session, JOINS)) == {"FORM-09", "FORM-10"}


def test_whom_nobody_joins():
    foe = unit("foe", "empire-spearmen", (36, 26), 270, 10, side="blue")
    fight = Engagement("men", "foe", "front", "front")
    assert "CHAR-01" in refusals(moving(remaining(MEN, CAPTAIN, foe, engagements=(fight,))), JOINS)
    assert "CHAR-01" in refusals(moving(remaining(replace(MEN, fleeing=True), CAPTAIN)), JOINS)
    giant = unit("men", "siege-giant", (36, 26))
    assert "CHAR-02" in refusals(moving(remaining(giant, CAPTAIN)), JOINS)
    assert "CHAR-01" in refusals(moving(remaining(MEN, CAPTAIN, foe)), JoinUnit(unit="captain", host="foe"))
    assert "CHAR-02" in refusals(moving(remaining(MEN, CAPTAIN, OTHERS)), JoinUnit(unit="others", host="men"))


def test_a_front_rank_full_of_characters_has_no_place():
    """CHAR-02: two files, two characters; one place more after a reform to three."""
    men = unit("men", "empire-spearmen", (36, 26), models=4, files=2)
    men, first = joined(men, unit("first", "empire-captain", (1, 1)), 0)
    men, second = joined(men, unit("second", "empire-captain", (1, 1)), 1)
    near = replace(CAPTAIN, pose=Pose(36, 22, 90))
    session = moving(remaining(men, first, second, near))
    assert refusals(session, JOINS) == ["CHAR-02"]
    session.choose(Move(unit="men", path=("reform 3",)))
    session.choose(JOINS)
    assert {session.state.unit(one).place for one in ("first", "second", "captain")} == {0, 1, 2}


def test_a_bigger_base_takes_more_places():
    """A scar-veteran on 50 x 50 mm among saurus on 25 x 25 mm: four of them step back."""
    saurus = unit("men", "saurus-warriors", (36, 26), models=20)
    hero = unit("captain", "saurus-scar-veteran", (36, 20))
    big = replace(hero, formation=replace(hero.formation, base=Base.from_millimetres(50, 50)))
    session = moving(remaining(saurus, big, OTHERS))
    session.choose(JOINS)
    men = session.state.unit("men")
    assert men.formation.others == ((2, Base.from_millimetres(50, 50)),)
    assert len(bases_of(men)) == 21


# Leaving. The captain stands third of five in the front rank at (36, 26); his base ends 10 mm to both sides.

RANKS, GUEST = joined(MEN, unit("captain", "empire-captain", (1, 1)), 2)


def test_he_leaves_from_his_place_in_the_ranks_and_they_close():
    session = moving(remaining(RANKS, GUEST, OTHERS))
    session.choose(LeaveUnit(unit="captain", path=("advance 3",)))
    captain, men = session.state.unit("captain"), session.state.unit("men")
    assert captain.host == "" and captain.pose == Pose(36, 29, 90)
    assert men.formation == MEN.formation
    assert refusals(session, Move(unit="captain", path=("advance 1",))) == ["SEQ-06"]
    assert refusals(session, Move(unit="men", path=("back 1",))) == []


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        (("advance 1.8",), []),
        (("advance 1.7",), ["FORM-09"]),  # less the 20 mm of his base: 0.91 inches from them
        (("pivot left 90", "advance 3.5"), []),  # through his own unit: 3.5 - 40 mm = 1.93 beyond its edge, less 20 mm
        (("pivot left 90", "advance 2.5"), ["FORM-09"]),  # 0.93 less 20 mm: 0.14 inches
        (("advance 4.1",), ["MOV-07"]),
    ],
)
def test_his_own_unit_is_not_in_his_way(path, rules):
    session = moving(remaining(RANKS, GUEST, OTHERS))
    assert refusals(session, LeaveUnit(unit="captain", path=path)) == rules


def test_who_may_not_leave():
    leaves = LeaveUnit(unit="captain", path=("advance 3",))
    session = moving(remaining(RANKS, GUEST, OTHERS))
    session.choose(Move(unit="men", path=("back 1",)))
    assert refusals(session, leaves) == ["SEQ-06"]  # the unit has moved before him
    failed = RANKS.marked(Mark("charge", "failed", "foe", "player-turn"))
    assert "CHG-20" in refusals(moving(remaining(failed, GUEST, OTHERS)), leaves)
    fleeing = replace(RANKS, fleeing=True)
    assert "FLEE-09" in refusals(moving(remaining(fleeing, GUEST, OTHERS)), leaves)
    alone = moving(remaining(MEN, CAPTAIN, OTHERS))
    assert refusals(alone, leaves) == ["CHAR-03"]


def test_several_may_walk_out_of_a_unit_but_only_one_may_charge_out_in_a_turn():
    men, second = joined(RANKS, unit("priest", "warrior-priest", (1, 1)), 3)
    session = moving(remaining(men, GUEST, second, OTHERS))
    session.choose(LeaveUnit(unit="captain", path=("advance 3",)))
    session.choose(LeaveUnit(unit="priest", path=("pivot right 90", "advance 3.2")))
    assert not session.state.unit("priest").host
    for left, faults in ((men, []), (men.marked(left_by("captain")), ["CHAR-03"])):
        state = remaining(left, second, OTHERS)
        assert [fault.rule for fault in charger_faults(BOOK, state, second)] == faults


def test_out_of_one_unit_into_another_in_one_move():
    """One and a half inches to the right of the one stands the other; his base ends 40 mm before the edge of the ranks."""
    right = unit("right", "empire-spearmen", (36 + 100 * MM + 1.5, 26), models=10)
    session = moving(remaining(RANKS, GUEST, right))
    session.choose(JoinUnit(unit="captain", host="right"))
    assert kinds(session)[:2] == ["character-left", "character-joined"]
    assert session.state.unit("captain").host == "right" and session.state.unit("men").formation.models == 20
    assert events(session, "character-joined")[0].cost == pytest.approx(40 * MM + 1.5, abs=1e-5)


def test_a_guest_who_could_go_keeps_the_step_open():
    """The unit may not move any more, but he... may not either, once it has moved: the step ends."""
    session = moving(remaining(RANKS, GUEST))
    session.choose(Move(unit="men", path=("back 1",)))
    assert session.finished
    session = moving(remaining(RANKS, GUEST))
    session.choose(LeaveUnit(unit="captain", path=("advance 3",)))
    assert not session.finished
    session.choose(EndMoves())


def test_skirmishers_take_him_into_their_grid_and_let_him_go():
    skinks = unit("men", "skink-skirmishers", (36, 26), models=8)
    loose = replace(skinks, formation=skirmish(skinks.formation.base, 8, 4))
    chief = unit("captain", "skink-chief", (36, 20))
    session = moving(remaining(loose, chief, OTHERS))
    session.choose(JOINS)
    men = session.state.unit("men")
    assert men.formation.models == 9 and session.state.unit("captain").place == 1
    later = replace(session.state, units=tuple(replace(one, marks=()) for one in session.state.units))
    session = moving(later)
    session.choose(LeaveUnit(unit="captain", path=("advance 3",)))
    assert session.state.unit("men").formation.models == 8


WOOD = Terrain("wood", "wood", ((0, 27), (72, 27), (72, 29), (0, 29)), 0)
RIDER = unit("rider", "scar-veteran-on-cold-one", (36, 20))  # M 7


def test_a_rider_who_marches_out_of_the_ranks_through_a_wood_tests():
    men, rider = joined(MEN, RIDER, 2)
    session = moving(remaining(men, rider, OTHERS, terrain=(WOOD,)), {"dangerous terrain": [1, 2]})
    session.choose(LeaveUnit(unit="rider", path=("advance 9",), march=True))
    assert kinds(session) == ["character-left", "dangerous-terrain-tested", "wounds-suffered"]
    walks = moving(remaining(men, rider, OTHERS, terrain=(WOOD,)))
    walks.choose(LeaveUnit(unit="rider", path=("advance 7",)))
    assert kinds(walks) == ["character-left"]


def test_a_rider_who_dies_in_the_wood_joins_nobody():
    rider = replace(RIDER, pose=Pose(36, 33, 270), wounds=1)
    joins = JoinUnit(unit="rider", host="men", march=True)
    session = moving(remaining(MEN, rider, OTHERS, terrain=(WOOD,)), {"dangerous terrain": [1]})
    session.choose(joins)
    assert session.state.unit("rider").fate == "destroyed"
    assert not events(session, "character-joined") and not session.state.unit("men").mark("move", "done")
    lives = moving(remaining(MEN, rider, OTHERS, terrain=(WOOD,)), {"dangerous terrain": [2]})
    lives.choose(joins)
    assert lives.state.unit("rider").host == "men"
