"""Units on the table: bases in ranks with facing notches, heavy front edge, hatch of the side, command models."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.symbols import draw_symbol
from game.render.theme import SideStyle, Theme, mixed
from game.table.arcs import front_rank
from game.table.bases import bases, corners, ground
from game.table.formation import Floats, Formation, Loose, Ranked, extent
from game.table.pose import Pose

FACING_STEP = 0.05
"""Facings are drawn to this many degrees: less than a third of a pixel at the end of a long line."""
SYMBOL_ROOM = 15.0
"""Pixels (at 100 %) that a base must measure for a symbol on it to be read."""
NOTCH_ROOM = 7.0


@dataclass(frozen=True, slots=True)
class UnitLook:
    """Everything about a unit that its drawing depends on, apart from where it stands.

    Attributes:
        formation: Who stands where.
        style: Of its side.
        fleeing: It flees: pale, its notches hollow.
        down: It lies on the ground.
        symbols: ``(place, symbol)`` for models that are not ordinary, by place.
        wounded: Place of the wounded model of a block, or -1.
        wounds: Wounds on it.
    """

    formation: Formation
    style: SideStyle
    fleeing: bool = False
    down: bool = False
    symbols: tuple[tuple[int, str], ...] = ()
    wounded: int = -1
    wounds: int = 0


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
    reach = _reach(look.formation) * camera.ppi + theme.px(4)
    box = (-reach, -reach, 2 * reach, 2 * reach)
    if look.formation.models > 1:
        box = _box(look.formation, facing, camera.ppi, theme.px(4))
    key = (look, facing, round(camera.ppi, 4), theme.scale)
    canvas.stamp(key, box, x, y, lambda c: paint_unit(c, camera.ppi, theme, facing, look), strength)


def _reach(formation: Formation) -> float:
    rear, front, right, left = extent(formation)
    return float(np.hypot(max(-rear, front), max(-right, left)))


def _box(formation: Formation, facing: float, ppi: float, margin: float) -> tuple[float, float, float, float]:
    points = _down(corners(ground(Pose(0.0, 0.0, facing), formation)).reshape(-1, 2), ppi)
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def _down(points: Floats, ppi: float) -> Floats:
    """Table inches about the pose as pixels about the stamp's middle."""
    seen: Floats = points * (ppi, -ppi)
    return seen


def paint_unit(canvas: Canvas, ppi: float, theme: Theme, facing: float, look: UnitLook) -> None:
    """Draw a unit whose front edge has its centre at (0, 0)."""
    style = _pale(look.style, theme) if look.fleeing or look.down else look.style
    pose = Pose(0.0, 0.0, facing)
    base, shapes = bases(pose, look.formation), ground(pose, look.formation)
    corner = _down(corners(base), ppi)
    middle = _down(base.centre, ppi)
    radius = base.half[:, 0] * ppi
    size = float(base.half.min(axis=1).max()) * 2 * ppi
    _paint_ground(canvas, ppi, theme, style, base, corner, middle, radius)
    if style.hatch:
        _paint_hatch(canvas, ppi, theme, style, shapes)
    _paint_edges(canvas, theme, style, look, base, corner, middle, radius)
    _paint_models(canvas, theme, style, look, facing, base, middle, ppi)
