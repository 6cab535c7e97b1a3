"""Dice by hand: a choice is tried with the dice thrown so far, and again with one throw more until it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.battle.procedure import Roll
from game.dice import Angle, AtMost, Count, Dice, Draw, Faces, OneOf, RollKey, Scatter, Total
from game.dice.kinds import D3, D6
from game.engine.tape import SeededDice
from game.errors import GiantfallError, InputError

BY_HAND = "hand"
"""The reason that a save gives for dice that a person threw."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Faces of one roll, and why the seed did not give them; "" if it did."""

    faces: Faces
    reason: str = BY_HAND


class NeedsDiceError(GiantfallError):
    """A roll waits for a person's dice.

    Attributes:
        roll: The roll.
        seeded: What the seed would give.
    """

    def __init__(self, roll: Roll, seeded: Faces) -> None:
        super().__init__(f"the roll '{roll.name}' waits for dice")
        self.roll = roll
        self.seeded = seeded


class HandDice:
    """Dice that a person has thrown, in their order; a roll beyond them is asked for.

    Args:
        thrown: One entry a roll.
    """

    def __init__(self, thrown: Sequence[Thrown] = ()) -> None:
        self._left = list(thrown)

    def faces(self, roll: Roll, seed: int, salt: int, key: RollKey) -> tuple[Faces, str]:
        """The next throw.

        Raises:
            NeedsDiceError: There is none.
        """
        if not self._left:
            raise NeedsDiceError(roll, SeededDice().faces(roll, seed, salt, key)[0])
        throw = self._left.pop(0)
        return throw.faces, throw.reason


def read_faces(text: str, roll: Roll) -> Faces:
    """Faces as a person types them: numbers with blanks or commas between.

    Raises:
        InputError: They are no numbers, or the dice of this roll cannot show them.
    """
    try:
        numbers = [float(word) for word in text.replace(",", " ").split()]
        faces = tuple(int(number) if number.is_integer() and not _turns(roll, i) else number
                      for i, number in enumerate(numbers))  # fmt: skip
        roll.kind.read(faces)
    except (ValueError, OverflowError) as error:
        words = str(error) if "needed" in str(error) or "count" in str(error) else f"{text.strip()!r} is no number"
        raise InputError.of(words) from None
    return faces


def _turns(roll: Roll, number: int) -> bool:
    """Whether the number of this place is a direction in degrees."""
    return isinstance(roll.kind, Angle) or (isinstance(roll.kind, Scatter) and number == 1)


def dice_wanted(roll: Roll) -> int:
    """How many six-sided dice are thrown; 0: something else is."""
    if isinstance(roll.kind, Dice | Count | Total):
        return roll.kind.n
    return roll.kind.total.n if isinstance(roll.kind, AtMost) else 0


def worth_of(roll: Roll) -> tuple[int, ...]:
    """What each of the six faces counts for."""
    total = roll.kind.total if isinstance(roll.kind, AtMost) else roll.kind
    return total.faces if isinstance(total, Total) else D6


def told_roll(roll: Roll) -> str:
    """What is thrown and what of it counts, in a player's words."""
    kind = roll.kind
    if isinstance(kind, AtMost):
        return f"{_total(kind.total)}; {kind.limit} or less passes."
    if isinstance(kind, Total):
        return f"{_total(kind)}."
    if isinstance(kind, Count):
        return f"{_dice(kind.n)}; {kind.needed}+ succeeds." if kind.needed <= 6 else f"{_dice(kind.n)}; none succeeds."
    if isinstance(kind, Dice):
        return f"{_dice(kind.n)}, each by itself."
    if isinstance(kind, Angle):
        return "A direction in degrees, 0 to below 360, counter-clockwise from the right of the table."
    if isinstance(kind, Scatter):
        return "A face from 1 to 6 (5 and 6: Hit!), then the direction of the arrow in degrees."
    if isinstance(kind, OneOf):
        return f"A number from 1 to {kind.n}."
    assert isinstance(kind, Draw)
    return f"{min(kind.take, sum(kind.groups))} different numbers from 1 to {sum(kind.groups)}."


def _total(total: Total) -> str:
    words = _dice(total.n)
    if total.faces == D3:
        words += " read as D3 (1 2: 1, 3 4: 2, 5 6: 3)"
    for count, which in ((total.drop_lowest, "lowest"), (total.drop_highest, "highest")):
        if count:
            words += f", the {which if count == 1 else f'{count} {which}'} left out"
    return words + (", added up" if total.n > 1 else "")


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"
