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
from game.scenario.document import Findings
from game.scenario.formations import base_of_type, is_machine
from game.scenario.merge import Entry
from game.table.bases import corners
from game.table.distance import gap_to_edge, penetration, unit_distances
from game.table.formation import Base, Bases, Ranked
from game.table.pose import CONTACT, MILLIMETRES_PER_INCH, SLACK

_MOST_ADVISED = 25
"""Corners of an outline for which a message proposes a better one."""
_RIDDEN = ("cavalry", "monstrous-cavalry")


def check_state(state: State, entries: Mapping[str, Entry], findings: Findings, *, fragment: bool) -> None:
    """Adds every fault and doubt of the first state to the findings.

    Args:
        state: The battle.
        entries: Where each unit stands in the files, by id; terrain as ``terrain ID``.
        findings: Takes the problems.
        fragment: There is no table and there are no sides.
    """
    standing = list(state.standing())
    grounds = [ground_of(unit) for unit in standing]
    if not fragment:
        _check_edges(state, standing, grounds, entries, findings)
    _check_gaps(state, standing, grounds, entries, findings)
    _check_terrain(state, standing, grounds, entries, findings)
    _check_garrisons(state, entries, findings)
    _check_leaders(state, entries, findings)
    for unit in state.units:
        if unit.on_table:
            _check_list(state, unit, entries[unit.id], findings)


def _check_edges(
    state: State, units: list[Unit], grounds: list[Bases], entries: Mapping[str, Entry], findings: Findings
) -> None:
    for unit, ground in zip(units, grounds, strict=True):
        over = -gap_to_edge(ground, state.width, state.depth)
        if over > SLACK:
            table = f"the table of {state.width:g} x {state.depth:g} inches"
            text = f"'{unit.id}' stands {over:.2f} inches over the edge of {table}"
            findings.error(entries[unit.id].at("at"), text)


def _check_gaps(
    state: State, units: list[Unit], grounds: list[Bases], entries: Mapping[str, Entry], findings: Findings
) -> None:
    """Overlaps are faults (FORM-10); gaps under 1 inch are doubtful (FORM-09), in a combat they are its business."""
    if len(units) < 2:
        return
    gaps = unit_distances(grounds)
    fighting = [bool(state.enemies_in_combat(unit.id)) for unit in units]
    for i, j in combinations(range(len(units)), 2):
        if gaps[i, j] >= 1.0 - SLACK:
            continue
        place = entries[units[j].id].at("at")
        deep = penetration(grounds[i], grounds[j])
        if deep > max(SLACK, CONTACT if fighting[i] and fighting[j] else 0.0):
            findings.error(place, f"'{units[j].id}' overlaps '{units[i].id}' by {deep:.2f} inches")
        elif not (fighting[i] and fighting[j]):
            findings.warn(
                place, f"'{units[j].id}' stands {gaps[i, j]:.2f} inches from '{units[i].id}': less than 1 inch"
            )


def _check_terrain(
    state: State, units: list[Unit], grounds: list[Bases], entries: Mapping[str, Entry], findings: Findings
) -> None:
    table = shapely.box(0, 0, state.width, state.depth)
    for piece in state.terrain:
        place = entries[f"terrain {piece.id}"].at("outline")
        polygon = shapely.Polygon(piece.outline)
        if not polygon.is_valid or polygon.area <= SLACK:
            findings.error(place, _crossing(piece, polygon))
            continue
        if not polygon.intersects(table):
            findings.error(place, f"'{piece.id}' lies wholly off the table of {state.width:g} x {state.depth:g} inches")
        if not piece.closed:
            continue
        for unit, ground in zip(units, grounds, strict=True):
            if not is_machine(unit.type) and _stands_in(ground, polygon):
                findings.error(entries[unit.id].at("at"), f"'{unit.id}' stands in '{piece.id}', which is {piece.kind}")


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


def _check_garrisons(state: State, entries: Mapping[str, Entry], findings: Findings) -> None:
    buildings = {piece.id: piece for piece in state.terrain}
    holders: dict[str, str] = {}
    for unit in state.units:
        piece = buildings.get(unit.garrison)
        if piece is None or not unit.on_table:
            continue
        place = entries[unit.id].at("garrison")
        if piece.kind != "building":
            findings.error(place, f"'{piece.id}' is no building but {piece.kind}")
        elif not unit.host and piece.id in holders:
            findings.error(place, f"'{piece.id}' is held by '{holders[piece.id]}' already: one unit holds a building")
        else:
            holders[piece.id] = unit.id


def _check_leaders(state: State, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Doubtful, as all of the army list is: on a table in free play a second General may be put down."""
    for key, name in (("general", "General"), ("battle_standard", "battle standard")):
        seen: dict[str, str] = {}
        for unit in state.units:
            if getattr(unit.muster, key):
                if unit.side in seen and unit.side:
                    text = f"'{seen[unit.side]}' is the {name} already: a side has one"
                    findings.warn(entries[unit.id].at(key.replace("_", "-")), text)
                seen.setdefault(unit.side, unit.id)


def _check_list(state: State, unit: Unit, entry: Entry, findings: Findings) -> None:
    """Army-list limits, formation and base: doubtful, never wrong."""
    unit_type, models = unit.type, unit.muster.models
    if models < unit_type.minimum:
        text = f"'{unit_type.id}' stands in units of at least {unit_type.minimum} by its army list, found {models}"
        findings.warn(entry.at("models"), text)
    if unit_type.maximum and models > unit_type.maximum:
        text = f"'{unit_type.id}' stands in units of at most {unit_type.maximum} by its army list, found {models}"
        findings.warn(entry.at("models"), text)
    if unit_type.mount_only:
        findings.warn(entry.at("type"), f"'{unit_type.id}' is a mount and by its army list no unit of its own")
    formation = unit.formation
    if isinstance(formation, Ranked):
        ranks = formation.complete_ranks(unit_type.troop_type.files_for_rank)
        if ranks > formation.files and own_models(state, unit) > 1:
            text = f"{ranks} ranks of {formation.files} files: no more complete ranks than files are allowed"
            findings.warn(entry.at("files"), text)
    _check_base(unit, base_of_type(unit), entry, findings)


def _check_base(unit: Unit, base: Base, entry: Entry, findings: Findings) -> None:
    if base in unit.type.bases:
        return
    if not any(base.width >= one.width - CONTACT and base.depth >= one.depth - CONTACT for one in unit.type.bases):
        usual = " or ".join(_millimetres(one) for one in unit.type.bases)
        text = f"'{unit.type.id}' stands on {usual} mm, or on a larger base (FORM-08), found {_millimetres(base)}"
        findings.warn(entry.at("base"), text)
    if unit.type.troop_type.id in _RIDDEN and base.width > base.depth + CONTACT:
        findings.warn(
            entry.at("base"), f"this base is wider than deep ({_millimetres(base)}): is it the wrong way round?"
        )


def _millimetres(base: Base) -> str:
    width, depth = (round(size * MILLIMETRES_PER_INCH, 2) for size in (base.width, base.depth))
    return f"round {width:g}" if base.round else f"{width:g} x {depth:g}"
