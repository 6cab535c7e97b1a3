"""The move tool's handles: apart from each other, found by the mouse where they are drawn."""

import itertools
import math

import pytest

from game.render.camera import Camera
from game.render.handles import RADIUS, handle_at, handle_points
from game.render.overlays import Handles
from game.render.theme import Theme
from game.table.formation import Base, Ranked, Single
from game.table.pose import Pose
from tests.render.conftest import SMALL

FORMATIONS = [Single(SMALL), Single(Base.from_millimetres(50, 75)), Ranked(SMALL, 20, 5), Ranked(SMALL, 8, 1)]


@pytest.mark.parametrize("formation", FORMATIONS)
@pytest.mark.parametrize("ppi", [14.0, 30.0, 80.0])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("facing", [0.0, 57.0])
def test_handles_do_not_overlap_and_are_found(formation, ppi, scale, facing):
    camera, theme = Camera(ppi * scale, 20.0, 20.0, (0, 0, 900, 700)), Theme(scale=scale)
    handles = Handles(Pose(20.0, 20.0, facing), formation)
    points = handle_points(handles, camera, theme)
    assert set(points) == set(handles.offered)
    for (_, a), (_, b) in itertools.combinations(points.items(), 2):
        assert math.dist(a, b) > 2 * theme.px(RADIUS) - 1e-6
    for name, (x, y) in points.items():
        assert handle_at(handles, camera, theme, x, y) == name
    assert handle_at(handles, camera, theme, 2.0, 2.0) == ""


def test_left_is_left_and_ahead_is_ahead():
    camera = Camera(30.0, 20.0, 20.0, (0, 0, 900, 700))
    points = handle_points(Handles(Pose(20.0, 20.0, 90.0), Ranked(SMALL, 20, 5)), camera, Theme())
    assert points["wheel-left"][0] < points["advance"][0] < points["wheel-right"][0]
    assert points["advance"][1] < points["pivot"][1] < points["back"][1]
    assert points["left"][0] < points["pivot"][0] < points["right"][0]


def test_only_what_is_offered_is_there():
    camera = Camera(30.0, 20.0, 20.0, (0, 0, 900, 700))
    handles = Handles(Pose(20.0, 20.0, 90.0), Single(SMALL), offered=("pivot",))
    assert set(handle_points(handles, camera, Theme())) == {"pivot"}
