"""Break tests: on what, and who needs none (BRK-01 to BRK-05, PSY-17)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from game.battle.marks import Mark
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.breaking import one_break_test
from game.rules.combat.circumstances import COMBAT
from game.rules.combat.deciding import LOST
from game.rules.flight_events import BROKEN
from game.rules.ordering import Next
from tests.builders import unit
from tests.rules.carriers import foes, men
from tests.rules.driving import play
from tests.rules.rounds import fight


def beaten(who: Unit, them: Unit, by: int = 3, **readings) -> State:
    return fight(who.marked(Mark(COMBAT, LOST, by, "round")), them, **readings)


def holding(state: State) -> int:
    """Of the 36 throws of two dice, those with which the men stand."""
    count = 0
    for faces in product(range(1, 7), repeat=2):
        played = play(state, one_break_test, dice={"break test": list(faces)})
        broken = played.unit("men").mark(BROKEN.rule, BROKEN.name) is not None
        assert [event.kind for event in played.events][-1] == ("unit-broke" if broken else "unit-held")
        assert played.unit("men").mark(COMBAT, LOST) is None
        count += not broken
    return count


@pytest.mark.parametrize(
    ("who", "them", "by", "stand"),
    [
        (men(models=10), foes(models=10), 3, 6),
        (men(models=20), foes(models=10), 3, 21),
        (men("greatswords", models=9), foes(models=20), 8, 26),
        (men("albion-giant", models=1), foes(models=20), 9, 33),
        (men(models=10), foes(models=10), 1, 15),
    ],
)
def test_break_test(who, them, by, stand):
    """BRK-02, BRK-05, STUB-02: Ld 7 beaten by 3 stands on 4 or less, steadfast on 7; a Giant on 10."""
    assert holding(beaten(who, them, by)) == stand


@pytest.mark.parametrize(("courage", "stand"), [(True, 1), (False, 0)])
def test_insane_courage(courage, stand):
    """BRK-03: Ld 7, beaten by 9."""
    assert holding(beaten(men(), foes(), 9, insane_courage=courage)) == stand


@pytest.mark.parametrize(("by", "needed"), [(1, 8), (2, 7), (5, 7)])
def test_the_steadfast_may_use_the_leadership_of_the_general(by, needed):
    """BRK-05: his 9 less the margin, where that is more than their own 7."""
    general = unit("general", "empire-general", (24, 18), general=True)
    state = beaten(men(models=20), foes(), by)
    state = replace(state, units=(*state.units, general))
    played = play(state, one_break_test, dice={"break test": [1, 2]})
    assert [event.needed for event in played.of("leadership-tested")] == [needed]


def test_the_unbreakable_take_no_test():
    """PSY-17."""
    played = play(beaten(men("flagellants"), foes(), 9), one_break_test)
    assert [event.kind for event in played.events] == ["unit-held"]
    assert played.events[0].why == "unbreakable"
    assert played.unit("men").mark(COMBAT, LOST) is None


def test_its_owner_chooses_who_tests_first():
    """BRK-01; then nobody is left to test."""
    state = beaten(men(), foes())
    more = men(id="more").marked(Mark(COMBAT, LOST, 3, "round"))
    state = replace(state, units=(*state.units, more))
    dice = {"break test": [1, 1]}
    choice = Next(unit="more", what="takes its Break test")
    played = play(state, one_break_test, dice=dice, choices=[choice])
    assert played.result is True and [event.unit for event in played.of("unit-held")] == ["more"]
    played = play(played.state, one_break_test, dice=dice)
    assert played.result is True and [event.unit for event in played.of("unit-held")] == ["men"]
    assert play(played.state, one_break_test).result is False
