"""Where the parts of the window are: pixels, all of it a pure function of the window's size and the scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.render.camera import Rect

TOP, LEFT, RIGHT, BOTTOM = 44, 212, 328, 88
"""Pixels at 100 %: height of the top bar, widths of the side panels, height of the prompt."""
TALL_BOTTOM = 128
"""Pixels at 100 %: height of the prompt in a battle by turns, whose decisions have more answers."""
NARROW_RIGHT = 300
"""Width of the right panel in windows narrower than 1400 pixels at 100 %."""
STRIP = 40
"""Width of the strip of tools that stands where the left panel is not."""
LEAST_TABLE = 560
"""Pixels at 100 % the table keeps across: the left panel, then the right one, gives way for it."""
LEAST_WINDOW = (820, 520)
"""The smallest window, pixels."""
Over = Literal["", "left", "right"]
"""The panel that lies over the table, where there is no room beside it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of the battle's screen: left, top, width, height; a hidden panel has no width.

    Attributes:
        top: Title and buttons.
        strip: The tools alone, in place of the left panel.
        left: Tools or phases, and units.
        table: The table.
        bottom: The prompt.
        right: Card and log.
        over: The panel that lies over the table; "" if none does. The prompt stays in sight.
    """

    top: Rect
    strip: Rect
    left: Rect
    table: Rect
    bottom: Rect
    right: Rect
    over: Over = ""

    @property
    def laid_over(self) -> Rect:
        """The box of the panel that lies over the table; without one of no width."""
        return self.left if self.over == "left" else self.right if self.over == "right" else (0, 0, 0, 0)


def lay_out(
    size: tuple[int, int], scale: float, left: bool = True, right: bool = True, over: Over = "", *, tall: bool = False
) -> Layout:
    """The parts of a window.

    Args:
        size: Pixels.
        scale: Of letters and panels.
        left: The left panel is wanted beside the table.
        right: The right panel is.
        over: This panel is wanted over the table, if it does not stand beside it.
        tall: The prompt is that of a battle by turns.
    """
    width, height = size
    top = min(round(TOP * scale), height)
    bottom = min(round((TALL_BOTTOM if tall else BOTTOM) * scale), max(height - round(TOP * scale), 0))
    usual_left, usual_right = round(LEFT * scale), round((RIGHT if width >= 1400 * scale else NARROW_RIGHT) * scale)
    wide_left, wide_right = usual_left if left else 0, usual_right if right else 0
    least = round(LEAST_TABLE * scale)
    if width - wide_left - wide_right < least:
        wide_left = 0
    strip = 0 if wide_left else min(round(STRIP * scale), width - 1)
    if width - strip - wide_left - wide_right < least:
        wide_right = 0
    beside = strip + wide_left
    across, down = width - beside - wide_right, max(height - top - bottom, 1)
    over = "" if (over == "left" and wide_left) or (over == "right" and wide_right) else over
    if over == "left":
        wide_left = min(usual_left, width - strip)
    elif over == "right":
        wide_right = min(usual_right, width - strip)
    return Layout(
        top=(0, 0, width, top),
        strip=(0, top, strip, height - top),
        left=(strip, top, wide_left, down if over == "left" else height - top),
        table=(beside, top, max(across, 1), down),
        bottom=(beside, top + down, max(across, 1), bottom),
        right=(width - wide_right, top, wide_right, down if over == "right" else height - top),
        over=over,
    )


def has_room(size: tuple[int, int], scale: float, left: bool, right: bool, panel: Over) -> bool:
    """Whether a panel can stand beside the table, given whether each of the two is wanted there."""
    if panel == "left":
        return lay_out(size, scale, True, right).left[2] > 0
    return lay_out(size, scale, left, True).right[2] > 0
