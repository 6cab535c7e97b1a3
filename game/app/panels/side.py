"""The left panel: tools in free play or the phases of the turn, and every unit of the battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.app.paint import Paint, Spot
from game.app.tool import Tool
from game.app.view import View
from game.battle.ground import own_models
from game.battle.phases import PHASE_IDS, PHASES
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Rect
from game.render.theme import LARGE_TEXT, SMALL_TEXT, TEXT, TITLE_TEXT, side_styles

ROW = 24.0
"""Pixels at 100 % of a line of the lists."""


def draw_side(
    paint: Paint,
    box: Rect,
    view: View,
    state: State,
    tools: Sequence[Tool],
    active: Tool,
    take: Callable[[Tool], None],
    scroll: float,
) -> float:
    """Paint it for the state that is seen; ``scroll`` pixels of the units are above their list's top.

    Returns:
        How many pixels the list can be scrolled.
    """
    left, top, width, height = box
    if width <= 0:
        return 0.0
    paint.ground(box)
    pad = paint.px(18)
    styles = side_styles(state.sides)
    turn = styles.get(state.clock.side) if state.clock.turn and not view.free else None
    if turn is not None:
        paint.box((left, top, paint.px(5), height), turn.fill)
    x, y, room = left + pad, top + paint.px(26), width - pad - paint.px(12)
    title = "Free play" if view.free else f"Turn {state.clock.turn}"
    paint.text(x, y, title, TITLE_TEXT - 1, bold=True, width=room)
    y += paint.px(24)
    side = next((side.name for side in state.sides if side.id == state.clock.side), "")
    words = side if turn and side else f"table {state.width:g}″ × {state.depth:g}″"
    paint.text(x, y, words, SMALL_TEXT + 1, turn.on_panel if turn else paint.palette.dim, width=room)
    y += paint.px(24)
    if view.free:
        y = _tools(paint, (left, y, width), tools, active, take)
    else:
        y = _in_a_row(paint, (left, y, width), tools, active, take)
        y = _phases(paint, x, y, room, state)
    y += paint.px(18)
    paint.text(x, y, "Units", LARGE_TEXT, bold=True)
    y += paint.px(18)
    return _units(paint, (left, y, width, top + height - y), view, state, scroll)


def _tools(
    paint: Paint, place: tuple[float, float, float], tools: Sequence[Tool], active: Tool, take: Callable[[Tool], None]
) -> float:
    left, y, width = place
    row, palette = paint.px(ROW + 4), paint.palette
    for tool in tools:
        box = (left + paint.px(10), y, width - paint.px(18), row - paint.px(2))
        lit = tool is active
        if lit or paint.over(box):
            paint.box(box, palette.accent_ground if lit else palette.raised, radius=paint.px(5))
        middle = y + row / 2 - paint.px(1)
        right = paint.key(box[0] + box[2] - paint.px(5), middle, tool.key.upper())
        ink = palette.accent_text if lit else palette.text
        paint.text(box[0] + paint.px(9), middle, tool.name, TEXT, ink, lit, width=right - box[0] - paint.px(14))
        paint.spots.append(Spot(box, partial(take, tool), tool.hint, f"tool {tool.name}"))
        y += row
    return y


def _in_a_row(
    paint: Paint, place: tuple[float, float, float], tools: Sequence[Tool], active: Tool, take: Callable[[Tool], None]
) -> float:
    """The few tools of a battle by turns, side by side by their keys, so that the phases have room."""
    left, y, width = place
    if not tools:
        return y
    gap, high = paint.px(5), paint.px(26)
    x, room = left + paint.px(12), width - paint.px(22)
    widths = [paint.width(tool.name, SMALL_TEXT - 1) for tool in tools]
    spare = (room - sum(widths) - gap * (len(tools) - 1)) / len(tools)
    for tool, words in zip(tools, widths, strict=True):
        wide = words + spare
        tip = f"{tool.name}: {tool.hint[:1].lower()}{tool.hint[1:]} · {tool.key.upper()}"
        paint.button(
            (x, y, wide, high), tool.name, partial(take, tool), tip=tip, lit=tool is active, size=SMALL_TEXT - 1
        )
        paint.rename(f"tool {tool.name}")
        x += wide + gap
    return y + high + paint.px(10)


def _phases(paint: Paint, x: float, y: float, room: float, state: State) -> float:
    """The engine's own table; the present step in gold."""
    palette, row = paint.palette, paint.px(ROW)
    now = PHASE_IDS.index(state.clock.phase) if state.clock.phase in PHASE_IDS else -1
    for number, phase in enumerate(PHASES):
        sign = "✓" if number < now else "▸" if number == now else "  "
        ink = palette.text if number == now else palette.dim
        paint.text(x, y + row / 2, f"{sign} {phase.name}", TEXT, ink, number == now, width=room)
        y += row
        for step, name in phase.steps if number == now else ():
            here = step == state.clock.step
            if here:
                box = (x - paint.px(8), y, room + paint.px(8), row)
                paint.box(box, palette.accent_ground, radius=paint.px(5))
            ink = palette.accent_text if here else palette.dim
            paint.text(x + paint.px(18), y + row / 2, name, SMALL_TEXT + 1, ink, here, width=room - paint.px(18))
            y += row
    return y


def status_of(state: State, unit: Unit) -> tuple[str, bool]:
    """How a unit stands in a word or two, and whether that is bad."""
    if unit.fate != "on-table":
        return {"destroyed": "destroyed", "fled": "fled", "away": "away"}[unit.fate], True
    if unit.fleeing:
        return "fleeing", True
    if unit.down:
        return "down", True
    if unit.host:
        return "joined", False
    models, most = own_models(state, unit), unit.type.profile.wounds
    left = f"{models}" if models > 1 or most < 2 else f"♥ {max(most - unit.wounds, 0)}/{most}"
    return (f"⚔ {left}" if state.enemies_in_combat(unit.id) else left), False


def _tip(state: State, unit: Unit) -> str:
    """The whole name, and what stands beside it in words."""
    enemies = [state.unit(enemy).name for enemy in state.enemies_in_combat(unit.id)]
    host = f"joined {state.unit(unit.host).name}" if unit.host else ""
    fight = f"in combat with {' and '.join(enemies)}" if enemies else ""
    return ", ".join(part for part in (unit.name, host, fight) if part)


def _units(paint: Paint, box: tuple[float, float, float, float], view: View, state: State, scroll: float) -> float:
    left, top, width, height = box
    row, palette = paint.px(ROW), paint.palette
    styles = side_styles(state.sides)
    units = [unit for side in state.sides for unit in state.units if unit.side == side.id]
    beyond = max(len(units) * row + paint.px(8) - height, 0.0)
    y = top - min(scroll, beyond)
    paint.clip(box)
    for unit in units:
        line = (left + paint.px(10), y, width - paint.px(18), row)
        if top - row < y < top + height:
            _unit(paint, line, view, state, unit)
            paint.swatch(line[0] + paint.px(8), y + (row - paint.px(12)) / 2, paint.px(12), styles[unit.side])
            visible = (line[0], max(y, top), line[2], min(y + row, top + height) - max(y, top))
            paint.spots.append(Spot(visible, partial(view.select, unit.id), _tip(state, unit), f"unit {unit.id}"))
        y += row
    if not units:
        paint.text(left + paint.px(18), top + row / 2, "none yet", SMALL_TEXT, palette.dim)
    paint.clip(None)
    return beyond


def _unit(paint: Paint, line: tuple[float, float, float, float], view: View, state: State, unit: Unit) -> None:
    x, y, wide, row = line
    palette, ink = paint.palette, paint.palette.text
    if unit.id == view.selected:
        paint.box(line, palette.accent_ground, radius=paint.px(5))
        ink = palette.accent_text
    elif paint.over(line) or (view.hovered and view.hovered.unit == unit.id):
        paint.box(line, palette.raised, radius=paint.px(5))
    words, bad = status_of(state, unit)
    right, middle = x + wide - paint.px(6), y + row / 2
    taken = paint.text(right, middle, words, SMALL_TEXT, palette.harm if bad else palette.dim, align="right")
    if unit.fate != "on-table":
        ink = palette.dim
    at = x + paint.px(28)
    paint.text(at, middle, unit.name, SMALL_TEXT + 1, ink, width=right - taken - at - paint.px(8))
