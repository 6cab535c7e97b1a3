"""Lines that graze, against their definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.rays import entries, grazing_angles, shapes_of_outline, tangents

features = st.lists(
    st.tuples(st.floats(0.5, 20.0), st.floats(-10.0, 10.0), st.sampled_from([0.0, 0.0, 0.5, 1.3])),
    min_size=2,
    max_size=4,
)


@given(features)
def test_tangents_graze_two_features(circles):
    circles = np.array(circles)
    i, j = np.triu_indices(len(circles), 1)
    for y, slope, pair in zip(*tangents(circles, i, j, 0.0), strict=True):
        if abs(y) > 100.0:
            continue
        angles = grazing_angles(np.array([[0.0, y]]), circles)[0]
        two = circles[[i[pair], j[pair]]]
        aside = np.abs((two[:, 1] - y) * math.cos(slope) - two[:, 0] * math.sin(slope))
        assert aside == pytest.approx(two[:, 2], abs=1e-6)
        outside = np.hypot(circles[:, 0], circles[:, 1] - y) > circles[:, 2] + 1e-6
        owner = np.concatenate([np.arange(len(circles)), np.flatnonzero(circles[:, 2] > 0.0)])
        apart = [
            abs(math.remainder(angles[i] - angles[j], math.pi))
            for i in range(len(owner))
            for j in range(i)
            if owner[i] != owner[j] and outside[owner[i]] and outside[owner[j]]
        ]
        if outside.all():
            assert min(apart) < 1e-6


@pytest.mark.parametrize(("radii", "count"), [((0.0, 0.0), 1), ((1.0, 0.0), 2), ((1.0, 0.5), 4)])
def test_two_features_have_so_many_tangents(radii, count):
    circles = np.array([(3.0, 0.3, radii[0]), (9.0, 2.0, radii[1])])
    places, _, pairs = tangents(circles, np.array([0]), np.array([1]), 0.0)
    assert len(set(np.round(places, 9))) == count
    assert not pairs.any()


def test_entering_an_outline():
    shape = shapes_of_outline(((2.0, -1.0), (6.0, -1.0), (6.0, 1.0), (4.0, 0.0), (2.0, 1.0)))
    ray = np.array([[1.0, 0.0]])
    for x, expected in ((0.0, 2.0), (1.0, 1.0), (2.0, 0.0), (3.0, 0.0), (6.0, math.inf), (7.0, math.inf)):
        assert entries(np.array([[x, -0.25]]), ray, shape)[0, 0] == pytest.approx(expected)
    assert entries(np.array([[0.0, 3.0]]), ray, shape)[0, 0] == math.inf
    assert entries(np.array([[4.0, 0.5]]), ray, shape)[0, 0] == pytest.approx(1.0)  # from the notch
