"""Setting a unit down where it did not stand before: what is in its way (FORM-09, FORM-10, MOV-09, TER-02)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.battle.decision import Fault
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.terrain import terrain_gap
from game.rules.way import GAP, closed_terrain, others_of, unit_gaps
from game.table.distance import on_table
from game.table.formation import Formation, Ranked, extent, has_files
from game.table.manoeuvre import Reform
from game.table.pose import SLACK, Pose


def most_files(formation: Formation) -> int:
    """The most files in which it can stand; 0: it has none, as a single model, or skirmishers on several bases."""
    return formation.models if has_files(formation) else 0


def files_not_deeper(formation: Formation, deepest: float) -> int:
    """Files in which models stand no deeper than so many inches, and in no more ranks than files (FORM-03).

    0: as they stand, if that is not too deep, or if nothing helps.
    """
    if not has_files(formation) or _depth(formation) <= deepest + SLACK:
        return 0
    for files in range(1, formation.models + 1):
        _, wider = Reform(files).after(Pose(0, 0, 0), formation)
        if _depth(wider) <= deepest + SLACK and not (isinstance(wider, Ranked) and wider.ranks > files):
            return files
    return 0


def _depth(formation: Formation) -> float:
    rear, front, _, _ = extent(formation)
    return front - rear


def ground_faults(state: State, unit: Unit, but: str = "") -> Iterator[Fault]:
    """Why the unit cannot stand where it is set down: off the table, within an inch of a unit or of closed terrain.

    ``but``: id of a piece of terrain that is judged by other rules.
    """
    shapes, at = ground_of(unit), (unit.pose.x, unit.pose.y)
    if not on_table(shapes, state.width, state.depth):
        yield Fault("MOV-09", f"{unit.name} would not stand wholly on the table", at)
    others = others_of(state, unit)
    gaps = unit_gaps(shapes, others)
    for number in np.flatnonzero(gaps < GAP - SLACK).tolist():
        near = f"{gaps[number]:.2f} inches from" if gaps[number] > 0 else "on"
        yield Fault("FORM-09", f"{unit.name} would stand {near} {others[number].name}", at)
    for piece in closed_terrain(state, unit, but):
        if terrain_gap(shapes, piece) < GAP - SLACK:
            yield Fault("FORM-09", f"{unit.name} would stand within 1 inch of {piece.name or piece.kind}", at)
