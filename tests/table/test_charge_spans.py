"""Stretches in which a sliding shape overlaps a standing one, and how many models touch along a side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.charge_contact import levels
from game.table.charge_frame import SideFrame, signed_angle
from game.table.charge_spans import Body, overlaps, pairs
from game.table.cores import cores, gaps_between
from game.table.formation import Base, Ranked, Single, make_bases
from game.table.pose import CONTACT, Pose

MM = 1 / 25.4
FOOT = Base.from_millimetres(20, 20)
sizes = st.floats(0.2, 3)
places = st.floats(-4, 4)
angles = st.floats(-180, 180)


def shape(x, y, half, round, facing):
    return make_bases(np.array([[x, y]]), np.array([half]), np.array([round]), facing)


@given(
    places,
    places,
    st.tuples(sizes, sizes),
    st.booleans(),
    angles,
    st.tuples(sizes, sizes),
    st.booleans(),
    angles,
    angles,
)
def test_at_both_ends_of_a_stretch_the_shapes_touch(x, y, half, disc, turn, other, other_disc, facing, way):
    half, other = ((half[0], half[0]) if disc else half), ((other[0], other[0]) if other_disc else other)
    standing = cores(shape(x, y, other, other_disc, facing))
    body = Body(np.zeros((1, 2)), np.zeros((1, 2)) if disc else np.array([half]), np.array([half[0] if disc else 0.0]))
    course = np.array([[np.cos(np.radians(way)), np.sin(np.radians(way))]])
    low, high = (
        float(end[0, 0])
        for end in overlaps(pairs(body, standing, np.zeros(1)), np.array([turn]), np.zeros((1, 2)), course)
    )

    def gap(t):
        at = course[0] * t
        return float(gaps_between(cores(shape(*at, half, disc, turn - 90)), standing)[0, 0])

    if low < high:
        assert gap(low) == pytest.approx(0, abs=1e-6) and gap(high) == pytest.approx(0, abs=1e-6)
        assert gap((low + high) / 2) <= 1e-9
    else:
        assert min(gap(t) for t in np.linspace(-12, 12, 97)) > -1e-9


@pytest.mark.parametrize(
    ("charger", "target", "side", "expected"),
    [
        # five before five: all touch while shifted by no more than a base, then one less of each for every base
        (Ranked(FOOT, 10, 5), Ranked(FOOT, 10, 5), "front", [(10, -20, 20), (8, 20, 40), (8, -40, -20)]),
        # three files exactly before the middle three of five touch their neighbours' corners too
        (Ranked(FOOT, 9, 3), Ranked(FOOT, 20, 5), "rear", [(8, 0, 0), (7, 0, 20), (7, -20, 0)]),
        # four full ranks on the flank, the lone model of the fifth is not reached: one before the second or the third
        (Single(FOOT), Ranked(FOOT, 21, 5), "left", [(4, 0, 0), (4, 20, 20)]),
    ],
)
def test_levels_of_contact(charger, target, side, expected):
    found = levels(charger, target, side)[: len(expected)]
    assert [one.touching for one in found] == [count for count, _, _ in expected]
    assert sorted((one.low, one.high) for one in found) == [
        pytest.approx((low * MM, high * MM), abs=1.2 * CONTACT)
        for _, low, high in sorted(expected, key=lambda e: e[1:])
    ]


def test_a_frame_looks_from_the_side_outwards():
    frame = SideFrame.of(Pose(10, 10, 90), Ranked(FOOT, 20, 5), "right")
    assert (frame.width, frame.depth) == pytest.approx((80 * MM, 100 * MM))
    assert frame.on_table(0, 0) == pytest.approx((10 + 50 * MM, 10 - 40 * MM))
    assert frame.on_table(1, 2) == pytest.approx((12 + 50 * MM, 9 - 40 * MM))
    assert frame.inside(np.array(frame.on_table(3, 4))).tolist() == pytest.approx([3, 4])
    assert signed_angle(frame.flush) == 180
