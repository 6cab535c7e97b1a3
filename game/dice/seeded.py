"""Seeded dice: a roll is a pure function of what it is for.

Two battles that differ in one choice share the dice of every later turn, because a roll depends on its name and its
turn, never on how many dice fell before in the battle.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class RollKey:
    """What a roll is for.

    Attributes:
        turn: Game turn.
        side: Side whose player turn it is.
        name: Name of the roll, such as ``"fall test"``.
        unit: Unit that rolls, or "".
        before: How many rolls of this name and unit came before in this player turn.
    """

    turn: int
    side: str
    name: str
    unit: str
    before: int


class Stream:
    """Fair numbers for one roll, drawn from (seed, salt, key)."""

    __slots__ = ("_block", "_bytes", "_key")

    def __init__(self, seed: int, salt: int, key: RollKey) -> None:
        text = f"{seed}\x1f{salt}\x1f{key.turn}\x1f{key.side}\x1f{key.name}\x1f{key.unit}\x1f{key.before}"
        self._key = text.encode()
        self._block = 0
        self._bytes = b""

    def _take(self, n: int) -> int:
        if len(self._bytes) < n:
            block = blake2b(self._key, digest_size=64, salt=self._block.to_bytes(8, "big")).digest()
            self._bytes += block
            self._block += 1
        taken, self._bytes = self._bytes[:n], self._bytes[n:]
        return int.from_bytes(taken, "big")

    def below(self, n: int) -> int:
        """A whole number in [0, n), by rejection: no face is favoured."""
        size = 1 if n <= 256 else 4
        limit = (256**size // n) * n
        while True:
            number = self._take(size)
            if number < limit:
                return number % n

    def turn(self) -> float:
        """A direction in [0, 360) degrees."""
        return self._take(7) / 256**7 * 360.0
