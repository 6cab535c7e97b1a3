"""Moves by dice: what lies between the turn on the spot and the enemy at the end of the way (SPC-02, TER-03)."""

from __future__ import annotations

from game.battle.terrain import Terrain
from game.dice import Total
from game.rules.random_moves import move_at_random
from tests.battle.legality import illegal
from tests.builders import battle, unit
from tests.rules.driving import in_phase, play

MM = 1 / 25.4
ROCKS = Terrain("rocks", "dangerous", ((30, 26), (42, 26), (42, 27), (30, 27)), 0)


def states(start, played):
    """The start and the state after each event."""
    found = [start]
    for event in played.events:
        found.append(event.apply(found[-1]))
    return found


def test_it_turns_and_charges_in_one_move_where_there_is_no_room_to_turn():
    """Two models of 40 mm, one behind the other along the edge: turned about the middle they hang 20 mm over it."""
    foe = unit("foe", "empire-spearmen", (6, 24 + 40 * MM), 180, 5, 5, side="blue")
    state = in_phase(battle(unit("beasts", "t9a-briar-beast", (20 * MM, 24), 270, 2, 1), foe))
    done = play(state, move_at_random, "beasts", 0.0, Total(2), "SPC-02", dice={"random movement": [3, 3]})
    assert [illegal(one) for one in states(state, done)] == [[]] * (1 + len(done.events))
    (charged,) = done.of("charge-moved")
    assert charged.path[0] == "pivot left 90"
    assert (charged.pose.x, charged.pose.facing) == (6, 0)


def test_who_comes_to_grief_on_the_way_goes_where_those_who_are_left_can():
    """Five abreast would run into one man at their left; the last of them, in the middle, passes him by."""
    foe = unit("foe", "empire-spearmen", (34.4, 30), 270, 1, 1, side="blue")
    state = in_phase(battle(unit("men", "empire-spearmen", (36, 24), 90, 5, 5), foe, terrain=(ROCKS,)))
    dice = {"random movement": [4, 4], "dangerous terrain": [1, 1, 1, 1, 2], "panic test": [1, 1]}
    done = play(state, move_at_random, "men", None, Total(2), "SPC-02", dice=dice)
    assert [illegal(one) for one in states(state, done)] == [[]] * (1 + len(done.events))
    assert done.state.engagements == () and not done.of("charge-moved")
    assert done.of("unit-wandered")[-1].stopped == "Foe"
