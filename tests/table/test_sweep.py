import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.table.bases import bases, corners, footprint, ground
from game.table.formation import Base, Ranked, Single, make_bases
from game.table.motion import Rotation, Translation, moved
from game.table.pose import Pose
from game.table.sweep import ERROR, swept, swept_path

BLOCK = Ranked(Base.from_millimetres(25, 25), 20, 5)
RAGGED = Ranked(Base.from_millimetres(25, 25), 18, 5)
WIDTH, DEPTH = 125 / 25.4, 100 / 25.4
motions = st.one_of(
    st.builds(Translation, st.floats(-10, 10), st.floats(-10, 10)),
    st.builds(Rotation, st.floats(10, 30), st.floats(0, 20), st.floats(-360, 360)),
)
units = st.sampled_from([BLOCK, RAGGED, Ranked(Base.from_millimetres(25), 7, 3), Single(Base.from_millimetres(60))])
poses = st.builds(Pose, st.just(20.0), st.just(10.0), st.floats(0, 360))


def outlines(shapes):
    """The shapes as geometries; discs as fine polygons from inside."""
    boxes = shapely.polygons(corners(shapes))
    discs = shapely.buffer(shapely.points(shapes.centre), shapes.half[:, 0], quad_segs=32)
    return np.where(shapes.round, discs, boxes)


def test_a_straight_sweep_is_exact():
    area = swept(ground(Pose(10, 10, 90), BLOCK), Translation(0, 6))
    assert area.area == pytest.approx(WIDTH * (DEPTH + 6), abs=1e-12)
    assert area.bounds == pytest.approx((10 - WIDTH / 2, 10 - DEPTH, 10 + WIDTH / 2, 16))
    slanted = swept(ground(Pose(10, 10, 90), BLOCK), Translation(3, 4))
    assert slanted.area == pytest.approx(WIDTH * DEPTH + 3 * DEPTH + 4 * WIDTH, abs=1e-9)


def test_a_wheel_sweeps_sector_and_rear():
    pose = Pose(10, 10, 90)
    corner = footprint(pose, BLOCK)[0]
    area = swept(ground(pose, BLOCK), Rotation(float(corner[0]), float(corner[1]), 90)).area
    # the far rear corner's quarter of a disc, between the two halves of the rectangle
    exact = math.pi / 4 * math.hypot(WIDTH, DEPTH) ** 2 + WIDTH * DEPTH
    assert area == pytest.approx(exact, abs=ERROR * 2 * math.hypot(WIDTH, DEPTH) * math.pi)
    assert area <= exact + 1e-9


def test_discs_sweep_capsules_and_rings():
    disc = make_bases(np.array([[10.0, 10.0]]), np.array([[1.0, 1.0]]), np.array([True]), 0.0)
    assert swept(disc, Translation(6, 0)).area == pytest.approx(12 + math.pi, abs=2 * math.pi * ERROR)
    ring = swept(disc, Rotation(10, 15, 360))
    assert ring.area == pytest.approx(math.pi * (36 - 16), abs=2 * math.pi * 10 * ERROR)
    assert len(ring.interiors) == 1
    assert swept(disc, Translation(0, 0)).area == pytest.approx(math.pi, abs=2 * math.pi * ERROR)


@given(poses, units, motions, st.floats(0, 1))
def test_every_place_on_the_way_lies_in_the_swept_area(pose, formation, motion, t):
    shapes = bases(pose, formation)
    area = shapely.buffer(swept(shapes, motion), ERROR)
    assert shapely.covers(area, outlines(moved(shapes, motion, t))).all()


@given(poses, units, motions)
def test_nothing_is_swept_that_no_place_on_the_way_covers(pose, formation, motion):
    shapes = bases(pose, formation)
    passed = [outlines(moved(shapes, motion, t)) for t in np.linspace(0, 1, 50)]
    step = max(motion.length, abs(math.radians(getattr(motion, "degrees", 0))) * 35) / 49
    covered = shapely.buffer(shapely.union_all(np.concatenate(passed)), ERROR + step)
    beyond = shapely.difference(swept(shapes, motion), covered)
    assert shapely.area(beyond) < 1e-9  # covers() is at the mercy of rounding where squares lie edge to edge


@given(poses, units, st.lists(motions, max_size=3))
def test_a_path_sweeps_what_its_motions_sweep(pose, formation, path):
    shapes = bases(pose, formation)
    parts = []
    now = shapes
    for motion in path:
        parts.append(swept(now, motion))
        now = moved(now, motion)
    parts.append(swept(now, Translation(0, 0)))
    whole = swept_path(shapes, path)
    assert whole.area == pytest.approx(shapely.union_all(parts).area, rel=1e-9)
    assert shapely.covers(shapely.buffer(whole, ERROR), outlines(now)).all()


def test_no_shapes_sweep_no_ground():
    nothing = make_bases(np.empty((0, 2)), np.empty((0, 2)), np.empty(0, dtype=bool), 0.0)
    assert swept(nothing, Translation(1, 0)).is_empty
    assert swept(nothing, Rotation(1, 0, 90)).is_empty


def test_pieces_whose_edges_all_but_coincide_are_joined_all_the_same():
    """A wheel, and a last hair straight on: in a battle GEOS could not join these as they are."""
    chariot = ground(Pose(1.5, 120.25, 270), Single(Base.from_millimetres(50, 100)))
    way = (
        Rotation(0.515748031496063, 120.25, -28.157125, 1.968503937007874),
        Translation(-0.5157477636997109, -0.9635962412145178),
    )
    assert swept_path(chariot, way).area == pytest.approx(14.656929, abs=1e-5)
