"""The stage draws what the scene draws, and only what has changed."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.render.animate import acts, frames
from game.render.camera import Camera
from game.render.overlays import ChargeArrow, Ghost, Selection
from game.render.plates import plates_in_view
from game.render.scene import Moment, draw_moment
from game.render.sprites import Sprites
from game.render.stage import Stage
from game.render.surface import SurfaceCanvas
from game.render.theme import Theme
from tests.render.conftest import small_battle
from tests.render.test_animate import fall

VIEW = (40, 20, 700, 480)
CAMERA = Camera.fitted(VIEW, 72.0, 48.0, 20)


def window():
    surface = pygame.Surface((800, 540), 0, 32)
    surface.fill((1, 2, 3))
    return surface


def pixels(surface):
    return pygame.image.tobytes(surface, "RGB")


def scene(moment, camera=CAMERA):
    surface = window()
    surface.set_clip(pygame.Rect(camera.view))
    draw_moment(SurfaceCanvas(surface, Sprites()), camera, Theme(), moment)
    return surface


def test_the_stage_shows_the_scene(battle):
    surface = window()
    boxes = Stage().draw(surface, CAMERA, Theme(), Moment(battle, (Selection("spears"),)))
    assert pixels(surface) == pixels(scene(Moment(battle, (Selection("spears"),))))
    assert boxes == [pygame.Rect(VIEW)]


def test_nothing_outside_the_view_is_touched(battle):
    surface = window()
    Stage().draw(surface, CAMERA, Theme(), Moment(battle))
    outside = surface.copy()
    outside.fill((1, 2, 3), pygame.Rect(VIEW))
    blank = window()
    assert pixels(outside) == pixels(blank)
    assert surface.get_clip() == surface.get_rect()


@settings(max_examples=8)
@given(st.lists(st.tuples(st.floats(-15, 15), st.floats(-10, 10), st.floats(0, 360)), min_size=1, max_size=6))
def test_a_unit_that_is_dragged_leaves_no_trace(ways):
    battle, stage, surface = small_battle(), Stage(), window()
    stage.draw(surface, CAMERA, Theme(), Moment(battle, (Selection("cut"),)), ("cut",))
    clean = pixels(surface)
    for dx, dy, facing in ways:
        unit = battle.unit("cut")
        pose = replace(unit.pose, x=unit.pose.x + dx, y=unit.pose.y + dy, facing=facing)
        there = battle.with_unit(replace(unit, pose=pose))
        ghost = Ghost(pose, unit.formation, "hashut", ok=False, fault="Off the table")
        boxes = stage.draw(surface, CAMERA, Theme(), Moment(there, (Selection("cut"), ghost)), ("cut",))
        assert all(pygame.Rect(VIEW).contains(box) for box in boxes)
    stage.draw(surface, CAMERA, Theme(), Moment(battle, (Selection("cut"),)), ("cut",))
    assert pixels(surface) == clean


def test_the_boxes_hold_all_that_changed(battle):
    stage, surface = Stage(), window()
    (act,) = acts(battle, fall(battle, 2))
    stage.draw(surface, CAMERA, Theme(), Moment(battle), act.moving)
    shown = surface.copy()
    for moment in frames(act, 8):
        boxes = stage.draw(surface, CAMERA, Theme(), moment, act.moving)
        for box in boxes:
            shown.blit(surface, box.topleft, box)
        assert pixels(shown) == pixels(surface)


def test_after_an_act_the_stage_shows_the_scene_again(battle):
    stage, surface = Stage(), window()
    (act,) = acts(battle, fall(battle, 2))
    for moment in frames(act, 8):
        stage.draw(surface, CAMERA, Theme(), moment, act.moving)
    stage.draw(surface, CAMERA, Theme(), Moment(act.after))
    assert pixels(surface) == pixels(scene(Moment(act.after)))


def test_a_still_frame_touches_little(battle):
    stage, surface = Stage(), window()
    stage.draw(surface, CAMERA, Theme(), Moment(battle), ("cut",))
    boxes = stage.draw(surface, CAMERA, Theme(), Moment(battle), ("cut",))
    assert 0 < sum(box.width * box.height for box in boxes) < 0.1 * VIEW[2] * VIEW[3]


@pytest.mark.parametrize("change", ["camera", "theme", "state", "surface", "forget"])
def test_what_changes_everything_redraws_everything(battle, change):
    stage, surface = Stage(), window()
    camera, theme, state = CAMERA, Theme(), battle
    stage.draw(surface, camera, theme, Moment(state))
    if change == "camera":
        camera = camera.panned(30, 10)
    elif change == "theme":
        theme = Theme(scale=1.5)
    elif change == "state":
        state = battle.with_unit(replace(battle.unit("spears"), fleeing=True))
    elif change == "surface":
        surface = window()
    else:
        stage.forget()
    assert stage.draw(surface, camera, theme, Moment(state)) == [pygame.Rect(VIEW)]
    assert stage.draw(surface, camera, theme, Moment(state)) == []


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(1, 900), st.integers(1, 700)), min_size=1, max_size=10))
def test_any_size_of_window_can_be_drawn(sizes):
    """C120: every resize draws on the surface of that moment."""
    battle, stage = small_battle(), Stage()
    for wide, high in sizes:
        surface = pygame.Surface((wide, high), 0, 32)
        camera = Camera.fitted((0, 0, wide, high), 72.0, 48.0)
        stage.draw(surface, camera, Theme(), Moment(battle))
        assert surface.get_at((wide // 2, high // 2))[:3] != (0, 0, 0)


def test_an_arrow_lies_over_units_and_under_name_plates(battle):
    plates = [plate for plate in plates_in_view(battle, CAMERA, 1.0) if plate.unit in ("gorak", "cut")]
    first, last = (plate.box(CAMERA) for plate in plates)
    ends = [CAMERA.to_table(box[0] + box[2] / 2, box[1] + box[3] / 2) for box in (first, last)]
    away = (2 * ends[0][0] - ends[1][0], 2 * ends[0][1] - ends[1][1])  # so that it crosses the first plate
    arrow = ChargeArrow(away, ends[1])
    surface, plain = window(), scene(Moment(battle))
    stage = Stage()
    stage.draw(surface, CAMERA, Theme(), Moment(battle))
    stage.draw(surface, CAMERA, Theme(), Moment(battle, (arrow,)))
    assert pixels(surface) == pixels(scene(Moment(battle, (arrow,))))
    assert pixels(surface) != pixels(plain)
    for left, top, wide, high in (first, last):
        inner = pygame.Rect(round(left + 6), round(top + 3), round(wide - 12), round(high - 6))
        seen, alone = (pygame.surfarray.array3d(one.subsurface(inner)).astype(int) for one in (surface, plain))
        assert 0 < abs(seen - alone).max() < 40, "it shines through a plate that hides nearly all of it"
    stage.draw(surface, CAMERA, Theme(), Moment(battle))
    assert pixels(surface) == pixels(plain)
