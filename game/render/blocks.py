"""How the bases of a unit are painted, about the centre of its front edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from game.render.canvas import Canvas
from game.render.symbols import draw_body, draw_symbol
from game.render.theme import SideStyle, Theme, ink_on, mixed
from game.table.arcs import front_rank
from game.table.bases import bases, corners, ground
from game.table.formation import Bases, Floats, Formation, layout
from game.table.pose import Pose

SYMBOL_ROOM = 15.0
"""Pixels (at 100 %) that a base must measure for a symbol on it to be read."""
NOTCH_ROOM = 7.0
"""Pixels (at 100 %) that a base must measure for its notch to be seen."""
LARGEST_SYMBOL = 30.0


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


@dataclass(frozen=True, slots=True)
class _Block:
    """A unit's bases in pixels about the centre of its front edge: y down."""

    look: UnitLook
    style: SideStyle
    theme: Theme
    facing: float
    ppi: float
    base: Bases
    corner: Floats
    middle: Floats

    def at(self, model: int) -> tuple[float, float]:
        """Middle of a base."""
        return float(self.middle[model, 0]), float(self.middle[model, 1])

    @property
    def ahead(self) -> Floats:
        """Unit vector of the facing on the screen."""
        radians = np.radians(self.facing)
        return np.array([np.cos(radians), -np.sin(radians)])

    def size(self, model: int) -> float:
        """The shorter side of a base, pixels."""
        return float(self.base.half[model].min()) * 2 * self.ppi


def paint_block(canvas: Canvas, ppi: float, theme: Theme, facing: float, look: UnitLook) -> None:
    """Paint a unit that faces ``facing`` degrees, the centre of its front edge at (0, 0)."""
    pose, down = Pose(0.0, 0.0, facing), np.array([ppi, -ppi])
    base = bases(pose, look.formation)
    style = _pale(look.style, theme) if look.fleeing or look.down else look.style
    block = _Block(look, style, theme, facing, ppi, base, corners(base) * down, base.centre * down)
    shapes = ground(pose, look.formation)
    middles = shapes.centre * down
    for i, corner in enumerate(corners(shapes) * down):
        if shapes.round[i]:
            canvas.circle(float(middles[i, 0]), float(middles[i, 1]), float(shapes.half[i, 0]) * ppi, style.fill)
        else:
            canvas.polygon(corner, style.fill)
    if style.hatch:
        _hatch(canvas, block, shapes, corners(shapes) * down, middles)
    _edge(canvas, block)
    for model in range(len(base)):
        _model(canvas, block, model)


def _pale(style: SideStyle, theme: Theme) -> SideStyle:
    fill = mixed(style.fill, theme.table.cloth, 0.62)
    return replace(
        style, fill=fill, gap=style.edge, text=ink_on(fill), hatch_colour=mixed(style.fill, theme.table.cloth, 0.35)
    )


def _hatch(canvas: Canvas, block: _Block, shapes: Bases, corner: Floats, middle: Floats) -> None:
    hatch = block.style.hatch
    if hatch is None:
        return
    spacing, width = block.theme.px(hatch.spacing), block.theme.px(1.3)
    for i in range(len(shapes)):
        outline = corner[i]
        if shapes.round[i]:
            around = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
            outline = middle[i] + np.stack([np.cos(around), np.sin(around)], 1) * shapes.half[i, 0] * block.ppi
        for angle in (hatch.angle, hatch.angle + 90.0)[: 2 if hatch.cross else 1]:
            canvas.hatch(outline, angle, spacing, block.style.hatch_colour, width)


def _edge(canvas: Canvas, block: _Block) -> None:
    """The dark rim of all bases, light gaps between neighbours, and the heavy front."""
    theme, style = block.theme, block.style
    thin = max(1.0, min(theme.px(1.2), block.ppi * 0.07))
    heavy = max(1.6, min(theme.px(3.2), block.ppi * 0.17))
    gap = max(1.0, min(theme.px(1.1), block.ppi * 0.06))
    alone, shared = _sides(block.look.formation)
    for sides, hue, width in ((shared, style.gap, gap), (alone, style.edge, thin)):
        if sides is shared and block.size(0) < theme.px(5):
            continue
        for model, number in sides:
            canvas.polyline(block.corner[model, [number, (number + 1) % 4]], hue, width)
    front = set(front_rank(block.look.formation))
    for model in range(len(block.base)):
        if block.base.round[model]:
            radius = block.base.half[model, 0] * block.ppi
            canvas.circle(*block.at(model), radius - thin / 2, None, style.edge, thin)
            canvas.arc(*block.at(model), radius - heavy / 2, block.facing - 50, block.facing + 50, style.edge, heavy)
        elif model in front:
            inset = -block.ahead * heavy / 2
            canvas.polyline([block.corner[model, 0] + inset, block.corner[model, 3] + inset], style.edge, heavy)


Sides = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def _sides(formation: Formation) -> tuple[Sides, Sides]:
    """``(model, side)`` for each side of a rectangular base: those of the rim, and, once each, those two bases share.

    Side i leads from corner i to the next.
    """
    local = layout(formation)
    corner = corners(local)
    middles = (corner + np.roll(corner, -1, axis=1)) / 2
    # Neighbours compute the same point up to rounding; the odd offset keeps whole fractions off the rounding's border.
    keys = np.round(middles.reshape(-1, 2) + 0.000137, 3)
    _, first, count = np.unique(keys, axis=0, return_index=True, return_counts=True)
    alone, shared = (
        tuple(divmod(i, 4) for i in sorted(int(i) for i in first[chosen]) if not local.round[i // 4])
        for chosen in (count == 1, count > 1)
    )
    return alone, shared


def _model(canvas: Canvas, block: _Block, model: int) -> None:
    theme, look, style = block.theme, block.look, block.style
    room = block.size(model)
    x, y = block.at(model)
    symbol = dict(look.symbols).get(model)
    if look.down:
        half = block.base.half[model] * block.ppi
        draw_body(canvas, x, y, block.facing, float(half[0]) * 1.7, float(half[1]) * 1.5, look.style.edge)
        return
    if symbol and room >= theme.px(SYMBOL_ROOM):
        size = min(room * 0.74, theme.px(LARGEST_SYMBOL))
        draw_symbol(canvas, symbol, x, y, size, theme.table.plate_text, look.style.edge)
        _notch(canvas, block, model, small=True)
    elif room >= theme.px(NOTCH_ROOM):
        _notch(canvas, block, model, small=False)
    if model == look.wounded and room >= theme.px(SYMBOL_ROOM):
        words = f"♥{look.wounds}"
        canvas.text(x, y, words, min(room * 0.46, theme.px(16)), style.text, bold=True, align="middle")


def _notch(canvas: Canvas, block: _Block, model: int, small: bool) -> None:
    """A triangle that points to the front; hollow for a unit that flees."""
    depth = float(block.base.half[model, 0]) * block.ppi
    size = min(block.size(model), block.theme.px(44))
    ahead = block.ahead
    side = np.array([-ahead[1], ahead[0]])
    long, wide = (0.13, 0.13) if small else (0.34, 0.19)
    tip = block.middle[model] + ahead * (depth - (0.1 if small else 0.2) * size)
    if model == block.look.wounded and not small:
        long, wide, tip = 0.16, 0.16, block.middle[model] + ahead * (depth - 0.12 * size)
    foot = tip - ahead * long * size
    corners_ = [tip, foot + side * wide * size, foot - side * wide * size]
    if block.look.fleeing:
        canvas.polygon(corners_, None, block.style.edge, max(1.0, size * 0.05))
    else:
        canvas.polygon(corners_, block.style.edge)
