"""How fast things go on by themselves: bots that play, a replay that runs."""

from __future__ import annotations

SPEEDS = (1.0, 2.0, 4.0, 0.5)
"""Speeds that a button steps through."""
PAUSE = 0.45
"""Seconds between two orders at speed 1."""


class Pace:
    """Whether something goes on by itself, and how fast.

    Attributes:
        runs: It goes on by itself.
        speed: So many times as fast as usual.
    """

    def __init__(self, *, runs: bool) -> None:
        self.runs = runs
        self.speed = SPEEDS[0]
        self._waited = 0.0

    def is_due(self, seconds: float) -> bool:
        """Let time pass; True: the next order may come. The pause before the one after it begins then."""
        if not self.runs:
            return False
        self._waited += seconds * self.speed
        if self._waited < PAUSE:
            return False
        self._waited = 0.0
        return True

    def rest(self) -> None:
        """The pause begins anew."""
        self._waited = 0.0

    def next_speed(self) -> None:
        """Faster, and after the fastest slow."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]

    @property
    def told(self) -> str:
        """The speed as a button says it."""
        return f"Speed {self.speed:g}×"
