"""Whole battles between bots: decisions a second, a bot's order, undo; and how each grows with the units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.state import Clock
from game.engine.opening import battle_session
from game.players.player import play, view_of
from game.players.roster import players_of
from game.players.simple_bot import SimpleBot
from tests.builders import battle, unit

ROWS = ("empire-spearmen", "orc-boyz", "goblin-wolf-riders", "trolls", "goblins")


def two_armies(units: int, turns: int = 2):
    """So many units a side, of five sorts, in lines 24 inches apart on a long table."""
    rows = []
    for side, y, facing in (("red", 12, 90.0), ("blue", 36, 270.0)):
        for number in range(units):
            kind = ROWS[number % len(ROWS)]
            models, files = {"goblin-wolf-riders": (5, 5), "trolls": (3, 3)}.get(kind, (20, 5))
            name = f"{side}-{number:03}"
            rows.append(unit(name, kind, (5 + 8 * number, y), facing, models, files, side=side, command=("musician",)))
    table = battle(*rows)
    return replace(table, width=10.0 + 8 * units, turns=turns, clock=Clock(1, "red", "movement", ""))


@pytest.mark.parametrize("units", [5, 10, 20, 40])
def test_decisions_of_a_bot_battle(measured, units):
    state = two_armies(units)

    def fight():
        session = battle_session(state, 1)
        play(session, players_of(state))
        return session

    session = measured(fight, rounds=2)
    decisions = sum(1 for entry in session.tape if hasattr(entry, "choice"))
    assert session.log[-1].event.kind == "battle-ended"
    assert decisions >= units
    print(f"\n{units} units a side: {decisions} decisions, {len(session.log)} events")


def in_the_middle(units: int):
    """A battle in which the first side has begun its Remaining Moves."""
    session = battle_session(two_armies(units), 1)
    bot = SimpleBot()
    while session.state.clock.step != "remaining-moves":
        session.choose(bot.answer(view_of(session)), "bot:simple")
    return session, bot


@pytest.mark.parametrize("units", [10, 20, 40])
def test_a_bots_order_for_one_unit(measured, units):
    session, bot = in_the_middle(units)
    choice = measured(lambda: bot.answer(view_of(session)), limit=100)
    assert session.faults(choice) == ()


@pytest.mark.parametrize("units", [10, 20, 40])
def test_undo_of_one_decision(measured, units):
    session, bot = in_the_middle(units)
    session.choose(bot.answer(view_of(session)), "person")
    after = len(session.log)

    def undo():
        twin = session.branch()
        assert twin.undo()
        return twin

    twin = measured(undo, limit=5)
    assert len(twin.log) < after
