"""The move tool's handles: apart from each other, found by the mouse where they are drawn."""

import itertools
import math

import pytest

from game.render.camera import Camera
from game.render.canvas import TextCanvas
from game.render.handles import RADIUS, draw_handles, handle_at, handle_points
from game.render.overlays import Handles
from game.render.theme import PARCHMENT, Theme
from game.table.bases import footprint
from game.table.formation import Base, Ranked, Single
from game.table.pose import Pose
from tests.render.conftest import SMALL

EVERY = ("wheel-left", "wheel-right", "advance", "pivot", "back", "left", "right")
FORMATIONS = [Single(SMALL), Single(Base.from_millimetres(50, 75)), Ranked(SMALL, 20, 5), Ranked(SMALL, 8, 1)]


@pytest.mark.parametrize("formation", FORMATIONS)
@pytest.mark.parametrize("ppi", [14.0, 30.0, 80.0])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("facing", [0.0, 57.0])
def test_handles_do_not_overlap_and_are_found(formation, ppi, scale, facing):
    camera, theme = Camera(ppi * scale, 20.0, 20.0, (0, 0, 900, 700)), Theme(scale=scale)
    offered = (*EVERY, "wider-left", "wider-right") if formation.models > 1 else EVERY
    handles = Handles(Pose(20.0, 20.0, facing), formation, offered=offered)
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
    # A wheel to the left is taken at the right corner, which goes forward, and the other way round.
    assert points["wheel-right"][0] < points["advance"][0] < points["wheel-left"][0]
    assert points["advance"][1] < points["pivot"][1] < points["back"][1]
    assert points["left"][0] < points["pivot"][0] < points["right"][0]


def test_only_what_is_offered_is_there():
    camera = Camera(30.0, 20.0, 20.0, (0, 0, 900, 700))
    handles = Handles(Pose(20.0, 20.0, 90.0), Single(SMALL), offered=("pivot",))
    assert set(handle_points(handles, camera, Theme())) == {"pivot"}


def drawn(name: str, **more) -> list[str]:
    canvas = TextCanvas()
    handles = Handles(Pose(20.0, 20.0, 90.0), Ranked(SMALL, 20, 5), offered=(name,), **more)
    draw_handles(canvas, Camera(30.0, 20.0, 20.0, (0, 0, 900, 700)), Theme(), handles)
    return canvas.drawn


def glyph(name: str) -> tuple[str, ...]:
    """What is drawn of a handle's button, its middle always at the same place."""
    handles = Handles(Pose(20.0, 20.0, 90.0), Ranked(SMALL, 20, 5), offered=(name,))
    camera, canvas = Camera(30.0, 20.0, 20.0, (0, 0, 900, 700)), TextCanvas()
    x, y = handle_points(handles, camera, Theme())[name]
    draw_handles(canvas, camera.panned(450 - x, 350 - y), Theme(), handles)
    button = next(i for i, line in enumerate(canvas.drawn) if line.startswith("circle") and line.endswith(" 12.0"))
    return tuple(canvas.drawn[button:])


def test_each_handle_has_a_glyph_of_its_own():
    glyphs = {name: glyph(name) for name in (*EVERY, "wider-left", "wider-right")}
    assert len(set(glyphs.values())) == len(glyphs)
    assert sum(line.startswith("line") for line in glyphs["wider-left"]) == 3  # two bars and the shaft of an arrow
    assert sum(line.startswith("line") for line in glyphs["left"]) == 1


def test_the_handle_of_a_wheel_holds_the_corner_that_goes_forward():
    right = 450 + 2.5 * SMALL.width * 30
    assert any(line.startswith("circle") and f"{right:.1f},350.0" in line for line in drawn("wheel-left"))
    assert any(line.startswith("circle") and f"{900 - right:.1f},350.0" in line for line in drawn("wheel-right"))


def test_a_forbidden_handle_is_grey_and_never_lit():
    plain, grey = drawn("pivot"), drawn("pivot", forbidden=("pivot",))
    assert plain != grey
    assert grey == drawn("pivot", forbidden=("pivot",), active="pivot")
    gold = f"#{bytes(PARCHMENT.accent).hex()}"
    assert any(gold in line for line in plain)
    assert not any(gold in line for line in grey)


@pytest.mark.parametrize("facing", [0.0, 57.0, 90.0])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_wheel_is_taken_at_the_dot_on_its_corner_too(facing, scale):
    camera, theme = Camera(30.0 * scale, 20.0, 20.0, (0, 0, 900, 700)), Theme(scale=scale)
    handles = Handles(Pose(20.0, 20.0, facing), Ranked(SMALL, 20, 5), offered=EVERY)
    corners = footprint(handles.pose, handles.formation)
    for name, corner in (("wheel-left", 3), ("wheel-right", 0)):
        x, y = camera.at(*corners[corner].tolist())
        assert handle_at(handles, camera, theme, x, y) == name
        rear_x, rear_y = camera.at(*corners[1 if corner == 0 else 2].tolist())
        assert handle_at(handles, camera, theme, rear_x, rear_y) == "", "there is no dot on a rear corner"
        one = Handles(handles.pose, handles.formation, offered=("advance",))
        assert handle_at(one, camera, theme, x, y) == "", "nor is there one for a wheel that is not offered"
