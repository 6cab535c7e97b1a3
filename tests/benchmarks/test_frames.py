"""Frames at 1920 x 1080: a full one, one in which a unit is dragged, and how they grow; beside the naive way."""

from __future__ import annotations

import itertools
import os
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.battle.ground import bases_of
from game.battle.state import Side, State
from game.battle.terrain import Terrain
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.render.camera import Camera
from game.render.fonts import font
from game.render.overlays import Selection
from game.render.plates import plan_plates
from game.render.scene import Moment, draw_moment
from game.render.sprites import Sprites
from game.render.stage import Stage
from game.render.surface import SurfaceCanvas
from game.render.theme import Theme, side_styles
from game.table.bases import corners
from game.table.formation import Base, Ranked
from game.table.pose import Pose

SIDES = (Side("a", "Ash", "#d55e00"), Side("b", "Birch", "#0072b2"))
FOOT = Base.from_millimetres(20, 20)
TERRAIN = (
    Terrain("wood", "wood", ((4, 30), (12, 30), (12, 38), (4, 38)), 0, "Wood"),
    Terrain("hill", "hill", ((56, 20), (66, 20), (66, 28), (56, 28)), 3, "Hill"),
    Terrain("wall", "wall", ((30, 24), (42, 24), (42, 25), (30, 25)), 0),
)


def army(models: int) -> State:
    """Blocks of 25 of two sides; the table grows with them."""
    grown = (models / 1000) ** 0.5
    columns = round(8 * grown)
    units = []
    for number in range(models // 25):
        row, column = divmod(number, columns)
        side = "ab"[number % 2]
        kind = bundled_catalogue()["hobgoblin-cutthroats" if side == "a" else "empire-spearmen"]
        muster = Muster(f"u{number}", side, f"Unit {number}", kind, 25, ("champion", "musician", "standard"))
        pose = Pose(5 + column * 8.5, 7 + row * 8.5, float(90 if number % 2 else (30 + 7 * number) % 360))
        units.append(Unit(muster, pose, Ranked(FOOT, 25, 5)))
    return State(72 * grown, 48 * grown, SIDES, tuple(units), TERRAIN)


def window() -> pygame.Surface:
    return pygame.Surface((1920, 1080), 0, 32)


def camera_of(state: State) -> Camera:
    return Camera.fitted((0, 0, 1920, 1080), state.width, state.depth, 30)


def draw_naively(surface: pygame.Surface, camera: Camera, state: State) -> None:
    """Every base, line and word anew: what drawing costs without sprites, layers and boxes."""
    surface.fill((232, 224, 207))
    for inch in range(int(state.width) + 1):
        pygame.draw.line(surface, (221, 212, 192), camera.at(inch, 0), camera.at(inch, state.depth))
    for inch in range(int(state.depth) + 1):
        pygame.draw.line(surface, (221, 212, 192), camera.at(0, inch), camera.at(state.width, inch))
    styles = side_styles(state.sides)
    for unit in state.standing():
        base, style = bases_of(unit), styles[unit.side]
        for corner, centre in zip(
            camera.to_screen(corners(base)).tolist(), camera.to_screen(base.centre).tolist(), strict=True
        ):
            pygame.draw.polygon(surface, style.fill, corner)
            if style.hatch:
                for share in (0.25, 0.5, 0.75):
                    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corner
                    start = (ax + (bx - ax) * share, ay + (by - ay) * share)
                    end = (dx + (cx - dx) * share, dy + (cy - dy) * share)
                    pygame.draw.aaline(surface, style.hatch_colour, start, end)
            pygame.draw.aalines(surface, style.gap, True, corner)
            front = ((corner[0][0] + corner[3][0]) / 2, (corner[0][1] + corner[3][1]) / 2)
            pygame.draw.aaline(surface, style.edge, centre, front)
            pygame.draw.line(surface, style.edge, corner[0], corner[3], 2)
        words = font(14).render(f"{unit.name} 25", True, (255, 255, 255), (43, 47, 56))
        surface.blit(words, camera.at(unit.pose.x, unit.pose.y))


@pytest.mark.parametrize("models", [1000, 2000, 4000])
def test_full_frame(measured, models):
    state, surface, sprites = army(models), window(), Sprites()
    camera = camera_of(state)

    def frame():
        draw_moment(SurfaceCanvas(surface, sprites), camera, Theme(), Moment(state))
        return surface

    drawn = measured(frame, rival=lambda: draw_naively(window(), camera, state), limit=8 if models == 1000 else None)
    assert drawn.get_at((5, 5))[:3] == Theme().table.outside[:3]
    assert len(sprites) > models // 25


@pytest.mark.parametrize("models", [1000, 2000, 4000])
def test_drag_frame(measured, models):
    state, surface, stage = army(models), window(), Stage()
    camera, ways = camera_of(state), itertools.count()

    def frame():
        unit = state.unit("u5")
        pose = unit.pose.shifted(0.05 * (next(ways) % 40), 0.0)
        there = Moment(state.with_unit(replace(unit, pose=pose)), (Selection("u5"),))
        return stage.draw(surface, camera, Theme(), there, ("u5",))

    measured(frame, rival=lambda: draw_naively(surface, camera, state), limit=2)
    stage.forget()
    frame()
    boxes = frame()
    assert sum(box.width * box.height for box in boxes) < 0.05 * 1920 * 1080


def test_wheel_frame(measured):
    """A unit that turns is painted anew in each frame."""
    state, surface, stage = army(1000), window(), Stage()
    camera, ways = camera_of(state), itertools.count(1)

    def frame():
        unit = state.unit("u5")
        pose = unit.pose.turned_about(unit.pose.x, unit.pose.y, 0.37 * next(ways))
        there = Moment(state.with_unit(replace(unit, pose=pose)), (Selection("u5"),))
        return stage.draw(surface, camera, Theme(), there, ("u5",))

    assert measured(frame, rival=lambda: draw_naively(surface, camera, state), limit=2)


def test_plates(measured):
    state = army(1000)

    def plan():
        plan_plates.cache_clear()
        return plan_plates(state, 22.0, 1.0)

    assert len(measured(plan)) > 30
