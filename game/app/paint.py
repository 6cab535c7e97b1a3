"""What panels are painted with: words that fit, buttons, chips; each thing that can be clicked is a spot."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from game.render.canvas import Align, Box
from game.render.fonts import clean, fit_text, text_width
from game.render.overlays import Overlay
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.theme import SMALL_TEXT, TEXT, Colour, Palette, SideStyle, Theme, mixed

CHIP_HEIGHT, CHIP_GAP, CHIP_PAD = 24.0, 6.0, 10.0
"""Pixels at 100 %: height of a chip, space between two, space left and right of its words."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that can be clicked.

    Attributes:
        box: Left, top, width, height in pixels.
        action: What a click does; None: it only has a tip.
        tip: Words that appear when the mouse rests on it.
        name: What it is, for tests and for what lights up.
        shown: Laid over the table while the mouse is on it.
    """

    box: Box
    action: Callable[[], object] | None
    tip: str = ""
    name: str = ""
    shown: tuple[Overlay, ...] = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether a screen point lies on it."""
        left, top, width, height = self.box
        return left <= x < left + width and top <= y < top + height


class Paint:
    """A brush for one panel: paints on a surface and lists the spots.

    Attributes:
        canvas: To draw on.
        theme: The look.
        mouse: Where the mouse is, pixels: what lies under it is lighter.
        spots: What can be clicked, the last on top.
    """

    def __init__(
        self, surface: pygame.Surface, sprites: Sprites, theme: Theme, mouse: tuple[float, float] = (-1, -1)
    ) -> None:
        self.canvas = SurfaceCanvas(surface, sprites)
        self.theme = theme
        self.mouse = mouse
        self.spots: list[Spot] = []

    @property
    def palette(self) -> Palette:
        """Colours of the panels."""
        return self.theme.palette

    def px(self, pixels: float) -> float:
        """A length given at 100 %, on whole pixels."""
        return float(round(self.theme.px(pixels)))

    def over(self, box: Box) -> bool:
        """Whether the mouse is on a box."""
        return Spot(box, None).holds(*self.mouse)

    def clip(self, box: Box | None) -> None:
        """Paint only within a box from now on; None: everywhere."""
        self.canvas.surface.set_clip(None if box is None else pygame.Rect(*(round(part) for part in box)))

    def ground(self, box: Box, colour: Colour | None = None) -> None:
        """The plain ground of a panel."""
        self.box(box, colour or self.palette.ground)

    def box(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """A box with rounded corners, unless a window too small for its parts has left no room for it."""
        if box[2] >= 1 and box[3] >= 1:
            self.canvas.box(box, fill, line, width, radius)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = TEXT,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
        width: float = 0.0,
    ) -> float:
        """A line of text, ``y`` its middle, ``size`` at 100 %; shortened to ``width`` pixels if that is not 0.

        Returns:
            The pixels it takes.
        """
        em = self.theme.px(size)
        line = fit_text(words, em, width, bold) if width else clean(words)
        self.canvas.text(x, y, line, em, colour or self.palette.text, bold, align)
        return float(text_width(line, em, bold))

    def width(self, words: str, size: float = TEXT, bold: bool = False) -> float:
        """Pixels that a line takes."""
        return float(text_width(clean(words), self.theme.px(size), bold))

    def wrapped(self, words: str, width: float, size: float = TEXT, lines: int = 2, bold: bool = False) -> list[str]:
        """The words in at most ``lines`` lines of ``width`` pixels; the last one is shortened if they do not fit."""
        return wrap(words, self.theme.px(size), width, lines, bold)

    def button(
        self,
        box: Box,
        label: str,
        action: Callable[[], object],
        key_label: str = "",
        primary: bool = False,
        enabled: bool = True,
        tip: str = "",
        lit: bool = False,
        size: float = TEXT,
    ) -> None:
        """A button with its key below the words."""
        palette = self.palette
        ground = palette.accent if primary and enabled else palette.accent_ground if lit else palette.button
        ink = palette.on_accent if primary and enabled else palette.accent_text if lit else palette.text
        if not enabled:
            ground, ink = mixed(palette.button, palette.ground, 0.6), mixed(palette.dim, palette.ground, 0.35)
        elif self.over(box):
            ground = mixed(ground, palette.text, 0.12)
        left, top, width, height = box
        self.box(box, ground, radius=self.px(6))
        middle, room = left + width / 2, width - self.px(10)
        if key_label and height >= self.px(40):
            self.text(middle, top + height * 0.36, label, size, ink, primary, "middle", room)
            self.text(middle, top + height * 0.74, key_label, SMALL_TEXT - 1, ink, align="middle", width=room)
        elif key_label:
            taken = self.text(
                left + width - self.px(8), top + height / 2, key_label, SMALL_TEXT - 1, ink, align="right"
            )
            self.text(left + self.px(10), top + height / 2, label, size, ink, primary, width=room - taken - self.px(8))
        elif label:
            self.text(middle, top + height / 2, label, size, ink, primary, "middle", room)
        self.spots.append(Spot(box, action if enabled else None, tip, label))

    def rename(self, name: str) -> None:
        """Give the spot that was added last another name."""
        self.spots[-1] = replace(self.spots[-1], name=name)

    def chip(
        self, x: float, y: float, words: str, colour: Colour | None = None, ink: Colour | None = None, width: float = 0
    ) -> float:
        """Words on a small rounded plate whose top left is (x, y); ``width`` pixels at most. Its width."""
        pad, height = self.px(CHIP_PAD), self.px(CHIP_HEIGHT)
        wide = self.width(words, SMALL_TEXT) + 2 * pad
        wide = min(wide, width) if width else wide
        self.box((x, y, wide, height), colour or self.palette.button, radius=height / 2)
        self.text(x + pad, y + height / 2, words, SMALL_TEXT, ink, width=wide - 2 * pad + 1)
        return wide

    def key(self, right: float, middle: float, label: str) -> float:
        """A key as a small box that ends at ``right``; its left edge."""
        wide = max(self.width(label, SMALL_TEXT - 1) + self.px(10), self.px(20))
        high = self.px(19)
        box = (right - wide, middle - high / 2, wide, high)
        self.box(box, self.palette.sunken, self.palette.line, 1, self.px(4))
        self.text(right - wide / 2, middle, label, SMALL_TEXT - 1, self.palette.dim, align="middle")
        return right - wide

    def swatch(self, x: float, y: float, size: float, style: SideStyle) -> None:
        """A side's colour and hatch as a small square whose top left is (x, y)."""
        square = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]

        def paint(canvas: object) -> None:
            inner = [(a - x, b - y) for a, b in square]
            canvas.polygon(inner, style.fill)  # type: ignore[attr-defined]
            if style.hatch:
                canvas.hatch(inner, style.hatch.angle, size / 3.5, style.edge)  # type: ignore[attr-defined]

        self.canvas.stamp(("swatch", size, style), (0, 0, size, size), x, y, paint)


def wrap(words: str, em: float, width: float, lines: int, bold: bool = False) -> list[str]:
    """The words in at most ``lines`` lines of ``width`` pixels, ``em`` pixels high; the last shortened if need be."""
    rest = [piece for word in clean(words).split(" ") for piece in _pieces(word, em, width, bold)]
    found: list[str] = []
    while rest and len(found) < lines - 1:
        count = 1
        while count < len(rest) and text_width("".join(rest[: count + 1]).rstrip(), em, bold) <= width:
            count += 1
        found.append(fit_text("".join(rest[:count]), em, width, bold))
        rest = rest[count:]
    if rest:
        found.append(fit_text("".join(rest), em, width, bold))
    return found


def _pieces(word: str, em: float, width: float, bold: bool) -> list[str]:
    """A word with the blank after it; one that is too long for a line, such as a path, in pieces."""
    whole = f"{word} "
    return [whole] if text_width(word, em, bold) <= width else re.findall(r"[^/\\]*[/\\]+|[^/\\]+", whole)
