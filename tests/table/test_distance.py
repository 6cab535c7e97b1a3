"""Distances against Shapely's polygons (rectangles) and against points (discs)."""

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.table.bases import bases, corners, ground
from game.table.distance import (
    closest_points,
    distance,
    gap_to_edge,
    on_table,
    penetration,
    separations,
    unit_distances,
)
from game.table.formation import Base, Loose, Ranked, Single, make_bases, skirmish
from game.table.pose import Pose

EXACT = 1e-9
sizes = st.floats(0.3, 6.0)
places = st.floats(0.0, 20.0)
angles = st.one_of(st.sampled_from([0.0, 30.0, 45.0, 90.0, 180.0, 270.0]), st.floats(0.0, 360.0))
poses = st.builds(Pose, places, places, angles)
rectangles = st.builds(Single, st.builds(Base, sizes, sizes))
discs = st.builds(Single, sizes.map(lambda d: Base(d, d, round=True)))
formations = st.one_of(
    rectangles,
    discs,
    st.builds(Ranked, st.builds(Base, st.floats(0.5, 1.5), st.floats(0.5, 2.0)), st.integers(1, 14), st.integers(1, 6)),
    st.builds(
        skirmish, st.sampled_from([Base(1.0, 1.0), Base(1.0, 1.0, round=True)]), st.integers(1, 8), st.integers(1, 4)
    ),
    st.just(Loose((Base(2.0, 2.0, round=True), Base(1.0, 1.5)), ((0.0, 0.0), (-3.0, 1.0)))),
)


def judged_gap(a, b):
    """Gap of two units by Shapely: polygons for rectangles; a disc is its centre, less the radius."""
    return max(min(judged_pair(a, i, b, j) for i in range(len(a)) for j in range(len(b))), 0.0)


def judged_pair(a, i, b, j):
    shapes, radii = [], 0.0
    for unit, k in ((a, i), (b, j)):
        if unit.round[k]:
            shapes.append(shapely.Point(unit.centre[k]))
            radii += unit.half[k, 0]
        else:
            shapes.append(shapely.Polygon(corners(unit)[k]))
    return shapes[0].distance(shapes[1]) - radii


def push(unit, dx, dy):
    return make_bases(unit.centre + np.array([dx, dy]), unit.half.copy(), unit.round.copy(), unit.facing)


@given(poses, formations, poses, formations)
def test_gaps_agree_with_shapely(pose_a, one, pose_b, other):
    a, b = bases(pose_a, one), bases(pose_b, other)
    assert distance(a, b) == pytest.approx(judged_gap(a, b), abs=EXACT)
    assert distance(ground(pose_a, one), ground(pose_b, other)) == pytest.approx(distance(a, b), abs=EXACT)
    found = separations(a, b)
    assert found.shape == (len(a), len(b))
    assert np.allclose(found, separations(b, a).T, atol=EXACT)
    for i, j in itertools.product(range(len(a)), range(len(b))):
        assert max(found[i, j], 0.0) == pytest.approx(max(judged_pair(a, i, b, j), 0.0), abs=EXACT)


@given(
    poses,
    st.tuples(sizes, sizes),
    angles,
    st.tuples(sizes, sizes),
    st.tuples(st.floats(-0.9, 0.9), st.sampled_from([0.0, 1e-12, 1e-6, 0.001, -1e-6, 0.3])),
)
def test_almost_touching_rectangles(pose, size, lean, size_b, where):
    """B hangs with one corner, or flush, over the front edge of A, a known gap away."""
    (width, depth), (shift, gap) = size, where
    a = bases(pose, Single(Base(width, depth)))
    loose = bases(Pose(0.0, 0.0, pose.facing + lean), Single(Base(*size_b)))
    front = np.array([math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))])
    hanging = corners(loose)[0]
    lowest = hanging[np.argmin(hanging @ front)]
    target = np.array(pose.point(gap, shift * width / 2))
    b = push(loose, *(target - lowest))
    if gap >= 0:
        assert separations(a, b)[0, 0] == pytest.approx(gap, abs=EXACT)
        assert distance(a, b) == pytest.approx(judged_gap(a, b), abs=EXACT)
    else:
        assert 0 < penetration(a, b) <= -gap + EXACT


@given(poses, st.one_of(rectangles, discs), poses, st.one_of(rectangles, discs))
def test_penetration_is_the_shortest_way_out(pose_a, one, pose_b, other):
    a, b = bases(pose_a, one), bases(pose_b, other)
    depth = penetration(a, b)
    if depth < 1e-6:
        return
    assert distance(a, b) == 0.0
    ways = [(math.cos(t), math.sin(t)) for t in np.linspace(0.0, 2 * math.pi, 73)]
    for facing in (pose_a.facing, pose_b.facing):
        turned = [math.radians(facing + quarter) for quarter in (0, 90, 180, 270)]
        ways += [(math.cos(t), math.sin(t)) for t in turned]
    away = b.centre[0] - a.centre[0]
    if np.hypot(*away) > 1e-9:
        ways.append(tuple(away / np.hypot(*away)))
    assert all(penetration(a, push(b, x * (depth - 1e-7), y * (depth - 1e-7))) > 0.0 for x, y in ways)
    if one.base.round == other.base.round:
        assert any(penetration(a, push(b, x * (depth + 1e-7), y * (depth + 1e-7))) == 0.0 for x, y in ways)
    else:
        disc, block = (a, b) if one.base.round else (b, a)
        centre, outline = shapely.Point(disc.centre[0]), shapely.Polygon(corners(block)[0])
        inside = outline.exterior.distance(centre) * (1 if outline.contains(centre) else -1)
        assert depth == pytest.approx(disc.half[0, 0] + inside, abs=EXACT)


@given(poses, formations, poses, formations)
def test_closest_points_lie_on_the_units_and_are_a_gap_apart(pose_a, one, pose_b, other):
    a, b = bases(pose_a, one), bases(pose_b, other)
    p, q = closest_points(a, b)
    assert math.dist(p, q) == pytest.approx(distance(a, b), abs=EXACT)
    for point, unit in ((p, a), (q, b)):
        spot = bases(Pose(*point, 0.0), Single(Base(1e-12, 1e-12, round=True)))
        assert distance(spot, unit) < EXACT


def test_closest_points_take_the_middle_between_parallel_edges():
    a = bases(Pose(10.0, 10.0, 90.0), Single(Base(4.0, 2.0)))
    b = bases(Pose(11.0, 13.0, 270.0), Single(Base(4.0, 2.0)))
    assert closest_points(a, b) == (
        (pytest.approx(10.5), pytest.approx(10.0)),
        (pytest.approx(10.5), pytest.approx(13.0)),
    )


def test_closest_points_of_a_cross_are_one_point_in_both():
    a = bases(Pose(10.0, 10.0, 90.0), Single(Base(6.0, 1.0)))
    b = bases(Pose(10.0, 12.0, 90.0), Single(Base(1.0, 6.0)))
    p, q = closest_points(a, b)
    assert p == q == (pytest.approx(10.0), pytest.approx(9.5))


@given(st.lists(st.tuples(poses, formations), min_size=0, max_size=7))
def test_all_pairs_at_once_agree_with_one_by_one(units):
    shapes = [ground(*unit) for unit in units]
    table = unit_distances(shapes)
    assert table.shape == (len(units), len(units))
    for i, j in itertools.product(range(len(units)), repeat=2):
        assert table[i, j] == pytest.approx(0.0 if i == j else distance(shapes[i], shapes[j]), abs=EXACT)


def test_a_unit_without_models_has_no_distance():  # C135
    nobody = make_bases(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, dtype=bool), 0.0)
    someone = bases(Pose(0.0, 0.0, 0.0), Single(Base(1.0, 1.0)))
    for call in (distance, penetration, separations, closest_points):
        with pytest.raises(ValueError, match="without models"):
            call(someone, nobody)
        with pytest.raises(ValueError, match="without models"):
            call(nobody, someone)
    with pytest.raises(ValueError, match="without models"):
        unit_distances([someone, nobody])
    with pytest.raises(ValueError, match="without models"):
        gap_to_edge(nobody, 72.0, 48.0)


@given(poses, formations)
def test_edge_of_the_table(pose, formation):
    unit = bases(pose, formation)
    reach = [unit.centre[unit.round] - unit.half[unit.round], unit.centre[unit.round] + unit.half[unit.round]]
    points = np.concatenate([corners(unit)[~unit.round].reshape(-1, 2), *reach])
    expected = min(points[:, 0].min(), points[:, 1].min(), 21.0 - points[:, 0].max(), 18.0 - points[:, 1].max())
    assert gap_to_edge(unit, 21.0, 18.0) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize(("over", "lies"), [(-0.1, True), (0.0, True), (5e-6, True), (2e-5, False), (0.5, False)])
def test_on_the_table_has_the_named_slack(over, lies):
    assert on_table(bases(Pose(-over, 5.0, 180.0), Single(Base(2.0, 1.0))), 72.0, 48.0) is lies
    assert on_table(bases(Pose(72.0 - 2.0, 48.0 - 1.0 + over, 0.0), Single(Base(2.0, 1.0))), 72.0, 48.0) is lies
