"""A unit's card: what it is, its profiles, its special rules, and how far this program plays them."""

from __future__ import annotations

import pygame

from game.app.paint import CHIP_GAP, CHIP_HEIGHT, CHIP_PAD, Paint, Spot
from game.app.panels.chips import RuleChip, legend, rule_chips
from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.types import Profile
from game.errors import InputError
from game.render.canvas import Box
from game.render.theme import SMALL_TEXT, TEXT, TITLE_TEXT, side_styles
from game.rules.bundled import ALL
from game.table.formation import Loose

COLUMNS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
PROFILE_ROW = 22.0
"""Pixels at 100 % of a line of a profile."""
_MILLIMETRES = 25.4


def figures(profile: Profile) -> tuple[str, ...]:
    """The nine characteristics as they are printed: a dash where there is none."""
    values = (
        profile.movement, profile.weapon_skill, profile.ballistic_skill, profile.strength, profile.toughness,
        profile.wounds, profile.initiative, profile.attacks, profile.leadership,
    )  # fmt: skip
    return tuple("–" if value == 0 else "✶" if value == "*" else str(value) for value in values)


def subtitle(state: State, unit: Unit) -> str:
    """Type, troop type, base, models, points."""
    base = unit.formation.bases[0] if isinstance(unit.formation, Loose) else unit.formation.base
    wide, deep = round(base.width * _MILLIMETRES), round(base.depth * _MILLIMETRES)
    models = own_models(state, unit)
    parts = [unit.type.name if unit.type.name != unit.name else "", unit.type.troop_type.name]
    parts.append(f"⌀ {wide} mm" if base.round else f"{wide} × {deep} mm")
    if unit.muster.models > 1:
        parts.append(f"{models} of {unit.muster.models} models")
    points = points_of(unit)
    return " · ".join([part for part in parts if part] + ([f"{points:g} points"] if points else []))


def points_of(unit: Unit) -> float:
    """What it costs by its army list, 0 where that does not know."""
    listed = dict(unit.type.options)
    extra = [name for name in unit.muster.equipment if name in listed and name not in unit.type.equipment]
    try:
        return unit.type.cost(unit.muster.models, extra, unit.muster.command)
    except InputError:  # a scenario may give a unit what its army list does not
        return 0.0


def belongings(unit: Unit) -> str:
    """Equipment and command in a line."""
    parts = [*unit.muster.equipment, *unit.muster.command]
    parts += ["General"] if unit.muster.general else []
    parts += ["Battle Standard Bearer"] if unit.muster.battle_standard else []
    return ", ".join(parts)


def draw_profiles(paint: Paint, x: float, y: float, width: float, unit: Unit) -> float:
    """The profile table; wounds left of wounds, golden when some are lost. Where it ends."""
    profiles = unit.type.profiles
    names = len(profiles) > 1
    first = min(paint.px(92), width * 0.3) if names else 0.0
    step, row = (width - first) / len(COLUMNS), paint.px(PROFILE_ROW)
    for i, head in enumerate(COLUMNS):
        middle = x + first + step * (i + 0.5)
        paint.text(middle, y + row / 2, head, SMALL_TEXT, paint.palette.dim, align="middle")
    y += row
    for number, profile in enumerate(profiles):
        if names:
            paint.text(
                x, y + row / 2, profile.name or unit.name, SMALL_TEXT, paint.palette.dim, width=first - paint.px(6)
            )
        for i, figure in enumerate(figures(profile)):
            words, ink = figure, paint.palette.text
            if COLUMNS[i] == "W" and number == 0 and unit.wounds and unit.formation.models == 1:
                words, ink = f"{max(profile.wounds - unit.wounds, 0)}/{profile.wounds}", paint.palette.accent_text
            paint.text(x + first + step * (i + 0.5), y + row / 2, words, TEXT, ink, True, "middle", step)
        y += row
    return y


def draw_chips(paint: Paint, x: float, y: float, width: float, unit: Unit, rows: int) -> float:
    """The special rules in at most ``rows`` rows, those that are not wholly played with a mark. Where they end."""
    gap, high = paint.px(CHIP_GAP), paint.px(CHIP_HEIGHT)
    at, row = x, 0
    chips = rule_chips(unit.type)
    for i, chip in enumerate(chips):
        wide = min(paint.width(chip.label, SMALL_TEXT) + 2 * paint.px(CHIP_PAD), width)
        last_row, more = row == rows - 1, len(chips) - i
        spare = paint.px(64) if last_row and more > 1 else 0.0
        if at > x and at + wide + spare > x + width:
            if last_row:
                words = f"+{more} more"
                taken = paint.text(at + paint.px(4), y + high / 2, words, SMALL_TEXT, paint.palette.dim)
                tip = "\n".join(rest.label for rest in chips[i:])
                paint.spots.append(Spot((at, y, taken + paint.px(8), high), None, tip, "more rules"))
                return y + high + gap
            at, y, row = x, y + high + gap, row + 1
        _chip(paint, (at, y, wide, high), chip)
        at += wide + gap
    return y + high + gap if chips else y


def _chip(paint: Paint, box: Box, chip: RuleChip) -> None:
    x, y, wide, high = box
    palette = paint.palette
    fill = None if chip.wanting == ALL else palette.button
    line = None if not chip.wanting else palette.dim if chip.wanting == ALL else palette.accent
    ink = palette.dim if chip.wanting == ALL else palette.text
    paint.box(box, fill or palette.ground, line, paint.px(1), high / 2)
    paint.text(
        x + paint.px(CHIP_PAD), y + high / 2, chip.label, SMALL_TEXT, ink, width=wide - 2 * paint.px(CHIP_PAD) + 1
    )
    paint.spots.append(Spot(box, None, chip.tip, f"rule {chip.words}"))


def draw_card(paint: Paint, box: Box, state: State, unit: Unit, rows: int = 4, heading: bool = True) -> float:
    """A unit's card within a box, ``rows`` rows of special rules at most. Where it ends."""
    x, y, width, _ = box
    palette = paint.palette
    style = side_styles(state.sides).get(unit.side)
    size = TITLE_TEXT if heading else TEXT + 1
    left = x
    if style is not None:
        edge = paint.px(14 if heading else 12)
        paint.swatch(x, y + paint.px(size) / 2 - edge / 2 + paint.px(2), edge, style)
        left += edge + paint.px(9)
    paint.text(left, y + paint.px(size / 2 + 2), unit.name, size, bold=True, width=x + width - left)
    y += paint.px(size + 9)
    for line in paint.wrapped(subtitle(state, unit), width, SMALL_TEXT):
        paint.text(x, y + paint.px(8), line, SMALL_TEXT, palette.dim)
        y += paint.px(17)
    y = draw_profiles(paint, x, y + paint.px(3), width, unit) + paint.px(4)
    for line in paint.wrapped(belongings(unit), width, SMALL_TEXT) if belongings(unit) else ():
        paint.text(x, y + paint.px(8), line, SMALL_TEXT, palette.dim)
        y += paint.px(17)
    y = draw_chips(paint, x, y + paint.px(4), width, unit, rows)
    words = legend(rule_chips(unit.type))
    if words:
        paint.text(x, y + paint.px(7), words, SMALL_TEXT - 1, palette.dim, width=width)
        y += paint.px(17)
    return y


def card_height(paint: Paint, state: State, unit: Unit, width: float, rows: int) -> float:
    """Pixels that :func:`draw_card` takes without a heading: measured on a canvas that shows nothing."""
    blind = Paint(pygame.Surface((1, 1)), paint.canvas.sprites, paint.theme)
    return draw_card(blind, (0, 0, width, 0), state, unit, rows, heading=False)
