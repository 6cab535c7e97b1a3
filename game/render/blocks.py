"""How the bases of a unit are painted, about the centre of its front edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

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
    _models(canvas, block)


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
        canvas.lines(block.corner[sides[:, :1], np.stack([sides[:, 1], (sides[:, 1] + 1) % 4], 1)], hue, width)
    front = [model for model in front_rank(block.look.formation) if not block.base.round[model]]
    canvas.lines(block.corner[front][:, [0, 3]] - block.ahead * heavy / 2, style.edge, heavy)
    for model in np.flatnonzero(block.base.round).tolist():
        radius = block.base.half[model, 0] * block.ppi
        canvas.circle(*block.at(model), radius - thin / 2, None, style.edge, thin)
        canvas.arc(*block.at(model), radius - heavy / 2, block.facing - 50, block.facing + 50, style.edge, heavy)


Sides = NDArray[np.intp]


@lru_cache(maxsize=1024)
def _sides(formation: Formation) -> tuple[Sides, Sides]:
    """(n, 2) model and side of rectangular bases: those of the rim, and, once each, those that two bases share.

    Side i leads from corner i to the next.
    """
    local = layout(formation)
    corner = corners(local)
    middles = (corner + np.roll(corner, -1, axis=1)) / 2
    # Neighbours compute the same point up to rounding; the odd offset keeps whole fractions off the rounding's border.
    keys = np.round(middles.reshape(-1, 2) + 0.000137, 3)
    _, first, count = np.unique(keys, axis=0, return_index=True, return_counts=True)
    found = []
    for chosen in (count == 1, count > 1):
        numbers = np.sort(first[chosen])
        numbers = numbers[~local.round[numbers // 4]]
        found.append(np.stack(np.divmod(numbers, 4), 1))
    return found[0], found[1]


def _models(canvas: Canvas, block: _Block) -> None:
    """Symbols, notches and wounds; a body where somebody lies."""
    theme, look = block.theme, block.look
    symbols = dict(look.symbols)
    if look.down:
        for model in range(len(block.base)):
            half = block.base.half[model] * block.ppi
            draw_body(
                canvas, *block.at(model), block.facing, float(half[0]) * 1.7, float(half[1]) * 1.5, look.style.edge
            )
        return
    size = block.base.half.min(axis=1) * 2 * block.ppi
    marked = np.array([model in symbols for model in range(len(size))]) & (size >= theme.px(SYMBOL_ROOM))
    hurt = (np.arange(len(size)) == look.wounded) & (size >= theme.px(SYMBOL_ROOM))
    plain = ~marked & ~hurt & (size >= theme.px(NOTCH_ROOM))
    for models, shape in ((marked, (0.06, 0.2, 0.1)), (hurt, (0.06, 0.22, 0.11)), (plain, (0.16, 0.42, 0.15))):
        _notches(canvas, block, np.flatnonzero(models), *shape)
    for model in np.flatnonzero(marked).tolist():
        room = min(float(size[model]) * 0.74, theme.px(LARGEST_SYMBOL))
        draw_symbol(canvas, symbols[model], *block.at(model), room, theme.table.plate_text, look.style.edge)
    for model in np.flatnonzero(hurt).tolist():
        em = min(float(size[model]) * 0.46, theme.px(16))
        canvas.text(*block.at(model), f"♥{look.wounds}", em, block.style.text, bold=True, align="middle")


def _notches(canvas: Canvas, block: _Block, models: Sides, inset: float, long: float, wide: float) -> None:
    """Triangles that point to the front, in shares of the bases; hollow for a unit that flees.

    They are slim: one with three equal sides would look alike at every 120 degrees.
    """
    if not len(models):
        return
    half = block.base.half[models] * block.ppi
    size = np.minimum(half.min(axis=1) * 2, block.theme.px(44))[:, None]
    ahead = block.ahead
    side = np.array([-ahead[1], ahead[0]])
    tip = block.middle[models] + ahead * (half[:, :1] - inset * size)
    foot = tip - ahead * long * size
    shapes = np.stack([tip, foot + side * wide * size, foot - side * wide * size], 1)
    if not block.look.fleeing:
        canvas.polygons(shapes, block.style.edge)
        return
    for shape, room in zip(shapes, size[:, 0].tolist(), strict=True):
        canvas.polygon(shape, None, block.style.edge, max(1.0, room * 0.05))
