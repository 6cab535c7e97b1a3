"""The players there are, by the names that scenarios and the command line give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.battle.state import State
from game.catalogue.names import did_you_mean
from game.errors import InputError
from game.players.player import Player
from game.players.random_bot import RandomBot
from game.players.simple_bot import SimpleBot

PERSON = "human"
"""How a scenario names a person."""
BOTS: Mapping[str, Callable[[int], Player]] = {"bot:simple": lambda _: SimpleBot(), "bot:random": RandomBot}
"""Makes of a seed the bot of this name."""
STAND_IN = "bot:simple"
"""Who plays for a person where there is no window."""


def player_named(name: str, seed: int = 0) -> Player:
    """The player of this name; of a person the bot that stands in.

    Args:
        name: ``human`` or ``bot:NAME``.
        seed: Of the bot's own numbers, if it takes any: the battle's will do, whose dice have keys of their own.

    Raises:
        InputError: There is no such player.
    """
    make = BOTS.get(STAND_IN if name == PERSON else name)
    if make is None:
        near = did_you_mean(name, BOTS) or f"; there are {', '.join(BOTS)}"
        raise InputError.of(f"there is no player '{name}'{near}", key="player")
    return make(seed)


def players_of(state: State, others: Mapping[str, str] | None = None, seed: int = 0) -> dict[str, Player]:
    """Who plays each side without a window.

    Args:
        state: The battle; its sides name their players.
        others: By the id of a side: who plays it instead.
        seed: Of the bots' own numbers.

    Raises:
        InputError: There is no such player, or no such side.
    """
    others = others or {}
    ids = [side.id for side in state.sides]
    for side in others:
        if side not in ids:
            near = did_you_mean(side, ids) or f"; the sides are {', '.join(ids)}"
            raise InputError.of(f"there is no side '{side}'{near}", key="player")
    return {side.id: player_named(others.get(side.id, side.player), seed) for side in state.sides}
