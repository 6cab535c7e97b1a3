"""The throws of a line of the log: each with its name, what it needed and its dice, successes apart from failures."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.app.paint import Paint, wrap
from game.battle.event import Throw
from game.render.fonts import text_width
from game.render.symbols import draw_compass, draw_die
from game.render.theme import SMALL_TEXT, Colour, Theme

DIE, ROW, WHY = 16.0, 20.0, 15.0
"""Pixels at 100 %: edge of a die, height of a row of dice and of a line of reasons."""
GAP, APART = 3.0, 10.0
"""Pixels at 100 % between two dice, and between those that succeeded and those that failed."""
INDENT = 10.0
"""Pixels at 100 % that reasons stand further in."""
_DRAWN = "who is hit"
"""The roll that draws lots: its faces are places in the ranks."""
_EACH = re.compile(r"([1-6])\+")
_RULE = re.compile(r"\s*\(?\b[A-Z]+-\d+\)?$")
_PAPER: Colour = (247, 244, 238)
_PIP: Colour = (31, 27, 22)


@dataclass(frozen=True, slots=True)
class Pips:
    """Dice of a throw in the order in which they are shown.

    Attributes:
        made: Those that succeeded; all of them where the throw does not say for each die.
        missed: Those that failed.
        told: Each die succeeded or failed by itself.
        numbers: They are numbers and no dice: their faces go beyond six.
    """

    made: tuple[float, ...]
    missed: tuple[float, ...] = ()
    told: bool = False
    numbers: bool = False


def pips_of(throw: Throw) -> Pips:
    """The dice as they are shown: the best first where each had to succeed, otherwise as they fell."""
    numbers = any(not isinstance(face, float) and face > 6 for face in throw.faces)
    if numbers or throw.name == _DRAWN:
        return Pips(throw.faces, numbers=True)
    found = _EACH.fullmatch(throw.needed)
    if found is None:
        return Pips(throw.faces)
    least = int(found[1])
    best_first = sorted(throw.faces, reverse=True)
    made = tuple(face for face in best_first if face >= least)
    return Pips(made, tuple(best_first[len(made) :]), told=True)


def reason_beside(throw: Throw) -> str:
    """What stands beside the dice of a throw that needed nothing: ``12 covered``, without the id of its rule."""
    return _RULE.sub("", throw.why[0]) if throw.why and not throw.needed else ""


def reasons(throw: Throw, width: float, theme: Theme) -> list[str]:
    """Its reasons in lines of so many pixels."""
    room = width - theme.px(INDENT)
    return [line for why in throw.why for line in wrap(why, theme.px(SMALL_TEXT - 1), room, 3)]


def _rows(throw: Throw, width: float, theme: Theme) -> list[Pips]:
    """The dice of an opened throw in rows; those that failed begin a row of their own where one row is too short."""
    pips = pips_of(throw)
    if pips.numbers or _fits(pips, width, theme):
        return [pips]
    most = max(int(width // theme.px(DIE + GAP)), 1)

    def cut(faces: tuple[float, ...]) -> list[tuple[float, ...]]:
        return [faces[i : i + most] for i in range(0, len(faces), most)]

    made = [Pips(row, (), pips.told) for row in cut(pips.made)]
    return made + [Pips((), row, pips.told) for row in cut(pips.missed)]


def _fits(pips: Pips, width: float, theme: Theme) -> bool:
    count = len(pips.made) + len(pips.missed)
    return count * theme.px(DIE + GAP) + (theme.px(APART) if pips.made and pips.missed else 0) <= width


def throw_height(throw: Throw, width: float, theme: Theme, opened: bool) -> float:
    """Pixels of a throw in a log of so many pixels: one row when folded."""
    if not opened:
        return theme.px(ROW)
    return theme.px(ROW) * (1 + len(_rows(throw, width, theme))) + theme.px(WHY) * len(reasons(throw, width, theme))


def draw_throw(paint: Paint, x: float, y: float, width: float, throw: Throw, opened: bool) -> None:
    """Paint it with its top left at (x, y): folded in one row, opened with all dice and reasons below its name."""
    middle, palette, theme = y + paint.px(ROW) / 2, paint.palette, paint.theme
    size = SMALL_TEXT - 1
    name = paint.text(x, middle, throw.name, size, palette.dim, width=width * 0.5)
    taken = name + paint.px(5)
    if throw.needed:
        taken += paint.text(x + taken, middle, throw.needed, size, palette.text, True, width=width - taken)
    if not opened:
        taken += paint.px(8)
        _folded(paint, x + taken, y, width - taken, throw)
        return
    pips = pips_of(throw)
    if pips.told:
        count = f"{len(pips.made)} of {len(throw.faces)}"
        paint.text(x + width, middle, count, size, palette.dim, align="right")
    for row in _rows(throw, width, theme):
        y += paint.px(ROW)
        if row.numbers:
            paint.text(x, y + paint.px(ROW) / 2, _numbers(row), size, width=width)
        else:
            _dice(paint, x, y + paint.px(2), row)
    y += paint.px(ROW)
    for line in reasons(throw, width, theme):
        paint.text(x + paint.px(INDENT), y + paint.px(WHY) / 2, line, size, palette.dim)
        y += paint.px(WHY)


def _folded(paint: Paint, x: float, y: float, width: float, throw: Throw) -> None:
    pips, size, middle = pips_of(throw), SMALL_TEXT - 1, y + paint.px(ROW) / 2
    if width < paint.px(24):
        return
    if pips.numbers:
        paint.text(x, middle, _numbers(pips), size, width=width)
        return
    if _fits(pips, width, paint.theme):
        x = _dice(paint, x, y + paint.px(2), pips) + paint.px(4)
        beside = reason_beside(throw)
        room = paint.px(8) + text_width(beside, paint.theme.px(size)) if beside else 0
        count = len(pips.made) + len(pips.missed)
        if room and count * paint.px(DIE + GAP) + room <= width:
            paint.text(x, middle, f"· {beside}", size, paint.palette.dim)
        return
    rest = f"{len(pips.made)} of {len(throw.faces)}" if pips.told else f"{len(throw.faces)} dice"
    room = int((width - paint.width(rest, size) - paint.px(APART + 8)) // paint.px(DIE + GAP))
    missed = min(len(pips.missed), room // 3) if pips.made else max(room, 0)
    shown = Pips(pips.made[: max(room - missed, 0)], pips.missed[:missed], pips.told)
    x = _dice(paint, x, y + paint.px(2), shown) + paint.px(4)
    paint.text(x, middle, f"… {rest}", size, paint.palette.dim)


def _numbers(pips: Pips) -> str:
    return ", ".join(f"{face:g}" for face in sorted(pips.made))


def _dice(paint: Paint, x: float, y: float, pips: Pips) -> float:
    """A row of dice from the left: white ones, then apart from them the failures, dark with red pips. Where it ends."""
    size, gap, palette = paint.px(DIE), paint.px(GAP), paint.palette
    for face in pips.made:
        if pips.told:
            edge = paint.px(1.5)
            ring = (x - edge, y - edge, size + 2 * edge, size + 2 * edge)
            paint.box(ring, palette.good, radius=size * 0.24)
        _die(paint, x, y, face, _PAPER, _PIP)
        x += size + gap
    if pips.made and pips.missed:
        x += paint.px(APART)
    for face in pips.missed:
        _die(paint, x, y, face, palette.sunken, palette.harm)
        x += size + gap
    return x


def _die(paint: Paint, x: float, y: float, face: float, paper: Colour, ink: Colour) -> None:
    size = paint.px(DIE)
    if isinstance(face, float):
        draw_compass(paint.canvas, x + size / 2, y + size / 2, size / 2, face, paper, ink)
    else:
        draw_die(paint.canvas, x + size / 2, y + size / 2, size, face, paper, ink)
