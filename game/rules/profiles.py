"""Toughness with which a unit takes hits, and the Wounds that it has left (DMG-01, DMG-18)."""

from __future__ import annotations

from game.battle.ground import own_models, wounds_of
from game.battle.state import State
from game.battle.unit import Unit


def toughness_of(unit: Unit) -> int:
    """Toughness against hits (DMG-18: the best of rider and mount); of a war machine that of its crew."""
    if unit.type.troop_type.id == "war-machine" and unit.type.crew_parts:
        return unit.type.crew_parts[0].profile.toughness
    return max(profile.toughness for profile in unit.type.profiles)


def wounds_left(state: State, unit: Unit) -> int:
    """Wounds that the unit's own models still have."""
    return own_models(state, unit) * wounds_of(unit) - unit.wounds
