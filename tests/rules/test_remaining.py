"""Remaining Moves: who may move, what ends it, flying, pivots that need room, dangerous ground (SEQ-06, MOV, TER)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.battle.ground import ground_of
from game.battle.marks import Mark
from game.battle.state import Engagement
from game.battle.terrain import Terrain
from game.catalogue.special_rules import RuleUse
from game.dice import RollKey, Stream
from game.engine.session import RefusedError
from game.rules.bundled import BOOK
from game.rules.moving import check_move
from game.rules.remaining import EndMoves, Move, MoveUnit, StayPut
from game.table.contact import overlapping
from game.table.distance import distance, on_table
from game.table.formation import Loose, skirmish
from game.table.pose import SLACK, Pose
from tests.builders import battle, events, joined, kinds, unit
from tests.rules.remaining_moves import moving, refusals, remaining

MEN = unit("men", "empire-spearmen", (36, 24), models=20)  # 5 files of 20 mm, M 4
FAR = unit("foe", "empire-spearmen", (36, 46), 270, models=10, side="blue")


def foe(x, y, facing=270.0, models=10, **more):
    return unit("foe", "empire-spearmen", (x, y), facing, models, side="blue", **more)


def advance(who, inches, **how):
    return Move(unit=who, path=(f"advance {inches:g}",), **how)


def test_one_unit_after_another_moves_once_and_the_step_ends_when_all_have():
    session = moving(remaining(MEN, unit("giant", "siege-giant", (10, 10)), FAR))
    session.choose(advance("men", 4))
    assert session.state.unit("men").pose == Pose(36, 28, 90)
    assert session.state.unit("men").mark("move", "moved")
    assert not session.state.unit("men").mark("move", "marched")
    assert refusals(session, advance("men", 1)) == ["SEQ-06"]
    session.choose(StayPut(unit="giant"))
    assert kinds(session) == ["unit-moved", "unit-stayed", "battle-ended"]
    assert not session.state.unit("giant").mark("move", "moved")


def test_a_side_may_end_its_moves_and_is_not_asked_where_nobody_may_move():
    session = moving(remaining(MEN, FAR))
    session.choose(EndMoves())
    assert kinds(session) == ["battle-ended"]
    assert moving(remaining(replace(MEN, fleeing=True), FAR)).finished
    assert kinds(moving(remaining(FAR))) == ["battle-ended"]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"fleeing": True}, "FLEE-09"),
        ({"down": True}, "FALL-17"),
        ({"marks": (Mark("charge", "charged", "foe", "player-turn"),)}, "SEQ-06"),
        ({"marks": (Mark("charge", "failed", "foe", "player-turn"),)}, "CHG-20"),
        ({"marks": (Mark("rally", "rallied", 0, "player-turn"),)}, "RALLY-02"),
        ({"marks": (Mark("arrived", "arrived", 0, "player-turn"),)}, "MOV-10"),
        ({"marks": (Mark("move", "moved", 0, "player-turn"),)}, "SEQ-06"),
        ({"marks": (Mark("move", "done", 0, "player-turn"),)}, "SEQ-06"),
    ],
)
def test_who_may_not_move(changed, rule):
    session = moving(remaining(replace(MEN, **changed), unit("other", "empire-spearmen", (10, 10), models=5), FAR))
    assert refusals(session, advance("men", 1)) == [rule]
    assert refusals(session, StayPut(unit="men")) == [rule]


def test_who_fights_stays_and_nobody_moves_the_enemy():
    near = foe(36, 24)
    fight = Engagement("men", "foe", "front", "front")
    other = unit("other", "empire-spearmen", (10, 10), models=5)
    session = moving(remaining(MEN, near, other, engagements=(fight,)))
    assert refusals(session, Move(unit="men", path=("back 1",))) == ["SEQ-06"]
    assert refusals(session, advance("foe", 1)) == ["SEQ-06"]
    assert refusals(session, advance("nobody", 1)) == [""]
    with pytest.raises(RefusedError, match="no such manoeuvre"):
        session.choose(Move(unit="other", path=("dance",)))
    assert session.state == session.start


def test_random_movers_have_moved_before():
    session = moving(remaining(unit("squig", "mangler-squigs", (10, 10)), MEN, FAR))
    assert "SPC-02" in refusals(session, advance("squig", 1))


@pytest.mark.parametrize(
    ("path", "march", "rules"),
    [
        (("advance 4",), False, []),
        (("advance 4.5",), False, ["MOV-07"]),  # farther than M without a march
        (("advance 8",), True, []),
        (("advance 8.1",), True, ["MOV-07"]),
        (("reform 10",), True, ["MOV-07"]),
        (("left 1",), True, ["MOV-07"]),
        (("back 2",), False, []),
        (("back 2.1",), False, ["MOV-07"]),
        ((), False, ["MOV-01"]),
    ],
)
def test_a_march_is_declared(path, march, rules):
    session = moving(remaining(MEN, FAR))
    assert refusals(session, Move(unit="men", path=path, march=march)) == rules


def test_five_inches_of_movement_are_two_and_a_half_sideways():
    gors = unit("men", "gor-herd", (36, 24), models=20)
    session = moving(remaining(gors, FAR))
    assert refusals(session, Move(unit="men", path=("left 2.5",))) == []
    assert refusals(session, Move(unit="men", path=("left 2.6",))) == ["MOV-07"]


def test_fast_cavalry_reforms_twice_but_no_model_goes_farther_than_twice_its_movement():
    """SPC-06: M 9; six abreast. After 18 inches the front of two ranks of three would be an inch farther still."""
    riders = unit("men", "goblin-wolf-riders", (36, 10), models=6, files=6)
    session = moving(remaining(riders, FAR))
    assert refusals(session, Move(unit="men", path=("reform 3", "advance 18", "reform 6"), march=True)) == []
    assert refusals(session, Move(unit="men", path=("advance 18", "reform 3"), march=True)) == ["SPC-06"]
    assert refusals(session, Move(unit="men", path=("advance 16", "reform 3"), march=True)) == []
    assert refusals(session, Move(unit="men", path=("advance 1", "reform 3", "advance 1"))) == ["SPC-06"]


def test_after_a_feigned_flight_fast_cavalry_moves_in_the_turn_in_which_it_rallies():
    """SPC-06; others that have rallied do not (RALLY-02). It moves once, as everybody."""
    marks = (Mark("rally", "rallied", 0, "player-turn"), Mark("move", "moved", 0, "player-turn"))
    riders = unit("men", "goblin-wolf-riders", (36, 10), models=6, files=6, marks=marks)
    assert moving(remaining(riders, FAR)).finished
    feigned = riders.marked(Mark("flee", "feigned", 0, "player-turn"))
    session = moving(remaining(feigned, unit("other", "empire-spearmen", (10, 10), models=5), FAR))
    session.choose(advance("men", 9))
    assert refusals(session, advance("men", 1)) == ["SEQ-06"]


def test_a_reform_brings_characters_to_the_front_again():
    """MOV-04: whoever stood seventh of ten stands in the first five again; his bigger base goes with him."""
    men, boss = joined(unit("men", "orc-boyz", (36, 24), models=19, files=10), unit("boss", "orc-big-boss", (1, 1)), 7)
    session = moving(remaining(men, boss, FAR))
    session.choose(Move(unit="men", path=("reform 5",)))
    assert session.state.unit("boss").place == 2  # the middle of five
    assert session.log[0].event.places == (("boss", 2),)


def test_a_flyer_passes_over_everything_and_ends_on_nothing():
    """SPC-04: harpies, M 5, fly 10, and 20 as a march."""
    harpies = unit("men", "harpies", (36, 10), models=5)
    house = Terrain("house", "building", ((34, 14), (38, 14), (38, 17), (34, 17)), 4)
    session = moving(remaining(harpies, foe(36, 19.5), terrain=(house,)))
    assert set(refusals(session, advance("men", 5))) == {"FORM-09"}
    assert refusals(session, advance("men", 5, fly=True)) == ["FORM-09"]  # lands before the house, too near to it
    assert refusals(session, advance("men", 10, fly=True)) == ["FORM-10"]  # on the enemy
    assert refusals(session, advance("men", 14, fly=True)) == ["MOV-07"]
    assert refusals(session, advance("men", 14, fly=True, march=True)) == []
    assert refusals(session, advance("men", 20.1, fly=True, march=True)) == ["MOV-07"]
    walker = moving(remaining(MEN, FAR))
    assert refusals(walker, advance("men", 3, fly=True)) == ["SPC-04"]


def test_a_flyer_that_lands_in_a_wood_tests():
    """TER-07: five harpies, one of them comes to grief on a 1; striders through forests do not test."""
    wood = Terrain("wood", "wood", ((30, 16), (42, 16), (42, 22), (30, 22)), 0)
    session = moving(
        remaining(unit("men", "harpies", (36, 10), models=5), FAR, terrain=(wood,)),
        {"dangerous terrain": [1, 2, 3, 4, 5]},
    )
    session.choose(advance("men", 9, fly=True))
    assert session.state.unit("men").formation.models == 4
    terradons = unit("men", "terradon-riders", (36, 10), models=3, files=3)
    session = moving(remaining(terradons, FAR, terrain=(wood,)))
    session.choose(advance("men", 9, fly=True))
    assert kinds(session)[0] == "unit-moved" and "dangerous-terrain-tested" not in kinds(session)


def test_marching_horsemen_test_in_a_wood_and_walking_ones_do_not():
    """TER-03: M 7 of barded horses; five models, a die each, on a 1 a wound without armour; two of five are a panic."""
    wood = Terrain("wood", "wood", ((30, 28), (42, 28), (42, 34), (30, 34)), 0)
    knights = unit("men", "empire-knights", (36, 24), models=5)
    session = moving(
        remaining(knights, FAR, terrain=(wood,)), {"dangerous terrain": [1, 1, 3, 4, 5], "panic test": [4, 4]}
    )
    session.choose(advance("men", 10, march=True))
    (test,) = events(session, "dangerous-terrain-tested")
    assert (test.models, test.failed) == (5, 2)
    assert session.state.unit("men").formation.models == 3
    session = moving(remaining(knights, FAR, terrain=(wood,)))
    session.choose(advance("men", 7))
    assert "dangerous-terrain-tested" not in kinds(session)


def test_striders_keep_their_movement_in_the_marsh():
    """TER-06, SPC-15: one inch less in a marsh, but not for who strides through it."""
    marsh = Terrain("marsh", "marsh", ((30, 20), (42, 20), (42, 23), (30, 23)), 0)
    assert check_move(BOOK, battle(MEN, terrain=(marsh,)), "men", ["advance 1"]).movement == 3
    booted = replace(MEN.type, rules=(*MEN.type.rules, RuleUse("Strider", "River, Marshland")))
    boots = replace(MEN, muster=replace(MEN.muster, type=booted))
    assert check_move(BOOK, battle(boots, terrain=(marsh,)), "men", ["advance 1"]).movement == 4
    river = Terrain("river", "river", ((0, 27), (72, 27), (72, 29), (0, 29)), 0)
    assert not check_move(BOOK, battle(boots, terrain=(river,)), "men", ["advance 7"]).faults
    gors = unit("men", "gor-herd", (36, 24), models=10)
    assert check_move(BOOK, battle(gors, terrain=(marsh,)), "men", ["advance 1"]).movement == 4  # in forests only: M 5


# C008: a siege giant, 50 x 75 mm, turns a quarter: its length now lies across. The block beside it begins at x = 38.2.

GIANT = unit("giant", "siege-giant", (36, 24))
HALF = 75 / 25.4 / 2
BESIDE = unit("men", "empire-spearmen", (38.2 + 50 / 25.4, 24), models=10)


def test_a_pivot_without_room_shifts_the_one_who_pivots():
    session = moving(remaining(GIANT, BESIDE, FAR))
    session.choose(Move(unit="giant", path=("pivot left 90",)))
    pose = session.state.unit("giant").pose
    shift = 36 + HALF + 1 - 38.2
    assert shift == pytest.approx(0.276378)
    assert (pose.x, pose.y) == pytest.approx((36 - HALF - shift, 24 - HALF), abs=1e-5)
    assert distance(ground_of(session.state.unit("giant")), ground_of(BESIDE)) == pytest.approx(1, abs=1e-5)


def hemmed_in():
    """Another unit on the left leaves it 0.1 inch to spare there."""
    return unit("left", "empire-spearmen", (36 - HALF - 1.1 - 50 / 25.4, 24), models=10)


def test_or_the_other_unit_gives_way():
    session = moving(remaining(GIANT, BESIDE, hemmed_in(), FAR))
    session.choose(Move(unit="giant", path=("pivot left 90",)))
    assert kinds(session) == ["unit-nudged", "unit-moved"]
    assert session.state.unit("giant").pose.x == pytest.approx(36 - HALF)
    assert session.state.unit("men").pose.x == pytest.approx(BESIDE.pose.x + 36 + HALF + 1 - 38.2, abs=1e-5)
    assert not session.state.unit("men").mark("move", "moved")


def test_or_there_is_no_pivot_where_the_others_fight():
    enemy = foe(BESIDE.pose.x, 24)
    fight = Engagement("men", "foe", "front", "front")
    session = moving(remaining(GIANT, BESIDE, hemmed_in(), enemy, engagements=(fight,)))
    assert set(refusals(session, Move(unit="giant", path=("pivot left 90",)))) == {"FORM-09"}


# Moves at random: what bots are offered.

FIELD = (
    MEN,
    unit("giant", "siege-giant", (20, 20)),
    unit("harpies", "harpies", (50, 12), models=6),
    unit("wolves", "goblin-wolf-riders", (60, 20), models=5),
    unit("knights", "empire-knights", (8, 30), 45, models=6, files=3),
    unit("gun", "great-cannon", (66, 6)),
    replace(unit("skinks", "skink-skirmishers", (30, 10), models=8), formation=skirmish(MEN.formation.base, 8, 4)),
    unit("foe", "empire-spearmen", (36, 34), 270, 20, side="blue"),
    unit("beast", "chaos-giant", (22, 27), 200, side="blue"),
    unit("dogs", "chaos-warhounds", (52, 20), 250, 5, side="blue"),
)
PLACES = (
    Terrain("rock", "impassable", ((40, 26), (44, 26), (43, 31)), 5),
    Terrain("marsh", "marsh", ((16, 22), (30, 22), (30, 25), (16, 25)), 0),
    Terrain("river", "river", ((0, 36), (72, 38), (72, 40), (0, 39)), 0),
)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_any_move_that_is_offered_at_random_is_legal_and_leaves_the_table_in_order(seed):
    """No overlap, nobody off the table, and nobody nearer than an inch who was not before."""
    state = remaining(*FIELD, terrain=PLACES)
    question = MoveUnit(side="red", book=BOOK)
    offered = question.samples(state, Stream(seed, 0, RollKey(1, "red", "sample", "", 0)))
    moves = [choice for choice in offered if isinstance(choice, Move)]
    for choice in offered:
        assert question.faults(state, choice) == ()
    for choice in moves:
        session = moving(state, {"march test": [1, 1], "dangerous terrain": [6] * 40})
        session.choose(choice)
        moved, start = session.state.unit(choice.unit), state.unit(choice.unit)
        assert on_table(ground_of(moved), 72, 48)
        for other in session.state.standing():
            if other.id != moved.id:
                assert not overlapping(ground_of(moved), ground_of(other))
                was = distance(ground_of(start), ground_of(state.unit(other.id)))
                assert distance(ground_of(moved), ground_of(other)) >= min(1.0, was) - 2 * SLACK


def test_there_is_something_to_offer():
    """Among a hundred draws every kind of unit gets a move, some march and some fly."""
    state = remaining(*FIELD, terrain=PLACES)
    question = MoveUnit(side="red", book=BOOK)
    offered = [
        choice
        for seed in range(100)
        for choice in question.samples(state, Stream(seed, 0, RollKey(1, "red", "sample", "", 0)))
        if isinstance(choice, Move)
    ]
    assert {choice.unit for choice in offered} == {one.id for one in FIELD if one.side == "red"}
    assert any(choice.march for choice in offered) and any(choice.fly for choice in offered)


def test_skirmishers_who_had_closed_up_spread_out_in_remaining_moves():
    """SPC-05: nine skinks in ranks of five spread as soon as the step begins; who fights or flees stays in ranks."""
    skinks = unit("skinks", "skink-skirmishers", (36, 24), models=9)
    session = moving(remaining(skinks))
    assert kinds(session) == ["ranks-spread"]
    assert isinstance(session.state.unit("skinks").formation, Loose)
    assert "ranks-spread" not in kinds(moving(remaining(replace(skinks, fleeing=True))))


def test_skirmishers_by_an_option_reform_as_freely():
    archers = unit("archers", "empire-archers", (36, 24), models=10, equipment=("Skirmishers",))
    loose = replace(archers, formation=skirmish(archers.formation.base, 10, 5))
    path = ("reform 5 0", "advance 4")
    assert refusals(moving(remaining(loose)), Move(unit="archers", path=path)) == []
    plain = unit("archers", "empire-archers", (36, 24), models=10)
    assert refusals(moving(remaining(plain)), Move(unit="archers", path=path)) == ["MOV-04"]
