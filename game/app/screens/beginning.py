"""The screen of a battle, whatever its flow; and how a battle by turns begins, dice by hand included."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from game.app.play.begin import battle_tools, bots_of, players_of
from game.app.play.throwing import HandDice, NeedsDiceError, Thrown
from game.app.screens.battle import BattleScreen
from game.app.screens.screen import Desk
from game.app.screens.throw_dice import ThrowDice
from game.app.tool import Tool
from game.battle.state import State
from game.engine.opening import battle_session
from game.engine.session import Session
from game.engine.tape import SeededDice
from game.rules.free_play import free_play


class Begun(Protocol):
    """Takes a battle that has begun."""

    def __call__(self, session: Session, *, by_hand: bool) -> None:
        """Show it; ``by_hand``: a person throws the dice."""


def screen_of(
    desk: Desk,
    session: Session,
    tools: Callable[[], tuple[Tool, ...]],
    scenario: Path | None = None,
    file: Path | None = None,
) -> BattleScreen:
    """The screen of a battle: with these tools in free play, or with those of a battle by turns.

    Raises:
        InputError: A side is played by nobody there is.
    """
    if session.flow is free_play:
        return BattleScreen(desk, session, tools(), scenario, file)
    bots = bots_of(players_of(session.start), session.seed)
    return BattleScreen(desk, session, battle_tools(bots), scenario, file, bots)


def begin_by_turns(desk: Desk, state: State, seed: int, thrown: tuple[Thrown, ...] | None, then: Begun) -> None:
    """Begin a battle, as soon as the dice are thrown that fall before its first question.

    Args:
        desk: The window, which asks for them.
        state: The table.
        seed: Of the dice.
        thrown: What a person has thrown so far; None: the seed throws.
        then: Takes the battle.

    Raises:
        GiantfallError: It cannot be played.
    """
    try:
        session = battle_session(state, seed, dice=None if thrown is None else HandDice(thrown))
    except NeedsDiceError as need:

        def go_on(throw: Thrown | None) -> None:
            if throw is not None:
                begin_by_turns(desk, state, seed, (*(thrown or ()), throw), then)

        desk.show(ThrowDice(desk, state, need, go_on))
        return
    session.dice = SeededDice()
    then(session, by_hand=thrown is not None)
