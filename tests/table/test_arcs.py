"""Arcs: border lines, votes, parts of a unit in an arc, and all pairs at once."""

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.table.arcs import (
    ARCS,
    ArcVote,
    arc_table,
    arc_touched,
    arcs_of_point,
    arcs_of_points,
    bases_in_arc,
    charged_arc,
    front_rank,
    majority_arc,
    voting_points,
)
from game.table.bases import bases, corners, footprint
from game.table.formation import Base, Loose, Ranked, Single, skirmish
from game.table.pose import Pose

FOOT = Base(1.0, 1.0)
MM = 1 / 25.4
BLOCK = Ranked(FOOT, 20, 5)
spots = st.floats(-20.0, 20.0)
angles = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0]), st.floats(0.0, 360.0))
poses = st.builds(Pose, spots, spots, angles)
formations = st.one_of(
    st.builds(Single, st.builds(Base, st.floats(0.5, 4.0), st.floats(0.5, 4.0))),
    st.builds(Single, st.floats(0.5, 4.0).map(lambda d: Base(d, d, round=True))),
    st.builds(Ranked, st.builds(Base, st.floats(0.5, 1.5), st.floats(0.5, 2.0)), st.integers(1, 20), st.integers(1, 6)),
    st.builds(skirmish, st.just(FOOT), st.integers(1, 8), st.integers(1, 4)),
)


def quadrant(pose, formation, arc, reach=200.0):
    """An arc as a polygon of Shapely's, cut off far outside the table."""
    front_left, rear_left, rear_right, front_right = footprint(pose, formation)
    ends, out = {
        "front": ((front_right, front_left), 0.0),
        "left": ((front_left, rear_left), 90.0),
        "rear": ((rear_left, rear_right), 180.0),
        "right": ((rear_right, front_right), 270.0),
    }[arc]
    outer = []
    for end, lean in zip(ends, (-45.0, 45.0), strict=True):
        t = math.radians(pose.facing + out + lean)
        outer.append(end + reach * np.array([math.cos(t), math.sin(t)]))
    return shapely.Polygon([ends[0], outer[0], outer[1], ends[1]])


@given(poses, formations, st.lists(st.tuples(spots, spots), min_size=1, max_size=6))
def test_points_lie_in_the_quadrants_of_the_corners(pose, formation, points):
    found = arcs_of_points(pose, formation, points)
    assert found.shape == (len(points), 4)
    inside = shapely.Polygon(footprint(pose, formation))
    for flags, point in zip(found, points, strict=True):
        assert flags.any()
        if inside.distance(shapely.Point(point)) > 0.0:
            for flag, arc in zip(flags, ARCS, strict=True):
                area = quadrant(pose, formation, arc)
                if area.exterior.distance(shapely.Point(point)) > 1e-4:
                    assert flag == area.contains(shapely.Point(point))


@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0, 137.7, 270.0])
def test_a_border_belongs_to_both_arcs(facing):
    pose = Pose(12.0, 9.0, facing)
    assert arcs_of_point(pose, BLOCK, *pose.point(3.0, 2.5 + 3.0)) == ("front", "left")
    assert arcs_of_point(pose, BLOCK, *pose.point(3.0, -2.5 - 3.0)) == ("front", "right")
    assert arcs_of_point(pose, BLOCK, *pose.point(-4.0 - 3.0, 2.5 + 3.0)) == ("left", "rear")
    assert arcs_of_point(pose, BLOCK, *pose.point(-4.0 - 3.0, -2.5 - 3.0)) == ("right", "rear")
    assert arcs_of_point(pose, BLOCK, *pose.point(3.0, 2.5 + 3.001)) == ("left",)
    assert arcs_of_point(pose, BLOCK, *pose.point(0.0, 2.5)) == ("front", "left")
    assert arcs_of_point(pose, BLOCK, *pose.point(-2.0, -9.0)) == ("right",)
    assert arcs_of_point(pose, BLOCK, *pose.point(-0.1, 0.0)) == ("front",)


def test_majority_of_a_front_rank_across_a_border():  # C024
    target = Pose(0.0, 0.0, 90.0), Ranked(Base(20 * MM, 20 * MM), 20, 5)
    for ys, vote in (
        ((60, 80, 100, 120, 140), ArcVote((2, 0, 3, 0), "right", ())),
        ((80, 100, 120, 140), ArcVote((2, 0, 2, 0), None, ("front", "right"))),
    ):
        assert majority_arc(*target, [(160 * MM, y * MM) for y in ys]) == vote
        charger = Pose(150 * MM, sum(ys) / len(ys) * MM, 180.0), Ranked(Base(20 * MM, 20 * MM), 2 * len(ys), len(ys))
        assert charged_arc(*target, *charger) == vote


def test_a_single_front_model_votes_with_the_centre_of_its_front_edge():
    target = Pose(0.0, 0.0, 90.0), BLOCK
    x = 2.5 + 4.0
    giant = Pose(x - 0.5, 4.0, 180.0), Single(Base(2.0, 3.0))  # its centre lies in the flank, its front edge in front
    assert arcs_of_point(*target, x + 1.0, 4.0) == ("right",)
    assert charged_arc(*target, *giant) == ArcVote((1, 0, 0, 0), "front", ())
    assert charged_arc(*target, Pose(x - 0.5, 4.0, 180.0), Ranked(FOOT, 4, 1)).winner == "front"
    on_border = charged_arc(*target, Pose(x, 4.0, 180.0), Single(Base(2.0, 3.0)))
    assert on_border == ArcVote((1, 0, 1, 0), None, ("front", "right"))


def test_most_votes_win_also_among_three_arcs():
    vote = majority_arc(Pose(0.0, 0.0, 90.0), Single(FOOT), [(-9.0, 3.0), (0.0, 5.0), (1.0, 5.0), (9.0, 3.0)])
    assert vote == ArcVote((2, 1, 1, 0), "front", ())
    with pytest.raises(ValueError, match="nobody votes"):
        majority_arc(Pose(0.0, 0.0, 90.0), Single(FOOT), np.zeros((0, 2)))


def test_front_ranks():
    assert front_rank(BLOCK) == (0, 1, 2, 3, 4)
    assert front_rank(Ranked(FOOT, 3, 5)) == (0, 1, 2)
    assert front_rank(Single(FOOT)) == (0,)
    assert front_rank(Ranked(FOOT, 11, 5, others=((2, Base(2.0, 2.0)),))) == (0, 1, 2, 3)
    assert front_rank(Ranked(FOOT, 11, 5, others=((10, Base(1.3, 2.1)),))) == (0, 1, 2, 3, 4, 10)
    assert front_rank(skirmish(FOOT, 7, 3)) == (0, 1, 2)
    machine = Loose((Base(2.0, 3.0), FOOT, FOOT), ((-1.5, 0.0), (-0.7, 1.6), (-3.5, 0.0)))
    assert front_rank(machine) == (0, 1)


@given(poses, formations, poses, formations, st.sampled_from(ARCS))
def test_parts_of_a_unit_in_an_arc(pose, formation, pose_b, formation_b, arc):
    unit = bases(pose_b, formation_b)
    found = bases_in_arc(pose, formation, arc, unit)
    assert arc_touched(pose, formation, arc, unit) == found.any()
    area = quadrant(pose, formation, arc)
    for k, flag in enumerate(found):
        if unit.round[k]:
            gap = area.distance(shapely.Point(unit.centre[k])) - unit.half[k, 0]
        else:
            gap = area.distance(shapely.Polygon(corners(unit)[k]))
        if not 1e-7 < gap < 1e-4:  # between lies the slack, by whichever axis
            assert flag == (gap <= 1e-7)


@pytest.mark.parametrize(("beyond", "inside"), [(-0.01, True), (0.0, True), (1e-4, False)])
def test_touching_the_border_is_enough(beyond, inside):
    pose = Pose(0.0, 0.0, 90.0)
    corner_on_border = bases(Pose(5.5 + beyond + 0.5, 3.0, 90.0), Single(FOOT))  # its front left corner
    assert arc_touched(pose, BLOCK, "front", corner_on_border) is inside
    assert arc_touched(pose, BLOCK, "right", corner_on_border)
    assert not arc_touched(pose, BLOCK, "left", corner_on_border)


@given(st.lists(st.tuples(poses, formations), max_size=6))
def test_all_pairs_at_once_agree_with_one_by_one(units):
    table = arc_table(units)
    assert table.shape == (len(units), len(units))
    for i, j in itertools.product(range(len(units)), repeat=2):
        if i == j:
            assert table[i, j] == -1
            continue
        vote = charged_arc(*units[i], *units[j])
        if vote.winner:
            assert ARCS[table[i, j]] == vote.winner
        else:
            assert ARCS[table[i, j]] in vote.tied


def test_a_tie_is_shown_by_the_centre_of_the_front_edge():
    target = Pose(0.0, 0.0, 90.0), Ranked(Base(20 * MM, 20 * MM), 20, 5)
    for centre, arc in ((109, "right"), (111, "front")):  # the border passes the front edge, at x = 160, at y = 110
        charger = Pose(160 * MM, centre * MM, 180.0), Ranked(Base(20 * MM, 1e-6), 8, 4)
        assert charged_arc(*target, *charger).tied == ("front", "right")
        assert ARCS[arc_table([target, charger])[0, 1]] == arc


def test_voting_points_stand_on_the_table():
    points = voting_points(Pose(10.0, 10.0, 90.0), Ranked(FOOT, 4, 2))
    assert np.allclose(points, [(9.5, 9.5), (10.5, 9.5)])
    assert np.allclose(voting_points(Pose(10.0, 10.0, 90.0), Single(Base(2.0, 3.0))), [(10.0, 10.0)])


@pytest.mark.parametrize("base", [Base(6.0, 2.0), Base(3.0, 3.0, round=True)])
@pytest.mark.parametrize(("gap", "inside"), [(-0.01, True), (0.0, True), (1e-4, False), (0.3, False)])
def test_past_the_corner_from_which_an_arc_spreads(base, gap, inside):
    """The front right corner is (2.5, 0); what comes at it between the front edge and the border may miss the arc."""
    coming = Pose(2.5, 0.0, 112.5).shifted(-gap, 0.0)
    assert arc_touched(Pose(0.0, 0.0, 90.0), BLOCK, "front", bases(coming, Single(base))) is inside
