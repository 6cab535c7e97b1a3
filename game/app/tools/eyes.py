"""What a unit has before its eyes: who stands in which of its arcs, and the line of sight to each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from game.app.tools.words import listed
from game.battle.ground import bases_of, ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import Point, SightLine
from game.rules.sight import view
from game.table.arcs import ARCS, Arc, arc_table, arc_touched
from game.table.bases import corners
from game.table.distance import distance
from game.table.formation import Bases
from game.table.sweep import joined


@dataclass(frozen=True, slots=True)
class Seen:
    """How one unit stands to another that looks about.

    Attributes:
        unit: Its id.
        arc: The arc of the viewer in which it stands.
        ahead: Some of it lies in the front arc.
        inches: Distance.
    """

    unit: str
    arc: Arc
    ahead: bool
    inches: float


def all_others(state: State, viewer: Unit) -> tuple[Seen, ...]:
    """Every other unit on the table as it stands to the viewer, the nearest first."""
    others = [unit for unit in state.standing() if unit.id != viewer.id]
    table = arc_table([(unit.pose, unit.formation) for unit in (viewer, *others)])
    found = [
        Seen(
            other.id,
            ARCS[int(table[0, number])],
            arc_touched(viewer.pose, viewer.formation, "front", bases_of(other)),
            distance(ground_of(viewer), ground_of(other)),
        )
        for number, other in enumerate(others, start=1)
    ]
    return tuple(sorted(found, key=lambda one: one.inches))


def line_to(state: State, viewer: Unit, unit: str) -> tuple[SightLine | None, str]:
    """The line of sight to a unit, and a sentence; no line if no part of it lies in the front arc."""
    answer = view(state, viewer.id, unit)
    if answer.sight.line is not None:
        return SightLine(*answer.sight.line, clear=True), "It is seen: a line is clear."
    if not answer.blocked_by:
        return None, "It is not seen: no part of it lies in the front arc."
    names = listed(list(dict.fromkeys(answer.blocked_by)))
    way = shapely.shortest_line(shapely.Point(viewer.pose.x, viewer.pose.y), _area(ground_of(state.unit(unit))))
    a, b = ((float(x), float(y)) for x, y in way.coords)
    stopped = _stopped(state, viewer, unit, way, answer.blocked_by)
    return SightLine(a, b, clear=False, stopped=stopped), f"It is not seen: {names} in the way."


def _area(shapes: Bases) -> shapely.Geometry:
    """The ground of a unit, for drawing: discs as polygons."""
    boxes = shapely.polygons(corners(shapes)[~shapes.round])
    discs = shapely.buffer(shapely.points(shapes.centre[shapes.round]), shapes.half[shapes.round, 0])
    return joined(np.concatenate((boxes, discs)))


def _stopped(state: State, viewer: Unit, unit: str, way: shapely.Geometry, names: tuple[str, ...]) -> Point | None:
    """Where the drawn line first meets one of those that are in the way."""
    areas = [_area(ground_of(one)) for one in state.standing() if one.name in names and one.id not in (viewer.id, unit)]
    areas += [shapely.Polygon(piece.outline) for piece in state.terrain if (piece.name or piece.kind) in names]
    met = shapely.intersection(way, joined(areas))
    if met.is_empty:
        return None
    places = shapely.get_coordinates(met)
    x, y = places[int(np.argmin(shapely.line_locate_point(way, shapely.points(places))))].tolist()
    return x, y
