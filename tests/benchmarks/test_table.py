"""The table's speed: a fall among many, distances, contacts and arcs of all pairs, each beside its naive rival."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from game.table.approach import first_approach
from game.table.arcs import arc_table
from game.table.bases import bases, corners, ground
from game.table.cores import cores
from game.table.distance import unit_distances
from game.table.fall import fall_map, landing
from game.table.formation import Base, Ranked, Single
from game.table.motion import Rotation, Translation
from game.table.passage import starting_gaps
from game.table.pose import CONTACT, Pose
from game.table.sweep import swept

FOOT = Base.from_millimetres(20, 20)
GIANT = bases(Pose(0, 1.476, 90), Single(Base.from_millimetres(50, 75)))


def crowd(models: int):
    """Blocks of twenty all round a Giant, the nearest in contact with him."""
    blocks = []
    for number in range(models // 20):
        ring, side = divmod(number, 4)
        facing = 90.0 * side
        far = 1.48 + ring * 3.3
        turn = math.radians(facing + 180)
        blocks.append(bases(Pose(far * math.cos(turn), far * math.sin(turn), facing), Ranked(FOOT, 20, 5)))
    return blocks


def sweep(blocks, directions=360):
    """The naive map of a fall: try directions, look at every model with Shapely's distance."""
    squares = [shapely.Polygon(corner) for block in blocks for corner in corners(block)]
    hits = [0] * len(squares)
    for direction in range(directions):
        point = shapely.Point(landing(GIANT, direction * 360 / directions))
        for number, square in enumerate(squares):
            hits[number] += square.distance(point) < 1.5
    return hits


@pytest.mark.parametrize("models", [200, 400, 800])
def test_fall_map(measured, models):
    blocks = crowd(models)
    found = measured(
        lambda: fall_map(GIANT, blocks),
        rival=(lambda: sweep(blocks)) if models == 200 else None,
        limit=5 if models == 200 else None,
    )
    assert sum(len(chances) for chances in found.chances) == models
    assert max(float(chances.max()) for chances in found.chances) > 0.1


def armies(units: int, short_ranks: bool = False):
    """Blocks of twenty all over a table, every other pair in contact."""
    rows = []
    for number in range(units):
        pair, second = divmod(number, 2)
        x, y = 5 + (pair % 10) * 6.5, 4 + (pair // 10) * 9.0
        models = 18 if short_ranks else 20
        rows.append((Pose(x, y + (0 if second else 0.0), 270 if second else 90), Ranked(FOOT, models, 5)))
    return rows


def pairwise(units):
    """The naive way: outlines as polygons, every pair by itself, arcs by angles."""
    outlines = [shapely.unary_union([shapely.Polygon(corner) for corner in corners(bases(*unit))]) for unit in units]
    touching = 0
    for one in outlines:
        for other in outlines:
            if one is not other:
                touching += one.distance(other) <= CONTACT
    for pose, _ in units:
        for other, _ in units:
            math.atan2(other.y - pose.y, other.x - pose.x)
    return touching


@pytest.mark.parametrize("units", [40, 80, 160])
@pytest.mark.parametrize("short", [False, True], ids=["full", "short"])
def test_contacts_and_arcs_of_all_pairs(measured, units, short):
    rows = armies(units, short)

    def ask():
        shapes = [ground(*row) for row in rows]
        distances = unit_distances(shapes)
        return (distances <= CONTACT).sum() - len(rows), arc_table(rows)

    touching, arcs = measured(
        ask, rival=(lambda: pairwise(rows)) if units == 40 else None, limit=2 if units == 40 else None
    )
    assert touching == units
    assert arcs.shape == (units, units) and set(np.unique(arcs)) <= {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("motion", [Translation(0, 8), Rotation(33.5, 16.0, 60)], ids=["shift", "turn"])
def test_what_a_dragged_block_runs_into(measured, motion):
    """One event of a drag: a block with a short last rank among forty units."""
    block = Ranked(Base.from_millimetres(20, 20), 20, 5)
    units = [ground(Pose(6 + k % 10 * 7.0, 6 + k // 10 * 12.0, 90 if k < 20 else 270), block) for k in range(40)]
    mover, others = ground(Pose(36, 12, 90), Ranked(FOOT, 18, 5)), cores(units)
    gaps = starting_gaps(mover, others)
    met = measured(lambda: first_approach(mover, motion, others, gaps), limit=1)
    assert met is None or 0 <= met.t <= 1


def test_the_swept_area_of_a_wheel(measured):
    block = ground(Pose(10, 10, 90), Ranked(FOOT, 20, 5))
    area = measured(lambda: swept(block, Rotation(7.5, 10, 90)), limit=1)
    assert area.area > 20
