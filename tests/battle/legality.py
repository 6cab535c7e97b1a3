"""What no state of a battle may ever look like, told by plain Shapely and counting."""

from __future__ import annotations

import shapely

from game.battle.event import Event
from game.battle.ground import bases_of, own_models, wounds_of
from game.battle.state import State
from game.battle.unit import Unit
from game.table.bases import corners

DEEP = 2e-4
"""Inches that two outlines may overlap: contact is 0.01 mm, poses are rounded to a millionth."""


BLOWS = ("impact-hits", "challenges", "strikes", "stomps", "combat-result")
"""Steps in which the fallen part units from each other; they close up when the round is decided (CC-17)."""


def _in_a_round(state, unit):
    broken = unit.mark("break", "broken") is not None  # cut down from behind, it runs in this very step
    return broken or (state.clock.step in BLOWS and unit.mark("combat", "fights") is not None)


def outlines(unit: Unit):
    """The bases of a unit as Shapely shapes."""
    bases = bases_of(unit)
    square = shapely.polygons(corners(bases))
    discs = shapely.buffer(shapely.points(bases.centre), bases.half[:, 0], quad_segs=64)
    return [disc if is_round else box for disc, box, is_round in zip(discs, square, bases.round, strict=True)]


def illegal(state: State) -> list[str]:
    """All that is wrong with a state; empty if nothing is."""
    wrong = []
    standing = list(state.standing())
    shapes = {unit.id: shapely.union_all(outlines(unit)) for unit in standing}
    table = shapely.box(0, 0, state.width, state.depth)
    for unit in standing:
        if shapes[unit.id].difference(table.buffer(DEEP, join_style="mitre")).area > 0:
            wrong.append(f"{unit.id} hangs over the edge")
        if own_models(state, unit) < 1 and not state.guests(unit.id):
            wrong.append(f"{unit.id} stands there without models")
    for i, one in enumerate(standing):
        for other in standing[i + 1 :]:
            common = shapes[one.id].intersection(shapes[other.id])
            if not common.is_empty and common.buffer(-DEEP).area > 0:
                wrong.append(f"{one.id} and {other.id} overlap")
    ids = [unit.id for unit in state.units]
    if len(set(ids)) != len(ids):
        wrong.append("an id is there twice")
    for unit in state.units:
        if unit.formation.models < 0 or unit.wounds < 0:
            wrong.append(f"{unit.id} has less than nothing")
        if unit.on_table and unit.wounds > max(own_models(state, unit), 1) * wounds_of(unit):
            wrong.append(f"{unit.id} stands there with {unit.wounds} wounds")
        if unit.host and (state.unit(unit.host).host or not state.unit(unit.host).on_table) and unit.on_table:
            wrong.append(f"{unit.id} stands in a unit that is not there")
    for pair in state.engagements:
        a, b = state.unit(pair.a), state.unit(pair.b)
        if not (a.on_table and b.on_table) or a.side == b.side:
            wrong.append(f"{pair.a} and {pair.b} cannot be in combat")
        elif (
            not any(_in_a_round(state, one) for one in (a, b))
            and not a.garrison
            and not b.garrison
            and shapes[a.id].distance(shapes[b.id]) > 1e-3
        ):
            wrong.append(f"{pair.a} and {pair.b} are in combat and do not touch")
    return wrong


def nudged(before: State, event: Event, after: State) -> list[str]:
    """Units that a voluntary move has brought closer than 1 inch to others, who were not as close before (FORM-09)."""
    if event.kind != "unit-moved":
        return []
    moved, was = after.unit(event.unit), before.unit(event.unit)
    mine, old = shapely.union_all(outlines(moved)), shapely.union_all(outlines(was))
    close = []
    for other in after.standing():
        if other.id == moved.id:
            continue
        shape = shapely.union_all(outlines(other))
        gap = mine.distance(shape)
        if gap < 1 - 2e-4 and gap < old.distance(shape) - 2e-4:
            close.append(f"{moved.id} came to {gap:.4f} inches from {other.id}")
    return close
