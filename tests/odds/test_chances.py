"""Chances of charges and tests, against worked numbers and an independent dice library."""

from __future__ import annotations

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.readings import Readings
from game.dice import D3, D6, AtMost, Count, Draw, Total
from game.odds.chances import characteristic_chance, charge_chance, leadership_chance

SUM = Readings(charge_roll="sum-2d6")


@pytest.mark.parametrize(
    ("move", "distance", "swiftstride", "chance"),
    [
        (7, 15, True, 147 / 216),  # the references' worked numbers
        (6, 13, True, 21 / 36),
        (4, 5, False, 36 / 36),
        (4, 6, False, 35 / 36),
        (4, 7, False, 32 / 36),
        (4, 8, False, 27 / 36),
        (4, 9, False, 20 / 36),
        (4, 10, False, 11 / 36),
        (4, 10.01, False, 0.0),
        (4, 3.0, False, 1.0),
        (3, 9, True, 11 / 36),  # M below 4: Swiftstride gives nothing
        (3, 9.5, True, 0.0),
        (6, 18, True, 1 / 36),
        (8, 20, True, 16 / 216),
        (8, 8.5, True, 1.0),
    ],
)
def test_charges(move, distance, swiftstride, chance):
    assert charge_chance(move, distance, swiftstride=swiftstride) == pytest.approx(chance, abs=1e-12)


def test_an_older_reading_adds_both_dice():
    assert charge_chance(4, 11, readings=SUM) == pytest.approx(21 / 36)
    assert charge_chance(4, 11) == 0


def test_a_distance_a_hair_beyond_is_beyond_but_rounding_is_not():
    assert charge_chance(4, 9.000001) == charge_chance(4, 9)
    assert charge_chance(4, 9.001) == charge_chance(4, 10)


@pytest.mark.parametrize(("leadership", "ways"), [(2, 1), (7, 21), (8, 26), (9, 30), (10, 33)])
def test_leadership(leadership, ways):
    assert leadership_chance(leadership) == pytest.approx(ways / 36, abs=1e-12)


def test_leadership_at_its_ends():
    assert leadership_chance(1) == leadership_chance(0) == 0
    assert leadership_chance(8, cold_blooded=True) == pytest.approx(193 / 216)
    assert leadership_chance(8, penalty=3) == leadership_chance(5)
    assert leadership_chance(3, penalty=9) == 0
    assert leadership_chance(7, reroll=True) == pytest.approx(1 - (15 / 36) ** 2)


@pytest.mark.parametrize(
    ("value", "fails"), [(0, 1), (1, 5 / 6), (2, 2 / 3), (3, 1 / 2), (4, 1 / 3), (5, 1 / 6), (9, 1 / 6)]
)
def test_characteristics(value, fails):
    assert 1 - characteristic_chance(value) == pytest.approx(fails, abs=1e-12)


@given(
    n=st.integers(1, 4),
    faces=st.sampled_from([D6, D3, (1, 1, 2, 2, 2, 2)]),
    low=st.integers(0, 1),
    high=st.integers(0, 1),
)
def test_totals_agree_with_an_independent_library(n, faces, low, high):
    if low + high >= n:
        return
    die = icepool.Die(list(faces))
    theirs = die.keep(n, slice(low, n - high))
    ours = dict(Total(n, faces, drop_lowest=low, drop_highest=high).branches())
    assert ours == pytest.approx(
        {total: float(chance) for total, chance in zip(theirs.outcomes(), theirs.probabilities(), strict=True)}
    )


@given(n=st.integers(0, 20), needed=st.integers(1, 7))
def test_counts_agree_with_an_independent_library(n, needed):
    ours = dict(Count(n, needed).branches())
    assert sum(ours.values()) == pytest.approx(1, abs=1e-12)
    if n:
        theirs = n @ (icepool.d6 >= needed)
        assert ours == pytest.approx(
            {k: float(chance) for k, chance in zip(theirs.outcomes(), theirs.probabilities(), strict=True)}
        )


@given(groups=st.lists(st.integers(1, 6), min_size=1, max_size=3), take=st.integers(0, 10))
def test_draws_are_hypergeometric(groups, take):
    draw = Draw(take, tuple(groups))
    branches = dict(draw.branches())
    assert sum(branches.values()) == pytest.approx(1, abs=1e-12)
    mean = [sum(counts[i] * chance for counts, chance in branches.items()) for i in range(len(groups))]
    taken = min(take, sum(groups))
    assert mean == pytest.approx([taken * size / sum(groups) for size in groups])


@given(limit=st.integers(0, 13))
def test_a_test_has_two_ends(limit):
    branches = dict(AtMost(Total(2), limit).branches())
    assert sum(branches.values()) == pytest.approx(1)
    assert branches.get(True, 0) == pytest.approx(sum(c for t, c in Total(2).branches() if t <= limit))


@given(cap=st.integers(1, 14))
def test_a_capped_total_keeps_its_weight(cap):
    plain, capped = dict(Total(2).branches()), dict(Total(2, cap=cap).branches())
    assert sum(capped.values()) == pytest.approx(1)
    assert sum(v * c for v, c in capped.items()) == pytest.approx(sum(min(v, cap) * c for v, c in plain.items()))
