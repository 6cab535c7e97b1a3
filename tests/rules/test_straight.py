"""Straight moves, failed charges and the way of a flight, each worked by hand (PUR-07, CHG-20, FLEE-03, C088 to C091)."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from game.battle.ground import ground_of
from game.battle.terrain import Terrain
from game.rules.failed_charge import failed_charge_move
from game.rules.flight import away_from, flight
from game.rules.straight import straight_move
from game.rules.terrain import terrain_gap
from game.table.bases import centre, ground
from game.table.distance import distance, gap_to_edge, separations
from game.table.pose import Pose
from tests.builders import battle, unit

SMALL = 20 / 25.4
"""A 20 mm base."""


def men(id="men", at=(36.0, 10.0), facing=90.0, models=10, side="red", **more):
    """Ten halberdiers, five wide: 3.937 by 1.575 inches."""
    return unit(id, "empire-halberdiers", at, facing, models, 5, side=side, **more)


def rock(low, high, id="rock", kind="impassable"):
    (x, y), (right, far) = low, high
    return Terrain(id, kind, ((x, y), (right, y), (right, far), (x, far)), 5)


def test_straight_ahead_the_full_distance():
    move = straight_move(battle(men()), "men", None, 6)
    assert (move.pose, move.inches, move.path) == (Pose(36, 16, 90), 6, ("advance 6",))
    assert (move.stopped_by, move.charges, move.off_table) == ("", "", False)


def test_it_turns_about_its_centre():
    """The centre lies one base behind the front edge; faced east the front edge lies one base to the right of it."""
    move = straight_move(battle(men()), "men", 0.0, 4)
    assert move.turned == Pose(36 + SMALL, 10 - SMALL, 0).rounded()
    assert move.pose == Pose(40 + SMALL, 10 - SMALL, 0).rounded()
    assert move.path == ("pivot right 90", "advance 4")


def test_it_stops_an_inch_short_of_a_friend():
    """The friend's rear edge lies at 18 - 2 x 0.787 = 16.425: 5.425 inches to go."""
    move = straight_move(battle(men(), men("friends", (36, 18))), "men", None, 9)
    assert move.inches == pytest.approx(8 - 2 * SMALL - 1, abs=1e-6)
    assert move.stopped_by == "Friends"


def test_a_friend_nearer_than_an_inch_lets_it_go_nowhere():
    """C091: 0.8 inches ahead; it does not move, and nothing overlaps."""
    move = straight_move(battle(men(), men("friends", (36, 10.8 + 2 * SMALL))), "men", None, 9)
    assert (move.inches, move.pose, move.stopped_by) == (0.0, Pose(36, 10, 90), "Friends")


def test_it_stops_an_inch_short_of_impassable_terrain():
    move = straight_move(battle(men(), terrain=(rock((30, 15), (40, 20)),)), "men", None, 9)
    assert (move.inches, move.stopped_by) == (pytest.approx(4.0, abs=1e-6), "impassable")


@pytest.mark.parametrize("roll", [9, 4])
def test_an_enemy_in_its_way_is_charged(roll):
    """Also with the last inch of the roll (SPC-02)."""
    move = straight_move(battle(men(), men("foes", (36, 14), 270, side="blue")), "men", None, roll)
    assert (move.charges, move.inches) == ("foes", pytest.approx(4.0, abs=1e-6))


@pytest.mark.parametrize("how", [{"stop_at": "units"}, {"keep_off": ("foes",)}])
def test_an_enemy_that_it_may_not_charge_stops_it_an_inch_short(how):
    move = straight_move(battle(men(), men("foes", (36, 14), 270, side="blue")), "men", None, 9, **how)
    assert (move.charges, move.stopped_by, move.inches) == ("", "Foes", pytest.approx(3.0, abs=1e-6))


def test_an_enemy_whom_it_would_only_brush_past_stops_it_an_inch_away():
    """Half an inch beside its way: nearest at its own corner, sqrt(1 - 0.25) before it comes level."""
    foes = men("foes", (36 + 5 * SMALL + 0.5, 16), 270, side="blue")
    move = straight_move(battle(men(), foes), "men", None, 9)
    assert move.charges == ""
    assert move.inches == pytest.approx(6 - math.sqrt(0.75), abs=1e-5)


def test_out_of_reach_is_out_of_the_way():
    assert straight_move(battle(men(), men("foes", (36, 16), 270, side="blue")), "men", None, 4).stopped_by == ""


def test_the_edge_of_the_table_stops_it_or_lets_it_out():
    state = battle(men(at=(36, 44)))
    stays, leaves = straight_move(state, "men", None, 9), straight_move(state, "men", None, 9, leaves_table=True)
    assert (stays.inches, stays.off_table, stays.stopped_by) == (4.0, False, "the edge of the table")
    assert leaves.off_table
    assert leaves.inches == pytest.approx(4.0, abs=1e-3)


def test_who_would_end_on_another_unit_after_its_turn_stays_as_it_is():
    """The turn is blind: a file of five that has turned reaches 0.97 inches into the friends beside it."""
    column = unit("men", "empire-halberdiers", (36, 10), 90, 5, 1)
    beside = men("friends", (37 + 2.5 * SMALL, 10 - 1.5 * SMALL))
    move = straight_move(battle(column, beside), "men", 0.0, 0.1)
    assert (move.pose, move.inches, move.stopped_by) == (Pose(36, 10, 90), 0.0, "Friends")


def test_a_failed_charge_goes_straight_at_the_target():
    """M4 and a 3 against a target 8 inches away: it moves 3 (CHG-20)."""
    move = failed_charge_move(battle(men(), men("foes", (36, 18), 270, side="blue")), "men", "foes", 3)
    assert (move.path, move.inches, move.pose) == (("advance 3",), 3, Pose(36, 13, 90))


@pytest.mark.parametrize("x", [26.0, 31.0, 41.0, 46.0])
def test_the_wheel_of_a_failed_charge_faces_the_target_and_costs_distance(x):
    state = battle(men(), men("foes", (x, 26), 270, side="blue"))
    move = failed_charge_move(state, "men", "foes", 6)
    wheel, advance = (piece.split() for piece in move.path)
    assert wheel[:2] == ["wheel", "left" if x < 36 else "right"]
    arc = 5 * SMALL * math.radians(float(wheel[2]))
    assert arc + float(advance[1]) == pytest.approx(6, abs=1e-5)
    foes = state.unit("foes")
    goal, own = centre(foes.pose, foes.formation), centre(move.pose, state.unit("men").formation)
    bearing = math.degrees(math.atan2(goal[1] - own[1], goal[0] - own[0]))
    assert bearing == pytest.approx(move.pose.facing, abs=1e-3)


def test_a_wheel_that_costs_all_is_all():
    """1 inch along an arc of 3.937 inches is 14.551 degrees."""
    move = failed_charge_move(battle(men(), men("foes", (10, 12), 0, side="blue")), "men", "foes", 1)
    assert move.path == (f"wheel left {math.degrees(1 / (5 * SMALL)):.6f}",)


def test_a_failed_charge_goes_around_a_friend_if_that_brings_it_nearer():
    """The friend would stop it after 1.213 inches; a lone model has room to pass him."""
    hero, friend = unit("hero", "empire-general", (36, 10)), unit("friend", "empire-captain", (36, 13))
    foes = men("foes", (36, 30), 270, side="blue")
    move = failed_charge_move(battle(hero, friend, foes), "hero", "foes", 9)
    assert move.path[0].startswith("wheel")
    assert move.inches == pytest.approx(9, abs=1e-5)
    assert move.pose.y > 16
    blocked = failed_charge_move(battle(men(), friend, foes), "men", "foes", 4)
    assert (blocked.path, blocked.stopped_by) == ((f"advance {2 - SMALL:.6f}",), "Friend")


def test_away_from_a_charger_is_from_centre_to_centre():
    """C088: charger's centre (0, 0), own (100, 200) mm: 63.435 degrees."""
    state = battle(men(at=(10, 10)), men("foes", (10 + 100 / 25.4, 10 + 200 / 25.4), side="blue"))
    assert away_from(state, "foes", "men") == pytest.approx(math.degrees(math.atan2(200, 100)), abs=1e-6)


def test_a_flight_that_would_end_half_an_inch_from_a_friend_goes_on_to_an_inch_past_him():
    """5 inches bring it to 0.5 inches before his rear; an inch past his front its own front is 2 + 1 + 2 ranks on."""
    friends = men("friends", (36, 15.5 + 2 * SMALL))
    way = flight(battle(men(), friends), "men", None, 5)
    assert way.inches == pytest.approx(5.5 + 4 * SMALL + 1, abs=1e-6)
    assert (way.passed, way.off_table) == (("friends",), False)


def test_it_goes_on_past_the_next_one_too():
    friends, more = men("friends", (36, 15.5 + 2 * SMALL)), men("more", (36, 20 + 2 * SMALL))
    way = flight(battle(men(), friends, more), "men", None, 5)
    assert way.pose.y == pytest.approx(20 + 2 * SMALL + 1 + 2 * SMALL, abs=1e-6)
    assert way.passed == ("friends", "more")


def test_a_flight_that_ends_an_inch_clear_stops_there():
    friends = men("friends", (36, 16 + 2 * SMALL))
    assert flight(battle(men(), friends), "men", None, 5).inches == 5


def test_impassable_terrain_is_run_through_to_an_inch_beyond():
    way = flight(battle(men(), terrain=(rock((30, 12), (42, 20)),)), "men", None, 5)
    assert way.pose.y == pytest.approx(20 + 1 + 2 * SMALL, abs=1e-6)


def test_also_from_the_middle_of_a_wide_one():
    """Nowhere near its outline, yet on it."""
    way = flight(battle(men(), terrain=(rock((4, 13), (68, 40)),)), "men", None, 14)
    assert way.pose.y == pytest.approx(40 + 1 + 2 * SMALL, abs=1e-6)


def test_whoever_touches_the_edge_is_off_at_once():
    """C089: the corner touches after 4 of 9 inches."""
    way = flight(battle(men(at=(36, 44))), "men", None, 9)
    assert way.off_table
    assert way.inches == pytest.approx(4, abs=1e-3)


def test_who_begins_at_the_edge_and_runs_from_it_stays():
    assert not flight(battle(men(at=(36, 2 * SMALL))), "men", None, 5).off_table


def test_a_turn_that_hangs_over_the_edge_does_no_harm_if_the_flight_leads_inwards():
    wide = unit("men", "empire-halberdiers", (5 * SMALL, 20), 90, 10, 10)
    assert not flight(battle(wide), "men", 0.0, 6).off_table
    assert flight(battle(wide), "men", 180.0, 12).off_table


def crowd(seed):
    """A dozen units, friends and foes of all sizes, on free ground of a small table, and a rock."""
    chance = random.Random(seed)
    placed, shapes = [], []
    while len(placed) < 12:
        side = chance.choice(("red", "blue"))
        kind = chance.choice(("empire-halberdiers", "empire-knights", "kroxigors", "siege-giant"))
        models = 1 if kind == "siege-giant" else chance.randint(1, 15)
        at = (chance.uniform(4, 68), chance.uniform(4, 44))
        one = unit(f"unit-{len(placed)}", kind, at, chance.uniform(0, 360), models, chance.randint(1, 5), side=side)
        here = ground_of(one)
        if gap_to_edge(here, 72, 48) > 0 and all(distance(here, other) > 0.5 for other in shapes):
            placed.append(replace(one, pose=one.pose.rounded()))
            shapes.append(here)
    return chance, battle(*placed, terrain=(rock((33, 20), (39, 26)),))


@pytest.mark.parametrize("seed", range(30))
def test_no_flight_ends_within_an_inch_of_anything(seed):
    chance, state = crowd(seed)
    for one in state.units:
        way = flight(state, one.id, chance.uniform(0, 360), chance.randint(2, 18))
        end = ground(way.pose, one.formation)
        if way.off_table:
            hung_over = gap_to_edge(ground(way.turned, one.formation), 72, 48) < 0
            assert hung_over or abs(gap_to_edge(end, 72, 48)) < 0.01
            continue
        gaps = [distance(end, ground_of(other)) for other in state.units if other.id != one.id]
        assert min([*gaps, terrain_gap(end, state.terrain[0])]) >= 1 - 2e-5
        assert gap_to_edge(end, 72, 48) >= 0


@pytest.mark.parametrize("seed", range(30))
def test_no_straight_move_overlaps_anything_or_comes_nearer_than_it_may(seed):
    chance, state = crowd(seed)
    for one in state.units:
        facing = chance.choice((None, chance.uniform(0, 360)))
        move = straight_move(state, one.id, facing, chance.randint(1, 18), stop_at=chance.choice(("units", "friends")))
        end = ground(move.pose, one.formation)
        for other in state.units:
            if other.id in (one.id, move.charges):
                continue
            before, after = distance(ground_of(one), ground_of(other)), separation(end, ground_of(other))
            assert after >= -2e-5
            if facing is None and not move.charges:
                assert after >= min(1, before) - 2e-5
        if move.charges:
            assert abs(separation(end, ground_of(state.unit(move.charges)))) < 1e-4
        assert gap_to_edge(end, 72, 48) >= -1e-5


@pytest.mark.parametrize("seed", range(8))
def test_no_failed_charge_overlaps_anything(seed):
    chance, state = crowd(seed)
    for one in state.units:
        foes = [other.id for other in state.units if other.side != one.side]
        inches = chance.randint(1, 12)
        move = failed_charge_move(state, one.id, chance.choice(foes), inches)
        end = ground(move.pose, one.formation)
        assert move.inches <= inches + 1e-6
        assert all(separation(end, ground_of(other)) >= -2e-5 for other in state.units if other.id != one.id)
        assert gap_to_edge(end, 72, 48) >= -1e-5


def separation(a, b):
    return float(separations(a, b).min())
