"""From a state back to the tables of a scenario file: every key that the loader would need to make it again."""

from __future__ import annotations

from typing import Any

from game.battle.ground import ground_of
from game.battle.marks import Mark
from game.battle.readings import Readings, taken
from game.battle.state import Engagement, Side, State
from game.battle.terrain import Terrain, usual_sight
from game.battle.unit import Unit
from game.rules.flight_events import BROKEN
from game.rules.pursuit_events import WIPED_OUT
from game.scenario.combats import side_touched
from game.scenario.fields import FIRST
from game.scenario.formations import base_of_type, is_loose, is_machine, machine, usual_files
from game.scenario.muster import CHARGED, STUPID
from game.table.contact import in_contact
from game.table.formation import Base, Loose, Ranked, skirmish
from game.table.pose import MILLIMETRES_PER_INCH

Table = dict[str, Any]
"""Keys and values of one table, in the order in which they are written."""


def head_table(state: State, seed: int) -> Table:
    """The head of a file: name, table, turns, seed, first, start, rules, notes."""
    first = state.note(FIRST, state.sides[0].id if state.sides else "")
    notes = {name: value for name, value in state.notes if name != FIRST}
    clock = state.clock
    start: Table = {"turn": clock.turn}
    if clock.turn:
        start |= {"side": clock.side, "phase": clock.phase, **({"step": clock.step} if clock.step else {})}
    usual = clock.turn == 1 and clock.side == first and clock.phase == "movement" and not clock.step
    return {
        "format": 1,
        "name": state.name,
        "table": {"width": _plain(state.width), "depth": _plain(state.depth)},
        "turns": state.turns,
        "seed": seed,
        "first": first,
        "start": {} if usual else start,
        "rules": changed_readings(state.readings),
        "notes": notes,
    }


def changed_readings(readings: Readings) -> Table:
    """The readings that are not the usual ones."""
    return {switch.name: value for switch, value in taken(readings) if value != switch.values[0]}


def side_table(side: Side) -> Table:
    """A ``[[side]]``."""
    return {"id": side.id, "name": side.name, "colour": side.colour, "player": side.player}


def terrain_table(piece: Terrain) -> Table:
    """A ``[[terrain]]``."""
    levels = piece.sight // 3 if piece.kind == "hill" and piece.sight and piece.sight % 3 == 0 else 1
    usual = usual_sight(piece.kind, piece.floors, levels)
    return _given(
        {
            "id": piece.id,
            "kind": piece.kind,
            "name": piece.name,
            "floors": piece.floors if piece.floors != 1 else None,
            "levels": levels if levels != 1 else None,
            "sight": piece.sight if piece.sight != usual else None,
            "outline": [list(corner) for corner in piece.outline],
        }
    )


def unit_table(state: State, unit: Unit) -> Table:
    """A ``[[unit]]``. Keys whose usual value depends on others are always there."""
    muster, unit_type = unit.muster, unit.type
    rider, _, mount = unit_type.id.partition("+")
    short, marks = _marks(unit, fights=bool(state.enemies_in_combat(unit.id)))
    table: Table = {
        "id": muster.id,
        "name": muster.name,
        "side": muster.side,
        "type": rider,
        "mount": mount,
        **_strength(state, unit),
        "command": list(muster.command),
        "equipment": [name for name in muster.equipment if name not in unit_type.equipment],
        "general": muster.general,
        "battle-standard": muster.battle_standard,
        "joins": unit.host,
        "place": unit.place if unit.host else None,
        "at": [unit.pose.x, unit.pose.y],
        "facing": _plain(unit.pose.facing),
        "garrison": unit.garrison,
        "wounds": unit.wounds,
        "fate": unit.fate if unit.fate != "on-table" else "",
        "fleeing": unit.fleeing,
        "down": unit.down,
        **short,
        "engaged": engaged_list(state, unit),
        "marks": marks,
    }
    return _given(table)


def _given(table: Table) -> Table:
    """The table without keys that say nothing."""
    return {
        key: value
        for key, value in table.items()
        if not (value is None or value is False or value in ("", []) or (key == "wounds" and value == 0))
    }


def millimetres(base: Base) -> Any:
    """A base as a file gives it."""
    width, depth = (_plain(round(size * MILLIMETRES_PER_INCH, 6)) for size in (base.width, base.depth))
    return {"round": width} if base.round else [width, depth]


def _plain(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _strength(state: State, unit: Unit) -> Table:
    """How many models, and how they stand."""
    formation, unit_type = unit.formation, unit.type
    guests = len(state.guests(unit.id)) if not unit.host else 0
    base = base_of_type(unit) if not guests else _host_base(state, unit)
    table: Table = {"base": millimetres(base) if base != unit_type.base else None}
    if is_machine(unit_type):
        return {**table, **_machine_keys(unit, base)}
    models = max(1, formation.models - guests)
    if not (unit_type.single_model and models == 1 and unit.muster.models == 1):
        table["models"] = models
    table["started"] = unit.muster.models if unit.muster.models != models else None
    if isinstance(formation, Ranked):
        table["files"] = formation.files
    elif isinstance(formation, Loose):
        table |= _loose_keys(unit, formation, base, guests)
    return table


def _host_base(state: State, unit: Unit) -> Base:
    """The base of a host's own models: one of a place that no guest takes."""
    formation = unit.formation
    if not isinstance(formation, Loose):
        return formation.base
    taken_places = [guest.place for guest in state.guests(unit.id)]
    return next((base for i, base in enumerate(formation.bases) if i not in taken_places), formation.bases[0])


def _machine_keys(unit: Unit, base: Base) -> Table:
    formation, unit_type = unit.formation, unit.type
    crew = formation.models - 1
    table: Table = {"crew": crew if crew != unit_type.crew else None}
    if formation != machine(unit_type, crew, base) and isinstance(formation, Loose):
        table |= {
            "offsets": [list(offset) for offset in formation.offsets],
            "bases": list(map(millimetres, formation.bases)),
        }
    return table


def _loose_keys(unit: Unit, formation: Loose, base: Base, guests: int) -> Table:
    usual = usual_files(unit.type, formation.models)
    for files in (usual, *range(1, formation.models + 1)):
        grid = skirmish(base, formation.models, files)
        same = grid.offsets == formation.offsets and (guests or grid.bases == formation.bases)
        if same and is_loose(unit.type, unit.muster.equipment):
            return {"files": files}
    table: Table = {"offsets": [list(offset) for offset in formation.offsets]}
    if not guests and set(formation.bases) != {base}:
        table["bases"] = list(map(millimetres, formation.bases))
    return table


def _marks(unit: Unit, *, fights: bool) -> tuple[Table, list[Table]]:
    """The marks as the short keys say them, as far as these would make them again in the same order; and the others."""
    marks = list(unit.marks)
    short: Table = {}
    if marks and marks[0] == Mark(*STUPID):
        marks, short["stupid"] = marks[1:], True
    if marks and (marks[0].rule, marks[0].name, marks[0].until) == (*CHARGED, "player-turn"):
        marks, short["charged"] = marks[1:], str(marks[0].value)
    if marks and marks[0] == BROKEN and fights:
        marks, short["broken"] = marks[1:], True
    if marks and marks[0] == WIPED_OUT:
        marks, short["wiped-out"] = marks[1:], True
    rows = [_given({"rule": m.rule, "name": m.name, "value": m.value or None, "until": m.until}) for m in marks]
    for row, mark in zip(rows, marks, strict=True):
        if mark.value == "":
            row["value"] = ""
    return short, rows


def engaged_list(state: State, unit: Unit) -> list[Any]:
    """With whom the unit is engaged: an id where the table itself tells the rest, else all that the state knows."""
    order = {one.id: number for number, one in enumerate(state.units)}
    natural = sorted(state.engagements, key=lambda pair: order.get(pair.a, 0)) == list(state.engagements)
    rows: list[Any] = []
    for number, pair in enumerate(state.engagements):
        if pair.a == unit.id:
            if natural and _told_by_table(state, pair):
                rows.append(pair.b)
            else:
                rows.append(
                    {
                        "unit": pair.b,
                        "side": pair.side_of_a,
                        "theirs": pair.side_of_b,
                        **({} if natural else {"number": number}),
                    }
                )
    return rows


def _told_by_table(state: State, pair: Engagement) -> bool:
    a, b = state.unit(pair.a), state.unit(pair.b)
    if a.host or b.host or a.garrison or b.garrison or not (a.on_table and b.on_table):
        return False
    touch = in_contact(ground_of(a), ground_of(b))
    return touch and (side_touched(a, b), side_touched(b, a)) == (pair.side_of_a, pair.side_of_b)
