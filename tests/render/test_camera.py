"""One transform for units, ghosts, templates and the mouse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.ground import bases_of
from game.render.blocks import UnitLook
from game.render.camera import FEWEST_PIXELS, MOST_PIXELS, NATURAL, Camera
from game.render.canvas import TextCanvas
from game.render.laid import draw_above
from game.render.overlays import Ghost
from game.render.picking import model_at, owner_at
from game.render.theme import FIRST, Theme
from game.render.units import draw_unit
from game.table.bases import corners
from game.table.formation import Base, Ranked
from game.table.pose import Pose

inches = st.floats(-20, 100)
pixels = st.floats(-500, 4000)
cameras = st.builds(Camera, st.floats(FEWEST_PIXELS, MOST_PIXELS), inches, inches, st.just((210, 44, 1300, 700)))


@given(cameras, inches, inches)
def test_a_point_comes_back(camera, x, y):
    assert camera.to_table(*camera.at(x, y)) == pytest.approx((x, y), abs=1e-6)
    assert camera.to_screen([(x, y)])[0] == pytest.approx(camera.at(x, y), abs=1e-6)


@given(cameras, pixels, pixels, st.floats(0.2, 5.0))
def test_zooming_keeps_the_point_under_the_mouse(camera, px, py, factor):
    before, after = camera.to_table(px, py), camera.zoomed_at(px, py, factor)
    assert after.to_table(px, py) == pytest.approx(before, abs=1e-6)
    assert FEWEST_PIXELS <= after.ppi <= MOST_PIXELS


@given(cameras, pixels, pixels, st.floats(-300, 300), st.floats(-300, 300))
def test_panning_moves_the_table_with_the_mouse(camera, px, py, dx, dy):
    held = camera.to_table(px, py)
    assert camera.panned(dx, dy).at(*held) == pytest.approx((px + dx, py + dy), abs=1e-6)


@given(st.integers(200, 4000), st.integers(200, 3000), st.floats(12, 200), st.floats(12, 200))
def test_a_fitted_table_is_in_the_view(wide, high, width, depth):
    camera = Camera.fitted((7, 9, wide, high), width, depth)
    if camera.ppi > FEWEST_PIXELS:
        low, top = camera.at(0, depth), camera.at(width, 0)
        assert low[0] >= 7 - 1e-6
        assert low[1] >= 9 - 1e-6
        assert top[0] <= 7 + wide + 1e-6
        assert top[1] <= 9 + high + 1e-6


@pytest.mark.parametrize("factor", [0.0, -1.0, float("nan"), float("inf")])
def test_a_wheel_that_reports_nonsense_changes_nothing(factor):
    camera = Camera(20.0, 36.0, 24.0, (0, 0, 800, 600))
    assert camera.zoomed_at(10, 10, factor) is camera


def test_up_on_the_table_is_up_on_the_screen():
    camera = Camera(20.0, 0.0, 0.0, (0, 0, 800, 600))
    assert camera.at(0, 1)[1] < camera.at(0, 0)[1]
    assert camera.at(1, 0)[0] > camera.at(0, 0)[0]


def test_a_resize_keeps_what_is_in_the_middle():
    camera = Camera(20.0, 36.0, 24.0, (0, 0, 800, 600)).viewing((100, 50, 1000, 300))
    assert camera.to_table(600, 200) == (36.0, 24.0)


def test_the_middle_of_the_view_is_held_on_the_table():
    assert Camera(20.0, 90.0, -5.0, (0, 0, 800, 600)).held(72, 48).x == 72.0


def _polygon_points(lines):
    """Corners of all polygons and lines that a canvas wrote down."""
    points = set()
    for line in lines:
        for part in line.split():
            if "," in part:
                x, y = part.split(",")
                points.add((float(x), float(y)))
    return np.array(sorted(points))


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_ghost_has_the_corners_of_the_unit(battle, zoom, scale):
    """C119: at every zoom and scale, within a pixel; and the mouse finds what is drawn."""
    camera = Camera(NATURAL * zoom * scale, 36.0, 24.0, (0, 0, round(1000 * scale), round(700 * scale)))
    theme, pose, formation = Theme(scale=scale), Pose(35.3, 25.1, 33.3), Ranked(Base(1.0, 1.0), 10, 5)
    drawn, ghost = TextCanvas(), TextCanvas()
    draw_unit(drawn, camera, theme, pose, UnitLook(formation, FIRST))
    draw_above(ghost, camera, theme, battle, Ghost(pose, formation, "hashut"))
    from game.table.bases import ground

    true = camera.to_screen(corners(ground(pose, formation))).reshape(-1, 2)
    for canvas in (drawn, ghost):
        found = _polygon_points(canvas.drawn)
        nearest = np.hypot(*(true[:, None] - found[None]).transpose(2, 0, 1)).min(axis=1)
        assert nearest.max() < 1.0


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_mouse_finds_the_model_that_is_drawn_there(battle, zoom, scale):
    camera = Camera(NATURAL * zoom * scale, 36.0, 24.0, (0, 0, round(1000 * scale), round(700 * scale)))
    for shown in battle.standing():
        base = bases_of(shown)
        for model in range(len(base)):
            found = model_at(battle, camera, *camera.at(*base.centre[model]))
            assert found is not None
            assert (found[0].id, found[1]) == (shown.id, model)


def test_a_character_in_the_ranks_is_found_as_himself(battle):
    camera = Camera(30.0, 36.0, 24.0, (0, 0, 1000, 700))
    place = bases_of(battle.unit("cut")).centre[1]
    owner = owner_at(battle, camera, *camera.at(*place))
    assert (owner.unit, owner.model) == ("boss", 0)
    assert owner_at(battle, camera, *camera.at(1.0, 1.0)) is None
