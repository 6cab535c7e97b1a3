"""The dialog that begins a battle from the table as it stands: who plays which side, and who throws the dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.app.paint import Paint
from game.app.screens.screen import Desk, Dialog
from game.app.tool import Key
from game.battle.phases import PHASES
from game.engine.session import Session
from game.errors import GiantfallError
from game.players.roster import PERSON
from game.render.theme import SMALL_TEXT, TEXT, side_styles
from game.rules.turn import is_played

PLAYERS = ((PERSON, "A person"), ("bot:simple", "Simple bot"), ("bot:random", "Random bot"))
"""Who can play a side."""
CONTENTS = {"movement": "charges, panic, flight, rallying"}
"""What a phase is about, where its name does not say it."""


def played_so_far() -> str:
    """Which phases of the turn are played and which pass without anything happening; "" if none does."""
    played = [f"{one.name} ({CONTENTS[one.id]})" if one.id in CONTENTS else one.name
              for one in PHASES if is_played(one.id)]  # fmt: skip
    passed = [one.name for one in PHASES if not is_played(one.id)]
    if not passed:
        return ""
    only = "this phase is" if len(played) == 1 else "these phases are"
    return f"So far only {only} played: {_listed(played)}. {_listed(passed)} {'pass' if len(passed) > 1 else 'passes'}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


class BeginBattle(Dialog):
    """Asks who plays, and begins.

    Attributes:
        players: By the id of a side.
        by_hand: A person throws the dice.
        fault: Why it cannot begin, or "".
    """

    needs = (560.0, 370.0)

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self.session = session
        known = [name for name, _ in PLAYERS]
        sides = session.state.sides
        self.players = {side.id: side.player if side.player in known else PERSON for side in sides}
        self.by_hand = False
        self.fault = ""

    def key(self, key: Key) -> bool:
        """Enter begins."""
        if key.name == "return":
            self._begin()
            return True
        return False

    def _begin(self) -> None:
        try:
            self.desk.begin_battle(self.session.state, self.session.seed, self.players, by_hand=self.by_hand)
        except GiantfallError as error:
            self.fault, self.stale = str(error), True

    def _set(self, side: str, player: str) -> None:
        self.players[side] = player

    def _set_hand(self, by_hand: bool) -> None:
        self.by_hand = by_hand

    def paint(self, paint: Paint) -> None:
        """A row for each side, a row for the dice, and the button."""
        state = self.session.state
        left, top, width, _ = self.frame(paint, paint.px(540), paint.px(350), "Begin the battle")
        palette, styles = paint.palette, side_styles(state.sides)
        turns = f"{state.turns} turns" if state.turns != 1 else "1 turn"
        words = f"From the table as it stands, {turns}. The table in free play stays as it is."
        paint.text(left, top + paint.px(2), words, SMALL_TEXT, palette.dim, width=width)
        for number, line in enumerate(paint.wrapped(played_so_far(), width, SMALL_TEXT)):
            paint.text(left, top + paint.px(22 + 17 * number), line, SMALL_TEXT, palette.dim)
        y, row = top + paint.px(66), paint.px(40)
        for side in state.sides:
            paint.swatch(left, y + (row - paint.px(14)) / 2, paint.px(14), styles[side.id])
            paint.text(left + paint.px(24), y + row / 2, side.name, TEXT, width=width - paint.px(360))
            for number, (player, label) in enumerate(PLAYERS):
                box = (
                    left + width - paint.px(330) + number * paint.px(112),
                    y + paint.px(4),
                    paint.px(106),
                    paint.px(32),
                )
                lit = self.players[side.id] == player
                paint.button(box, label, partial(self._set, side.id, player), lit=lit, size=SMALL_TEXT + 1)
                paint.rename(f"{side.id} {player}")
            y += row
        paint.text(left, y + row / 2, "Dice", TEXT)
        for number, (by_hand, label) in enumerate(((False, "Giantfall throws"), (True, "I throw them"))):
            box = (left + width - paint.px(330) + number * paint.px(168), y + paint.px(4), paint.px(162), paint.px(32))
            paint.button(box, label, partial(self._set_hand, by_hand), lit=self.by_hand == by_hand, size=SMALL_TEXT + 1)
        self._foot(paint, left, width)

    def _foot(self, paint: Paint, left: float, width: float) -> None:
        high, wide = paint.px(40), paint.px(120)
        low = self.box[1] + self.box[3] - paint.px(18) - high
        right = left + width
        paint.button((right - wide, low, wide, high), "Begin", self._begin, "Enter", primary=True)
        paint.button((right - 2 * wide - paint.px(10), low, wide, high), "Cancel", lambda: self.desk.close(self), "Esc")
        room = width - 2 * wide - paint.px(30)
        for number, line in enumerate(paint.wrapped(self.fault, room, SMALL_TEXT, 3) if self.fault else ()):
            paint.text(left, low + paint.px(6 + 17 * number), line, SMALL_TEXT, paint.palette.harm)
