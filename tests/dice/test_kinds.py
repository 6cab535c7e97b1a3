"""Kinds of dice: seeded, read from faces, and enumerated, the three agree."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.dice import (
    ARTILLERY_DIE,
    Angle,
    AtMost,
    Count,
    Dice,
    Draw,
    OneOf,
    RollKey,
    Scatter,
    Scattered,
    Stream,
    Tally,
    Total,
)

KINDS = [
    Dice(2),
    Total(2),
    Total(3, drop_lowest=1),
    Total(2, cap=5),
    AtMost(Total(2), 7),
    Count(5, 4),
    Tally(5, (4, 6)),
    OneOf(7),
    Draw(3, (2, 3, 1)),
]


def key(before: int) -> RollKey:
    return RollKey(2, "empire", "to hit", "spearmen", before)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_seeded_rolls_follow_the_branches(kind):
    branches = dict(kind.branches())
    assert sum(branches.values()) == pytest.approx(1, abs=1e-12)
    plays = 4000
    seen = Counter(kind.roll(Stream(7, 0, key(i))).value for i in range(plays))
    assert set(seen) <= set(branches)
    statistic = sum((seen[v] - plays * c) ** 2 / (plays * c) for v, c in branches.items())
    freedom = len(branches) - 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize("kind", [*KINDS, Angle(), Scatter()], ids=str)
@given(before=st.integers(0, 1000))
def test_faces_read_back_as_the_same_outcome(kind, before):
    rolled = kind.roll(Stream(1, 2, key(before)))
    assert kind.read(rolled.faces) == rolled


def test_a_direction_is_uniform_and_its_arcs_have_weights():
    turns = [Angle().roll(Stream(5, 0, key(i))).value for i in range(4000)]
    assert all(0 <= turn < 360 for turn in turns)
    eighths = Counter(int(turn // 45) for turn in turns)
    assert all(400 < eighths[i] < 600 for i in range(8))
    kind = Angle(((350.0, 370.0, 1), (10.0, 100.0, 0), (100.0, 190.0, 1), (190.0, 350.0, 2)))
    branches = kind.branches()
    assert sorted(chance for _, chance in branches) == pytest.approx([90 / 360, 110 / 360, 160 / 360])
    assert branches[0][0] == pytest.approx(145.0)


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        (Dice(2), (3,)),
        (Count(2, 4), (0, 7)),
        (Angle(), (360.0,)),
        (OneOf(3), (4,)),
        (Draw(2, (2, 2)), (1, 1)),
        (Draw(2, (2,)), (1, 3)),
    ],
)
def test_impossible_faces_are_refused_with_what_is_needed(kind, faces):
    with pytest.raises(ValueError, match="needed|count from"):
        kind.read(faces)


def test_a_roll_depends_on_nothing_but_what_it_is_for():
    script = (
        "from game.dice import *;"
        "print([Total(3).roll(Stream(9, 1, RollKey(1, 's', 'charge', 'u', i))).faces for i in range(5)])"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            cwd=".",
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outs) == 1 and outs.pop().startswith("[(")


def test_the_scatter_die_has_four_arrows_and_two_hits_with_arrows_of_their_own():
    """GEN-03, C041."""
    rolls = [Scatter().roll(Stream(5, 0, key(i))).value for i in range(3000)]
    hits = [roll.angle for roll in rolls if roll.hit]
    assert 900 < len(hits) < 1100
    assert {int(angle // 90) for angle in hits} == {0, 1, 2, 3}
    kind = Scatter(((0.0, 90.0, 0), (90.0, 360.0, 1)))
    assert dict(kind.branches()) == pytest.approx(
        {
            Scattered(False, 45.0): 1 / 6,
            Scattered(False, 225.0): 1 / 2,
            Scattered(True, 45.0): 1 / 12,
            Scattered(True, 225.0): 1 / 4,
        }
    )
    with pytest.raises(ValueError, match="Hit!"):
        kind.read((7, 10.0))


def test_the_artillery_die_has_five_distances_and_a_misfire():
    assert dict(ARTILLERY_DIE.branches()) == pytest.approx(dict.fromkeys((0, 2, 4, 6, 8, 10), 1 / 6))
    assert ARTILLERY_DIE.read((6,)).value == 0
