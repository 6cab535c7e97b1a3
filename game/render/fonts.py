"""The bundled font: loaded by path, never a font of the system; and words made fit for the screen."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import pygame

from game.resources import folder

REGULAR = "DejaVuSans.ttf"
BOLD = "DejaVuSans-Bold.ttf"
UNNAMED = "(unnamed)"
ELLIPSIS = "…"
LOOSE_END = " ,;:.·-–—"
"""What does not stay at the end of a name that is shortened."""
LONGEST = 400
"""No line on the screen needs more characters than this."""


def start_drawing() -> None:
    """Make pygame ready to draw: fonts, and no sound device, which ``pygame.init`` would open."""
    if not pygame.font.get_init():
        pygame.font.init()


@lru_cache(maxsize=64)
def _loaded(size: int, bold: bool) -> pygame.font.Font:
    start_drawing()
    return pygame.font.Font(folder("assets") / "fonts" / (BOLD if bold else REGULAR), size)


def font(size: float, bold: bool = False) -> pygame.font.Font:
    """The bundled font at ``size`` pixels (of an em)."""
    return _loaded(max(1, round(size)), bold)


def clean(text: str) -> str:
    """A name as it can stand in one line: no control characters, runs of blanks as one, ``(unnamed)`` if empty."""
    kept = "".join(" " if c.isspace() else c for c in text[: 4 * LONGEST] if c.isspace() or not _unprintable(c))
    return " ".join(kept.split())[:LONGEST] or UNNAMED


def _unprintable(character: str) -> bool:
    # Control and format characters (they turn the direction of a line), surrogates, private use, unassigned.
    return unicodedata.category(character)[0] == "C" or ord(character) > 0x1FFFF


def text_width(text: str, size: float, bold: bool = False) -> int:
    """Pixels that a line takes."""
    return _measured(text, max(1, round(size)), bold)[0]


@lru_cache(maxsize=8192)
def _measured(text: str, size: int, bold: bool) -> tuple[int, int]:
    return _loaded(size, bold).size(text)


def text_size(text: str, size: float, bold: bool = False) -> tuple[int, int]:
    """Width and height in pixels that a line takes."""
    return _measured(text, max(1, round(size)), bold)


def lines_of(text: str, size: float, width: float, most: int) -> tuple[str, ...]:
    """The words in at most ``most`` lines of ``width`` pixels; the last one is shortened if they do not fit."""
    rest = clean(text).split(" ")
    found: list[str] = []
    while rest and len(found) < most - 1:
        count = 1
        while count < len(rest) and text_width(" ".join(rest[: count + 1]), size) <= width:
            count += 1
        found.append(fit_text(" ".join(rest[:count]), size, width))
        rest = rest[count:]
    return (*found, fit_text(" ".join(rest), size, width)) if rest else tuple(found)


def fit_text(text: str, size: float, width: float, bold: bool = False) -> str:
    """The line, cleaned, or as much of it as fits ``width`` pixels with an ellipsis at its end."""
    line = clean(text)
    if text_width(line, size, bold) <= width:
        return line
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(line[:middle].rstrip() + ELLIPSIS, size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return line[:low].rstrip(LOOSE_END) + ELLIPSIS
