"""Bots in the window: a side that nobody sits at is answered for, one order after another, with a pause between."""

from __future__ import annotations

from collections.abc import Mapping

from game.app.play.pace import Pace
from game.app.tool import Button
from game.app.view import View
from game.players.player import Player, view_of


class Bots:
    """Who plays which side, and the bots' turn.

    Attributes:
        players: By the id of a side: ``human`` or ``bot:NAME``, as the scenario names them.
        pace: Whether they go on by themselves, and how fast.
    """

    def __init__(self, players: Mapping[str, str], bots: Mapping[str, Player]) -> None:
        """Take who plays, and the bot of each side that has one."""
        self.players = dict(players)
        self.pace = Pace(runs=True)
        self._bots = dict(bots)

    def asked(self, view: View) -> str:
        """The bot that the pending decision asks, or "": a person is asked, or nobody."""
        pending = view.session.pending
        return self._bots[pending.side].name if pending is not None and pending.side in self._bots else ""

    def pass_time(self, view: View, seconds: float) -> bool:
        """Give one order when its time has come; True: another one is to come."""
        if not self.asked(view):
            self.pace.rest()
            return False
        if self.pace.is_due(seconds):
            self.give_order(view)
        return self.pace.runs and bool(self.asked(view))

    def give_order(self, view: View) -> None:
        """Let the bot answer what it is asked; one that has no answer, or a forbidden one, stops.

        Raises:
            GiantfallError: It has none.
        """
        pending = view.session.pending
        if pending is None or pending.side not in self._bots:
            return
        bot, ran, self.pace.runs = self._bots[pending.side], self.pace.runs, False
        if view.choose(bot.answer(view_of(view.session)), bot.name):
            self.pace.runs = ran

    def pause(self, view: View) -> None:
        """Stop them, or let them go on."""
        self.pace.runs = not self.pace.runs
        view.redraw()

    def faster(self, view: View) -> None:
        """Another speed."""
        self.pace.next_speed()
        view.redraw()

    def buttons(self) -> tuple[Button, ...]:
        """Pause, one order, speed."""
        speed = Button(self.pace.told, "X", self.faster)
        if self.pace.runs:
            return Button("Pause", "P", self.pause, primary=True), speed
        return Button("One order", "Space", self.give_order, primary=True), Button("Go on", "P", self.pause), speed
