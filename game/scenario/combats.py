"""Who is engaged with whom when a battle begins, and on which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.battle.ground import ground_of, own_models
from game.battle.state import Engagement, State
from game.battle.unit import Unit
from game.scenario.formations import base_of_type
from game.scenario.muster import Listed
from game.scenario.references import engaged_with
from game.table.arcs import Arc, arcs_of_point, charged_arc
from game.table.contact import in_contact
from game.table.distance import closest_points, distance

_BESIDE = 2.0
"""Inches that a character who stood beside the ranks, and fell, leaves open."""


def side_touched(unit: Unit, other: Unit) -> Arc:
    """The side of a unit on which another stands in contact: the edge in the middle of the contact.

    Of a contact at a corner, the side in whose arc the other's front rank stands.
    """
    x, y = closest_points(ground_of(unit), ground_of(other))[0]
    arcs = arcs_of_point(unit.pose, unit.formation, x, y)
    if len(arcs) == 1:
        return arcs[0]
    vote = charged_arc(unit.pose, unit.formation, other.pose, other.formation)
    return next((arc for arc in (vote.winner, *vote.tied) if arc in arcs and arc is not None), arcs[0])


def engagements(state: State, listed: Mapping[str, Listed], in_doubt: Sequence[str]) -> tuple[Engagement, ...]:
    """The engagements that the ``engaged`` keys of the units say, each pair once, in the order of the file.

    Args:
        state: The units, as far as they stand.
        listed: All units as the files list them; of their own faults all but the distance have been told.
        in_doubt: Units of which it is not known how many models they are.
    """
    units = {unit.id: unit for unit in state.units}
    found: dict[tuple[str, str], tuple[int, Engagement]] = {}
    for unit in state.units:
        look = listed[unit.id].look
        for key, form in engaged_with(listed[unit.id]):
            enemy = units.get(form.unit)
            if enemy is None or not _may_fight(unit, enemy):
                continue
            noted = form.side is not None and form.theirs is not None
            if text := _apart(unit, enemy, noted=noted):
                if unit.id not in in_doubt and enemy.id not in in_doubt:
                    look.error(key, text)
            elif (enemy.id, unit.id) not in found:
                if text := _doubt(state, unit, enemy):
                    look.warn(key, text)
                pair = Engagement(
                    unit.id, enemy.id, form.side or side_touched(unit, enemy), form.theirs or side_touched(enemy, unit)
                )
                found[unit.id, enemy.id] = (len(found) if form.number is None else form.number, pair)
    return tuple(pair for _, pair in sorted(found.values(), key=lambda numbered: numbered[0]))


def _may_fight(unit: Unit, enemy: Unit) -> bool:
    """What else is asked of them has been told already."""
    return unit.side != enemy.side and not any(one.host or one.garrison or not one.on_table for one in (unit, enemy))


def _apart(unit: Unit, enemy: Unit, *, noted: bool) -> str:
    """How far apart they are; ``noted``: a saved battle gives both sides, and losses may have parted them."""
    if noted:
        return ""
    a, b = ground_of(unit), ground_of(enemy)
    if in_contact(a, b) or distance(a, b) == 0.0:  # an overlap is a fault of its own
        return ""
    return f"'{enemy.id}' is {distance(a, b):.3f} inches away: units in combat touch"


def _doubt(state: State, unit: Unit, enemy: Unit) -> str:
    """What is odd about a combat: units that flee do not fight, and losses part two units only so far.

    Whatever a battle that was saved says is accepted; a gap that no losses explain was typed by hand.
    """
    fleeing = [one.id for one in (unit, enemy) if one.fleeing]
    if fleeing:
        return f"'{fleeing[0]}' is fleeing and engaged at once: units that flee do not fight"
    gap = distance(ground_of(unit), ground_of(enemy))
    if gap > _BESIDE + sum(_lost(state, one) for one in (unit, enemy)):
        return f"'{enemy.id}' is {gap:.1f} inches away: no losses so far explain why units in combat do not touch"
    return ""


def _lost(state: State, unit: Unit) -> float:
    """The most inches by which an edge of the unit may have drawn back since the battle began."""
    base = base_of_type(unit)
    return max(base.width, base.depth) * max(0, unit.muster.models - own_models(state, unit))
