"""Giants on their way: obstacles, flight, lying down and getting up (FALL-15 to FALL-20, SPC-12, C050, C052, C053)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.battle.ground import ground_of
from game.battle.marks import Mark
from game.battle.terrain import Terrain
from game.catalogue import RuleUse
from game.dice import Total
from game.rules.acting import go
from game.rules.bundled import BOOK
from game.rules.charge_moves import move_one_charge
from game.rules.charge_targets import charger_faults
from game.rules.compulsory import one_compulsory_move
from game.rules.moving import check_move
from game.rules.pursuit import pursue_one_combat
from game.rules.pursuit_choices import Overrun, Pursue, Restrain
from game.rules.random_moves import move_at_random
from game.rules.reforming import StayAsTheyAre
from game.rules.running_away import run_away
from game.rules.special.fall_over import GetUp, StandUp, StayDown
from game.rules.standing_orders import may_move, still_faults
from game.rules.start_of_phase import one_start_of_phase
from game.rules.terrain import terrain_gap
from game.table.pose import CONTACT, Pose
from tests.builders import battle, played, unit
from tests.rules.driving import engaged, in_phase, play

BROAD, DEEP = 50 / 25.4, 75 / 25.4
BROKEN = Mark("break", "broken", 0, "phase")
FALLS = {"fall test": [1], "scatter": [90.0]}


def giant(at=(20.0, 20.0), facing=0.0, **more):
    return unit("gorak", "siege-giant", at, facing, **more)


def fence(x=22.5, low=10.0, high=30.0, kind="fence", id="fence"):
    """A tenth of an inch deep, 2.5 inches in front of a Giant that stands at 20."""
    return Terrain(id, kind, ((x, low), (x + 0.1, low), (x + 0.1, high), (x, high)), 0)


def men(id="men", at=(30.0, 20.0), facing=180.0, models=10, side="blue", files=5, **more):
    return unit(id, "empire-halberdiers", at, facing, models, files, side=side, **more)


def table(*units, terrain=(), step="remaining-moves", **readings):
    return in_phase(battle(*units, terrain=terrain, **readings), "movement", step)


def moved(path, *terrain, dice=None, who=None, march=False, **readings):
    state = table(who or giant(), terrain=terrain, **readings)
    move = check_move(BOOK, state, "gorak", path, march=march)
    assert not move.faults
    return play(state, go, move, "MOV-01", dice=dice)


# Obstacles


def test_it_falls_where_it_reaches_the_fence_and_the_rest_of_the_move_is_lost():
    """C052: 6 inches, a fence after 2.5."""
    done = moved(("advance 6",), fence(), dice=FALLS)
    there = done.unit("gorak")
    assert (there.pose, there.down, there.wounds) == (Pose(22.5, 20, 0), True, 1)
    assert [event.kind for event in done.events] == ["fall-tested", "unit-moved", "giant-fell", "wounds-suffered"]
    assert (done.events[1].path, done.events[1].cost, done.events[1].rule) == (("advance 2.5",), 2.5, "FALL-15")
    assert not may_move(BOOK, done.state, there)


def test_it_goes_on_with_anything_but_a_one():
    done = moved(("advance 6",), fence(), dice={"fall test": [2]})
    assert (done.unit("gorak").pose, done.unit("gorak").down) == (Pose(26, 20, 0), False)


@pytest.mark.parametrize(
    ("path", "who"),
    [
        (("advance 2.5",), giant()),  # up to it and no farther
        (("advance 6",), giant((20, 30 + BROAD / 2))),  # along its end
        (("back 2",), giant((22.5, 20))),  # touching at the start, then away
        (("advance 2",), giant((24, 20))),  # astride from the turn before
    ],
)
def test_it_does_not_test_where_it_goes_over_nothing(path, who):
    assert moved(path, fence(), who=who).rolled == []


def test_who_stands_at_the_fence_and_goes_over_it_tests_at_once():
    done = moved(("advance 6",), fence(), who=giant((22.5, 20)), dice=FALLS)
    assert (done.unit("gorak").pose, done.of("unit-moved")[0].path) == (Pose(22.5, 20, 0), ())


def test_each_obstacle_is_tested_once_in_the_order_of_the_way():
    """The one behind stands first in the file; two manoeuvres lead over the first."""
    pieces = (fence(24, id="behind", kind="ditch"), fence(22.5, kind="hedge"))
    done = moved(("advance 3", "advance 3"), *pieces, dice={"fall test": [6, 1], "scatter": [90.0]})
    assert done.unit("gorak").pose == Pose(24, 20, 0)
    assert done.of("unit-moved")[0].path == ("advance 3", "advance 1")


def test_a_wheel_ends_where_a_corner_touches():
    """The outer corner swings about the inner one, an inch ahead after the angle whose sine is 1 / 1.9685."""
    wall = fence(21, kind="wall")
    done = moved(("wheel left 80",), wall, dice=FALLS)
    (path,) = done.of("unit-moved")[0].path
    assert float(path.split()[-1]) == pytest.approx(math.degrees(math.asin(1 / BROAD)), abs=1e-5)
    assert abs(terrain_gap(ground_of(done.unit("gorak")), wall)) <= CONTACT


def test_a_turn_onto_a_wall_is_a_test_too():
    """Half its depth is more than half its breadth: turned a quarter it stands 0.49 inches farther to each side."""
    wall = fence(18, 20 + 1.2, 30, kind="wall")
    for turn in ("pivot left 90", "turn left"):
        assert moved((turn,), wall, dice=FALLS).unit("gorak").down


def test_a_march_is_cut_short_likewise():
    done = moved(("advance 12",), fence(27.5), dice=FALLS, march=True)
    assert done.unit("gorak").pose == Pose(27.5, 20, 0)
    assert done.unit("gorak").mark("move", "marched")


@pytest.mark.parametrize("kind", ["wood", "river", "marsh"])
def test_other_terrain_trips_nobody(kind):
    assert moved(("advance 6",), fence(kind=kind)).rolled == []


def test_neither_do_striders_nor_ordinary_people_test():
    kind = giant().type
    strider = replace(kind, rules=(*kind.rules, RuleUse("Strider", "Obstacle")), parts=tuple(
        replace(part, rules=(*part.rules, RuleUse("Strider", "Obstacle"))) for part in kind.parts
    ))  # fmt: skip
    steps_over = replace(giant(), muster=replace(giant().muster, type=strider))
    assert moved(("advance 6",), fence(), who=steps_over).rolled == []
    people = unit("gorak", "empire-halberdiers", (20, 20), 0, 10, 5)
    assert moved(("advance 4",), fence(), who=people).rolled == []


# Charges


def three(**more):
    """Three files are a little wider than the Giant: straight on is the best way into all of them."""
    return men(models=9, files=3, **more)


def charging(target, *terrain, **readings):
    declared = (Mark("charge", "declared", "men", "player-turn"), Mark("charge", "side", "front", "player-turn"))
    return table(giant(marks=declared), target, terrain=terrain, step="charge-moves", **readings)


def test_a_charge_over_a_fence_fails_where_the_giant_falls():
    done = play(charging(three(), fence()), move_one_charge, dice={"charge": [3, 4], **FALLS})
    there = done.unit("gorak")
    assert (there.pose, there.down, done.state.engagements) == (Pose(22.5, 20, 0), True, ())
    (failed,) = done.of("charge-failed")
    assert (failed.rule, failed.path, failed.inches) == ("FALL-15", ("advance 2.5",), 2.5)
    assert there.mark("charge", "failed")


def test_a_charge_goes_home_over_it_otherwise():
    done = play(charging(three(), fence()), move_one_charge, dice={"charge": [3, 4], "fall test": [2]})
    assert (done.unit("gorak").pose, len(done.state.engagements)) == (Pose(30, 20, 0), 1)


def test_an_enemy_behind_a_fence_is_fought_across_it():
    """It comes into contact as it reaches the fence: it does not cross it."""
    done = play(charging(three(at=(22.5, 20)), fence(22.5)), move_one_charge, dice={"charge": [3, 4]})
    assert len(done.state.engagements) == 1


def test_a_failed_charge_trips_as_well():
    """6 and 2 with 1 are 9 inches, not the 20 it needs: it would have moved 3."""
    done = play(charging(men(at=(40, 20)), fence()), move_one_charge, dice={"charge": [2, 1], **FALLS})
    (failed,) = done.of("charge-failed")
    assert (failed.rule, failed.inches, done.unit("gorak").pose) == ("CHG-20", 2.5, Pose(22.5, 20, 0))
    assert done.unit("gorak").down


# Flight


def test_it_goes_down_in_its_flight_and_stays_fleeing_there():
    """5 and 4 of 3D6 are 9 inches; men 5 inches away would have been run through."""
    state = table(giant(), men(at=(25, 20), facing=0), terrain=(fence(),))
    done = play(state, run_away, "gorak", None, rule="FLEE-01", dice={"flee": [5, 4, 1], **FALLS})
    there, (fled,) = done.unit("gorak"), done.of("unit-fled")
    assert (there.pose, there.fleeing, there.down) == (Pose(22.5, 20, 0), True, True)
    assert (fled.inches, fled.passed, done.result) == (2.5, (), ())


def test_it_runs_through_whoever_stands_before_the_fence():
    """Three men stand at 23, the fence at 24: three wounds from them (FLEE-05), a fourth from the fall.

    On top of them it cannot stay: it slides on until it lies an inch behind them (FLEE-03).
    """
    state = table(giant(), men(at=(23, 20), models=3), terrain=(fence(24),))
    dice = {"flee": [5, 4, 1], "fall test": [1], "scatter": [0.0]}
    done = play(state, run_away, "gorak", None, rule="FLEE-01", dice=dice)
    assert (done.of("unit-fled")[0].passed, done.result) == (("men",), ("men",))
    behind = 23 + 20 / 25.4 + 1 + 75 / 25.4
    assert (done.unit("gorak").pose, done.unit("gorak").wounds) == (Pose(behind, 20, 0).rounded(), 4)


def test_fleeing_giants_may_run_over_obstacles_under_the_other_reading():
    state = table(giant(), terrain=(fence(),), fall_obstacle_fleeing=False)
    done = play(state, run_away, "gorak", None, rule="FLEE-01", dice={"flee": [5, 4, 1]})
    assert done.unit("gorak").pose == Pose(29, 20, 0)


def broken_fight(terrain=(), **more):
    """The men have broken the Giant, who flees to the left, away from them."""
    state = battle(giant(marks=(BROKEN,), **more), men(at=(20, 20)), terrain=terrain)
    return engaged(in_phase(state, "close-combat", "pursuit"), ("gorak", "men", "front", "front"))


def test_a_pursuer_catches_after_all_who_goes_down_before_it():
    """It turns about its middle and would flee 9 inches, but a fence stops it after one; the men come 7 and are there.

    Its front edge lies at 20 - 2.953 once it has turned; it stops at 16.047. Ten men of US 10 cut 20 wounds.
    """
    wall = fence(20 - DEEP - 1 - 0.1)
    done = play(
        broken_fight((wall,)), pursue_one_combat,
        dice={"flee": [5, 4, 1], "pursuit": [3, 4], **FALLS, "reform test": [6, 6]}, choices=[Pursue(quarry="gorak")],
    )  # fmt: skip
    assert done.of("unit-fled")[0].inches == pytest.approx(1.0)
    assert not done.unit("gorak").on_table
    assert len(done.of("giant-fell")) == 1


def test_a_broken_giant_on_the_ground_is_slain_where_it_lies():
    """FALL-19: no template; the winners, who did not charge, restrain and may reform (PUR-09)."""
    done = play(broken_fight(down=True), pursue_one_combat, choices=[StayAsTheyAre()])
    assert done.unit("gorak").fate == "destroyed"
    assert done.of("unit-lost")[0].rule == "FALL-19"
    assert done.of("giant-fell") == []


def test_those_who_charged_it_may_overrun_instead():
    state = broken_fight(down=True)
    state = state.with_unit(state.unit("men").marked(Mark("charge", "charged", "gorak", "player-turn")))
    done = play(state, pursue_one_combat, choices=[Overrun()], dice={"pursuit": [3, 4]})
    assert done.unit("men").pose == Pose(13, 20, 180)


# Pursuit


def won_fight(*terrain, **more):
    """The Giant has broken the men, who flee to the right."""
    state = battle(giant(**more), men(at=(20, 20), models=20, marks=(BROKEN,)), terrain=terrain)
    return engaged(in_phase(state, "close-combat", "pursuit"), ("gorak", "men", "front", "front"))


def test_a_pursuit_ends_where_the_pursuer_falls():
    done = play(
        won_fight(fence()), pursue_one_combat,
        dice={"flee": [6, 6], "pursuit": [3, 4, 1], **FALLS}, choices=[Pursue(quarry="men")],
    )  # fmt: skip
    assert (done.unit("gorak").pose, done.unit("gorak").down) == (Pose(22.5, 20, 0), True)
    (pursued,) = done.of("unit-pursued")
    assert (pursued.rule, pursued.inches, pursued.stopped) == ("FALL-15", 2.5, "fence")


def test_a_pursuit_that_would_strike_fresh_enemies_ends_there_too():
    state = won_fight(fence())
    state = replace(state, units=(*state.units, men("fresh", at=(26, 20), models=9, files=3)))
    done = play(
        state, pursue_one_combat,
        dice={"flee": [6, 6], "pursuit": [6, 6, 1], **FALLS}, choices=[Pursue(quarry="men")],
    )  # fmt: skip
    assert (done.unit("gorak").pose, done.state.engagements) == (Pose(22.5, 20, 0), ())


def test_an_overrun_ends_likewise():
    marks = (Mark("combat", "wiped-out", 0, "phase"), Mark("charge", "charged", "men", "player-turn"))
    state = in_phase(battle(giant(marks=marks), terrain=(fence(),)), "close-combat", "pursuit")
    done = play(state, pursue_one_combat, dice={"pursuit": [3, 4, 1], **FALLS}, choices=[Overrun()])
    assert (done.unit("gorak").pose, done.unit("gorak").down) == (Pose(22.5, 20, 0), True)


def test_a_giant_on_the_ground_gets_up_instead_of_pursuing():
    """FALL-20, C053: no test, no roll, no move, no reform."""
    done = play(won_fight(down=True), pursue_one_combat, dice={"flee": [6, 6]})
    there = done.unit("gorak")
    assert (there.down, there.pose) == (False, Pose(20, 20, 0))
    assert done.of("giant-stood-up")[0].rule == "FALL-20"
    assert done.asked == []


def test_it_gets_up_where_it_could_have_overrun():
    marks = (Mark("combat", "wiped-out", 0, "phase"), Mark("charge", "charged", "men", "player-turn"))
    state = in_phase(battle(giant(marks=marks, down=True)), "close-combat", "pursuit")
    done = play(state, pursue_one_combat)
    assert done.of("giant-stood-up")[0].rule == "FALL-20"
    assert not done.unit("gorak").down


def test_a_standing_one_is_asked_as_everybody_is():
    done = play(
        won_fight(), pursue_one_combat, dice={"flee": [6, 6], "restraint test": [5, 5]},
        choices=[Restrain(), StayAsTheyAre()],
    )  # fmt: skip
    assert done.of("giant-stood-up") == []


# Random moves


def test_a_random_move_ends_at_the_fence():
    state = table(giant(), terrain=(fence(),), step="compulsory-moves")
    done = play(state, move_at_random, "gorak", None, Total(2), "SPC-02", dice={"random movement": [4, 4], **FALLS})
    (wandered,) = done.of("unit-wandered")
    assert (done.unit("gorak").pose, wandered.stopped, wandered.rule) == (Pose(22.5, 20, 0), "fence", "FALL-15")


def test_one_that_would_have_run_into_somebody_strikes_nobody():
    state = table(giant(), three(at=(26, 20)), terrain=(fence(),), step="compulsory-moves")
    done = play(state, move_at_random, "gorak", None, Total(2), "SPC-02", dice={"random movement": [4, 4], **FALLS})
    assert (done.unit("gorak").pose, done.state.engagements) == (Pose(22.5, 20, 0), ())


# Getting up (FALL-18)


def start(*units, **readings):
    return table(*units, step="start-of-phase", **readings)


def test_it_gets_up_and_neither_charges_nor_moves_in_that_turn():
    done = play(start(giant(down=True), men()), one_start_of_phase, choices=[GetUp()])
    there = done.unit("gorak")
    assert done.asked == ["stand-up-now @gorak"]
    assert (there.down, there.pose, done.events[0].rule) == (False, Pose(20, 20, 0), "FALL-18")
    assert "FALL-18" in {fault.rule for fault in still_faults(BOOK, done.state, there)}
    assert "FALL-18" in {fault.rule for fault in charger_faults(BOOK, done.state, there)}
    assert play(done.state, one_start_of_phase).result is False


def test_it_may_stay_down_and_is_not_asked_again_in_that_turn():
    done = play(start(giant(down=True)), one_start_of_phase, choices=[StayDown()])
    assert done.unit("gorak").down
    assert play(done.state, one_start_of_phase).result is False


def test_combat_does_not_keep_it_down():
    state = engaged(start(giant(down=True), men(at=(20, 20))), ("gorak", "men", "front", "front"))
    assert not play(state, one_start_of_phase, choices=[GetUp()]).unit("gorak").down


def test_it_does_not_get_up_in_the_phase_in_which_it_fell():
    """FALL-16: it falls because it flees; the same Start of Phase does not set it on its feet again."""
    done = play(start(giant(fleeing=True)), one_start_of_phase, dice=FALLS)
    assert done.unit("gorak").down
    assert play(done.state, one_start_of_phase).result is False


def test_a_table_without_turns_lets_it_get_up_and_remembers_nothing():
    session = played(battle(giant(down=True)))
    session.choose(StandUp(unit="gorak"))
    assert session.state.unit("gorak") == giant()


# Falling in flight (FALL-16, C050)


def fled_and_fell(**readings):
    state = play(start(giant(fleeing=True), men(at=(60, 20)), **readings), one_start_of_phase, dice=FALLS).state
    return in_phase(state)


def test_it_rallies_where_it_lies():
    """It does not turn either: no reform is asked for."""
    done = play(fled_and_fell(), one_compulsory_move, dice={"rally test": [5, 5]})
    there = done.unit("gorak")
    assert (there.fleeing, there.down, there.on_table, done.asked) == (False, True, True, [])


def test_it_is_slain_where_it_lies_if_it_does_not_rally():
    failed = play(fled_and_fell(), one_compulsory_move, dice={"rally test": [6, 6]})
    done = play(failed.state, one_compulsory_move)
    assert done.unit("gorak").fate == "destroyed"
    assert [event.rule for event in done.of("unit-lost")] == ["FALL-19"]


def test_it_simply_lies_there_under_the_other_reading():
    done = play(fled_and_fell(fallen_fleer="stays-down"), one_compulsory_move)
    assert (done.result, done.unit("gorak").fleeing, done.unit("gorak").down) == (False, True, True)


def test_one_that_keeps_its_footing_runs_on():
    state = play(start(giant(fleeing=True)), one_start_of_phase, dice={"fall test": [2]}).state
    failed = play(in_phase(state), one_compulsory_move, dice={"rally test": [6, 6]})
    done = play(failed.state, one_compulsory_move, dice={"flee": [5, 4, 1]})
    assert done.unit("gorak").pose == Pose(29, 20, 0)


def test_who_went_down_in_an_earlier_phase_may_get_up_though_it_flees():
    """It lay still, so it does not test as well; then it tries to rally like everybody."""
    done = play(start(giant(fleeing=True, down=True)), one_start_of_phase, choices=[GetUp()])
    assert play(done.state, one_start_of_phase).result is False
    assert (
        not play(in_phase(done.state), one_compulsory_move, dice={"rally test": [5, 5]}, choices=[StayAsTheyAre()])
        .unit("gorak")
        .fleeing
    )


# Panic (FALL-22)


def test_friends_beneath_panic_at_a_quarter_of_their_number():
    """Two of five bowled over by their own Giant: away from the closest enemy."""
    friends = unit("friends", "orc-boyz", (23, 24.5), 90, 5, 5)
    state = table(giant(), friends, men(at=(23, 40), facing=270), terrain=(fence(),))
    move = check_move(BOOK, state, "gorak", ("advance 6",))
    dice = {
        "fall test": [1], "scatter": [90.0], "fall hits": [1, 1], "to wound": [6, 6], "panic test": [6, 6], "flee": [1, 2],
    }  # fmt: skip
    done = play(state, go, move, "MOV-01", dice=dice)
    assert done.unit("friends").fleeing
    assert done.unit("friends").pose.facing == pytest.approx(270, abs=1)
