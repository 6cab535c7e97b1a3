"""Flight: its dice, its way, what it costs and whom it frightens (FLEE, CHG-12, SPC-01, SPC-06, C086)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.terrain import Terrain
from game.dice import Total
from game.rules.bundled import BOOK
from game.rules.fleeing import flee, flee_from_charge
from game.rules.rallying import rally
from game.rules.running_away import flee_dice
from game.table.formation import Loose
from game.table.pose import Pose
from tests.builders import battle, joined, unit
from tests.rules.driving import engaged, in_phase, play

SMALL = 20 / 25.4


def men(id="men", at=(36.0, 20.0), facing=90.0, models=10, side="red", **more):
    return unit(id, "empire-halberdiers", at, facing, models, 5, side=side, **more)


def table(*units, **more):
    return in_phase(battle(*units, **more))


@pytest.mark.parametrize(
    ("type", "dice"),
    [
        ("empire-halberdiers", Total(2)),
        ("kroxigors", Total(3, drop_lowest=1)),  # M6
        ("empire-knights", Total(3)),  # M8, in barding 7
        ("chaos-warhounds", Total(3)),  # M7
        ("terradon-riders", Total(2)),  # M2 on the ground
        ("chaos-spawn", Total(2)),  # its own 2D6
        ("mangler-squigs", Total(3)),  # its own 3D6, not Swiftstride's
    ],
)
def test_the_dice(type, dice):
    """SWIFT-01: 4 to 6 the best two of three, 7 and more all three; without it, or with M 3, 2D6."""
    one = unit("runners", type, (36, 20), models=1 if type in ("chaos-spawn", "mangler-squigs") else 5)
    assert flee_dice(BOOK, battle(one), one) == dice


def test_a_character_on_foot_takes_swiftstride_away():
    host, guest = joined(unit("dogs", "chaos-warhounds", (36, 20), models=5), unit("hero", "empire-captain", (0, 0)), 2)
    assert flee_dice(BOOK, battle(host, guest), host) == Total(2)


def test_worked_numbers_of_a_swift_flight():
    """M8 Swiftstride, dice 1, 5, 6: 12 inches."""
    played = play(
        table(unit("wolves", "chaos-warhounds", (36, 20), models=5)),
        flee,
        "wolves",
        None,
        rule="FLEE-01",
        dice={"flee": [1, 5, 6]},
    )
    assert played.unit("wolves").pose == Pose(36, 32, 90)


def test_it_turns_runs_and_remembers():
    played = play(table(men()), flee, "men", 0.0, rule="PSY-07", dice={"flee": [3, 4]})
    unit_ = played.unit("men")
    assert unit_.pose == Pose(36 + SMALL + 7, 20 - SMALL, 0).rounded()
    assert unit_.fleeing
    marks = {(mark.rule, mark.name, mark.until) for mark in unit_.marks}
    assert {("flee", "moved", "phase"), ("flee", "began", "player-turn"), ("move", "moved", "player-turn")} <= marks
    assert played.sentences == ["Men turn and run 7.0 inches"]


def test_one_that_flees_already_has_not_begun_in_this_turn():
    played = play(table(men(fleeing=True)), flee, "men", None, rule="FLEE-01", dice={"flee": [3, 4]})
    assert played.unit("men").mark("flee", "began") is None
    assert played.sentences == ["Men flee on 7.0 inches"]


def test_one_flee_move_a_phase():
    state = table(men(fleeing=True, marks=(Mark("flee", "moved", 0, "phase"),)))
    played = play(state, flee, "men", 180.0, rule="CHG-12")
    assert played.events == []


def test_it_leaves_its_combats():
    state = engaged(table(men(), men("foes", (36, 20), 270, side="blue")), ("foes", "men", "front", "front"))
    played = play(state, flee, "men", 270.0, rule="PSY-07", dice={"flee": [3, 4]})
    assert played.state.engagements == ()


def test_off_the_table_it_is_lost_with_the_character_in_it():
    host, guest = joined(men(at=(36, 44)), unit("hero", "empire-captain", (0, 0)), 2)
    played = play(table(host, guest), flee, "men", None, rule="FLEE-01", dice={"flee": [6, 6]})
    assert (played.unit("men").fate, played.unit("hero").fate) == ("fled", "fled")
    assert played.sentences[0].endswith("off the table and out of the battle")


def test_through_a_steady_enemy_a_wound_for_each_point_of_its_strength():
    """US 7: seven wounds without a save, seven men."""
    foes = men("foes", (36, 24), models=7, side="blue")
    played = play(table(men(models=20), foes), flee, "men", None, rule="FLEE-01", dice={"flee": [3, 4]})
    (suffered,) = played.of("wounds-suffered")
    assert (suffered.wounds, suffered.source, suffered.rule) == (7, "foes", "FLEE-05")
    assert played.unit("men").formation.models == 13
    assert played.sentences[0] == "Men turn and run 8.1 inches through Foes"


def test_not_through_one_that_flees_itself():
    foes = men("foes", (36, 24), models=7, side="blue", fleeing=True)
    played = play(table(men(models=20), foes), flee, "men", None, rule="FLEE-01", dice={"flee": [3, 4]})
    assert played.of("wounds-suffered") == []
    assert played.of("unit-fled")[0].passed == ("foes",)


def test_wounds_and_then_a_test_for_each_model_in_impassable_terrain():
    """C086: 10 wounds by US 10; of the five who are left only those whose way leads over the rock take a test."""
    foes = men("foes", (36, 24), models=10, side="blue")
    rock = Terrain("rock", "impassable", ((32, 26), (36.2, 26), (36.2, 28), (32, 28)), 5)
    state = table(men(models=15), foes, terrain=(rock,))
    played = play(state, flee, "men", None, rule="FLEE-01", dice={"flee": [5, 5], "dangerous terrain": [1, 2, 2]})
    (test,) = played.of("dangerous-terrain-tested")
    assert (test.models, test.failed) == (3, 1)  # the three files on the left
    assert [event.wounds for event in played.of("wounds-suffered")] == [10, 1]
    assert played.unit("men").formation.models == 4


def test_terrain_before_the_enemy_is_tested_for_by_all():
    """C086 the other way round: nine cross the rock while all fifteen still run (FLEE-04, FLEE-05)."""
    foes = men("foes", (36, 26), models=10, side="blue")
    rock = Terrain("rock", "impassable", ((32, 21), (36.2, 21), (36.2, 22), (32, 22)), 5)
    state = table(men(models=15), foes, terrain=(rock,))
    dice = {"flee": [6, 6], "dangerous terrain": [1, 1] + [2] * 7}
    played = play(state, flee, "men", None, rule="FLEE-01", dice=dice)
    assert [event.wounds for event in played.of("wounds-suffered")] == [2, 10]
    assert played.unit("men").formation.models == 3


@pytest.mark.parametrize(("models", "tests"), [(4, False), (5, True)])
def test_friends_panic_only_if_ten_points_of_strength_run_through_them(models, tests):
    """4 cavalry are US 8, 5 are US 10 (FLEE-06)."""
    riders = unit("riders", "empire-knights", (36, 20), models=models)
    enemy = men("enemy", (60, 40), side="blue")
    state = table(riders, men("friends", (36, 24)), enemy)
    dice = {"flee": [3, 4, 1]} | ({"panic test": [3, 4]} if tests else {})
    played = play(state, flee, "riders", None, rule="FLEE-01", dice=dice)
    assert [event.passed for event in played.of("leadership-tested")] == [True] * tests
    assert len(played.of("nerve-kept")) == tests


def test_friends_who_panic_run_too():
    enemy = men("enemy", (36, 4), side="blue")
    state = table(men(models=10), men("friends", (36, 24)), enemy)
    dice = {"flee @men": [3, 4], "panic test": [6, 6], "flee @friends": [1, 1]}
    played = play(state, flee, "men", None, rule="FLEE-01", dice=dice)
    assert played.unit("friends").fleeing
    assert played.unit("friends").pose.facing == 90  # straight away from the enemy behind


def test_nobody_minds_feigned_flight():
    """SPC-06: five wolf riders, US 10, ride through friends on purpose."""
    riders = unit("riders", "goblin-wolf-riders", (36, 20), models=5)
    charger = men("charger", (36, 10), side="blue")
    state = in_phase(battle(riders, men("friends", (36, 24)), charger), step="charge", side="blue")
    played = play(state, flee_from_charge, "riders", "charger", chosen=True, dice={"flee": [1, 2, 3]})
    assert played.unit("riders").mark("flee", "feigned")
    assert played.of("leadership-tested") == []
    assert "feign flight" in played.sentences[0]


def test_a_forced_flight_is_no_ruse():
    riders = unit("riders", "goblin-wolf-riders", (36, 20), models=5)
    state = table(riders, men("charger", (36, 10), side="blue"))
    played = play(state, flee_from_charge, "riders", "charger", dice={"flee": [1, 2, 3]})
    assert played.unit("riders").mark("flee", "feigned") is None


def test_who_fires_first_does_not_run_as_fast():
    riders = unit("riders", "goblin-wolf-riders", (36, 20), models=5)
    state = table(riders, men("charger", (36, 10), side="blue"))
    played = play(
        state, flee_from_charge, "riders", "charger", reaction="fire-and-flee", chosen=True, dice={"flee": [2, 3]}
    )
    assert played.of("unit-fled")[0].inches == 5


def test_from_a_charge_directly_away():
    """C088: charger's centre at (0, 0) mm, own at (100, 200): after 7 inches at (179.5, 359.0) mm."""
    charger = men("charger", (20, 20 + SMALL), side="blue")
    runner = men("runner", (20 + 100 / 25.4, 20 + 200 / 25.4 + SMALL))
    played = play(table(charger, runner), flee_from_charge, "runner", "charger", dice={"flee": [3, 4]})
    pose = played.unit("runner").pose
    x, y = pose.point(-SMALL, 0.0)
    assert ((x - 20) * 25.4, (y - 20) * 25.4) == (pytest.approx(179.5, abs=0.1), pytest.approx(359.0, abs=0.1))


def test_a_war_machine_that_must_flee_is_lost():
    base = unit("gun", "great-cannon", (36, 20)).formation.base
    gun = replace(unit("gun", "great-cannon", (36, 20)), formation=Loose((base,), ((-1.0, 0.0),)))
    played = play(table(gun), flee, "gun", None, rule="TERROR-02")
    assert (played.unit("gun").fate, [event.rule for event in played.events]) == ("destroyed", ["CHAR-04"])


def test_a_giant_on_the_ground_that_must_flee_is_slain_without_falling_again():
    giant = unit("gorak", "siege-giant", (36, 20), down=True)
    played = play(table(giant), flee, "gorak", None, rule="FLEE-01")
    assert (played.unit("gorak").fate, [event.rule for event in played.events]) == ("destroyed", ["FALL-19"])


def test_friends_see_a_large_unit_run_off_the_table():
    """PSY-03: US 10, gone over the edge; those within 6 inches of the place test, those farther off do not."""
    near, far = men("near", (36, 42)), men("far", (20, 30))
    state = table(men(at=(42, 44)), near, far, men("enemy", (36, 4), side="blue"))
    played = play(state, flee, "men", None, rule="FLEE-01", dice={"flee": [3, 4], "panic test @near": [1, 1]})
    assert [event.unit for event in played.of("nerve-kept")] == ["near"]


def test_a_fleeing_giant_tests_before_it_may_rally():
    """FALL-16: on a 1 it comes down; it then rallies where it lies, or is slain (C050)."""
    rule = next(rule for rule in BOOK.special if rule.name == "Fall Over")
    giant = unit("gorak", "siege-giant", (36, 20), fleeing=True)
    state = table(giant)
    assert rule.tests_at_start(state, giant)
    stands = play(state, rule.at_start, "gorak", dice={"fall test": [2]})
    assert not rule.tests_at_start(stands.state, stands.unit("gorak"))
    fallen = play(state, rule.at_start, "gorak", dice={"fall test": [1], "scatter": [10]}).state
    assert fallen.unit("gorak").down
    rallied = play(fallen, rally, "gorak", dice={"rally test": [5, 5]})
    assert (rallied.unit("gorak").fleeing, rallied.unit("gorak").down) == (False, True)
    failed = play(fallen, rally, "gorak", dice={"rally test": [6, 5]})
    assert play(failed.state, flee, "gorak", None, rule="FLEE-01").unit("gorak").fate == "destroyed"
