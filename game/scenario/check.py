"""What is wrong or doubtful with a battle as it is set up: overlaps, the table's edge, army lists, odd bases."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import shapely

from game.battle.ground import ground_of, own_models
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.scenario.formations import base_of_type, is_machine
from game.scenario.inspection import Inspection
from game.scenario.muster import Register
from game.table.bases import corners
from game.table.distance import gap_to_edge, penetration, unit_distances
from game.table.formation import Base, Bases, Ranked
from game.table.pose import CONTACT, MILLIMETRES_PER_INCH, SLACK

_MOST_ADVISED = 25
"""Corners of an outline for which a message proposes a better one."""
_RIDDEN = ("cavalry", "monstrous-cavalry")


def check_state(
    state: State,
    looks: Mapping[str, Inspection],
    register: Register,
    fighting: tuple[str, ...] | None,
    *,
    fragment: bool,
    sized: bool = True,
) -> None:
    """Tells every fault and doubt of how the units of the first state stand.

    Args:
        state: The battle; without the units of which it is not known how they stand.
        looks: Take the problems of each unit, by id, and of terrain, as ``terrain ID``.
        register: The types and what is doubtful about them.
        fighting: Units that are engaged, with whomever; None if that is not known.
        fragment: There is no table and there are no sides.
        sized: The size of the table is known.
    """
    standing = list(state.standing())
    grounds = [ground_of(unit) for unit in standing]
    table = f"the table of {state.width:g} x {state.depth:g} inches" if sized else "the table"
    if not fragment:
        for unit, ground in zip(standing, grounds, strict=True):
            over = -gap_to_edge(ground, state.width, state.depth)
            if over > SLACK:
                looks[unit.id].error("at", f"'{unit.id}' stands {over:.2f} inches over the edge of {table}")
    _check_gaps(standing, grounds, looks, fighting)
    _check_terrain(state, standing, grounds, looks, table)
    for unit in state.units:
        if unit.on_table:
            _check_list(state, unit, looks[unit.id], register.doubted(unit.type.id))


def _check_gaps(
    units: list[Unit], grounds: list[Bases], looks: Mapping[str, Inspection], fighting: tuple[str, ...] | None
) -> None:
    """Overlaps are faults (FORM-10); gaps under 1 inch are doubtful (FORM-09), in a combat they are its business."""
    if len(units) < 2:
        return
    gaps = unit_distances(grounds)
    fights = [fighting is None or unit.id in fighting for unit in units]
    for i, j in combinations(range(len(units)), 2):
        if gaps[i, j] >= 1.0 - SLACK:
            continue
        look = looks[units[j].id]
        deep = penetration(grounds[i], grounds[j])
        in_combat = fights[i] and fights[j]
        if deep > max(SLACK, CONTACT if in_combat else 0.0):
            look.error("at", f"'{units[j].id}' overlaps '{units[i].id}' by {deep:.2f} inches")
        elif not in_combat:
            look.warn("at", f"'{units[j].id}' stands {gaps[i, j]:.2f} inches from '{units[i].id}': less than 1 inch")


def _check_terrain(
    state: State, units: list[Unit], grounds: list[Bases], looks: Mapping[str, Inspection], named: str
) -> None:
    table = shapely.box(0, 0, state.width, state.depth)
    for piece in state.terrain:
        look = looks[f"terrain {piece.id}"]
        polygon = shapely.Polygon(piece.outline)
        if not polygon.is_valid or polygon.area <= SLACK:
            look.error("outline", _crossing(piece, polygon))
            continue
        if not polygon.intersects(table):
            look.error("outline", f"'{piece.id}' lies wholly off {named}")
        if not piece.closed or not look.sound("kind"):
            continue
        for unit, ground in zip(units, grounds, strict=True):
            if not is_machine(unit.type) and _stands_in(ground, polygon):
                looks[unit.id].error("at", f"'{unit.id}' stands in '{piece.id}', which is {piece.kind}")


def _stands_in(ground: Bases, polygon: shapely.Polygon) -> bool:
    smaller = Bases(ground.centre, ground.half - SLACK, ground.round, ground.facing)
    boxes = shapely.polygons(corners(smaller))
    gaps = shapely.distance(shapely.points(ground.centre), polygon)
    return bool(np.where(ground.round, gaps < smaller.half[:, 0], shapely.intersects(boxes, polygon)).any())


def _crossing(piece: Terrain, polygon: shapely.Polygon) -> str:
    """What is wrong with an outline, and one that would do (a bow tie gets the larger of its loops)."""
    if polygon.is_valid:
        return f"the outline of '{piece.id}' encloses nothing"
    reason = str(shapely.is_valid_reason(polygon))
    numbers = [float(number) for number in reason[reason.find("[") + 1 : reason.find("]")].split()]
    where = f"[{', '.join(f'{number:g}' for number in numbers)}]" if numbers else "somewhere"
    if len(piece.outline) > _MOST_ADVISED:
        return f"the outline of '{piece.id}' crosses itself at {where}"
    parts = [part for part in shapely.get_parts(shapely.make_valid(polygon)) if part.geom_type == "Polygon"]
    text = f"the outline of '{piece.id}' crosses itself at {where}"
    if not parts:
        return text
    largest = max(parts, key=lambda part: part.area)
    points = ", ".join(f"[{x:g}, {y:g}]" for x, y in list(largest.exterior.coords)[:-1])
    loop = f"the largest of its {len(parts)} loops alone" if len(parts) > 1 else "this"
    return f"{text}; {loop} would do: [{points}]"


def _check_list(state: State, unit: Unit, look: Inspection, doubted: frozenset[str]) -> None:
    """Army-list limits, formation and base: doubtful, never wrong."""
    unit_type, models = unit.type, unit.muster.models
    counted = look.sound("started", "models")
    if counted and models < unit_type.minimum and "minimum" not in doubted:
        text = f"'{unit_type.id}' stands in units of at least {unit_type.minimum} by its army list, found {models}"
        look.warn("models", text)
    if counted and unit_type.maximum and models > unit_type.maximum and "maximum" not in doubted:
        text = f"'{unit_type.id}' stands in units of at most {unit_type.maximum} by its army list, found {models}"
        look.warn("models", text)
    if unit_type.mount_only:
        look.warn("type", f"'{unit_type.id}' is a mount and by its army list no unit of its own")
    formation = unit.formation
    if isinstance(formation, Ranked):
        ranks = formation.complete_ranks(unit_type.troop_type.files_for_rank)
        if ranks > formation.files and own_models(state, unit) > 1:
            text = f"{ranks} ranks of {formation.files} files: no more complete ranks than files are allowed"
            look.warn("files", text)
    if "bases" not in doubted:
        _check_base(unit, base_of_type(unit), look)


def _check_base(unit: Unit, base: Base, look: Inspection) -> None:
    if base in unit.type.bases:
        return
    if not any(base.width >= one.width - CONTACT and base.depth >= one.depth - CONTACT for one in unit.type.bases):
        usual = " or ".join(_millimetres(one) for one in unit.type.bases)
        text = f"'{unit.type.id}' stands on {usual} mm, or on a larger base (FORM-08), found {_millimetres(base)}"
        look.warn("base", text)
    if unit.type.troop_type.id in _RIDDEN and base.width > base.depth + CONTACT:
        look.warn("base", f"this base is wider than deep ({_millimetres(base)}): is it the wrong way round?")


def _millimetres(base: Base) -> str:
    width, depth = (round(size * MILLIMETRES_PER_INCH, 2) for size in (base.width, base.depth))
    return f"round {width:g}" if base.round else f"{width:g} x {depth:g}"
