"""Units on the table: bases in ranks with facing notches, heavy front edge, hatch of the side, command models."""

from __future__ import annotations

from functools import lru_cache

from game.battle.state import State
from game.battle.unit import Unit
from game.render.blocks import UnitLook, paint_block
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.theme import SideStyle, Theme
from game.table.arcs import front_rank
from game.table.bases import corners, ground
from game.table.formation import Formation
from game.table.pose import Pose

FACING_STEP = 0.05
"""Facings are drawn to this many degrees: less than a third of a pixel at the end of a long line."""


def look_of(state: State, unit: Unit, style: SideStyle) -> UnitLook:
    """How a unit that stands on the table looks."""
    guests = state.guests(unit.id)
    symbols = {guest.place: _character_symbol(guest) for guest in guests}
    symbols |= _command_places(unit, symbols)
    if unit.formation.models == 1 and unit.type.character:
        symbols[0] = _character_symbol(unit)
    wounded = -1
    if unit.wounds and unit.formation.models > 1:
        wounded = max((i for i in range(unit.formation.models) if i not in symbols), default=-1)
    return UnitLook(
        unit.formation, style, unit.fleeing, unit.down, tuple(sorted(symbols.items())), wounded, unit.wounds
    )


def _character_symbol(unit: Unit) -> str:
    return "general" if unit.muster.general else "battle-standard" if unit.muster.battle_standard else "character"


def _command_places(unit: Unit, taken: dict[int, str]) -> dict[int, str]:
    """Command models stand in the middle of the front rank, the champion between standard and musician."""
    if unit.formation.models == 1:
        return {}
    free = [place for place in front_rank(unit.formation) if place not in taken]
    middle = (len(free) - 1) / 2
    places = sorted(free, key=lambda place: (abs(free.index(place) - middle), place))
    roles = [role for role in ("champion", "standard", "musician") if role in unit.muster.command]
    return dict(zip(places, roles, strict=False))


def draw_unit(canvas: Canvas, camera: Camera, theme: Theme, pose: Pose, look: UnitLook, strength: float = 1.0) -> None:
    """Draw a unit at a pose, ``strength`` 0..1 of it; canvases that keep pictures paint each look and facing once."""
    facing = round(pose.facing % 360.0 / FACING_STEP) * FACING_STEP
    x, y = camera.at(pose.x, pose.y)
    box = _box(look.formation, facing, camera.ppi, theme.px(4))
    key = (look, facing, round(camera.ppi, 4), theme.scale)
    canvas.stamp(key, box, x, y, lambda c: paint_block(c, camera.ppi, theme, facing, look), strength)


@lru_cache(maxsize=4096)
def _box(formation: Formation, facing: float, ppi: float, margin: float) -> tuple[float, float, float, float]:
    """Box in pixels about the centre of the front edge that a unit's drawing does not leave."""
    points = corners(ground(Pose(0.0, 0.0, facing), formation)).reshape(-1, 2) * (ppi, -ppi)
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])
