"""Where the parts of the window are: pixels, all of it a pure function of the window's size and the scale."""

from __future__ import annotations

from dataclasses import dataclass

from game.render.camera import Rect

TOP, LEFT, RIGHT, BOTTOM = 44, 212, 328, 88
"""Pixels at 100 %: height of the top bar, widths of the side panels, height of the prompt."""
NARROW_RIGHT = 300
"""Width of the right panel in windows narrower than 1400 pixels at 100 %."""
LEAST_TABLE = 560
"""Pixels at 100 % the table keeps across: the left panel, then the right one, gives way for it."""
LEAST_WINDOW = (820, 520)
"""The smallest window, pixels."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of the battle's screen: left, top, width, height; a hidden panel has no width.

    Attributes:
        top: Title and buttons.
        left: Tools or phases, and units.
        table: The table.
        bottom: The prompt.
        right: Card and log.
    """

    top: Rect
    left: Rect
    table: Rect
    bottom: Rect
    right: Rect


def lay_out(size: tuple[int, int], scale: float, left: bool = True, right: bool = True) -> Layout:
    """The parts of a window of ``size`` pixels; ``left`` and ``right``: those panels are wanted."""
    width, height = size
    top, bottom = min(round(TOP * scale), height), min(round(BOTTOM * scale), max(height - round(TOP * scale), 0))
    wide_left = round(LEFT * scale) if left else 0
    wide_right = round((RIGHT if width >= 1400 * scale else NARROW_RIGHT) * scale) if right else 0
    least = round(LEAST_TABLE * scale)
    if width - wide_left - wide_right < least:
        wide_left = 0
    if width - wide_right < least:
        wide_right = 0
    across, down = width - wide_left - wide_right, max(height - top - bottom, 1)
    return Layout(
        top=(0, 0, width, top),
        left=(0, top, wide_left, height - top),
        table=(wide_left, top, max(across, 1), down),
        bottom=(wide_left, top + down, max(across, 1), bottom),
        right=(width - wide_right, top, wide_right, height - top),
    )
