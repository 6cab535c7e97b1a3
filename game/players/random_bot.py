"""A bot that does anything that is allowed, all of it equally likely."""

from __future__ import annotations

from game.battle.decision import Choice
from game.dice import RollKey, Stream
from game.players.player import NoAnswerError, View


class RandomBot:
    """Answers at random, from numbers of its own: the dice of the battle are never touched.

    Args:
        seed: Of its numbers.
    """

    name = "bot:random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def answer(self, view: View) -> Choice:
        """One of the legal answers.

        Raises:
            NoAnswerError: There is none.
        """
        decision, clock = view.decision, view.state.clock
        name = f"{self.name} {decision.kind}"
        source = Stream(self.seed, 0, RollKey(clock.turn, decision.side, name, decision.unit, view.answered))
        samples = decision.samples(view.state, source)
        if not samples:
            raise NoAnswerError(f"'{decision.kind}' offers nothing to choose")
        return samples[source.below(len(samples))]
