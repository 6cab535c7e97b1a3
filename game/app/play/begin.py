"""Beginning a battle in the window: its tools, and what answers for the sides that bots play."""

from __future__ import annotations

from collections.abc import Mapping

from game.app.play.answer import AnswerTool
from game.app.play.bots import Bots
from game.app.play.direction import DirectionTool
from game.app.play.move_orders import MoveOrders
from game.app.play.replay import ReplayTool
from game.app.tool import Tool
from game.app.tools.look import LookTool
from game.app.tools.ruler import RulerTool
from game.battle.state import State
from game.players.roster import PERSON, player_named
from game.rules.remaining import MoveAfterFailedMarch, MoveUnit
from game.rules.special.random_movement import ChooseDirection


def players_of(state: State) -> dict[str, str]:
    """Who plays which side, as the scenario has it."""
    return {side.id: side.player for side in state.sides}


def bots_of(players: Mapping[str, str], seed: int) -> Bots:
    """The bots of a battle; a side of a person has none.

    Raises:
        InputError: There is no bot of such a name.
    """
    bots = {side: player_named(name, seed) for side, name in players.items() if name != PERSON}
    return Bots(players, bots)


def battle_tools(bots: Bots) -> tuple[Tool, ...]:
    """A new set of tools for a battle by turns: orders, ruler, look, replay."""
    moves = MoveOrders()
    own: dict[str, Tool] = {
        ChooseDirection.kind: DirectionTool(),
        MoveUnit.kind: moves,
        MoveAfterFailedMarch.kind: moves,
    }
    return (AnswerTool(bots, own), RulerTool(), LookTool(), ReplayTool())
