import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from game.table.approach import first_approach
from game.table.bases import bases, corners, footprint, ground
from game.table.cores import cores, gaps_along, gaps_between, nearest_point, outline_cores
from game.table.distance import gap_to_edge, separations
from game.table.formation import Base, Ranked, Single, make_bases
from game.table.motion import Rotation, Translation, moved, moved_pose
from game.table.passage import front_edge, run_into, starting_gaps, table_edges
from game.table.pose import SLACK, Pose

INFANTRY = Base.from_millimetres(25)
BLOCK = Ranked(Base.from_millimetres(25, 25), 20, 5)
RAGGED = Ranked(Base.from_millimetres(25, 25), 18, 5)


def box(x, y, deep, wide, facing):
    return make_bases(np.array([[x, y]], float), np.array([[deep, wide]], float) / 2, np.array([False]), facing)


def disc(x, y, radius):
    return make_bases(np.array([[x, y]], float), np.array([[radius, radius]], float), np.array([True]), 0.0)


def shapely_gap(a, b):
    """The gap of single shapes as Shapely sees it; 0 for overlaps of rectangles."""
    geometry = [shapely.Point(*s.centre[0]) if s.round[0] else shapely.Polygon(corners(s)[0]) for s in (a, b)]
    return shapely.distance(*geometry) - sum(float(s.half[0, 0]) for s in (a, b) if s.round[0])


sizes = st.sampled_from([0.8, 1.0, 2.0, 4.0, 5.0]) | st.floats(0.3, 8)
angles = st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0, 90.0000001]) | st.floats(0, 360)
places = st.floats(-6, 6)


@st.composite
def shapes(draw):
    if draw(st.booleans()):
        return disc(draw(places), draw(places), draw(sizes) / 2)
    return box(draw(places), draw(places), draw(sizes), draw(sizes), draw(angles))


@st.composite
def flush(draw):
    """Two rectangles side by side: touching, overlapping by less than the slack, or a hair apart."""
    a = box(draw(places), draw(places), draw(sizes), draw(sizes), draw(angles))
    deep, wide = draw(sizes), draw(sizes)
    hair = draw(st.sampled_from([0.0, 1e-12, -1e-12, 4e-6, -4e-6, 1e-4, 0.5]))
    at = Pose(*a.centre[0], a.facing).point(a.half[0, 0] + deep / 2 + hair, draw(st.floats(-4, 4)))
    return a, box(*at, deep, wide, a.facing + draw(st.sampled_from([0.0, 180.0])))


@st.composite
def motions(draw, a):
    kind = draw(st.sampled_from(["shift", "ahead", "along", "corner", "centre", "anywhere"]))
    if kind == "shift":
        return Translation(draw(st.floats(-12, 12)), draw(st.floats(-12, 12)))
    if kind in ("ahead", "along"):
        angle = math.radians(a.facing + (90 if kind == "along" else 0))
        length = draw(st.floats(-12, 12))
        return Translation(length * math.cos(angle), length * math.sin(angle))
    degrees = draw(st.sampled_from([90.0, -90.0, 360.0, -360.0]) | st.floats(-360, 360))
    pivot = {"corner": corners(a)[0, 0], "centre": a.centre[0]}.get(kind)
    x, y = (draw(places), draw(places)) if pivot is None else pivot
    return Rotation(float(x), float(y), degrees)


@st.composite
def encounters(draw):
    a, b = draw(st.tuples(shapes(), shapes()) | flush())
    start = float(separations(a, b)[0, 0])
    return a, b, draw(motions(a)), draw(st.sampled_from([0.0, 1.0, min(1.0, start)]))


def travel(a, motion):
    """Inches that the farthest point of a shape travels."""
    if isinstance(motion, Translation):
        return motion.length
    return max(np.hypot(*(corners(a)[0] - (motion.x, motion.y)).T)) * abs(math.radians(motion.degrees))


@given(encounters())
def test_first_approach_is_the_first_and_an_approach(encounter):
    a, b, motion, gap = encounter

    def f(t):
        return float(separations(moved(a, motion, t), b)[0, 0])

    met = first_approach(a, motion, b, gap)
    until = 1.0 if met is None else met.t
    before = [f(t) for t in np.linspace(0, until, 60)]
    assert min(before) >= gap - SLACK - 1e-9 or (until == 0 and f(0) < gap)
    if met is None:
        return
    assert 0 <= met.t <= 1
    assert f(met.t) == pytest.approx(gap, abs=1e-9) or (met.t == 0 and f(0) < gap)
    scale = max(travel(a, motion), 1e-9)
    after = [f(min(1.0, met.t + step / scale)) for step in np.geomspace(1e-7, max(scale, 2e-7), 200)]
    assert min(after) < gap - 0.9 * SLACK
    if gap >= 0 and f(met.t) >= 0:
        assert shapely_gap(moved(a, motion, met.t), b) == pytest.approx(max(f(met.t), 0), abs=1e-9)


@st.composite
def meetings(draw):
    """Two shapes at least a gap apart, and a motion that would carry the centre of the first over the second's."""
    a, b, gap = draw(shapes()), draw(shapes()), draw(st.sampled_from([0.0, 1.0, 0.3]))
    ahead = math.radians(draw(angles))
    far = math.hypot(*a.half[0]) + math.hypot(*b.half[0]) + gap + draw(st.floats(0.1, 10))
    dx, dy = far * math.cos(ahead), far * math.sin(ahead)
    b = make_bases(a.centre + np.array((dx, dy)), b.half, b.round, b.facing)
    if draw(st.booleans()):
        return a, b, Translation(dx * 1.1, dy * 1.1), gap
    aside = draw(st.floats(-2, 2))
    x, y = a.centre[0] + ((dx - aside * dy) / 2, (dy + aside * dx) / 2)
    return a, b, Rotation(float(x), float(y), draw(st.sampled_from([360.0, -360.0]))), gap


@given(meetings())
def test_closed_form_equals_bisection(meeting):
    a, b, motion, gap = meeting
    met = first_approach(a, motion, b, gap)
    assert met is not None
    scale = travel(a, motion)
    low, high = max(0.0, met.t - 1e-3 / scale), min(1.0, met.t + 1e-3 / scale)

    def near(t):
        return shapely_gap(moved(a, motion, t), b) <= gap if gap > 0 else separations(moved(a, motion, t), b)[0, 0] <= 0

    assume(not near(low) and near(high))  # else a corner only grazes the other shape: no sharp moment
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if near(middle) else (middle, high)
    assert abs(high - met.t) * scale <= 1e-9


@given(shapes(), shapes())
def test_gaps_agree_with_shapely_and_with_separations(a, b):
    ours = float(gaps_between(cores(a), cores(b))[0, 0])
    assert ours == pytest.approx(float(separations(a, b)[0, 0]), abs=1e-9)
    if ours > 0:
        assert ours == pytest.approx(shapely_gap(a, b), abs=1e-9)


@given(encounters(), st.floats(0, 1))
def test_gap_along_a_motion_is_the_gap_after_it(encounter, t):
    a, b, motion, _ = encounter
    along = gaps_along(cores(a), cores(b), motion, np.array([[t]]))[0, 0]
    assert along == pytest.approx(float(separations(moved(a, motion, t), b)[0, 0]), abs=1e-9)


@given(
    shapes().filter(lambda s: not s.round[0]), sizes, sizes, st.floats(0, 1), st.floats(-0.99, 0.99), st.floats(-10, 10)
)
def test_sliding_along_or_leaving_is_no_approach(a, deep, wide, gap, beside, length):
    deep_a, wide_a = a.half[0]
    at = Pose(*a.centre[0], a.facing).point(deep_a + deep / 2 + gap, beside * (wide_a + wide / 2))
    b = box(*at, deep, wide, a.facing + 180)
    start = float(separations(a, b)[0, 0])
    assert start == pytest.approx(gap, abs=1e-9)
    along = math.radians(a.facing + 90)
    back = math.radians(a.facing + 180)
    assert first_approach(a, Translation(length * math.cos(along), length * math.sin(along)), b, start) is None
    assert first_approach(a, Translation(abs(length) * math.cos(back), abs(length) * math.sin(back)), b, start) is None
    if abs(length) > 1e-4:
        closer = Translation(-abs(length) * math.cos(back), -abs(length) * math.sin(back))
        assert first_approach(a, closer, b, start).t * abs(length) <= 1e-9


def test_block_advances_to_contact_and_to_one_inch():
    mover, enemy = ground(Pose(10, 10, 90), BLOCK), ground(Pose(10, 20, 270), BLOCK)
    way = Translation(0, 20)
    met = first_approach(mover, way, enemy)
    assert met.t == pytest.approx(0.5, abs=1e-12)
    assert (met.x, met.y) == pytest.approx((10, 20))
    assert first_approach(mover, way, enemy, 1.0).t == pytest.approx(9 / 20, abs=1e-12)
    assert first_approach(mover, Translation(0, 10), enemy) is None  # it ends in contact
    assert first_approach(mover, Translation(0, 10.1), enemy) is not None


def test_discs_meet_where_the_sum_of_radii_says():
    a, b = disc(0, 0, 1), disc(6, 1, 1)
    met = first_approach(a, Translation(10, 0), b)
    assert met.t * 10 == pytest.approx(6 - math.sqrt(3), abs=1e-12)
    assert math.dist((met.x, met.y), (6, 1)) == pytest.approx(1)
    turn = first_approach(a, Rotation(3, 0, -180), disc(3, 3, 1))
    # centres 2 apart on a circle of radius 3 about (3, 0): 90 degrees less the chord's angle
    assert turn.t * 180 == pytest.approx(90 - math.degrees(2 * math.asin(1 / 3)), abs=1e-9)


def test_a_full_turn_finds_what_lies_behind_on_either_side():
    a, b = box(0, 0, 2, 4, 0), disc(-2.1, 0, 0.2)
    for sense in (360.0, -360.0):
        met = first_approach(a, Rotation(0, 0, sense), b)
        # the corner at (1, 2) has an arm of sqrt(5) and meets the disc from the front edge's end on
        assert met is not None
        assert separations(moved(a, Rotation(0, 0, sense), met.t), b)[0, 0] == pytest.approx(0, abs=1e-12)
    one, other = (first_approach(a, Rotation(0, 0, s), b).t for s in (360.0, -360.0))
    assert one == pytest.approx(other, abs=1e-12)


def test_ties_go_to_the_lowest_number_and_empty_things_are_no_obstacle():
    mover = box(0, 0, 1, 6, 90)
    posts = make_bases(np.array([[-1.0, 3], [1, 3]]), np.full((2, 2), 0.5), np.array([False, False]), 90.0)
    met = first_approach(mover, Translation(0, 5), posts)
    assert (met.moving, met.fixed) == (0, 0)
    assert first_approach(mover, Translation(0, 5), cores([])) is None
    assert run_into(mover, [Translation(0, 5)], []) is None
    assert starting_gaps(mover, []).shape == (1, 0)


def test_a_motion_of_no_length_meets_only_what_is_already_too_near():
    a, b = box(0, 0, 1, 1, 0), box(1.5, 0, 1, 1, 0)
    for still in (Translation(0, 0), Rotation(3, 3, 0)):
        assert first_approach(a, still, b) is None
        assert first_approach(a, still, b, 0.5) is None
        assert first_approach(a, still, b, 0.6).t == 0


def test_near_units_keep_the_gap_from_which_they_started():
    mover = ground(Pose(10, 10, 90), RAGGED)
    near = ground(Pose(10, 10.4, 270), BLOCK)
    far = ground(Pose(30, 30, 270), BLOCK)
    gaps = starting_gaps(mover, [near, far])
    assert gaps.shape == (2, 2)
    assert gaps[:, 0] == pytest.approx([0.4, 0.4])
    assert gaps[:, 1] == pytest.approx([1, 1])
    assert run_into(mover, [Translation(0, -5)], [near, far], gaps) is None
    assert run_into(mover, [Translation(3, 0)], [near, far], gaps) is None
    forward = run_into(mover, [Translation(0, 0.1)], [near, far], gaps)
    assert (forward.t, forward.unit) == (pytest.approx(0, abs=1e-9), 0)


def test_path_tells_motion_inches_unit_and_place():
    pose = Pose(10, 10, 90)
    corner = footprint(pose, BLOCK)[0]
    width = 125 / 25.4
    wheel = Rotation(float(corner[0]), float(corner[1]), 90, arm=width)
    mover = ground(pose, BLOCK)
    after = moved(mover, wheel)
    post = disc(float(after.centre[0, 0]) - 8, float(after.centre[0, 1]), 0.5)
    met = run_into(mover, [wheel, Translation(-10, 0)], [disc(60, 40, 1), post])
    travelled = 8 - 0.5 - BLOCK.ranks * 25 / 25.4 / 2
    assert (met.motion, met.unit) == (1, 1)
    assert met.inches == pytest.approx(width * math.pi / 2 + travelled)
    assert met.t == pytest.approx(travelled / 10)
    assert (met.x, met.y) == pytest.approx((post.centre[0, 0] + 0.5, post.centre[0, 1]))


def test_c004_front_edge_may_be_free_where_the_rear_corner_is_not():
    pose = Pose(10, 10, 90)
    corner = footprint(pose, BLOCK)[0]
    wheel = Rotation(float(corner[0]), float(corner[1]), 40)
    rear = footprint(pose, BLOCK)[2]
    post = disc(float(rear[0]) + 0.6, float(rear[1]) + 0.3, 0.5)
    assert run_into(ground(pose, BLOCK), [wheel], [post]) is not None
    assert run_into(front_edge(pose, BLOCK), [wheel], [post]) is None
    assert separations(moved(ground(pose, BLOCK), wheel), post).min() > 0
    ahead = disc(11.5, 10.6, 0.5)
    assert run_into(front_edge(pose, BLOCK), [wheel], [ahead]) is not None


def test_c011_a_rear_corner_hangs_over_while_wheeling_and_comes_back():
    pose = Pose(3.0, 4.0, 90)
    block = ground(pose, BLOCK)
    shifted = Pose(pose.x - gap_to_edge(block, 72, 48) + 0.1, pose.y, 90)
    block = ground(shifted, BLOCK)
    corner = footprint(shifted, BLOCK)[3]
    wheel = Rotation(float(corner[0]), float(corner[1]), -90)
    met = run_into(block, [wheel], table_edges(72, 48))
    assert met is not None
    assert met.unit == 0
    assert met.x == pytest.approx(0, abs=1e-9)
    assert gap_to_edge(moved(block, wheel), 72, 48) > 0


def test_table_edges_stop_a_shift_at_the_edge():
    block = ground(Pose(10, 40, 90), BLOCK)
    met = run_into(block, [Translation(0, 20)], table_edges(72, 48))
    assert (met.unit, met.t * 20) == (3, pytest.approx(8))
    assert run_into(block, [Translation(0, 8)], table_edges(72, 48)) is None
    met = run_into(bases(Pose(66, 20, 0), Single(Base.from_millimetres(60))), [Translation(9, 0)], table_edges(72, 48))
    assert (met.unit, met.t * 9) == (1, pytest.approx(6))


def test_terrain_outline_convex_or_not():
    horseshoe = np.array([[0.0, 0], [6, 0], [6, 6], [4, 6], [4, 2], [2, 2], [2, 6], [0, 6]])
    outlines = outline_cores([horseshoe + np.array((40, 0)), horseshoe])
    small = box(3, 10, 1, 1, 270)
    met = run_into(small, [Translation(0, -12)], outlines)
    assert (met.unit, met.t * 12) == (1, pytest.approx(7.5))
    assert (met.x, met.y) == pytest.approx((3, 2))
    wide = box(3, 10, 1, 3, 270)
    assert run_into(wide, [Translation(0, -12)], outlines).t * 12 == pytest.approx(3.5)
    assert run_into(disc(3, 4, 0.9), [Rotation(3, 4, 360)], outlines) is None


@given(meetings())
def test_the_place_told_lies_on_the_obstacle_and_a_gap_away(meeting):
    a, b, motion, gap = meeting
    met = first_approach(a, motion, b, gap)
    spot = disc(met.x, met.y, 1e-12)
    assert separations(spot, b)[0, 0] == pytest.approx(0, abs=2e-6)
    assert separations(spot, moved(a, motion, met.t))[0, 0] == pytest.approx(gap, abs=2e-6)


def test_nearest_point_of_flat_edges_is_the_middle_of_what_they_share():
    assert nearest_point(cores(box(0, 0, 2, 4, 90)), cores(box(3, 2, 2, 4, 270))) == pytest.approx((1.5, 1))


@given(st.floats(-90, 90), st.floats(-90, 90), st.floats(-360, 360), st.floats(0, 1))
def test_bases_move_as_their_pose_does(x, y, degrees, t):
    pose = Pose(20, 10, 37.0)
    for motion in (Translation(x, y), Rotation(x, y, degrees, arm=3)):
        direct = bases(moved_pose(pose, motion, t), RAGGED)
        carried = moved(bases(pose, RAGGED), motion, t)
        assert carried.centre == pytest.approx(direct.centre, abs=1e-9)
        assert carried.facing == pytest.approx(direct.facing)
        assert not carried.centre.flags.writeable
        home = moved(moved(bases(pose, RAGGED), motion), motion.reverse())
        assert home.centre == pytest.approx(bases(pose, RAGGED).centre, abs=1e-9)
        assert moved(bases(pose, RAGGED), motion.part(t)).centre == pytest.approx(carried.centre, abs=1e-9)


def test_lengths_of_motions():
    assert Translation(3, -4).length == 5
    assert Rotation(0, 0, -90, arm=2).length == pytest.approx(math.pi)
    assert Rotation(0, 0, 90).length == 0
