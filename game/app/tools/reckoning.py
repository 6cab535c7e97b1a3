"""What the fall tool shows, worked out: chances, ground within reach, template, and what a fall is expected to cost."""

from __future__ import annotations

from dataclasses import dataclass

import shapely

from game.app.tools.words import counted, percent, tenths
from game.battle.ground import ModelOwner, base_of
from game.battle.state import State
from game.battle.unit import Unit
from game.odds.fall import Toll, expected_toll
from game.render.overlays import Casualties, Outline, Overlay, Template
from game.rules.fall_map import hit_chances, under_template, weight_of
from game.rules.special.fall_over import giant_faults
from game.table.bases import corners

Chances = tuple[tuple[str, int, float], ...]
"""``(unit, place, chance)`` of each model that can be covered."""


@dataclass(frozen=True, eq=False)
class Reckoned:
    """What a fall of one Giant in one state may do, its direction unknown.

    Attributes:
        state: The state.
        giant: Id of the Giant.
        covers: The chance of each model to lie under the template.
        hits: The chance of each model to take a hit.
        tolls: What each unit can expect.
        ground: Outline of all ground that the template can cover.
    """

    state: State
    giant: str
    covers: Chances
    hits: Chances
    tolls: tuple[Toll, ...]
    ground: Outline


def reckon(state: State, giant: Unit) -> Reckoned:
    """Work out everything about a fall that does not depend on its direction."""
    rows = [(place_of(state, owner), cover, hit) for owner, cover, hit in hit_chances(state, giant.id) if cover > 0]
    covers = tuple((*place, cover) for place, cover, _ in rows)
    hits = tuple((*place, hit) for place, _, hit in rows)
    return Reckoned(state, giant.id, covers, hits, expected_toll(state, giant.id), reachable_ground(state, giant))


def aim(state: State, giant: Unit, angle: float) -> tuple[Overlay, ...]:
    """The template in one direction, and whom it covers."""
    (x, y), under = under_template(state, giant.id, angle)
    places: dict[str, list[int]] = {}
    for unit, models in under:
        for model in models:
            where, place = place_of(state, ModelOwner(unit, model))
            places.setdefault(where, []).append(place)
    label = f"{angle:.1f}° · {sum(len(models) for _, models in under)} covered"
    covered = Casualties(tuple((unit, tuple(models)) for unit, models in places.items()))
    return covered, Template(x, y, weight_of(giant).radius, label, middle_of(state, giant))


def giants(state: State) -> tuple[Unit, ...]:
    """The Giants on the table, in the order of the scenario."""
    return tuple(unit for unit in state.units if not giant_faults(state, unit.id))


def place_of(state: State, owner: ModelOwner) -> tuple[str, int]:
    """Where a model is drawn: the unit that takes the ground, and the place in its formation."""
    unit = state.unit(owner.unit)
    return (unit.host, unit.place) if unit.host else (owner.unit, owner.model)


def reachable_ground(state: State, giant: Unit) -> Outline:
    """The outline of all ground that the template can cover: the Giant's base grown by the template's width."""
    base, reach = base_of(state, giant), 2 * weight_of(giant).radius
    if base.round[0]:
        shape = shapely.Point(*base.centre[0]).buffer(reach + float(base.half[0, 0]), quad_segs=24)
    else:
        shape = shapely.Polygon(corners(base)[0]).buffer(reach, quad_segs=24)
    return tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])


def by_dice(state: State, giant: Unit, angle: float) -> str:
    """That fewer may be hit than lie under the template, where the dice say how many (FALL-07); else ""."""
    _, under = under_template(state, giant.id, angle)
    covered = sum(len(models) for _, models in under)
    if not covered or state.readings.fall_hits == "each-model":
        return ""
    return f"{counted(covered, 'model')} covered; dice decide how many of them are hit (FALL-07)."


def expectation(giant: Unit, state: State, tolls: tuple[Toll, ...]) -> str:
    """What a fall costs, in a sentence: hits, slain models, how many of the Giant's own side; its own death."""
    own = next(toll for toll in tolls if toll.unit == giant.id)
    others = [toll for toll in tolls if toll.unit != giant.id]
    slain = sum(toll.slain for toll in others)
    yours = sum(toll.slain for toll in others if state.unit(toll.unit).side == giant.side)
    text = "It hits nobody."
    if others:
        text = f"Expected: {tenths(sum(toll.hits for toll in others))} models hit, {tenths(slain)} slain"
        text += f", {tenths(yours)} of them yours." if yours else "."
    return f"{text} The fall slays the Giant in {percent(own.slain)}." if own.slain else text


def middle_of(state: State, giant: Unit) -> tuple[float, float]:
    """The middle of the Giant's base, from which directions are measured (FALL-05)."""
    x, y = base_of(state, giant).centre[0].tolist()
    return x, y
