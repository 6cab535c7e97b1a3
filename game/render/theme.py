"""Colours and sizes of the look: dark or light quiet panels around a light parchment table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.battle.state import Side

Colour = tuple[int, int, int] | tuple[int, int, int, int]
"""Red, green, blue and, where it is not solid, alpha: 0..255."""


def colour(text: str, alpha: int | None = None) -> Colour:
    """``#rrggbb`` as a colour.

    Raises:
        ValueError: The text is no such colour.
    """
    digits = text.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"'{text}' is no colour of the form #rrggbb")
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return (red, green, blue) if alpha is None else (red, green, blue, alpha)


def with_alpha(solid: Colour, alpha: float) -> Colour:
    """The colour, ``alpha`` (0..1) of it."""
    return (*solid[:3], round(255 * min(max(alpha, 0.0), 1.0)))


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Between two colours: ``a`` at share 0, ``b`` at 1."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a[:3], b[:3], strict=True))
    return red, green, blue


def luminance(solid: Colour) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2)."""
    parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in solid[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: Colour, b: Colour) -> float:
    """Contrast of two solid colours, 1 to 21 (WCAG 2); text wants at least 4.5."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ground: Colour) -> Colour:
    """Whichever of near-black and white reads better on this ground."""
    return max((INK, WHITE), key=lambda ink: contrast(ink, ground))


WHITE: Colour = (255, 255, 255)
INK: Colour = (31, 27, 22)
GOLD: Colour = colour("#f0b429")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of the panels: plain grounds, and what is written on them."""

    ground: Colour
    raised: Colour
    sunken: Colour
    line: Colour
    button: Colour
    text: Colour
    dim: Colour
    accent: Colour
    on_accent: Colour
    accent_text: Colour
    accent_ground: Colour
    link: Colour
    harm: Colour
    good: Colour


DARK = Palette(
    ground=colour("#2b2f38"),
    raised=colour("#313640"),
    sunken=colour("#23272e"),
    line=colour("#3d434f"),
    button=colour("#454b57"),
    text=colour("#f2efe8"),
    dim=colour("#b3b8c2"),
    accent=GOLD,
    on_accent=colour("#241c06"),
    accent_text=GOLD,
    accent_ground=colour("#4a4231"),
    link=colour("#86bfe4"),
    harm=colour("#ff8a80"),
    good=colour("#7fd08a"),
)
LIGHT = Palette(
    ground=colour("#f4f2ed"),
    raised=colour("#ffffff"),
    sunken=colour("#e9e6df"),
    line=colour("#cfcabf"),
    button=colour("#ddd8cd"),
    text=colour("#22252b"),
    dim=colour("#575c66"),
    accent=GOLD,
    on_accent=colour("#241c06"),
    accent_text=colour("#7a5200"),
    accent_ground=colour("#f7e6bd"),
    link=colour("#0b5f99"),
    harm=colour("#b3261e"),
    good=colour("#1f6b2c"),
)


@dataclass(frozen=True, slots=True)
class TableColours:
    """Colours of the table; the same in both themes."""

    cloth: Colour
    outside: Colour
    inch: Colour
    six: Colour
    edge: Colour
    ruler: Colour
    plate: Colour
    plate_text: Colour
    harm: Colour
    ink: Colour
    accent: Colour
    accent_edge: Colour
    clear: Colour


PARCHMENT = TableColours(
    cloth=colour("#e8e0cf"),
    outside=colour("#d3cab6"),
    inch=colour("#ddd4c0"),
    six=colour("#c9bea4"),
    edge=colour("#8d8268"),
    ruler=colour("#5b523c"),
    plate=colour("#2b2f38"),
    plate_text=colour("#f7f4ee"),
    harm=colour("#b3001b"),
    ink=INK,
    accent=GOLD,
    accent_edge=colour("#8a5f00"),
    clear=colour("#1b6e3c"),
)


@dataclass(frozen=True, slots=True)
class Hatch:
    """Parallel lines over a ground: what tells sides apart without colour.

    Attributes:
        angle: Of the lines on the screen, degrees.
        spacing: From line to line, pixels at 100 %.
        cross: A second set of lines square to the first.
    """

    angle: float = 45.0
    spacing: float = 5.0
    cross: bool = False


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How models of a side are drawn: its colour, a darker edge of the same hue, the gaps between bases, its hatch."""

    fill: Colour
    edge: Colour
    gap: Colour
    hatch: Hatch | None
    hatch_colour: Colour
    text: Colour
    on_panel: Colour


def _style(fill: Colour, hatch: Hatch | None) -> SideStyle:
    edge = mixed(fill, (0, 0, 0), 0.42)
    on_panel = fill
    while contrast(on_panel, DARK.ground) < 4.5:
        on_panel = mixed(on_panel, WHITE, 0.08)
    return SideStyle(fill, edge, mixed(fill, WHITE, 0.62), hatch, mixed(fill, (0, 0, 0), 0.16), ink_on(fill), on_panel)


FIRST = _style(colour("#d55e00"), Hatch(45.0))
SECOND = _style(colour("#0072b2"), None)
_OTHER_HATCHES = (Hatch(-45.0), Hatch(45.0, 6.0, cross=True), Hatch(0.0), Hatch(90.0))


def side_styles(sides: Sequence[Side]) -> dict[str, SideStyle]:
    """The style of each side by its id: vermilion hatched, blue plain, any further one in its own colour."""
    styles = {}
    for number, side in enumerate(sides):
        if number < 2:
            styles[side.id] = (FIRST, SECOND)[number]
        else:
            styles[side.id] = _style(_colour_or_grey(side.colour), _OTHER_HATCHES[(number - 2) % 4])
    return styles


def _colour_or_grey(text: str) -> Colour:
    try:
        return colour(text)
    except ValueError:
        return colour("#6b6b6b")


HEAT: tuple[Colour, ...] = tuple(
    colour(text) for text in ("#fff7df", "#fed98e", "#fdae61", "#f46d43", "#d73027", "#a50026")
)
"""A heat scale from nothing to much, lightness falling all the way: readable without colours too."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What the look is drawn with.

    Attributes:
        palette: Of the panels.
        scale: Of the desktop: 1.0, 1.5, 2.0 ...; every size is multiplied by it.
        table: Colours of the table.
    """

    palette: Palette = DARK
    scale: float = 1.0
    table: TableColours = PARCHMENT

    def px(self, pixels: float) -> float:
        """A length given in pixels at 100 %."""
        return pixels * self.scale


SMALL_TEXT = 12
TEXT = 14
LARGE_TEXT = 16
TITLE_TEXT = 20
"""Sizes of type in pixels at 100 %."""
