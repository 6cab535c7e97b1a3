"""The whole decision tree of tiny battles, counted to a small depth (what chess programs call perft).

Every node is a question; a question with endless answers (a move) is answered by what its buttons offer. Dice are those
of the seed. The numbers are golden: a change of them is a change of the rules.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.state import Clock
from tests.battle.playing import begun
from tests.builders import battle, unit


def nodes(session, depth: int) -> list[int]:
    """How many answers lead to each depth: [1, answers to the first question, answers to those that follow, ...]."""
    counts = [1] + [0] * depth
    if depth == 0 or session.pending is None:
        return counts
    for choice in session.pending.options(session.state):
        twin = session.branch()
        twin.choose(choice, "bot:test")
        for level, count in enumerate(nodes(twin, depth - 1), 1):
            counts[level] += count
    return counts


def one_against_one():
    """Spearmen before orcs, 8 inches apart."""
    return battle(
        unit("spears", "empire-spearmen", (30, 20), 90, 20, 5, command=("champion", "musician")),
        unit("orcs", "orc-boyz", (30, 28), 270, 20, 5, side="blue"),
    )


def terror():
    """A Giant between two units that fear him."""
    return battle(
        unit("gorak", "siege-giant", (30, 20), 90),
        unit("orcs", "orc-boyz", (27, 27), 270, 10, 5, side="blue"),
        unit("goblins", "goblins", (34, 26), 270, 20, 5, side="blue", command=("musician",)),
    )


def flight():
    """Runners before their pursuers: rally, flight, a fleeing target."""
    runners = unit("runners", "goblins", (30, 30), 90, 12, 4, side="red", fleeing=True)
    return battle(
        runners,
        unit("wolves", "goblin-wolf-riders", (30, 22), 90, 5, 5, side="blue"),
        unit("boyz", "orc-boyz", (22, 24), 60, 10, 5, side="blue"),
    )


GOLDEN = {
    "one-against-one": (one_against_one, 7, [1, 2, 3, 10, 19, 54, 85, 118]),
    "terror": (terror, 6, [1, 3, 5, 11, 45, 111, 554]),
    "flight": (flight, 6, [1, 6, 18, 30, 54, 84, 160]),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_decision_tree_has_so_many_nodes(name):
    table, depth, expected = GOLDEN[name]
    start = replace(table(), turns=2, clock=Clock(1, "red", "movement", ""))
    assert nodes(begun(start, 7), depth) == expected
