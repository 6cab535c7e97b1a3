"""Unit Strength, and how many models of a unit have a rule: entirely, the majority, one or more (GEN-14, MAJ-01)."""

from __future__ import annotations

from collections.abc import Callable

from game.battle.events import LOSSES
from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit


def strength_of_model(state: State, unit: Unit) -> int:
    """Unit Strength of one model of the unit (GEN-14); a war machine's model is a crewman."""
    kind = unit.type.troop_type
    if kind.id == "monstrous-infantry":
        return state.readings.us_monstrous_infantry
    if kind.unit_strength == "crew":
        return 1
    if kind.unit_strength == "starting-wounds":
        riders = sum(part.count for part in unit.type.crew_parts) if kind.id == "monster" else 0
        ridden = 1 if kind.id == "monster" and unit.type.mount is not None else 0
        return max(profile.wounds for profile in unit.type.profiles) + riders + ridden
    return kind.unit_strength


def own_strength(state: State, unit: Unit) -> int:
    """Unit Strength of the unit's own models, joined characters not counted."""
    return strength_of_model(state, unit) * own_models(state, unit)


def unit_strength(state: State, unit: Unit) -> int:
    """Unit Strength: the sum over its models, joined characters included (FORM-08)."""
    guests = () if unit.host else state.guests(unit.id)
    return own_strength(state, unit) + sum(own_strength(state, guest) for guest in guests)


def fallen_in(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Characters who have fallen in the ranks of this unit."""
    marks = ((one, one.mark(LOSSES, "in the ranks of")) for one in state.units)
    return tuple(one for one, mark in marks if mark and mark.value == unit.id)


def members(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The unit and the characters in it; for a joined character his host and all in it."""
    host = state.unit(unit.host) if unit.host else unit
    return (host, *state.guests(host.id))


def share(state: State, unit: Unit, has: Callable[[Unit], bool]) -> tuple[int, int]:
    """How much of the unit, characters included, ``has`` holds for, of how much: models, or Unit Strength.

    Which of the two is the reading ``majority_by``.
    """
    count = own_strength if state.readings.majority_by == "us" else own_models
    parts = [(has(one), count(state, one)) for one in members(state, unit)]
    return sum(number for having, number in parts if having), sum(number for _, number in parts)


def majority(state: State, unit: Unit, has: Callable[[Unit], bool]) -> bool:
    """It holds for more than half of the unit; exactly half is no majority (MAJ-01)."""
    having, all_of_them = share(state, unit, has)
    return 2 * having > all_of_them


def entirely(state: State, unit: Unit, rule: str) -> bool:
    """Every model of the unit, characters included, has the rule (MAJ-01)."""
    return all(one.carries(rule) for one in members(state, unit))


def one_or_more(state: State, unit: Unit, rule: str) -> bool:
    """At least one model of the unit has the rule (MAJ-01)."""
    return any(one.carries(rule) for one in members(state, unit))
