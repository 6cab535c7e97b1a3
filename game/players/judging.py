"""What a sensible player sees at a glance: how strong units are, how far they reach, how likely a charge is.

Pure questions about the table as it stands; the chances are exact, counted from the kinds of dice the rules roll.
"""

from __future__ import annotations

import math

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.book import Rulebook
from game.rules.charge_targets import charge_dice, charge_movement, most, sought_side
from game.rules.gaps import unit_gap
from game.rules.points import points_left
from game.rules.strength import members
from game.table.pose import SLACK

FLANK, REAR = 1.6, 2.0
"""How much more a charge is worth that strikes a flank or the rear."""
HELP = 9.0
"""Inches within which friends count as support."""


def might(state: State, unit: Unit) -> float:
    """What a unit weighs in a fight: the points of its models, characters in it included; at least 1."""
    return max(sum(points_left(state, one) for one in members(state, unit)), 1.0)


def reach_of(book: Rulebook, state: State, unit: Unit) -> float:
    """The farthest that a unit can charge, inches (CHG-07)."""
    return charge_movement(book, state, unit) + most(charge_dice(book, state, unit))


def charge_chance(book: Rulebook, state: State, unit: Unit, target: Unit) -> float:
    """The chance that a charge reaches its target from where both stand (CHG-08)."""
    needed = math.ceil(unit_gap(state, unit, target) - charge_movement(book, state, unit) - SLACK)
    branches = charge_dice(book, state, unit).branches()
    return min(sum(chance for total, chance in branches if total >= needed), 1.0)


def advantage(state: State, unit: Unit, target: Unit) -> float:
    """How much stronger the attackers are than the target: 1 is even, flank and rear count more, flight most."""
    if target.fleeing:
        return 4.0
    attackers = [one for one in state.standing() if one.id != unit.id and _attacks(state, one, target)]
    strength = might(state, unit) + sum(might(state, one) for one in attackers)
    side = sought_side(target, unit)[0]
    return strength / might(state, target) * {"front": 1.0, "rear": REAR}.get(side, FLANK)


def prospect(state: State, unit: Unit, target: Unit) -> float:
    """How well an attack on the target would go in the end: the advantage, and half of what friends nearby weigh."""
    return advantage(state, unit, target) * (1 + _support(state, unit) / might(state, unit) / 2)


def _support(state: State, unit: Unit) -> float:
    """What friends near enough to help weigh: those within 9 inches, from the middle of front to front."""
    friends = (one for one in state.standing() if one.side == unit.side and one.id != unit.id and not one.fleeing)
    near = (one for one in friends if math.hypot(one.pose.x - unit.pose.x, one.pose.y - unit.pose.y) <= HELP)
    return sum(might(state, one) for one in near if not state.enemies_in_combat(one.id))


def _attacks(state: State, unit: Unit, target: Unit) -> bool:
    """It fights this target already, or has declared a charge at it."""
    declared = unit.mark("charge", "declared")
    charges = declared is not None and declared.value == target.id and not unit.mark("charge", "failed")
    return unit.side != target.side and (charges or unit.id in state.enemies_in_combat(target.id))
