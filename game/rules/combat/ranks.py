"""Ranks in a combat: extra ranks, disruption, Steadfast (CR-03, CR-04, BRK-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from game.battle.ground import bases_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.circumstances import engagements_of, own_side
from game.rules.strength import unit_strength
from game.table.formation import Ranked

if TYPE_CHECKING:
    from game.rules.book import Rulebook

_WET_OR_WOODED = ("wood", "marsh", "river")
"""Terrain in which most of a unit finds no support from its ranks (CR-04)."""
STEADFAST_FROM = 10
"""Unit Strength from which a unit can be Steadfast (BRK-04)."""


def complete_ranks(unit: Unit) -> int:
    """Its complete ranks, the first one included; none if it has no ranks at all (GEN-14, SR-SK)."""
    formation, least = unit.formation, unit.type.troop_type.files_for_rank
    skirmishes = unit.carries("Skirmishers")
    if not isinstance(formation, Ranked) or not least or skirmishes or formation.files < least:
        return 0
    return formation.complete_ranks(least)


def is_disrupted(state: State, unit: Unit) -> bool:
    """Whether enemies in its flank or rear are strong enough to take its ranks from a unit (``disruption_mode``)."""
    foes = [state.unit(foe) for pair, foe in engagements_of(state, unit.id) if own_side(pair, unit.id) != "front"]
    foes = list(dict.fromkeys(foes))
    if state.readings.disruption_mode == "two-ranks":
        return any(_deep(foe) for foe in foes)
    strength = sum(unit_strength(state, foe) for foe in foes)
    if state.readings.disruption_mode == "us10":
        return strength >= STEADFAST_FROM
    return bool(foes) and 2 * strength >= unit_strength(state, unit)


def _deep(unit: Unit) -> bool:
    """Two ranks of five or more."""
    return isinstance(unit.formation, Ranked) and unit.formation.files >= 5 and complete_ranks(unit) >= 2


def mostly_in_cover(state: State, unit: Unit) -> bool:
    """More than half of its models stand in a wood, a marsh or a river."""
    centres = shapely.points(bases_of(unit).centre)
    grounds = [shapely.Polygon(piece.outline) for piece in state.terrain if piece.kind in _WET_OR_WOODED]
    return 2 * int(shapely.covers(shapely.union_all(grounds), centres).sum()) > len(centres) if grounds else False


def extra_ranks_scored(state: State, unit: Unit) -> int:
    """Ranks behind the first that count for the combat result, three at most (CR-03, CR-04)."""
    if is_disrupted(state, unit) or mostly_in_cover(state, unit):
        return 0
    return min(3, max(0, complete_ranks(unit) - 1))


def is_steadfast(book: Rulebook, state: State, unit: Unit) -> bool:
    """Whether a unit is Steadfast: by a rule of its own, or stronger than each enemy it touches (BRK-04)."""
    if any(rule.steadfast(state, unit) for rule in book.rules_of(state, unit.id)):
        return True
    foes = [state.unit(foe) for foe in state.enemies_in_combat(unit.id)]
    ranks = complete_ranks(unit)
    if not ranks or (state.readings.disruption_mode != "two-ranks" and is_disrupted(state, unit)):
        return False
    if state.readings.steadfast_mode == "ranks":
        return all(ranks > complete_ranks(foe) for foe in foes)
    own = unit_strength(state, unit)
    return own >= STEADFAST_FROM and all(own > unit_strength(state, foe) for foe in foes)
