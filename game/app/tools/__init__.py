"""The tools of the table, in the order of the tool bar."""

from __future__ import annotations

from game.app.play.replay import ReplayTool
from game.app.select import SelectTool
from game.app.tool import Tool
from game.app.tools.fall import FallTool
from game.app.tools.look import LookTool
from game.app.tools.move import MoveTool
from game.app.tools.place import PlaceTool
from game.app.tools.ruler import RulerTool


def every_tool() -> tuple[Tool, ...]:
    """A new set of tools: select, fall, move, ruler, look, place, replay."""
    return (SelectTool(), FallTool(), MoveTool(), RulerTool(), LookTool(), PlaceTool(), ReplayTool())
