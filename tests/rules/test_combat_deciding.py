"""Who has won a round, by how much, and who must test (CR-15, CR-17, BRK-06)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.marks import Mark
from game.battle.state import State
from game.rules.bundled import BOOK
from game.rules.combat.circumstances import COMBAT, FOUGHT, HAS_FOUGHT
from game.rules.combat.combats import end_round, fighting
from game.rules.combat.deciding import LOST, CombatResolved, decided, resolve
from game.rules.combat.result import score, total
from game.rules.pursuit_events import WIPED_OUT
from tests.builders import unit
from tests.rules.carriers import charged, foes, men
from tests.rules.driving import play
from tests.rules.rounds import FRONT, fight, wiped_out


def three() -> State:
    """Halberdiers with Orcs before them and Goblins in their flank."""
    halberdiers = unit("halberdiers", "empire-halberdiers", (20, 20), models=30, files=6, command=("standard",))
    orcs = unit("orcs", "orc-boyz", (20, 25), 270, 15, 5, side="blue", command=("standard",))
    goblins = unit("goblins", "goblins", (10, 20), 0, 8, 4, side="blue")
    pairs = (("halberdiers", "orcs", "front", "front"), ("halberdiers", "goblins", "left", "front"))
    dealt = [("orcs", "halberdiers", 2), ("goblins", "halberdiers", 4)]
    suffered = [("halberdiers", "orcs", 4), ("halberdiers", "goblins", 1)]
    return fight(halberdiers, orcs, goblins, pairs=pairs, wounds=[*dealt, *suffered])


def test_each_beaten_unit_is_compared_with_those_it_touches():
    """BRK-06, its example: 11 to 9; the Orcs 7 to 7, the Goblins 2 to 9, which counts 2."""
    state = three()
    orcs, goblins, halberdiers = ("orcs",), ("goblins",), ("halberdiers",)
    assert total(score(BOOK, state, orcs, halberdiers)) == 7
    assert total(score(BOOK, state, halberdiers, orcs)) == 7
    assert total(score(BOOK, state, goblins, halberdiers)) == 2
    assert total(score(BOOK, state, halberdiers, goblins)) == 9
    result = decided(BOOK, state)
    assert (result.winner, result.margin, result.why) == ("red", 2, "")
    assert [(side, number) for side, number, _ in result.scores] == [("red", 11), ("blue", 9)]
    assert result.tests == (("goblins", 2),)
    after = result.apply(state)
    assert [one.id for one in after.units if one.mark(COMBAT, LOST)] == ["goblins"]
    assert after.unit("goblins").mark(COMBAT, LOST) == Mark(COMBAT, LOST, 2, "round")


def test_one_loser_tests_at_the_margin():
    """BRK-02, CR-17."""
    result = decided(BOOK, fight(men(files=10), foes(files=10), wounds=[("men", "foes", 3), ("foes", "men", 1)]))
    assert (result.winner, result.margin, result.tests) == ("blue", 2, (("men", 2),))


def test_a_draw():
    """CR-18: nobody tests; all remember that they have fought."""
    state = fight(men(files=10), foes(files=10), wounds=[("men", "foes", 2), ("foes", "men", 2)])
    result = decided(BOOK, state)
    assert (result.winner, result.margin, result.tests) == (None, 0, ())
    after = result.apply(state)
    for one in ("men", "foes"):
        assert FOUGHT in after.unit(one).marks and HAS_FOUGHT in after.unit(one).marks
    assert "A draw: Red 2" in result.sentence(state)


@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "tests"),
    [
        (("musician",), (), "red", (("foes", 1),)),
        ((), ("musician",), "blue", (("men", 1),)),
        (("musician",), ("musician",), None, ()),
    ],
)
def test_a_musician_wins_a_draw(ours, theirs, winner, tests):
    """CR-15: by one, unless both have one."""
    result = decided(BOOK, fight(men(files=10, command=ours), foes(files=10, command=theirs)))
    assert (result.winner, result.margin, result.tests) == (winner, 1 if winner else 0, tests)


def test_a_musician_decides_nothing_else():
    result = decided(BOOK, fight(men(files=10, command=("musician",)), foes(models=11, files=11)))
    assert (result.winner, result.margin) == ("blue", 1)


def test_a_side_that_is_wiped_out_has_lost():
    """CR-17, BRK-13: whatever the score; the winner may overrun."""
    state = wiped_out(fight(men(), foes(), wounds=[("men", "foes", 9), ("foes", "men", 1)]), "foes")
    result = decided(BOOK, state)
    assert (result.winner, result.margin, result.tests) == ("red", 0, ())
    assert "wiped out" in result.sentence(state)
    after = result.apply(state)
    assert WIPED_OUT in after.unit("men").marks and WIPED_OUT not in after.unit("foes").marks


def test_who_has_no_enemy_left_in_a_fight_that_goes_on_may_overrun():
    """PUR-09."""
    pairs = (FRONT, ("more", "gone", "front", "front"))
    state = wiped_out(fight(men(), men(id="more"), foes(), foes(id="gone"), pairs=pairs), "gone")
    after = decided(BOOK, state).apply(state)
    assert [one.id for one in after.units if WIPED_OUT in one.marks] == ["more"]


def test_nobody_is_left():
    result = decided(BOOK, wiped_out(fight(men(), foes(), wounds=[("foes", "men", 3)]), "foes", "men"))
    assert (result.winner, result.margin, result.tests) == (None, 0, ())


def test_a_round_is_resolved_and_ended():
    """CC-03: nobody remembers its blows."""
    state = fight(men(files=10), foes(files=10, models=11), wounds=[("men", "foes", 1)])
    played = play(state, resolve)
    assert [event.kind for event in played.events] == ["combat-resolved", "unit-nudged"]
    ended = play(played.state, end_round).state
    assert fighting(ended) == ()
    assert not [mark for one in ended.units for mark in one.marks if mark.until == "round"]


def settled(result: CombatResolved):
    """What a result says whatever the order in which the sides are listed."""
    told = {(side, number, frozenset(which)) for side, number, which in result.scores}
    return result.winner, result.margin, result.why, told, set(result.members), set(result.tests)


def colours(state: State) -> State:
    """The same battle, each unit on the other side."""
    other = {"red": "blue", "blue": "red"}
    return replace(
        state,
        units=tuple(replace(one, muster=replace(one.muster, side=other[one.side])) for one in state.units),
    )


COMMANDS = st.sampled_from(((), ("musician",), ("standard",), ("musician", "standard")))
SIDES = st.sampled_from(("front", "left", "right", "rear"))


@st.composite
def rounds(draw) -> State:
    """One or two units of each side, all in contact, with any wounds."""
    types = st.sampled_from(("empire-spearmen", "orc-boyz", "kroxigors", "empire-knights"))
    ids = {"red": ["a", "b"][: draw(st.integers(1, 2))], "blue": ["c", "d"][: draw(st.integers(1, 2))]}
    units = [
        unit(one, draw(types), (20, 20), models=draw(st.integers(5, 25)), side=side, command=draw(COMMANDS))
        for side, those in ids.items()
        for one in those
    ]
    units = [charged(one, "x") if draw(st.booleans()) else one for one in units]
    touching = list(product(ids["red"], ids["blue"]))
    pairs = [(red, blue, draw(SIDES), draw(SIDES)) for red, blue in touching]
    dealt = [(red, blue, draw(st.integers(0, 6))) for red, blue in [*touching, *((b, a) for a, b in touching)]]
    state = fight(*units, pairs=pairs, wounds=[one for one in dealt if one[2]])
    return wiped_out(state, ids["red"][0]) if draw(st.integers(0, 4)) == 0 else state


@given(state=rounds())
def test_the_order_of_the_sides_changes_nothing(state):
    units = tuple(sorted(state.units, key=lambda one: one.side))
    swapped = replace(state, sides=state.sides[::-1], units=units)
    result, other = decided(BOOK, state), decided(BOOK, swapped)
    assert settled(result) == settled(other)
    assert result.scores == other.scores[::-1]


@given(state=rounds())
def test_two_sides_that_change_places_change_the_result(state):
    result, other = decided(BOOK, state), decided(BOOK, colours(state))
    names = {"red": "blue", "blue": "red", None: None}
    assert (other.winner, other.margin, other.why) == (names[result.winner], result.margin, result.why)
    assert [one[1:] for one in other.scores] == [one[1:] for one in result.scores[::-1]]
    assert (other.members, other.tests) == (result.members, result.tests)


@given(state=rounds())
def test_only_losers_test_and_by_no_more_than_the_margin(state):
    result = decided(BOOK, state)
    for one, penalty in result.tests:
        assert state.unit(one).side != result.winner and state.unit(one).on_table
        assert 0 < penalty <= result.margin


def test_a_beaten_giant_tests_for_a_fall_before_any_break_test():
    """CC-03, FALL-12: on a 2 it stands; one that has won does not test."""
    state = fight(men("albion-giant", models=1), foes(files=10), wounds=[("men", "foes", 5)])
    played = play(state, resolve, dice={"fall test": [2]})
    assert played.rolled == ["fall test @men"] and not played.unit("men").down
    assert played.unit("men").mark(COMBAT, LOST)
    assert play(fight(men("albion-giant", models=1), foes(files=10)), resolve).rolled == []
