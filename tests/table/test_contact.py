"""Base contact after any rotation, corner to corner, and the named limits."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.bases import bases, corners, ground
from game.table.contact import contact_pairs, in_contact, overlapping, touching, within
from game.table.distance import separations
from game.table.formation import Base, Loose, Ranked, Single
from game.table.pose import CONTACT, SLACK, Pose

FOOT = Base(1.0, 1.0)


def flush(angle, start, size, size_b, shift):
    """Two rectangles on either side of one line at ``angle`` through ``start``."""
    front = Pose(*start, angle)
    x, y = front.point(0.0, shift)
    return bases(front, Single(Base(*size))), bases(Pose(x, y, angle + 180.0), Single(Base(*size_b)))


def test_flush_rectangles_at_every_angle_touch_and_none_overlaps():  # C132
    pairs = [
        flush(angle, (10.0 + 7.3 * k, 11.1 + 3.7 * k), (2.5 / 2.54 + k, 1.0), (2.0 / 2.54, 1.5 + k), 0.2 * k)
        for k in range(3)
        for angle in np.arange(1.0, 360.0)
    ]
    assert len(pairs) == 1077
    assert all(in_contact(a, b) for a, b in pairs)
    assert not any(overlapping(a, b) for a, b in pairs)
    exact = [float(separations(a, b)[0, 0]) for a, b in pairs]
    assert max(np.abs(exact)) < 1e-12
    assert any(gap != 0.0 for gap in exact)  # which is why no equality is asked


@given(st.floats(0.0, 360.0), st.floats(0.0, 72.0), st.floats(0.0, 48.0), st.floats(-0.9, 0.9))
def test_contact_survives_the_rounding_of_events(angle, x, y, shift):
    front = Pose(x, y, angle)
    across = Pose(*front.point(0.0, shift), angle + 180.0)
    a, b = (ground(pose.rounded(), Ranked(FOOT, 20, 5)) for pose in (front, across))
    assert in_contact(a, b)
    assert not overlapping(a, b)


def test_turned_by_30_and_by_210_degrees_is_the_same_ground():  # C133
    def about_its_centre(angle):
        middle = Pose(10.0, 12.0, angle)
        return bases(middle.shifted(1.0, 0.0), Single(Base(3.0, 2.0)))

    one, other = about_its_centre(30.0), about_its_centre(210.0)
    assert not np.array_equal(corners(one), corners(other))
    order = [sorted(tuple(np.round(corner, 9)) for corner in corners(shape)[0]) for shape in (one, other)]
    assert order[0] == order[1]
    for k in range(12):
        third = bases(Pose(10.0, 12.0, 30.0 * k).shifted(1.0 + 0.25 * k, 0.3), Single(Base(1.0, 1.5)))
        assert separations(one, third)[0, 0] == pytest.approx(separations(other, third)[0, 0], abs=1e-9)
        assert overlapping(one, third) == overlapping(other, third)
        assert np.array_equal(touching(one, third), touching(other, third))


@pytest.mark.parametrize("angle", [0.0, 12.5, 45.0, 90.0, 133.7])
def test_corner_to_corner_counts_and_a_thousandth_of_an_inch_does_not(angle):  # C022
    a = bases(Pose(20.0, 20.0, angle), Single(FOOT))
    for gap, touches in ((0.0, True), (0.0002, True), (0.001, False)):
        corner = Pose(20.0, 20.0, angle).point(0.0, 1.0)
        away = Pose(*corner, angle).point(gap * math.sqrt(0.5), gap * math.sqrt(0.5))
        b = bases(Pose(*away, angle + 180.0), Single(FOOT))
        assert in_contact(a, b) is touches
        assert contact_pairs(a, b) == (((0, 0),) if touches else ())
        assert not overlapping(a, b)


@pytest.mark.parametrize(
    ("gap", "contact", "overlap"),
    [
        (CONTACT * 1.1, False, False),
        (CONTACT * 0.9, True, False),
        (-SLACK * 0.9, True, False),
        (-SLACK * 1.1, True, True),
        (-0.1, False, True),
    ],
)
def test_the_named_limits(gap, contact, overlap):
    for shape in (FOOT, Base(1.0, 1.0, round=True)):
        a = bases(Pose(5.0, 5.0, 90.0), Single(shape))
        b = bases(Pose(5.0, 5.0 + gap, 270.0), Single(shape))
        assert in_contact(a, b) is contact
        assert overlapping(a, b) is overlap


def test_who_stands_against_whom():
    """Five against four, half a base to the side: each meets two but for the ends."""
    a = bases(Pose(10.0, 10.0, 90.0), Ranked(FOOT, 10, 5))
    b = bases(Pose(11.0, 10.0, 270.0), Ranked(FOOT, 8, 4))
    assert touching(a, b).shape == (10, 8)
    # a's files run from x = 7.5 to 12.5, left to right; b's from x = 13 to 9, for it looks the other way
    assert contact_pairs(a, b) == ((1, 3), (2, 2), (2, 3), (3, 1), (3, 2), (4, 0), (4, 1))
    apart = bases(Pose(20.0, 10.0, 270.0), Ranked(FOOT, 8, 4))
    assert contact_pairs(a, apart) == ()


@given(st.floats(0.0, 360.0), st.floats(0.5, 3.0), st.floats(-0.4, 0.4))
def test_a_disc_and_a_flank(angle, diameter, shift):
    block = Pose(10.0, 10.0, angle)
    rim = block.point(-1.0 + shift, 1.5 + diameter / 2)
    disc = bases(Pose(*rim, 0.0), Loose((Base(diameter, diameter, round=True),), ((0.0, 0.0),)))
    assert in_contact(ground(block, Ranked(FOOT, 6, 3)), disc)


@pytest.mark.parametrize(
    ("apart", "near"), [(7.9, True), (8.0, True), (8.0 + 9e-6, True), (8.0 + 2e-5, False), (0.0, True)]
)
def test_within_includes_the_limit(apart, near):
    a = bases(Pose(10.0, 10.0, 90.0), Single(FOOT))
    b = bases(Pose(10.3, 10.0 + apart, 270.0), Single(FOOT))
    assert within(a, b, 8.0) is near
    assert within(b, a, 8.0) is near
