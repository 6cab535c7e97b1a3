"""Numbers with dice in them, as special rules and profiles print them: ``3``, ``D6``, ``2D6+1`` (GEN-02)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from game.battle.event import Throw
from game.battle.procedure import Procedure, roll
from game.dice import D3, D6, Total

_AMOUNT = re.compile(r"(?:(\d*)D([36]))?([+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, dice, or both.

    Attributes:
        plus: The number.
        dice: How many dice are added to it.
        faces: What each face of one of them is worth.
    """

    plus: int = 0
    dice: int = 0
    faces: tuple[int, ...] = D6

    @property
    def mean(self) -> float:
        """What it comes to on average."""
        return self.plus + self.dice * sum(self.faces) / 6

    @property
    def most(self) -> int:
        """The highest it can come to."""
        return self.plus + self.dice * max(self.faces)

    def more(self, number: int) -> Amount:
        """So many more."""
        return Amount(self.plus + number, self.dice, self.faces)

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        dice = f"{self.dice if self.dice > 1 else ''}D{max(self.faces)}"
        return f"{dice}{self.plus:+d}" if self.plus else dice


@lru_cache(maxsize=256)
def read_amount(text: int | str) -> Amount:
    """The amount that this text prints.

    Raises:
        ValueError: It is no number and no dice.
    """
    match = _AMOUNT.fullmatch(str(text).strip())
    if match is None or not str(text).strip():
        raise ValueError(f"'{text}' is no amount such as 3, D6 or 2D6+1")
    dice = int(match[1] or 1) if match[2] else 0
    return Amount(int(match[3] or 0), dice, D3 if match[2] == "3" else D6)


def roll_amount(name: str, unit: str, amount: Amount, times: int = 1) -> Procedure[tuple[int, tuple[Throw, ...]]]:
    """What so many of it come to together, and the dice; without dice nothing is rolled.

    Args:
        name: Name of the roll.
        unit: Id of the unit that rolls.
        amount: What each of them is.
        times: How many of them.
    """
    fixed = amount.plus * times
    if not amount.dice or not times:
        return fixed, ()
    rolled = yield from roll(name, unit, Total(amount.dice * times, amount.faces))
    each = f"{amount} each" if times > 1 else str(amount)
    return rolled.value + fixed, (Throw(name, rolled.faces, why=(each,)),)
