"""Chances as a picture: bases in the colours of a heat scale with the number on them, and the one legend."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.battle.ground import bases_of, ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.dodging import boxes_over, quads
from game.render.fonts import clean, text_size
from game.render.overlays import HeatMap
from game.render.plates import plates_in_view
from game.render.theme import HEAT, SMALL_TEXT, TEXT, Colour, Theme, ink_on, side_styles, with_alpha
from game.table.arcs import front_rank
from game.table.bases import corners

NUMBER_ROOM = 13.0
"""Pixels (at 100 %) that a base must measure for its number to be read."""


def top_of(heat: HeatMap) -> float:
    """The chance at the hot end of the scale: given, or the highest of the map rounded up to a whole 6 percent."""
    if heat.top > 0:
        return heat.top
    highest = max((chance for _, _, chance in heat.chances), default=0.0)
    return max(0.06, math.ceil(highest * 100 / len(HEAT) - 1e-9) * len(HEAT) / 100)


def step_of(chance: float, top: float) -> int:
    """Which colour of the scale a chance gets; the last one includes the top and all above it."""
    return min(int(chance / top * len(HEAT) + 1e-9), len(HEAT) - 1)


def percent(chance: float) -> str:
    """A chance as it stands on a base: whole percent, and neither 0 nor 100 unless it is."""
    if 0 < chance < 0.005:
        return "<1"
    return "99" if 0.995 <= chance < 1 else f"{chance * 100:.0f}"


@dataclass(frozen=True, slots=True)
class _HotBase:
    """A base with its chance, in pixels about its middle: its own key in a store of pictures."""

    corner: tuple[tuple[float, float], ...]
    radius: float
    words: str
    step: int
    edge: Colour
    heavy: bool
    scale: float

    def paint(self, canvas: Canvas) -> None:
        """Paint it."""
        fill, thin = HEAT[self.step], max(1.0, self.scale)
        if self.radius:
            canvas.circle(0, 0, self.radius, fill, None)
            canvas.circle(0, 0, self.radius - thin / 2, None, self.edge, thin)
        else:
            canvas.polygon(self.corner, fill, self.edge, thin)
        if self.heavy:
            canvas.polyline([self.corner[0], self.corner[3]], self.edge, 3 * self.scale)
        corner = np.abs(np.array(self.corner))
        room = 2 * float(np.hypot(*corner.T).min()) / math.sqrt(2)
        if room >= NUMBER_ROOM * self.scale:
            size = min(TEXT * self.scale, room * (0.46 if len(self.words) < 3 else 0.36))
            canvas.text(0, 0, self.words, size, ink_on(fill), bold=True, align="middle")


def draw_heat(canvas: Canvas, camera: Camera, theme: Theme, state: State, heat: HeatMap) -> None:
    """Colour and number each base that has a chance; draw the legend in the corner of the view."""
    top = top_of(heat)
    styles = side_styles(state.sides)
    by_unit: dict[str, list[tuple[int, float]]] = {}
    for id_, model, chance in heat.chances:
        if chance > 0:
            by_unit.setdefault(id_, []).append((model, chance))
    for unit in state.standing():
        if unit.id in by_unit:
            _unit(canvas, camera, theme, unit, by_unit[unit.id], top, styles[unit.side].edge)
    draw_legend(canvas, camera, theme, heat.legend, top, state)


def _unit(
    canvas: Canvas, camera: Camera, theme: Theme, unit: Unit, chances: list[tuple[int, float]], top: float, edge: Colour
) -> None:
    base = bases_of(unit)
    corner = np.round((corners(base) - base.centre[:, None]) * (camera.ppi, -camera.ppi), 2) + 0.0
    middle = camera.to_screen(base.centre)
    front = front_rank(unit.formation) if unit.has_ranks else ()
    for model, chance in chances:
        if model >= len(base):
            continue
        radius = round(float(base.half[model, 0]) * camera.ppi, 2) if base.round[model] else 0.0
        around = tuple((float(x), float(y)) for x, y in corner[model])
        hot = _HotBase(
            around, radius, percent(chance), step_of(chance, top), edge, model in front and not radius, theme.scale
        )
        reach = float(np.abs(corner[model]).max()) + 3 * theme.scale
        box = (-reach, -reach, 2 * reach, 2 * reach)
        canvas.stamp(hot, box, float(middle[model, 0]), float(middle[model, 1]), hot.paint)


def legend_box(camera: Camera, theme: Theme, legend: str, state: State) -> tuple[float, float, float, float]:
    """Where the legend stands: in the corner of the view with the fewest units under it, then the fewest plates."""
    left, top, wide, high = camera.view
    pad = theme.px(12)
    width = max(theme.px(210), text_size(legend, theme.px(TEXT))[0] + 2 * pad)
    height = theme.px(66)
    near, far = left + pad, left + wide - width - pad
    above, below = top + pad, top + high - height - pad
    places = np.array([(far, below), (near, below), (far, above), (near, above)])
    half = np.array([width, height]) / 2
    under = np.zeros(len(places), dtype=np.int64)
    for unit in state.standing():
        under += boxes_over(places + half, half, camera.to_screen(corners(ground_of(unit))))
    plates = np.zeros(len(places), dtype=np.int64)
    for plate in plates_in_view(state, camera, theme.scale):
        px, py, across, down = plate.box(camera)
        plates += boxes_over(places + half, half, quads(np.array([[px, py, px + across, py + down]])))
    # Of corners that are alike the first: lower right, lower left, upper right, upper left.
    x, y = places[int(np.lexsort((plates, under))[0])].tolist()
    return x, y, width, height


def draw_legend(canvas: Canvas, camera: Camera, theme: Theme, legend: str, top: float, state: State) -> None:
    """Draw what the colours mean: one sentence, the scale, its percent at each border of two colours."""
    words = f"{clean(legend)}, %"
    x, y, width, height = legend_box(camera, theme, words, state)
    pad, colours = theme.px(12), theme.table
    canvas.box((x, y, width, height), with_alpha(colours.plate, 0.96), None, 1, theme.px(9))
    canvas.text(x + pad, y + theme.px(16), words, theme.px(TEXT), colours.plate_text)
    each = (width - 2 * pad) / len(HEAT)
    for i, hue in enumerate(HEAT):
        left, right = round(x + pad + i * each), round(x + pad + (i + 1) * each)
        canvas.box((left, y + theme.px(28), right - left, theme.px(11)), hue)
    for i, share in legend_labels(top, each, theme):
        canvas.text(
            x + pad + i * each, y + theme.px(51), share, theme.px(SMALL_TEXT), colours.plate_text, align="middle"
        )


def legend_labels(top: float, each: float, theme: Theme) -> tuple[tuple[int, str], ...]:
    """``(border, percent)`` of the borders between colours of ``each`` pixels; what would touch the next is left out.

    Both ends always have theirs.
    """
    last = len(HEAT)
    shares = [f"{top * 100 * i / last:.0f}" for i in range(last + 1)]
    half = [text_size(share, theme.px(SMALL_TEXT))[0] / 2 + theme.px(2.5) for share in shares]
    kept = [0]
    for i in range(1, last):
        if (i - kept[-1]) * each >= half[i] + half[kept[-1]] and (last - i) * each >= half[i] + half[last]:
            kept.append(i)
    return tuple((i, shares[i]) for i in (*kept, last))
