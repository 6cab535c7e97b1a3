"""Who is immune to what: Panic, Fear, Terror and Psychology (IMMUN-01, IMMUN-03, MAJ-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.strength import majority

if TYPE_CHECKING:
    from game.rules.book import Rulebook

PSYCHOLOGY = ("Panic", "Fear", "Terror")
"""The three that together are Immunity (Psychology) (IMMUN-03)."""


def immunities_of(book: Rulebook, state: State, unit: Unit) -> frozenset[str]:
    """What this unit's own models are immune to; all three of psychology make a fourth."""
    given = {name for rule in book.special if unit.carries(rule.name) for name in rule.immunities(state, unit)}
    if "Psychology" in given:
        given.update(PSYCHOLOGY)
    elif all(name in given for name in PSYCHOLOGY):
        given.add("Psychology")
    return frozenset(given)


def immune(book: Rulebook, state: State, unit: Unit, to: str) -> bool:
    """Whether the unit as a whole is immune: the majority of its models are (IMMUN-01)."""
    return majority(state, unit, lambda one: to in immunities_of(book, state, one))
