"""The speed of the way of a charge among forty units on a table of 72 by 48 inches."""

from __future__ import annotations

import statistics
import time

from game.rules.charge_ground import ways_of
from game.rules.charge_path import charge_paths
from tests.builders import battle, unit


def armies():
    """Two lines of ten blocks each, two deep, twelve inches apart."""
    units = []
    for number in range(40):
        column, row = number % 10, number // 10
        side, facing = ("red", 90.0) if row < 2 else ("blue", 270.0)
        at = 4 + 7 * column + (1.3 if row >= 2 else 0), (6, 14, 26, 34)[row] + (0 if row < 2 else 0.5 * (column % 3))
        units.append(unit(f"u{number}", "empire-spearmen", at, facing, 18, 5, side=side))
    return battle(*units)


STATE = armies()
PAIRS = [
    (f"u{10 + column}", f"u{20 + other}") for column in range(10) for other in range(10) if abs(column - other) < 2
]


def ask(pair):
    ways_of.cache_clear()
    return charge_paths(STATE, *pair, "front", most=1)


def test_a_charge_among_forty_units(measured):
    assert measured(lambda: ask(PAIRS[7]), limit=3)


def test_median_of_all_charges_of_a_line():
    ask(PAIRS[0])
    took = []
    for pair in PAIRS:
        began = time.perf_counter()
        ask(pair)
        took.append((time.perf_counter() - began) * 1e3)
    print(f"median {statistics.median(took):.2f} ms, longest {max(took):.2f} ms, of {len(took)} charges; limit 3 ms")
    assert len(took) == 28


def test_asked_again_when_nobody_moved(measured):
    charge_paths(STATE, *PAIRS[7], "front")
    assert measured(lambda: charge_paths(STATE.with_note("turn", 2), *PAIRS[7], "front"), limit=1)
