"""Line of sight against dense sampling, with every line that is returned judged by Shapely."""

import itertools
import math
from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from game.table.bases import bases, corners, ground
from game.table.contact import overlapping
from game.table.distance import penetration
from game.table.formation import Base, Ranked, Single, layout, make_bases, skirmish
from game.table.pose import Pose
from game.table.sight import Blocker, Sight, gathered, gathered_targets, seeing_models, sees, sees_each, viewers

FOOT = Base(1.0, 1.0)
BLOCK = Ranked(FOOT, 10, 5)
places = st.floats(0.0, 14.0)
poses = st.builds(Pose, places, places, st.floats(0.0, 360.0))
small = st.one_of(
    st.builds(Single, st.builds(Base, st.floats(0.5, 4.0), st.floats(0.5, 4.0))),
    st.builds(Single, st.floats(0.5, 4.0).map(lambda d: Base(d, d, round=True))),
    st.builds(Ranked, st.just(FOOT), st.integers(1, 9), st.integers(1, 4)),
    st.builds(skirmish, st.sampled_from([FOOT, Base(1.0, 1.0, round=True)]), st.integers(2, 4), st.just(2)),
)


def look(pose, formation, target, blockers=(), heights=(1, 1)):
    return sees(pose, formation, target, blockers, viewer_height=heights[0], target_height=heights[1])


def wall(*points, height=5):
    return Blocker(tuple(points), height)


def stops(segment, blocker):
    """Whether a segment runs through a blocker's inside, judged by Shapely."""
    if not hasattr(blocker.ground, "facing"):
        outline = blocker.ground if isinstance(blocker.ground, shapely.Geometry) else shapely.Polygon(blocker.ground)
        return outline.intersection(segment).length > 1e-7
    shapes = blocker.ground
    for k in range(len(shapes)):
        if shapes.round[k]:
            if segment.distance(shapely.Point(shapes.centre[k])) < shapes.half[k, 0] - 1e-9:
                return True
        elif shapely.Polygon(corners(shapes)[k]).intersection(segment).length > 1e-7:
            return True
    return False


def ends_of_edge(pose, formation, model):
    (ahead, left), (depth, width) = layout(formation).centre[model], layout(formation).half[model]
    return (ahead + depth, left - width), (ahead + depth, left + width)


def in_unit_frame(pose, points):
    f = np.array([math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))])
    rel = np.asarray(points) - (pose.x, pose.y)
    return np.stack([rel @ f, rel @ np.array([-f[1], f[0]])], axis=-1)


def sampled(pose, formation, target, blockers, steps=9):
    """The first clear line among many from points of front edges to points of the target's rims."""
    rims = []
    for k in range(len(target)):
        if target.round[k]:
            t = np.linspace(0, 2 * math.pi, 24, endpoint=False)
            rims.append(target.centre[k] + target.half[k, 0] * np.stack([np.cos(t), np.sin(t)], 1))
        else:
            ring = corners(target)[k]
            rims += [
                ring[i - 1] + (ring[i] - ring[i - 1]) * s for i in range(4) for s in np.linspace(0, 1, 6)[1:, None]
            ]
    rim = np.concatenate([np.atleast_2d(r) for r in rims])
    local = in_unit_frame(pose, rim)
    for model in viewers(formation):
        (ahead, right), (_, left) = ends_of_edge(pose, formation, model)
        beside = np.maximum(local[:, 1] - left, right - local[:, 1])
        reachable = rim[local[:, 0] - ahead >= np.maximum(beside, 0.0)]
        for share in np.linspace(0.003, 0.997, steps):
            start = pose.point(ahead, right + share * (left - right))
            for end in reachable:
                segment = shapely.LineString([start, end])
                if segment.length > 1e-3 and not any(stops(segment, blocker) for blocker in blockers):
                    return start, tuple(end)
    return None


def judge(sight, viewer, target, blockers, heights=(1, 1)):
    """Everything a Sight says must hold by Shapely."""
    pose, formation = viewer
    assert bool(sight) == sight.clear == (sight.line is not None) == (sight.model is not None)
    if not sight.clear:
        assert list(sight.blocked_by) == sorted(set(sight.blocked_by))
        assert all(blockers[b].height >= max(heights) for b in sight.blocked_by)
        return
    assert sight.blocked_by == ()
    start, end = sight.line
    (ahead, right), (_, left) = ends_of_edge(pose, formation, sight.model)
    local = in_unit_frame(pose, [start, end])
    assert local[0, 0] == pytest.approx(ahead, abs=1e-9)
    assert right - 2e-5 <= local[0, 1] <= left + 2e-5
    assert local[1, 0] - ahead >= max(local[1, 1] - left, right - local[1, 1], 0.0) - 4e-5
    spot = shapely.Point(end)
    assert (
        min(
            spot.distance(shapely.Point(target.centre[k])) - target.half[k, 0]
            if target.round[k]
            else spot.distance(shapely.Polygon(corners(target)[k]))
            for k in range(len(target))
        )
        < 2e-5
    )
    assert not any(stops(shapely.LineString(sight.line), b) for b in blockers if b.height >= max(heights))


def apart(shapes, others):
    return all(penetration(shapes, other) == 0.0 for other in others)


@given(
    st.builds(Pose, st.floats(7.0, 13.0), st.floats(-1.0, 1.0), st.floats(60.0, 120.0)),
    small,
    st.tuples(st.builds(Pose, st.floats(6.0, 14.0), st.floats(10.0, 14.0), st.floats(0.0, 360.0)), small),
    st.lists(st.tuples(st.builds(Pose, places, st.floats(1.0, 10.0), st.floats(0.0, 360.0)), small), max_size=9),
)
def test_whatever_sampling_finds_is_found(pose, formation, target, others):
    goal = ground(*target)
    own = ground(pose, formation)
    units = [ground(*other) for other in others]
    blockers = [Blocker(unit, 1) for unit in units if apart(unit, [goal, own])]
    sight = look(pose, formation, goal, blockers)
    judge(sight, (pose, formation), goal, blockers)
    if sampled(pose, formation, goal, blockers):
        assert sight.clear


@given(
    poses,
    st.tuples(poses, small),
    st.lists(st.tuples(places, places, st.floats(0.5, 4.0), st.integers(3, 7)), min_size=1, max_size=4),
)
def test_terrain_of_any_outline(pose, target, stars):
    goal = ground(*target)
    blockers = []
    for x, y, size, points in stars:
        angle = [math.pi * k / points for k in range(2 * points)]
        ring = [
            (x + size * (1 - k % 2 / 2) * math.cos(t), y + size * (1 - k % 2 / 2) * math.sin(t))
            for k, t in enumerate(angle)
        ]
        blockers.append(Blocker(tuple(ring), 3))
    sight = look(pose, BLOCK, goal, blockers)
    judge(sight, (pose, BLOCK), goal, blockers)
    if sampled(pose, BLOCK, goal, blockers, steps=3):
        assert sight.clear


@pytest.mark.parametrize("angle", [0.0, 17.0, 45.0, 90.0, 211.3])
@pytest.mark.parametrize(("gap", "clear"), [(0.0, False), (1e-6, False), (0.0003, False), (0.002, True), (0.05, True)])
def test_a_slit_between_two_walls(angle, gap, clear):
    """Two long blocks with a slit between them: contact leaves none, anything wider is looked through."""
    pose = Pose(20.0, 20.0, angle)
    left = bases(turned(pose, 4.0, 10.0 + gap / 2, angle), Single(Base(20.0, 3.0)))
    right = bases(turned(pose, 4.0, -10.0 - gap / 2, angle), Single(Base(20.0, 3.0)))
    goal = bases(turned(pose, 12.0, 0.2, angle), Single(Base(0.5, 0.5)))
    viewer = Single(Base(3.0, 1.0))
    blockers = [Blocker(left, 2), Blocker(right, 2)]
    sight = look(pose, viewer, goal, blockers)
    assert sight.clear is clear
    judge(sight, (pose, viewer), goal, blockers)
    if not clear:
        assert sight.blocked_by == (0, 1)


def turned(pose, forward, left, facing):
    return Pose(*pose.point(forward, left), facing)


def test_a_slit_between_discs():
    goal = bases(Pose(0.0, 20.0, 270.0), Single(Base(0.2, 0.2)))
    for gap, clear in ((0.0, False), (1e-5, False), (0.01, True)):
        discs = [
            Blocker(bases(Pose(x, 12.0, 90.0), Single(Base(8.0, 8.0, round=True))), 1)
            for x in (-4.0 - gap / 2, 4.0 + gap / 2)
        ]
        sight = look(Pose(0.0, 0.0, 90.0), Single(Base(0.5, 0.5)), goal, discs)
        assert sight.clear is clear
        judge(sight, (Pose(0.0, 0.0, 90.0), Single(Base(0.5, 0.5))), goal, discs)


def test_nobody_sees_past_the_flush_flanks_of_an_equally_wide_block():
    """Viewer, blocker and target equally wide, one behind the other: a line along their edges would only graze."""
    pose = Pose(10.0, 0.0, 90.0)
    same = Blocker(ground(Pose(10.0, 6.0, 90.0), BLOCK), 1)
    narrower = Blocker(ground(Pose(10.0, 6.0, 90.0), Ranked(Base(0.999, 1.0), 10, 5)), 1)
    goal = ground(Pose(10.0, 12.0, 270.0), BLOCK)
    assert look(pose, BLOCK, goal, [same]) == Sight(False, None, None, (0,))
    assert look(pose, BLOCK, goal, [narrower])
    judge(look(pose, BLOCK, goal, [narrower]), (pose, BLOCK), goal, [narrower])


def test_sight_values():  # C035
    pose, goal = Pose(10.0, 0.0, 90.0), ground(Pose(10.0, 12.0, 270.0), BLOCK)

    def seen(viewer, target, between):
        blocker = Blocker(ground(Pose(10.0, 6.0, 90.0), Ranked(FOOT, 30, 15)), between)
        there = look(pose, BLOCK, goal, [blocker], (viewer, target)).clear
        turned_round = look(Pose(10.0, 12.0, 270.0), BLOCK, ground(pose, BLOCK), [blocker], (target, viewer)).clear
        assert there == turned_round
        return there

    assert not seen(1, 1, 1)  # infantry behind infantry
    assert seen(2, 1, 1)  # cavalry behind infantry sees, and is seen
    assert seen(5, 1, 2)  # a Giant behind cavalry
    assert seen(1 + 3, 1, 1)  # infantry on a hill behind infantry at its foot
    assert not seen(1 + 3, 1 + 3, 1 + 3)  # two units and a third on one hill
    assert not seen(2, 1, 3)
    assert not seen(2, 2, 2)


def test_own_rear_ranks_neither_look_nor_block():
    loose = skirmish(FOOT, 6, 2)
    assert viewers(BLOCK) == (0, 1, 2, 3, 4)
    assert viewers(loose) == (0, 1, 2, 3, 4, 5)
    goal = ground(Pose(10.0, 12.0, 270.0), Single(FOOT))
    assert seeing_models(Pose(10.0, 0.0, 90.0), loose, goal, [], viewer_height=1, target_height=1) == (0, 1, 2, 3, 4, 5)
    assert seeing_models(Pose(10.0, 0.0, 90.0), BLOCK, goal, [], viewer_height=1, target_height=1) == (0, 1, 2, 3, 4)
    half = [wall((7.0, 2.0), (10.0, 2.0), (10.0, 3.0), (7.0, 3.0))]
    few = seeing_models(Pose(10.0, 0.0, 90.0), BLOCK, goal, half, viewer_height=1, target_height=1)
    assert few == (2, 3, 4)


@pytest.mark.parametrize(
    ("x", "y", "clear"),
    [
        (0.0, -8.0, False),
        (8.0, -0.5, False),
        (0.0, 8.0, True),
        (9.0, 7.0, True),
        (11.5, 6.0, False),
        (7.5, 5.0, True),
        (7.5001, 5.0, False),
    ],
)
def test_only_the_front_arc_is_seen(x, y, clear):
    """The block's front corners are (2.5, 0) and (-2.5, 0); the target is a needle from y - 1 to y."""
    for needle in (x, -x):
        sight = look(Pose(0.0, 0.0, 90.0), BLOCK, bases(Pose(needle, y, 90.0), Single(Base(1e-9, 1.0))))
        assert sight.clear is clear
        assert sight.blocked_by == ()


def test_contact_in_front_is_seen_and_a_blocker_in_contact_hides():
    pose = Pose(10.0, 10.0, 90.0)
    enemy = ground(Pose(10.0, 10.0, 270.0), Ranked(FOOT, 12, 6))
    assert look(pose, BLOCK, enemy)
    behind = ground(Pose(10.0, 15.0, 270.0), BLOCK)
    assert look(pose, BLOCK, behind, [Blocker(enemy, 1)]).blocked_by == (0,)


def test_inside_and_through_a_hole():
    ring = shapely.Polygon([(0, 0), (20, 0), (20, 20), (0, 20)], [[(5, 5), (15, 5), (15, 15), (5, 15)]])
    goal = bases(Pose(10.0, 13.0, 270.0), Single(FOOT))
    assert look(Pose(10.0, 6.0, 90.0), Single(FOOT), goal, [Blocker(ring, 5)])
    assert not look(Pose(10.0, 2.0, 90.0), Single(FOOT), goal, [Blocker(ring, 5)])
    assert not look(Pose(10.0, -2.0, 90.0), Single(FOOT), goal, [Blocker(ring, 5)])
    both_inside = bases(Pose(10.0, 4.0, 270.0), Single(FOOT))
    assert not look(Pose(10.0, 2.0, 90.0), Single(FOOT), both_inside, [Blocker(ring, 5)])
    several = shapely.MultiPolygon([shapely.box(0, 6, 9.9, 7), shapely.box(10.1, 6, 20, 7)])
    assert look(Pose(10.0, 2.0, 90.0), Single(FOOT), goal, [Blocker(several, 5)])


def test_nobody_and_nothing():
    nobody = make_bases(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, dtype=bool), 0.0)
    with pytest.raises(ValueError, match="without models"):
        look(Pose(0.0, 0.0, 90.0), BLOCK, nobody)
    with pytest.raises(ValueError, match="without an outline"):
        look(Pose(0.0, 0.0, 90.0), BLOCK, bases(Pose(0.0, 5.0, 90.0), Single(FOOT)), [Blocker(shapely.Polygon(), 5)])


def test_the_order_of_blockers_changes_nothing():
    pose, goal = Pose(10.0, 0.0, 90.0), ground(Pose(10.0, 16.0, 270.0), BLOCK)
    rows = [Blocker(ground(Pose(10.0 + dx, y, 90.0), BLOCK), 1) for dx, y in ((-3.0, 5.0), (2.0, 8.0), (9.0, 11.0))]
    answers = {look(pose, BLOCK, goal, order).clear for order in itertools.permutations(rows)}
    assert len(answers) == 1


@pytest.mark.parametrize("mirror", [1.0, -1.0])
@pytest.mark.parametrize(("reach", "clear"), [(4.499, True), (4.4999, True), (4.501, False)])
def test_a_sliver_along_the_border_of_the_arc(mirror, reach, clear):
    """From the front corner (0.5, 0) the border passes (4.5, 4); a wall hides everything up to it, or all but a sliver."""
    hides = wall(*((x * mirror, y) for x, y in ((-15.0, 4.0), (reach, 4.0), (reach, 5.0), (-15.0, 5.0))))
    goal = bases(Pose(0.0, 10.0, 270.0), Single(Base(40.0, 1.0)))
    sight = look(Pose(0.0, 0.0, 90.0), Single(FOOT), goal, [hides])
    assert sight.clear is clear
    judge(sight, (Pose(0.0, 0.0, 90.0), Single(FOOT)), goal, [hides])


def test_what_is_hidden_is_not_in_the_way_but_all_that_is_met_first_is():
    """A near block hides the one behind it; those beside are met by lines past its flanks."""
    pose, goal = Pose(10.0, 0.0, 90.0), ground(Pose(10.0, 20.0, 270.0), Ranked(FOOT, 40, 40))
    near, hidden = Pose(10.0, 5.0, 270.0), Pose(10.0, 9.0, 270.0)
    blockers = [Blocker(ground(at, Ranked(FOOT, 24, 12)), 1) for at in (hidden, near)]
    blockers += [Blocker(ground(Pose(x, 9.0, 270.0), Ranked(FOOT, 20, 10)), 1) for x in (-2.0, 22.0)]
    assert look(pose, BLOCK, goal, blockers).blocked_by == (1, 2, 3)
    small = Blocker(ground(near, Ranked(FOOT, 6, 3)), 1)
    assert look(pose, BLOCK, goal, [blockers[0], small, *blockers[2:]]).clear
    assert look(pose, BLOCK, ground(hidden, Ranked(FOOT, 24, 12)), [small]).clear


def test_two_of_the_same_never_hide_each_other():
    same = Blocker(ground(Pose(10.0, 0.5, 90.0), Ranked(FOOT, 24, 12)), 1)
    goal = ground(Pose(10.0, 12.0, 270.0), BLOCK)
    assert not look(Pose(10.0, 0.0, 90.0), BLOCK, goal, [same, same])


def test_the_edge_of_a_blocker_across_the_front_parts_it():
    """The front stands half in a long wall; only from beside it a line is clear."""
    long = wall((4.0, -3.0), (10.1, -3.0), (10.1, 14.0), (4.0, 14.0))
    goal = ground(Pose(12.0, 12.0, 270.0), BLOCK)
    sight = look(Pose(10.0, 0.0, 90.0), BLOCK, goal, [long])
    assert sight.line[0][0] > 10.1 - 1e-9
    judge(sight, (Pose(10.0, 0.0, 90.0), BLOCK), goal, [long])
    assert seeing_models(Pose(10.0, 0.0, 90.0), BLOCK, goal, [long], viewer_height=1, target_height=1) == (2, 3, 4)


@given(st.lists(st.tuples(poses, small), min_size=2, max_size=7), st.data())
def test_many_targets_are_seen_like_each_by_itself(units, data):
    (pose, formation), *others = units
    grounds = [ground(*other) for other in others]
    everybody = [ground(pose, formation), *grounds]
    assume(not any(overlapping(one, other) for one, other in combinations(everybody, 2)))  # no battle has that
    heights = data.draw(st.lists(st.integers(1, 3), min_size=len(others), max_size=len(others)))
    blockers = [Blocker(one, height) for one, height in zip(grounds, heights, strict=True)]
    in_way = np.array([[b.height >= h for b in blockers] for h in heights])
    np.fill_diagonal(in_way, val=False)
    found = sees_each(pose, formation, gathered_targets(grounds), gathered(blockers), in_way)
    for number, sight in enumerate(found):
        lower = [Blocker(b.ground, 0) if i == number else b for i, b in enumerate(blockers)]
        alone = look(pose, formation, grounds[number], lower, (1, heights[number]))
        assert (sight.clear, sight.blocked_by) == (alone.clear, alone.blocked_by)
        judge(sight, (pose, formation), grounds[number], lower, (1, heights[number]))


@given(
    st.builds(Pose, st.floats(6.0, 8.0), st.just(0.0), st.floats(60.0, 120.0)),
    small,
    st.tuples(st.builds(Pose, places, st.floats(11.0, 14.0), st.floats(0.0, 360.0)), small),
    st.lists(st.tuples(st.builds(Pose, places, st.floats(2.0, 10.0), st.floats(0.0, 360.0)), small), max_size=12),
)
def test_a_unit_sees_what_one_of_its_models_sees(pose, formation, target, others):
    goal = ground(*target)
    blockers = [Blocker(ground(*other), 1) for other in others]
    models = seeing_models(pose, formation, goal, blockers, viewer_height=1, target_height=1)
    sight = look(pose, formation, goal, blockers)
    assert sight.clear == bool(models)
    assert sight.model is None or sight.model in models
