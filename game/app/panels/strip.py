"""The strip of tools: stands where the left panel has no room or is not wanted, and brings up the panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.app.keys import label_of
from game.app.paint import Paint
from game.app.tool import Tool
from game.render.camera import Rect
from game.render.theme import SMALL_TEXT, TEXT

ROW = 34.0
"""Pixels at 100 % of a button at most."""
PANELS = (("left-panel", "Tools and units"), ("right-panel", "Card and log"))


def draw_strip(
    paint: Paint,
    box: Rect,
    tools: Sequence[Tool],
    active: Tool,
    take: Callable[[Tool], None],
    perform: Callable[[str], object],
) -> None:
    """Paint it: each tool by its key, and a button for each panel."""
    left, top, width, height = box
    if width <= 0:
        return
    paint.ground(box)
    gap = paint.px(4)
    row = min(paint.px(ROW), (height - gap) / (len(tools) + len(PANELS) + 0.5))
    x, y, wide, high = left + gap, top + gap, width - 2 * gap, row - paint.px(3)
    for tool in tools:
        tip = f"{tool.name}: {tool.hint[:1].lower()}{tool.hint[1:]}"
        paint.button((x, y, wide, high), tool.key.upper(), partial(take, tool), tip=tip, lit=tool is active, size=TEXT)
        paint.rename(f"tool {tool.name}")
        y += row
    y = top + height - len(PANELS) * row
    for action, words in PANELS:
        key = label_of(action)
        paint.button((x, y, wide, high), key, partial(perform, action), tip=f"{words} · {key}", size=SMALL_TEXT)
        paint.rename(action)
        y += row
