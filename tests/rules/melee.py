"""Two units face to face, or in flank and rear, and the blows that they strike."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.bundled import BOOK
from game.rules.combat.fighters import reaches
from game.rules.combat.striking import strike_steps
from game.rules.combat.volleys import LAST, volleys
from tests.builders import battle, unit
from tests.rules.carriers import having
from tests.rules.driving import Played, engaged, play

SMALL = 20 / 25.4
"""Inches of a base of 20 mm, such as spearmen and goblins have."""
HAND = ("hand weapon",)
FRONT = ("men", "foes", "front", "front")
BEGIN = (1, -10)
"""The first step after Impact Hits."""


def men(models=10, *rules, type="empire-spearmen", files=5, equipment=HAND, **state) -> Unit:
    """Red, front edge at (20, 20), looking up the table."""
    return having(unit("men", type, (20, 20), 90, models, files, equipment=equipment, **state), *rules)


def foes(models=10, *rules, type="goblins", files=5, equipment=HAND, at=(20, 20), facing=270, **state) -> Unit:
    """Blue, face to face with the men."""
    return having(unit("foes", type, at, facing, models, files, "blue", equipment=equipment, **state), *rules)


def face_to_face(ours: Unit, theirs: Unit, *others: Unit) -> State:
    return engaged(battle(ours, theirs, *others), FRONT)


def at_the_right(ours: Unit, theirs_models: int) -> State:
    """Foes two files wide on the right flank of men five files wide and two ranks deep."""
    theirs = foes(theirs_models, files=2, at=(20 + 2.5 * SMALL, 20 - SMALL), facing=180)
    return engaged(battle(ours, theirs), ("men", "foes", "right", "front"))


def at_the_rear(ours: Unit, theirs_models: int = 5) -> State:
    theirs = foes(theirs_models, at=(20, 20 - 2 * SMALL), facing=90)
    return engaged(battle(ours, theirs), ("men", "foes", "rear", "front"))


def counted(state: State, id: str) -> tuple[int, int]:
    """Models of a unit that strike by themselves, and those that support."""
    found = reaches(state, id)
    return sum(one.models for one in found if not one.supports), sum(one.models for one in found if one.supports)


def attacks(state: State, id: str) -> int:
    found = [one for one in volleys(BOOK, state, ("men", "foes")) if one.unit == id]
    assert not any(one.number.dice for one in found)
    return sum(one.number.plus for one in found)


def struck(state: State, start=BEGIN, end=LAST, dice=None, choices=()) -> Played:
    """What all units on the table have struck in some steps of a round."""
    units = tuple(one.id for one in state.units if not one.host)
    return play(state, strike_steps, units, start, end, dice=dice, choices=choices)
