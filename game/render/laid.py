"""How overlays are drawn: what lies below the units, and what lies above them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.battle.ground import bases_of, ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.render.blocks import UnitLook
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.dodging import boxes_over
from game.render.handles import draw_handles
from game.render.heat import draw_heat
from game.render.hints import (
    draw_arrow,
    draw_dice,
    draw_obstruction,
    draw_ruler,
    draw_shadow,
    draw_sight,
    label,
    label_size,
)
from game.render.outline import draw_outline
from game.render.overlays import (
    ArcLines,
    Casualties,
    ChargeArrow,
    DiceShown,
    FallPath,
    Ghost,
    Handles,
    HeatMap,
    Hover,
    Obstruction,
    Offered,
    Overlay,
    Ruler,
    Selection,
    Shadow,
    SightLine,
    Struck,
    Swept,
    Template,
)
from game.render.plates import plates_in_view
from game.render.symbols import draw_cross
from game.render.theme import TEXT, WHITE, Colour, Theme, side_styles, with_alpha
from game.render.units import draw_unit
from game.table.bases import corners, footprint
from game.table.formation import Floats
from game.table.pose import Pose, direction

Places = tuple[tuple[str, tuple[int, ...]], ...]
Crossed = tuple[float, float, float]


def draw_below(canvas: Canvas, camera: Camera, theme: Theme, overlay: Overlay) -> None:
    """Draw what of an overlay lies on the ground, below the units."""
    if isinstance(overlay, FallPath):
        for outline in overlay.outlines:
            seen = camera.to_screen(outline)
            canvas.polygon(seen, with_alpha(theme.table.harm, 0.09), with_alpha(theme.table.harm, 0.35), theme.px(1))
    elif isinstance(overlay, Swept):
        hue = theme.table.clear if overlay.ok else theme.table.harm
        for outline in overlay.outlines:
            canvas.polygon(camera.to_screen(outline), with_alpha(hue, 0.13), with_alpha(hue, 0.45), theme.px(1))
    elif isinstance(overlay, ArcLines):
        _arcs(canvas, camera, theme, overlay)
    elif isinstance(overlay, Shadow):
        draw_shadow(canvas, camera, theme, overlay)


def draw_between(canvas: Canvas, camera: Camera, theme: Theme, overlay: Overlay) -> None:
    """Draw what of an overlay lies above the units and below their plates."""
    if isinstance(overlay, ChargeArrow):
        draw_arrow(canvas, camera, theme, overlay)


def draw_above(canvas: Canvas, camera: Camera, theme: Theme, state: State, overlay: Overlay) -> None:
    """Draw what of an overlay lies above the units."""
    if isinstance(overlay, HeatMap):
        draw_heat(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Template):
        _template(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Casualties):
        _casualties(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Struck):
        _struck(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Ghost):
        _ghost(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Selection | Hover):
        _outlined(canvas, camera, theme, state, overlay)
    elif isinstance(overlay, Offered):
        _offered(canvas, camera, theme, state, overlay)
    else:
        _hint(canvas, camera, theme, overlay)


def _hint(canvas: Canvas, camera: Camera, theme: Theme, overlay: Overlay) -> None:
    if isinstance(overlay, Obstruction):
        draw_obstruction(canvas, camera, theme, overlay)
    elif isinstance(overlay, Ruler):
        draw_ruler(canvas, camera, theme, overlay)
    elif isinstance(overlay, SightLine):
        draw_sight(canvas, camera, theme, overlay)
    elif isinstance(overlay, Handles):
        draw_handles(canvas, camera, theme, overlay)
    elif isinstance(overlay, DiceShown):
        draw_dice(canvas, camera, theme, overlay)


def _on_table(state: State, id: str) -> Unit | None:  # noqa: A002 - the file's own word
    return next((unit for unit in state.standing() if unit.id == id), None)


def _template(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Template) -> None:
    x, y = camera.at(it.x, it.y)
    radius, red = it.radius * camera.ppi, theme.table.harm
    if it.origin is not None:
        canvas.polyline([camera.at(*it.origin), (x, y)], with_alpha(red, it.strength), theme.px(2), theme.px(6))
    canvas.circle(x, y, radius, with_alpha(red, 0.26 * it.strength), with_alpha(red, it.strength), theme.px(2.2))
    canvas.circle(x, y, theme.px(4), with_alpha(red, it.strength))
    if it.label:
        lx, ly = _beside(camera, theme, state, it, radius)
        label(canvas, theme, lx, ly, it.label, red, camera.view)


def _beside(camera: Camera, theme: Theme, state: State, it: Template, radius: float) -> tuple[float, float]:
    """Where the label of a template covers no base and no plate: above it, else around it."""
    x, y = camera.at(it.x, it.y)
    wide, high = label_size(theme, it.label)
    half = np.array([wide, high]) / 2
    turns = np.radians([90, 60, 120, 30, 150, 0, 180, -30, -150, -60, -120, -90])
    ways = np.stack([np.cos(turns), -np.sin(turns)], 1)
    beyond = radius + theme.px(8)
    spots = np.array([x, y]) + ways * (beyond + np.abs(ways) @ half)[:, None]
    left, top, width, height = camera.view
    low, high_ = np.array([left, top]) + half, np.array([left + width, top + height]) - half
    shapes = [camera.to_screen(corners(ground_of(unit))) for unit in state.standing()]
    for plate in plates_in_view(state, camera, theme.scale):
        px, py, across, down = plate.box(camera)
        shapes.append(np.array([[[px, py], [px, py + down], [px + across, py + down], [px + across, py]]]))
    covered = boxes_over(spots, half, np.concatenate(shapes)) if shapes else np.zeros(len(spots), dtype=np.bool_)
    free = ~covered & ((spots >= low) & (spots <= high_)).all(axis=1)
    best = spots[int(np.argmax(free))]
    return float(best[0]), float(best[1])


def _tint(canvas: Canvas, camera: Camera, state: State, models: Places, colour: Colour) -> Iterator[Crossed]:
    """Lay a colour over bases; yields the middle of each and half its shorter side, pixels."""
    for id_, places in models:
        unit = _on_table(state, id_)
        base = bases_of(unit) if unit else None
        if base is None:
            continue
        corner, middle = camera.to_screen(corners(base)), camera.to_screen(base.centre)
        for model in places:
            if model >= len(base):
                continue
            x, y = float(middle[model, 0]), float(middle[model, 1])
            if base.round[model]:
                canvas.circle(x, y, float(base.half[model, 0]) * camera.ppi, colour)
            else:
                canvas.polygon(corner[model], colour)
            yield x, y, float(base.half[model].min()) * camera.ppi


def _casualties(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Casualties) -> None:
    red, strength = theme.table.harm, 1.0 - it.faded
    veil = with_alpha(theme.table.cloth, 0.15 + 0.85 * it.faded)
    for x, y, half in _tint(canvas, camera, state, it.models, veil):
        if strength > 0:
            draw_cross(canvas, x, y, half * 1.1, with_alpha(WHITE, 0.9 * strength), max(3.0, theme.px(5)))
            draw_cross(canvas, x, y, half * 1.1, with_alpha(red, strength), max(1.5, theme.px(2.6)))


def _struck(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Struck) -> None:
    tint = with_alpha(theme.table.harm, 0.45 * it.strength)
    for x, y, half in _tint(canvas, camera, state, it.models, tint):
        canvas.circle(x, y, half * 0.3, with_alpha(WHITE, 0.9 * it.strength))


def _ghost(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Ghost) -> None:
    style = side_styles(state.sides)[it.side]
    draw_unit(canvas, camera, theme, it.pose, UnitLook(it.formation, style), 0.6)
    hue = theme.table.accent_edge if it.ok else theme.table.harm
    draw_outline(canvas, camera, it.pose, it.formation, hue, theme.px(2), theme.px(1))


def _outlined(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Selection | Hover) -> None:
    unit = _on_table(state, it.unit)
    if unit is None:
        return
    if isinstance(it, Selection):
        draw_outline(canvas, camera, unit.pose, unit.formation, theme.table.accent_edge, theme.px(5), theme.px(2.5))
        draw_outline(canvas, camera, unit.pose, unit.formation, theme.table.accent, theme.px(3), theme.px(2.5))
        return
    draw_outline(canvas, camera, unit.pose, unit.formation, WHITE, theme.px(2), theme.px(2))
    base = bases_of(unit)
    if 0 <= it.model < len(base):
        if base.round[it.model]:
            x, y = camera.at(*base.centre[it.model])
            canvas.circle(x, y, float(base.half[it.model, 0]) * camera.ppi, None, WHITE, theme.px(2))
        else:
            canvas.polygon(camera.to_screen(corners(base)[it.model]), None, WHITE, theme.px(2))


def _offered(canvas: Canvas, camera: Camera, theme: Theme, state: State, it: Offered) -> None:
    for id_ in it.units:
        unit = _on_table(state, id_)
        if unit is not None:
            band = with_alpha(theme.table.accent, 0.55)
            draw_outline(canvas, camera, unit.pose, unit.formation, band, theme.px(6), theme.px(4))
            edge = theme.table.accent_edge
            draw_outline(canvas, camera, unit.pose, unit.formation, edge, theme.px(1), theme.px(7))


_EDGES = {"front": (0, 3, 0.0), "left": (1, 0, 90.0), "right": (3, 2, -90.0), "rear": (2, 1, 180.0)}
"""Of each arc: the corners of its edge from its left to its right, and where it looks."""


def _arcs(canvas: Canvas, camera: Camera, theme: Theme, it: ArcLines) -> None:
    corner = footprint(it.pose, it.formation)
    for arc in it.arcs:
        if arc in _EDGES:
            outline, middle = _arc_shape(corner, it.pose, arc, it.reach)
            canvas.polygon(camera.to_screen(outline), with_alpha(theme.table.accent, 0.16))
            x, y = camera.at(*middle)
            canvas.text(x, y, arc, theme.px(TEXT), theme.table.ruler, align="middle")
    for i, turn in enumerate((45.0, 135.0, -135.0, -45.0)):
        dx, dy = direction(it.pose.facing + turn)
        start, end = corner[i], corner[i] + np.array([dx, dy]) * it.reach
        canvas.polyline(camera.to_screen([start, end]), theme.table.accent_edge, theme.px(1.4), theme.px(6))


def _arc_shape(corner: Floats, pose: Pose, arc: str, reach: float) -> tuple[Floats, tuple[float, float]]:
    """The ground of an arc as far as ``reach``, and where its name stands."""
    left, right, looks = _EDGES[arc]
    way = pose.facing + looks
    rounds = [corner[left]]
    for at, start, end in ((left, 45.0, 0.0), (right, 0.0, -45.0)):
        turns = np.radians(way + np.linspace(start, end, 13))
        rounds.extend(corner[at] + reach * np.stack([np.cos(turns), np.sin(turns)], 1))
    rounds.append(corner[right])
    x, y = (corner[left] + corner[right]) / 2 + np.array(direction(way)) * reach * 0.82
    return np.array(rounds), (float(x), float(y))
