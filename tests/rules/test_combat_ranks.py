"""Disruption and Steadfast, in each of their readings (CR-04, BRK-04, STUB-01)."""

from __future__ import annotations

import pytest

from game.rules.bundled import BOOK
from game.rules.combat.ranks import extra_ranks_scored, is_disrupted, is_steadfast
from tests.builders import joined, unit
from tests.rules.carriers import foes, having, men
from tests.rules.rounds import FRONT, IN_FLANK, fight


@pytest.mark.parametrize(
    ("mode", "models", "files", "disrupted"),
    [
        ("half-us", 10, 5, True),
        ("half-us", 9, 5, False),
        ("us10", 10, 10, True),
        ("us10", 9, 5, False),
        ("two-ranks", 10, 5, True),
        ("two-ranks", 10, 10, False),
        ("two-ranks", 9, 5, False),
        ("two-ranks", 16, 4, False),
    ],
)
def test_disruption(mode, models, files, disrupted):
    """CR-04: twenty men who have foes in a flank."""
    state = fight(men(models=20), foes(models=models, files=files), pairs=(IN_FLANK,), disruption_mode=mode)
    who = state.unit("men")
    assert is_disrupted(state, who) is disrupted
    assert extra_ranks_scored(state, who) == (0 if disrupted else 3)
    steadfast = mode == "two-ranks" or not disrupted
    assert is_steadfast(BOOK, state, who) is (steadfast and models < 20)


@pytest.mark.parametrize("mode", ["half-us", "us10", "two-ranks"])
def test_nobody_is_disrupted_from_the_front(mode):
    state = fight(men(models=20), foes(models=20), disruption_mode=mode)
    assert not is_disrupted(state, state.unit("men"))


def test_how_strong_a_unit_is_decides_what_disrupts_it():
    """CR-04: nine are half of eighteen, ten not of thirty; two in flank and rear add up."""
    for models, mode, disrupted in ((18, "half-us", True), (30, "half-us", False), (30, "us10", True)):
        number = 9 if models == 18 else 10
        state = fight(men(models=models), foes(models=number), pairs=(IN_FLANK,), disruption_mode=mode)
        assert is_disrupted(state, state.unit("men")) is disrupted
    pairs = (IN_FLANK, ("men", "others", "rear", "front"))
    state = fight(men(models=20), foes(models=6), foes(id="others", models=4), pairs=pairs)
    assert is_disrupted(state, state.unit("men"))


@pytest.mark.parametrize("side", ["front", "left"])
def test_twenty_five_are_steadfast_against_a_giant(side):
    """BRK-04, CR-04: the Giant's 6 do not disrupt them either."""
    state = fight(men(models=25), foes("albion-giant", models=1), pairs=(("men", "foes", side, "front"),))
    assert is_steadfast(BOOK, state, state.unit("men"))


@pytest.mark.parametrize(
    ("ours", "theirs", "strength", "ranks"),
    [
        ((20, 5), (10, 5), True, True),
        ((20, 5), (20, 5), False, False),
        ((20, 5), (20, 10), False, True),
        ((20, 10), (15, 5), True, False),
        ((10, 5), (9, 5), True, True),
        ((9, 5), (4, 4), False, True),
        ((20, 4), (10, 5), False, False),
    ],
)
def test_steadfast(ours, theirs, strength, ranks):
    """BRK-04 in both modes: Unit Strength of ten and more than the enemy's, or more complete ranks; ``(men, files)``."""
    for mode, expected in (("unit-strength", strength), ("ranks", ranks)):
        us, them = men(models=ours[0], files=ours[1]), foes(models=theirs[0], files=theirs[1])
        state = fight(us, them, steadfast_mode=mode)
        assert is_steadfast(BOOK, state, state.unit("men")) is expected


def test_steadfast_against_each_enemy():
    """BRK-04: twenty against two of fifteen are, against one of twenty beside them not."""
    pairs = (FRONT, ("men", "others", "front", "front"))
    for number, steadfast in ((15, True), (20, False)):
        state = fight(men(models=20), foes(models=15), foes(id="others", models=number), pairs=pairs)
        assert is_steadfast(BOOK, state, state.unit("men")) is steadfast


def test_the_stubborn_are_always_steadfast():
    """STUB-01: nine of them, in the flank, by twenty; not for one Stubborn character."""
    for kind, steadfast in (("greatswords", True), ("empire-spearmen", False)):
        state = fight(men(kind, models=9), foes(models=20), pairs=(IN_FLANK,))
        assert is_steadfast(BOOK, state, state.unit("men")) is steadfast
    host, guest = joined(men(models=9), having(unit("hero", "empire-captain", (0, 0)), "Stubborn"), 2)
    state = fight(host, guest, foes(models=20))
    assert not is_steadfast(BOOK, state, state.unit("men"))


def test_ranks_of_three_are_not_deep_enough_to_disrupt():
    """CR-04, ``two-ranks``: two ranks of five models, of whatever kind."""
    for files, disrupted in ((3, False), (5, True)):
        them = foes("kroxigors", models=2 * files, files=files)
        state = fight(men(models=20), them, pairs=(IN_FLANK,), disruption_mode="two-ranks")
        assert is_disrupted(state, state.unit("men")) is disrupted
