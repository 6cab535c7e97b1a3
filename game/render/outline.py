"""Lines around units: the outline of the ground they cover."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely

from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.theme import Colour
from game.table.bases import corners, ground
from game.table.formation import Bases, Floats, Formation
from game.table.pose import Pose
from game.table.sweep import joined


def shape_polygons(shapes: Bases) -> shapely.Geometry:
    """Shapes as one geometry, for drawing only: a round base is a polygon of 64 sides here."""
    boxes = ~shapes.round
    polygons = list(shapely.polygons(corners(shapes)[boxes])) if boxes.any() else []
    for i in np.flatnonzero(shapes.round):
        polygons.append(shapely.Point(shapes.centre[i]).buffer(float(shapes.half[i, 0]), quad_segs=16))
    return joined(polygons)


@lru_cache(maxsize=512)
def outlines(pose: Pose, formation: Formation, beyond: float = 0.0) -> tuple[Floats, ...]:
    """(n, 2) rings around the ground a unit covers, ``beyond`` inches outside of it."""
    whole = shape_polygons(ground(pose, formation))
    # Ranks may be parted by rounding: grow a hair more than that before the rings are taken.
    grown = whole.buffer(max(beyond, 1e-3), join_style="mitre", mitre_limit=2.0)
    return tuple(shapely.get_coordinates(part.exterior)[:-1] for part in shapely.get_parts(grown))


def draw_outline(
    canvas: Canvas, camera: Camera, pose: Pose, formation: Formation, colour: Colour, width: float, beyond: float = 0.0
) -> None:
    """Draw a line ``width`` pixels wide around a unit, its middle ``beyond`` pixels outside the bases."""
    # Rounded so that every frame of one zoom asks for the same rings.
    for ring in outlines(pose, formation, round(beyond / camera.ppi, 4)):
        canvas.polygon(camera.to_screen(ring), None, colour, width)
