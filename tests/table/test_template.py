import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from game.table.bases import corners
from game.table.formation import Bases, make_bases
from game.table.template import LARGE, SMALL, Round, Teardrop, covered, fully_covered, outline, scattered

MM = 25.4
number = st.floats(-6, 6)
turn = st.floats(0, 360)
half = st.floats(0.1, 2)


def one(x, y, facing=0.0, depth=25 / MM, width=25 / MM, *, is_round=False) -> Bases:
    return make_bases(np.array([[x, y]]), np.array([[depth / 2, width / 2]]), np.array([is_round]), facing)


def polygon(bases: Bases) -> shapely.Polygon:
    return shapely.Polygon(corners(bases)[0])


def fine_teardrop(template: Teardrop) -> shapely.Polygon:
    """The teardrop as a polygon whose circle is right to 1e-8 inch, made another way."""
    circle = shapely.Point(208 / MM - 1.25, 0).buffer(1.25, quad_segs=5000)
    hull = shapely.union_all([circle, shapely.LineString([(0, -0.125), (0, 0.125)])]).convex_hull
    turned = shapely.affinity.rotate(hull, template.angle, origin=(0, 0))
    return shapely.affinity.translate(turned, template.x, template.y)


@given(x=number, y=number, facing=turn, depth=half, width=half, radius=st.sampled_from([SMALL, LARGE]))
def test_round_template_covers_what_is_nearer_than_its_radius(*, x, y, facing, depth, width, radius):
    base = one(x, y, facing, 2 * depth, 2 * width)
    distance = shapely.Point(0.5, -0.25).distance(polygon(base))
    assume(abs(distance - radius) > 1e-9)
    assert covered(Round(0.5, -0.25, radius), base).tolist() == [distance < radius]


@given(number, number, half, turn)
def test_round_base_is_covered_when_the_two_circles_overlap(x, y, radius, facing):
    base = one(x, y, facing, 2 * radius, 2 * radius, is_round=True)
    apart = math.hypot(x, y)
    assume(min(abs(apart - radius - SMALL), abs(apart + radius - SMALL)) > 1e-9)
    assert covered(Round(0, 0), base).tolist() == [apart < radius + SMALL]
    assert fully_covered(Round(0, 0), base).tolist() == [apart + radius <= SMALL]


@given(number, number, turn, half, half)
def test_fully_covered_means_every_corner(x, y, facing, depth, width):
    base = one(x / 4, y / 4, facing, depth, width)
    farthest = np.hypot(*corners(base)[0].T).max()
    assume(abs(farthest - SMALL) > 1e-9)
    assert fully_covered(Round(0, 0), base).tolist() == [farthest < SMALL]


def test_touched_by_a_hair_is_covered_and_touching_is_not():  # C037, TPL-02
    reach = SMALL + 25 / MM / 2
    assert covered(Round(0, 0), one(reach - 0.2 / MM, 0)).all()
    assert not covered(Round(0, 0), one(reach, 0)).any()
    assert not covered(Round(0, 0), one(SMALL + 0.5, 0, depth=1, width=1, is_round=True)).any()


@given(turn, turn)
def test_touching_is_no_cover_however_the_world_is_turned(facing, around):
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    reach = SMALL + 0.5
    assert not covered(Round(30, 20), one(30 + reach * c, 20 + reach * s, facing, 1, 1)).any()
    c, s = math.cos(math.radians(around)), math.sin(math.radians(around))
    assert not covered(Round(30, 20), one(30 + reach * c, 20 + reach * s, facing, 1, 1, is_round=True)).any()
    assert covered(
        Round(30, 20), one(30 + (reach - 1e-6) * c, 20 + (reach - 1e-6) * s, facing, 1, 1, is_round=True)
    ).all()


def test_corner_between_two_vertices_of_a_polygon_is_covered():  # C039
    between = math.radians(90 / 16 / 2)  # a quarter circle of sixteen segments, shapely's default
    corner = 1.4985 * np.array([math.cos(between), math.sin(between)])
    facing = math.degrees(between) + 45  # the base points its corner at the template
    base = one(*(corner + 0.5 * math.sqrt(2) * corner / 1.4985), facing, 1, 1)
    assert shapely.Point(0, 0).distance(polygon(base)) == pytest.approx(1.4985)
    assert not shapely.Point(0, 0).buffer(1.5).intersects(polygon(base))
    assert covered(Round(0, 0), base).all()


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (208 / MM + 0.499, 0, True),
        (208 / MM + 0.501, 0, False),
        (208 / MM + 0.5, 0, False),  # touches the far end
        (-0.5, 0, False),  # touches the tip
        (-0.499, 0, True),
        (208 / MM - 1.25, 1.7499, True),
        (208 / MM - 1.25, 1.7501, False),
        (0.5, 0.7, True),
        (0.5, 0.9, False),
        (4, 0, True),
    ],
)
def test_teardrop_is_as_long_and_as_wide_as_the_rules_say(x, y, expected):  # TPL-01
    assert covered(Teardrop(0, 0, 0), one(x, y, 0, 1, 1)).tolist() == [expected]
    # The same seen from another side of the table.
    assert covered(Teardrop(7, 3, 90), one(7 - y, 3 + x, 270, 1, 1)).tolist() == [expected]


@given(
    along=st.floats(-2, 10),
    across=st.floats(-3, 3),
    facing=turn,
    depth=half,
    width=half,
    angle=turn,
    is_round=st.booleans(),
)
def test_teardrop_covers_and_holds_what_its_fine_polygon_does(*, along, across, facing, depth, width, angle, is_round):
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = 5 + along * c - across * s, 4 + along * s + across * c
    base = one(x, y, facing, 2 * depth, (2 * depth if is_round else 2 * width), is_round=is_round)
    template = Teardrop(5, 4, angle)
    fine = fine_teardrop(template)
    shape = shapely.Point(x, y) if is_round else polygon(base)
    grow = depth if is_round else 0.0
    gap = fine.distance(shape) - grow
    if abs(gap) > 1e-6 or not is_round:
        touches_only = fine.intersection(shape).area < 1e-6 and not is_round
        assume(not (touches_only and gap < 1e-6))
        assert covered(template, base).tolist() == [gap < 0 or (gap == 0 and not is_round)]
    inside = fine.contains(shape)
    room = fine.exterior.distance(shape) - grow
    assume(abs(room) > 1e-6)
    assert fully_covered(template, base).tolist() == [bool(inside and room > 0)]


@given(st.floats(0.3, 8), st.floats(-1.2, 1.2), st.floats(0.02, 0.4), turn, st.booleans())
def test_small_bases_within_the_teardrop(along, across, radius, facing, is_round):
    base = one(along, across, facing, 2 * radius, 2 * radius, is_round=is_round)
    fine = fine_teardrop(Teardrop(0, 0, 0))
    shape = shapely.Point(along, across) if is_round else polygon(base)
    room = fine.exterior.distance(shape) - (radius if is_round else 0.0)
    assume(abs(room) > 1e-6)
    assert fully_covered(Teardrop(0, 0, 0), base).tolist() == [bool(fine.contains(shape) and room > 0)]


@pytest.mark.parametrize(
    ("along", "radius", "expected"),
    [
        (208 / MM - 1.25, 1.2, True),  # across the line where the straight sides end
        (208 / MM - 1.25, 1.25, True),  # fills the circle
        (208 / MM - 1.25, 1.26, False),
        (208 / MM - 1.5, 1.2, True),
        (208 / MM - 2.5, 1.2, False),
        (208 / MM - 1, 1.1, False),
        (0.1, 0.09, True),
        (0.1, 0.11, False),
        (0.3, 0.2, False),
    ],
)
def test_round_bases_wholly_within_the_teardrop(along, radius, expected):
    base = one(along, 0, 0, 2 * radius, 2 * radius, is_round=True)
    assert fully_covered(Teardrop(0, 0, 0), base).tolist() == [expected]


def test_many_bases_at_once_and_none():
    row = make_bases(np.array([[0, 0], [1.9, 0], [2.1, 0]]), np.full((3, 2), 0.5), np.zeros(3, bool), 0.0)
    assert covered(Round(0, 0), row).tolist() == [True, True, False]
    assert fully_covered(Round(0, 0), row).tolist() == [True, False, False]
    nobody = make_bases(np.empty((0, 2)), np.empty((0, 2)), np.empty(0, bool), 0.0)
    for template in (Round(0, 0), Teardrop(0, 0, 0)):
        assert covered(template, nobody).shape == fully_covered(template, nobody).shape == (0,)


def test_outlines_lie_on_the_rims():
    rim = outline(Round(3, 4, LARGE), 32)
    assert rim.shape == (32, 2)
    assert np.hypot(*(rim - (3, 4)).T) == pytest.approx(LARGE)
    drop = outline(Teardrop(0, 0, 0))
    assert (drop.min(axis=0), drop.max(axis=0)) == (
        pytest.approx([0, -1.25], abs=2e-3),
        pytest.approx([208 / MM, 1.25], abs=2e-3),
    )
    shape = shapely.Polygon(outline(Teardrop(5, 4, 33), 400))
    assert shape.exterior.is_ccw
    assert shape.symmetric_difference(fine_teardrop(Teardrop(5, 4, 33))).area < 1e-3


def test_scatter_moves_the_whole_distance_along_the_arrow():  # TPL-05
    assert scattered(10, 20, 90, 6) == (10, 26)
    assert scattered(10, 20, 180, 4) == (6, 20)
    x, y = scattered(1, 2, 30, 10)
    assert (x, y) == pytest.approx((1 + 5 * math.sqrt(3), 7))
    assert scattered(1, 2, 77, 0) == (1, 2)
