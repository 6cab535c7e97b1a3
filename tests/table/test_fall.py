import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.dice import Angle
from game.table.bases import bases, corners
from game.table.fall import Arc, FallMap, fall_arcs, fall_map, labelled_arcs, landing, models_under
from game.table.formation import Base, Bases, Ranked, make_bases
from game.table.pose import Pose
from game.table.template import LARGE, SMALL, Round, covered

MM = 25.4
turn = st.floats(0, 360, exclude_max=True)


def one(x=0.0, y=0.0, facing=0.0, depth=75.0, width=50.0, *, is_round=False) -> Bases:
    """One base about (x, y) inches; its size in mm."""
    half = np.array([[depth, depth if is_round else width]]) / (2 * MM)
    return make_bases(np.array([[x, y]]), half, np.array([is_round]), facing)


GIANT = one()


def placed(model) -> Bases:
    *place, is_round = model
    return one(*place, is_round=is_round)


def block_in_front(mm: float) -> Bases:
    """Five by five models straight in front of the Giant, in contact, that look at it."""
    return bases(Pose(37.5 / MM, 0, 180), Ranked(Base.from_millimetres(mm, mm), 25, 5))


def turned(shapes: Bases, degrees: float) -> Bases:
    """Everything turned about the point (10, 20) of the table."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    centre = (shapes.centre - (10, 20)) @ np.array([[c, s], [-s, c]]) + (10, 20)
    return make_bases(centre, shapes.half.copy(), shapes.round.copy(), shapes.facing + degrees)


def point_gaps(shapes: Bases, i: int, x, y):
    """Distance of points from one base, judged by Shapely: to the rectangle, or to the middle less the radius."""
    points = shapely.points(x, y)
    if shapes.round[i]:
        return shapely.distance(points, shapely.Point(shapes.centre[i])) - shapes.half[i, 0]
    return shapely.distance(points, shapely.Polygon(corners(shapes)[i]))


def landings_by_bisection(fallen: Bases, angles, radius):
    """Where the template comes down: directions tried outwards until its distance from the base is the radius."""
    c, s = np.cos(np.radians(angles)), np.sin(np.radians(angles))
    turn_back = math.radians(-fallen.facing)
    local = np.cos(np.radians(angles) + turn_back), np.sin(np.radians(angles) + turn_back)
    half = np.zeros(2) if fallen.round[0] else fallen.half[0]
    whole = radius + (fallen.half[0, 0] if fallen.round[0] else 0)
    low, high = np.zeros(len(angles)), np.full(len(angles), 20.0)
    for _ in range(60):
        t = (low + high) / 2
        outside = [np.maximum(np.abs(t * axis) - h, 0) for axis, h in zip(local, half, strict=True)]
        near = np.hypot(*outside) < whole
        low, high = np.where(near, t, low), np.where(near, high, t)
    return fallen.centre[0, 0] + low * c, fallen.centre[0, 1] + low * s


def in_arcs(arcs, angles):
    angles = np.asarray(angles)
    within = np.zeros(len(angles), bool)
    for start, end in arcs:
        within |= (angles - start) % 360 < end - start
    return within


def check_map(fallen, groups, radius, probes):
    """The map against the judge: ends of arcs are touches; middles and probes are covered as the arcs say."""
    fall = fall_map(fallen, groups, radius)
    for group, arcs_of, chances in zip(groups, fall.arcs, fall.chances, strict=True):
        assert len(arcs_of) == len(chances) == len(group)
        for i, arcs in enumerate(arcs_of):
            assert chances[i] == pytest.approx(sum(end - start for start, end in arcs) / 360, abs=1e-12)
            assert all(0 <= start < 360 and start < end <= start + 360 for start, end in arcs)
            assert all(before.end < after.start for before, after in pairwise(arcs))
            assert not arcs or arcs[-1].end <= arcs[0].start + 360
            if any(end - start < 360 for start, end in arcs):
                rims = np.array(arcs).ravel()
                rim_gaps = point_gaps(group, i, *landings_by_bisection(fallen, rims, radius))
                assert rim_gaps == pytest.approx(radius, abs=1e-9)
            tried = np.concatenate([probes, [(start + end) / 2 for start, end in arcs]])
            gaps = point_gaps(group, i, *landings_by_bisection(fallen, tried, radius))
            clear = np.abs(gaps - radius) > 1e-9
            assert (in_arcs(arcs, tried) == (gaps < radius))[clear].all()
    return fall


@pytest.mark.parametrize(
    ("angle", "distance", "centre", "touches"),
    [
        (0, 2.9764, (2.9764, 0), "front"),
        (15, 3.0814, (2.9764, 0.7975), "front"),
        (30, 3.2664, (2.8287, 1.6332), "corner"),
        (45, 3.1990, (2.2620, 2.2620), "corner"),
        (60, 2.8686, (1.4343, 2.4843), "side"),
        (75, 2.5719, (0.6657, 2.4843), "side"),
        (90, 2.4843, (0, 2.4843), "side"),
    ],
)
def test_placement_table(angle, distance, centre, touches):  # giants.md, section 20
    x, y = landing(GIANT, angle)
    assert math.hypot(x, y) == pytest.approx(distance, abs=5e-5)
    assert (x, y) == pytest.approx(centre, abs=5e-5)
    assert (x == pytest.approx(75 / 2 / MM + 1.5, abs=1e-12)) == (touches == "front")
    assert (y == pytest.approx(50 / 2 / MM + 1.5, abs=1e-12)) == (touches == "side")


@pytest.mark.parametrize(
    ("width", "depth", "radius", "front_ends", "side_begins"),
    [
        (50, 75, 1.5, 18.2984, 59.2772),
        (50, 50, 1.5, 21.6133, 68.3867),
        (50, 100, 1.5, 15.8423, 51.6069),
        (50, 100, 2.5, 12.4219, 60.5348),
        (100, 150, 2.5, 19.8501, 56.5436),
    ],
)
def test_where_the_corner_takes_over_from_the_edges(width, depth, radius, front_ends, side_begins):
    base = one(depth=depth, width=width)
    front, side = depth / 2 / MM + radius, width / 2 / MM + radius
    assert abs(landing(base, front_ends - 1e-4, radius)[0] - front) < 1e-13
    assert front - landing(base, front_ends + 1e-4, radius)[0] > 1e-13
    assert side - landing(base, side_begins - 1e-4, radius)[1] > 1e-13
    assert abs(landing(base, side_begins + 1e-4, radius)[1] - side) < 1e-13


@pytest.mark.parametrize(
    ("depth", "angle", "millimetres"),
    [
        (50, 0, 63.100),
        (50, 90, 63.100),
        (50, 15, 65.326),
        (50, 30, 71.135),
        (50, 60, 71.135),
        (50, 45, 73.455),
        (75, 90, 63.100),
        (75, 45, 81.255),
        (75, 0, 75.600),
    ],
)
def test_distance_of_the_template_in_millimetres(depth, angle, millimetres):  # C043, the 75 mm along the facing here
    assert math.hypot(*landing(one(depth=depth), angle)) * MM == pytest.approx(millimetres, abs=5e-4)


def test_round_base_falls_a_fixed_distance():
    base = one(4, 5, 77, depth=60, is_round=True)
    for angle in (0, 33, 200):
        x, y = landing(base, angle)
        assert math.hypot(x - 4, y - 5) == pytest.approx(30 / MM + 1.5, abs=1e-12)


SIZE = st.floats(10, 160)
RADIUS = st.sampled_from([SMALL, LARGE])


@given(angle=turn, facing=turn, depth=SIZE, width=SIZE, radius=RADIUS, is_round=st.booleans())
def test_template_touches_the_fallen_base_without_overlap(*, angle, facing, depth, width, radius, is_round):
    base = one(31.5, 17.25, facing, depth, width, is_round=is_round)
    x, y = landing(base, angle, radius)
    assert point_gaps(base, 0, x, y) == pytest.approx(radius, abs=1e-12)
    assert not covered(Round(x, y, radius), base).any()
    assert (x, y) == pytest.approx(
        [float(value[0]) for value in landings_by_bisection(base, np.array([angle]), radius)], abs=1e-9
    )
    away = (math.degrees(math.atan2(y - 17.25, x - 31.5)) - angle + 180) % 360 - 180
    assert away == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("mm", "by_rank", "at_20", "at_45"),
    [
        (20, [5, 5, 5, 5, 0], 14, 6),
        (25, [3, 5, 3, 1, 0], 10, 6),
        (30, [3, 3, 3, 0, 0], 9, 4),
        (40, [3, 3, 0, 0, 0], 6, 5),
        (50, [3, 3, 0, 0, 0], 4, 5),
    ],
)
def test_covered_models_table(mm, by_rank, at_20, at_45):
    block = block_in_front(mm)
    assert models_under(GIANT, 0, block).reshape(5, 5).sum(axis=1).tolist() == by_rank
    assert models_under(GIANT, 20, block).sum() == at_20
    assert models_under(GIANT, 45, block).sum() == at_45


@pytest.mark.parametrize(
    ("mm", "degrees", "chance"), [(20, 67.6436, 0.18790), (25, 74.9156, 0.20810), (50, 118.5544, 0.32932)]
)
def test_chance_to_cover_a_lone_model(mm, degrees, chance):
    lone = one((37.5 + mm / 2) / MM, 0, 180, mm, mm)
    fall = fall_map(GIANT, [lone])
    ((arc,),) = fall.arcs[0]
    assert arc.end - arc.start == pytest.approx(degrees, abs=5e-5)
    assert fall.chances[0] == pytest.approx([chance], abs=5e-6)
    assert (arc.start, arc.end) == pytest.approx((360 - degrees / 2, 360 + degrees / 2), abs=5e-5)  # over 0: not split


@pytest.mark.parametrize(
    ("mm", "degrees", "average"),
    [
        (
            20,
            [
                [91.1064, 90.8350, 67.6436],
                [77.1189, 78.9567, 70.7080],
                [62.5638, 68.4685, 68.8960],
                [43.9128, 53.4039, 56.4056],
                [0, 0, 0],
            ],
            3.87885,
        ),
        (
            25,
            [
                [89.2350, 98.7452, 74.9156],
                [69.3101, 80.1933, 75.1895],
                [50.0974, 63.7973, 67.1178],
                [3.4455, 22.5869, 32.4321],
                [0, 0, 0],
            ],
            3.34577,
        ),
    ],
)
def test_chances_of_a_whole_block(mm, degrees, average):
    chances = fall_map(GIANT, [block_in_front(mm)]).chances[0].reshape(5, 5)
    assert chances[:, :3] * 360 == pytest.approx(np.array(degrees), abs=5e-5)
    assert chances[:, ::-1] == pytest.approx(chances, abs=1e-12)
    assert chances.sum() == pytest.approx(average, abs=5e-6)
    assert (chances[4] == 0).all()


ARRANGEMENTS = {
    "block in front": (GIANT, [block_in_front(25)], SMALL),
    "askew, large, round bases": (
        one(20, 20, 33, 150, 100),
        [
            bases(Pose(23, 20, 250), Ranked(Base.from_millimetres(40, 40), 8, 4)),
            one(22, 24, 11, 60, is_round=True),
            one(17.5, 17, 80, 100, 60),
        ],
        LARGE,
    ),
    "round in a crowd": (
        one(10, 20, 5, 60, is_round=True),
        [bases(Pose(x, y, f), Ranked(Base.from_millimetres(20), 9, 3)) for x, y, f in [(12, 20, 190), (10, 22, 270)]],
        SMALL,
    ),
}


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_exact_chances_equal_a_sweep_of_100000_directions(name):
    fallen, groups, radius = ARRANGEMENTS[name]
    steps = 100_000
    x, y = landings_by_bisection(fallen, (np.arange(steps) + 0.5) * 360 / steps, radius)
    fall = fall_map(fallen, groups, radius)
    for group, arcs_of, chances in zip(groups, fall.arcs, fall.chances, strict=True):
        for i in range(len(group)):
            under = np.count_nonzero(point_gaps(group, i, x, y) < radius)
            assert abs(under - chances[i] * steps) <= len(arcs_of[i]) + 1e-6
    assert sum(np.count_nonzero(chances) for chances in fall.chances) > 2


def free(*sizes):
    return (
        st.floats(-4.5, 4.5),
        st.floats(-4.5, 4.5),
        turn,
        st.sampled_from(sizes),
        st.sampled_from(sizes),
        st.booleans(),
    )


SIZES = (20.0, 25.0, 40.0, 50.0, 75.0, 100.0, 150.0)
FREE = st.tuples(*free(*SIZES))
# Positions on a grid of half base sizes: touching, in one line, one on the other, with edges and corners that run together.
GRID = st.tuples(
    st.integers(-8, 8).map(lambda k: k * 12.5 / MM),
    st.integers(-8, 8).map(lambda k: k * 12.5 / MM),
    st.sampled_from([0.0, 90.0, 180.0, 270.0, 45.0]),
    st.sampled_from([25.0, 50.0, 75.0, 100.0]),
    st.sampled_from([25.0, 50.0, 75.0, 100.0]),
    st.booleans(),
)


@st.composite
def almost_touching(draw):
    """A base whose edge is parallel to the front edge of the Giant's and some hair away from it or into it."""
    hair = draw(st.sampled_from([0.0, 1e-9, -1e-9, 1e-6, -1e-6, 0.01 / MM, 1e-3]))
    mm = draw(st.sampled_from(SIZES))
    facing = draw(st.sampled_from([0.0, 180.0, 1e-7, 1e-4, 179.99]))
    ahead = draw(st.sampled_from([75 / 2 / MM, 75 / 2 / MM + 3.0]))  # touches the Giant, or just the template beyond it
    return ahead + mm / 2 / MM + hair, draw(st.floats(-3, 3)), facing, mm, mm, draw(st.booleans())


@given(
    st.lists(FREE | GRID | almost_touching(), min_size=1, max_size=4),
    turn,
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_map_is_right_in_every_direction(models, facing, fallen_is_round, random):
    probes = np.array([random.uniform(0, 360) for _ in range(300)])
    for radius in (SMALL, LARGE):
        fallen = one(is_round=fallen_is_round)
        groups = [placed(model) for model in models]
        check_map(fallen, groups, radius, probes)
        check_map(turned(fallen, facing), [turned(group, facing) for group in groups], radius, probes)


@given(st.lists(FREE, min_size=1, max_size=4), turn)
def test_turning_the_world_turns_the_arcs(models, degrees):
    groups = [placed(model) for model in models]
    plain = fall_map(GIANT, groups)
    whirled = fall_map(turned(GIANT, degrees), [turned(group, degrees) for group in groups])
    for before, after in zip(plain.arcs, whirled.arcs, strict=True):
        if before[0] == (Arc(0, 360),):
            assert after[0] == before[0]
            continue
        expected = sorted(((start + degrees) % 360, end - start) for start, end in before[0] if end - start > 1e-5)
        found = sorted((start, end - start) for start, end in after[0] if end - start > 1e-5)
        assert len(found) == len(expected)
        # A start next to 0 may have become one next to 360: compare as directions.
        for start, width in expected:
            assert min(abs((start - s + 180) % 360 - 180) + abs(width - w) for s, w in found) < 1e-5
    for before, after in zip(plain.chances, whirled.chances, strict=True):
        assert after == pytest.approx(before, abs=1e-7)


def test_equal_and_aligned_bases_are_touched_not_covered():
    # A neighbour in line: their front edges and so the templates' paths run together; straight ahead is a touch.
    for degrees in (0, 13.7, 90, 222.2):
        fallen, neighbour = turned(GIANT, degrees), turned(one(0, 50 / MM), degrees)
        fall = check_map(fallen, [neighbour], SMALL, np.linspace(0.1, 359.9, 500))
        ((arc,),) = fall.arcs[0]
        # From the end of the front edge to the end of the rear edge.
        edge = math.degrees(math.atan2(25 / MM, 37.5 / MM + 1.5))
        assert arc.start == pytest.approx((edge + degrees) % 360, abs=1e-6)
        assert arc.end - arc.start == pytest.approx(180 - 2 * edge, abs=1e-6)
        assert fall_map(fallen, [fallen]).arcs == (((),),)
        assert fall_map(fallen, [fallen]).chances[0].tolist() == [0]


def test_a_base_around_everything_is_covered_in_all_directions():
    fall = fall_map(one(facing=30), [one(depth=400, width=400), one(20, 20)])
    assert fall.arcs == (((Arc(0, 360),),), ((),))
    assert [chance.tolist() for chance in fall.chances] == [[1], [0]]
    assert fall_arcs(fall) == ((0, 360, ((0,), ())),)


@pytest.mark.parametrize(
    "groups", [[], [one(30, 30)], [make_bases(np.empty((0, 2)), np.empty((0, 2)), np.empty(0, bool), 7)]]
)
def test_nobody_underneath(groups):  # C047
    fall = fall_map(GIANT, groups)
    assert sum(chance.sum() for chance in fall.chances) == 0
    assert fall_arcs(fall) == ((0, 360, tuple(() for _ in groups)),)
    assert labelled_arcs(fall_arcs(fall), len) == ((0, 360, 0),)
    assert not any(models_under(GIANT, 10, group).any() for group in groups)


def test_exactly_one_model_falls():
    two = make_bases(np.zeros((2, 2)), np.ones((2, 2)), np.zeros(2, bool), 0)
    with pytest.raises(ValueError, match="one fallen base is needed, not 2"):
        landing(two, 0)
    with pytest.raises(ValueError, match="not 2"):
        fall_map(two, [])


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_partition_of_the_circle(name):
    fallen, groups, radius = ARRANGEMENTS[name]
    fall = fall_map(fallen, groups, radius)
    arcs = fall_arcs(fall)
    assert sum(arc.end - arc.start for arc in arcs) == pytest.approx(360, abs=1e-9)
    follows = [*arcs[1:], arcs[0]]
    for arc, after in zip(arcs, follows, strict=True):
        assert arc.end % 360 == pytest.approx(after.start, abs=1e-12)
        assert arc.covered != after.covered
        middle = (arc.start + arc.end) / 2
        under = tuple(tuple(np.nonzero(models_under(fallen, middle, group, radius))[0].tolist()) for group in groups)
        assert arc.covered == under
    for g, chances in enumerate(fall.chances):
        for i, chance in enumerate(chances):
            total = sum(arc.end - arc.start for arc in arcs if i in arc.covered[g])
            assert total / 360 == pytest.approx(chance, abs=1e-9)


def test_one_direction_computed_twice_is_one_cut():
    once, again = Arc(0.0, 10.0), Arc(300.0, 360.0 - 1e-13)  # the second ends where the first begins
    fall = FallMap((((once,), (again,), (Arc(10.0 + 1e-13, 20.0),)),), (np.array([10, 60, 10]) / 360,))
    arcs = fall_arcs(fall)
    assert [arc.covered for arc in arcs] == [((0,),), ((2,),), ((),), ((1,),)]
    assert [arc.start for arc in arcs] == [0, 10, 20, 300]
    assert arcs[-1].end == 360


def test_labelled_arcs_are_what_a_direction_is_rolled_on():
    groups = [block_in_front(25), one(-2.5, 0.3, 45, 40, 40)]

    def how_many(covered):
        return tuple(len(group) for group in covered)

    arcs = fall_arcs(fall_map(GIANT, groups))
    labelled = labelled_arcs(arcs, how_many)
    coarse = labelled_arcs(arcs, lambda covered: bool(covered[1]))
    assert len(coarse) == 2  # neighbours are merged: the lone model is covered in one arc
    assert sum(end - start for start, end, _ in labelled) == pytest.approx(360, abs=1e-9)
    assert all(a[2] != b[2] for a, b in pairwise(labelled))
    assert sorted({label for _, _, label in labelled}) == list(range(len({how_many(arc.covered) for arc in arcs})))
    branches = Angle(labelled).branches()
    expected: dict[tuple[int, ...], float] = {}
    for arc in arcs:
        counts = how_many(arc.covered)
        expected[counts] = expected.get(counts, 0) + (arc.end - arc.start) / 360
    found = {tuple(int(models_under(GIANT, at, group).sum()) for group in groups): chance for at, chance in branches}
    assert found == pytest.approx(expected)


def crowd(models: int) -> list[Bases]:
    """Blocks of twenty all round the Giant."""
    blocks, side = models // 20, math.ceil(math.sqrt(models / 20))
    formation = Ranked(Base.from_millimetres(20, 20), 20, 5)
    return [
        bases(Pose((i % side - side / 2) * 4.1, (i // side - side / 2) * 3.3, 37), formation) for i in range(blocks)
    ]


@pytest.mark.parametrize("models", [200, 400, 800])
def test_map_among_a_crowd(benchmark, models):
    fallen, groups = one(0.3, 0.4, 12), crowd(models)
    fall = benchmark(fall_map, fallen, groups)
    under = sum(np.count_nonzero(chances) for chances in fall.chances)
    assert 10 < under < models
    arcs = fall_arcs(fall)
    assert sum(sum(map(len, arc.covered)) * (arc.end - arc.start) / 360 for arc in arcs) == pytest.approx(
        sum(chances.sum() for chances in fall.chances), abs=1e-9
    )


@pytest.mark.soak
@given(st.lists(FREE | GRID | almost_touching(), min_size=1, max_size=6), turn, st.booleans())
def test_every_arrangement_equals_a_fine_sweep(models, facing, fallen_is_round):
    fallen = turned(one(is_round=fallen_is_round), facing)
    groups = [turned(placed(model), facing) for model in models]
    check_map(fallen, groups, SMALL, (np.arange(20_000) + 0.5) * 360 / 20_000)
