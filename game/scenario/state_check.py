"""What is wrong with the values of a state that was not read from a scenario file but from a save.

The same limits as a scenario's: a part of the state is laid out as the table that would bring it and read by that
table's own form. Where units stand is no fault here: in a battle in progress they may overlap or hang over the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import shapely

from game.battle.phases import PHASES
from game.battle.state import MOST_MODELS, State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.catalogue import UnitType
from game.catalogue.faults import Faults, read_form
from game.catalogue.forms import Form
from game.errors import Problem
from game.scenario.fields import FIRST, MOST_ENTRIES
from game.scenario.schema import ScenarioFile, SideForm, StartForm, TableForm, TerrainForm, UnitForm
from game.scenario.tables import millimetres
from game.scenario.type_check import check_type
from game.table.formation import Base, Formation, Loose, Ranked, Single

_STATE = {"table.width": "width", "table.depth": "depth", "start": "clock"}
_UNIT = {
    **{key: f"muster.{key}" for key in ("id", "side", "name", "command")},
    "started": "muster.models",
    "models": "formation.models",
    "files": "formation.files",
    "base": "formation.base",
    "bases": "formation.bases",
    "offsets": "formation.offsets",
    "at[0]": "pose.x",
    "at[1]": "pose.y",
    "facing": "pose.facing",
}


def state_problems(state: State) -> tuple[Problem, ...]:
    """Every fault of the values of a state, with keys such as ``state.units[3].formation.models``; none if it is well.

    Args:
        state: Of the right types throughout, whatever stands in it.
    """
    faults = Faults("")
    _check_head(state, faults)
    for number, side in enumerate(state.sides):
        table = {"id": side.id, "name": side.name, "colour": side.colour, "player": side.player}
        _read(SideForm, table, f"state.sides[{number}]", faults)
    _check_ids((side.id for side in state.sides), "state.sides", "id", faults)
    _check_ids((unit.id for unit in state.units), "state.units", "muster.id", faults)
    _check_ids((piece.id for piece in state.terrain), "state.terrain", "id", faults)
    if len(state.units) <= MOST_ENTRIES and len(state.terrain) <= MOST_ENTRIES:
        for number, piece in enumerate(state.terrain):
            _check_terrain(piece, f"state.terrain[{number}]", faults)
        _check_units(state, faults)
        _check_engagements(state, faults)
    return tuple(faults.found)


def _read(form: type[Form], table: object, key: str, faults: Faults, names: Mapping[str, str] | None = None) -> None:
    """Reads a table by its form; faults get the names that the state has for the table's keys."""
    found = Faults("")
    read_form(form, table, key, found)
    for problem in found.found:
        own = problem.key[len(key) + 1 :]
        mine = next((old for old in names or {} if own == old or own.startswith((f"{old}.", f"{old}["))), None)
        place = own if names is None or mine is None else names[mine] + own[len(mine) :]
        faults.add(f"{key}.{place}", problem.text)


def _check_ids(ids: Iterable[str], key: str, name: str, faults: Faults) -> None:
    seen: set[str] = set()
    for number, each in enumerate(ids):
        if each in seen:
            faults.add(f"{key}[{number}].{name}", f"the id '{each}' is there twice")
        seen.add(each)


def _check_head(state: State, faults: Faults) -> None:
    for kind, found in (("units", len(state.units)), ("terrain", len(state.terrain))):
        if found > MOST_ENTRIES:
            faults.add(f"state.{kind}", f"found {found}; at most {MOST_ENTRIES} are allowed")
    models = sum(unit.formation.models for unit in state.units)
    if models > MOST_MODELS:
        faults.add("state.units", f"found {models} models; at most {MOST_MODELS} are allowed")
    if not 1 <= len(state.sides) <= 2:
        faults.add("state.sides", f"found {len(state.sides) or 'no'} sides: a battle has two")
    _read(TableForm, {"width": state.width, "depth": state.depth}, "state", faults)
    _read(ScenarioFile, {"turns": state.turns, **({"name": state.name} if state.name else {})}, "state", faults)
    clock, sides = state.clock, [side.id for side in state.sides]
    start = {"turn": clock.turn, "side": clock.side, "step": clock.step}
    _read(StartForm, start | ({"phase": clock.phase} if clock.phase else {}), "state.clock", faults)
    if clock.side not in sides and (clock.side or clock.turn):
        faults.add("state.clock.side", f"there is no side '{clock.side}'; the sides are {', '.join(sides)}")
    if clock.turn and not clock.phase:
        faults.add("state.clock.phase", f"there is no phase in turn {clock.turn}")
    steps = [name for phase in PHASES if phase.id == clock.phase for name, _ in phase.steps]
    if clock.step and clock.step not in steps:
        faults.add("state.clock.step", f"'{clock.phase}' has no step '{clock.step}'; allowed: {', '.join(steps)}")
    first = state.note(FIRST, "")
    if first and first not in sides:
        faults.add("state.notes", f"there is no side '{first}', which is to be the first")


def _check_terrain(piece: Terrain, key: str, faults: Faults) -> None:
    table = {"id": piece.id, "kind": piece.kind, "sight": piece.sight, "floors": piece.floors, "outline": piece.outline}
    before = len(faults.found)
    _read(TerrainForm, table | ({"name": piece.name} if piece.name else {}), key, faults)
    if len(faults.found) == before and not shapely.Polygon(piece.outline).is_valid:
        faults.add(f"{key}.outline", f"the outline of '{piece.id}' crosses itself")


def _check_units(state: State, faults: Faults) -> None:
    sides = [side.id for side in state.sides]
    units = {unit.id: unit for unit in state.units}
    buildings = {piece.id: piece.kind for piece in state.terrain}
    types: set[UnitType] = set()
    for number, unit in enumerate(state.units):
        key = f"state.units[{number}]"
        _read(UnitForm, _unit_table(unit), key, faults, _UNIT)
        if unit.type not in types:
            types.add(unit.type)
            check_type(unit.type, f"{key}.muster.type", faults)
        _check_formation(unit.formation, f"{key}.formation", faults)
        if unit.side not in sides:
            faults.add(f"{key}.muster.side", f"there is no side '{unit.side}'; the sides are {', '.join(sides)}")
        if unit.host:
            _check_host(unit, units, key, faults)
        if unit.garrison and buildings.get(unit.garrison) != "building":
            faults.add(f"{key}.garrison", f"there is no building '{unit.garrison}'")
    _check_places(state, faults)


def _unit_table(unit: Unit) -> dict[str, Any]:
    """The unit as the ``[[unit]]`` that its limits are those of."""
    formation, muster = unit.formation, unit.muster
    table: dict[str, Any] = {
        "id": muster.id,
        "side": muster.side,
        "name": muster.name,
        "models": formation.models,
        "started": muster.models,
        "command": muster.command,
        "at": (unit.pose.x, unit.pose.y),
        "facing": unit.pose.facing,
        "wounds": unit.wounds,
        "place": unit.place,
        "fate": unit.fate,
    }
    if isinstance(formation, Loose):
        return table | {"offsets": formation.offsets, "bases": tuple(map(_size, formation.bases))}
    table["base"] = _size(formation.base)
    return table | ({"files": formation.files} if isinstance(formation, Ranked) else {})


def _size(base: Base) -> Any:
    """A base as a file gives it; a base of no size, or of one that is no number, as something that no file may have."""
    if not all(0.0 < size < 100.0 for size in (base.width, base.depth)):
        return (base.width, base.depth)
    size = millimetres(base)
    return tuple(size) if isinstance(size, list) else size


def _check_formation(formation: Formation, key: str, faults: Faults) -> None:
    if isinstance(formation, Single):
        return
    if isinstance(formation, Loose):
        if len(formation.bases) != len(formation.offsets):
            found = f"{len(formation.bases)} bases and {len(formation.offsets)} offsets"
            faults.add(key, f"found {found}: one of each for each model")
        return
    places = [place for place, _ in formation.others]
    if places != sorted(set(places)) or any(not 0 <= place < formation.models for place in places):
        faults.add(f"{key}.others", f"found models {places}: each once, by rising number, below {formation.models}")
    for number, (_, base) in enumerate(formation.others):
        _read(UnitForm, {"id": "unit", "base": _size(base)}, f"{key}.others[{number}]", faults)


def _check_host(unit: Unit, units: Mapping[str, Unit], key: str, faults: Faults) -> None:
    host = units.get(unit.host)
    if host is None or host is unit:
        faults.add(f"{key}.host", f"there is no other unit '{unit.host}'")
    elif host.host:
        faults.add(f"{key}.host", f"'{host.id}' has itself joined a unit")
    elif host.side != unit.side:
        faults.add(f"{key}.host", f"'{host.id}' is of another side")
    elif unit.on_table and not 0 <= unit.place < host.formation.models:
        faults.add(f"{key}.place", f"found {unit.place}, but '{host.id}' has places 0 to {host.formation.models - 1}")


def _check_places(state: State, faults: Faults) -> None:
    """No two characters stand in one place."""
    taken: dict[tuple[str, int], str] = {}
    for number, unit in enumerate(state.units):
        if unit.host and unit.on_table:
            other = taken.setdefault((unit.host, unit.place), unit.id)
            if other != unit.id:
                faults.add(f"state.units[{number}].place", f"'{other}' stands in place {unit.place} already")


def _check_engagements(state: State, faults: Faults) -> None:
    sides = {unit.id: unit.side for unit in state.units}
    for number, pair in enumerate(state.engagements):
        key = f"state.engagements[{number}]"
        unknown = [(name, unit) for name, unit in (("a", pair.a), ("b", pair.b)) if unit not in sides]
        for name, unit in unknown:
            faults.add(f"{key}.{name}", f"there is no unit '{unit}'")
        if not unknown and sides[pair.a] == sides[pair.b]:
            what = "itself" if pair.a == pair.b else f"'{pair.a}' of its own side"
            faults.add(f"{key}.b", f"'{pair.b}' is engaged with {what}")
