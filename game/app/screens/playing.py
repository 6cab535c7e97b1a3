"""What goes on by itself on a battle's screen: bots that play, a replay that runs; and dice that are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.app.paint import Spot
from game.app.play.bots import Bots
from game.app.play.pace import Pace
from game.app.play.replay import ReplayTool
from game.app.play.throwing import NeedsDiceError, Thrown
from game.app.screens.throw_dice import ThrowDice
from game.app.tool import Prompt

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


class Playing:
    """Bots, the replay and dice by hand of a battle's screen.

    Attributes:
        bots: Who plays which side; nobody in free play.
    """

    def __init__(self, screen: BattleScreen, bots: Bots) -> None:
        self.bots = bots
        self._screen = screen
        self._slide: Spot | None = None

    @property
    def replay(self) -> ReplayTool:
        """The tool that walks through the battle."""
        return next(tool for tool in self._screen.tools if isinstance(tool, ReplayTool))

    @property
    def pace(self) -> Pace:
        """How fast things go on."""
        return self.replay.pace if self._screen.view.until is not None else self.bots.pace

    def pass_time(self, seconds: float) -> bool:
        """Bots play, or a replay runs; True: more is to come soon."""
        view = self._screen.view
        goes_on = self.replay.pass_time if view.until is not None else self.bots.pass_time
        more = goes_on(view, seconds)
        self._screen.follow()
        return more

    def prompt(self) -> Prompt:
        """What the prompt says: what is being shown just now, or what the tool in hand has to ask."""
        screen = self._screen
        asked, shown = screen.tool.prompt(screen.view), screen.showing.prompt()
        if shown is None or screen.view.until is not None:
            return asked
        return replace(shown, head=asked.head, buttons=self.bots.buttons() if self.bots.asked(screen.view) else ())

    def hold(self, slider: Spot, x: float) -> None:
        """The line of the replay is taken at this place."""
        self._slide = slider
        self.slides(x, held=True)

    def slides(self, x: float, held: bool) -> bool:
        """The mouse moved; True: it holds the line of the replay."""
        if self._slide is None or not held:
            self._slide = None
            return False
        left, _, width, _ = self._slide.box
        self.replay.slide(self._screen.view, (x - left) / width)
        return True

    def ask_dice(self, need: NeedsDiceError, then: Callable[[Thrown | None], None]) -> None:
        """Ask for a throw; bots wait until they are told to go on when nobody throws."""

        def thrown(throw: Thrown | None) -> None:
            if throw is None:
                self.bots.pace.runs = False
            self._screen.safely(lambda: then(throw))
            self._screen.follow()

        desk = self._screen.desk
        desk.show(ThrowDice(desk, self._screen.view.state, need, thrown))
