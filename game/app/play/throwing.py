"""Dice by hand: a choice is tried with the dice thrown so far, and again with one throw more until it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.battle.procedure import Roll
from game.battle.state import State
from game.dice import D3, D6, Angle, AtMost, Count, Dice, Draw, Faces, OneOf, RollKey, Scatter, Tally, Total
from game.engine.tape import SeededDice
from game.errors import GiantfallError, InputError

BY_HAND = "hand"
"""The reason that a save gives for dice that a person threw."""
EXAMPLE = "352614"
"""Faces that could be typed, a digit a die."""
LONGEST_TOLD = 24
"""Letters of what was typed that a message repeats at most."""
_DIRECTION = "a direction in degrees from 0 to below 360"


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
        before: The rolls of the same order that were thrown already, each with its faces.
    """

    def __init__(self, roll: Roll, seeded: Faces, before: Sequence[tuple[Roll, Faces]] = ()) -> None:
        super().__init__(f"the roll '{roll.name}' waits for dice")
        self.roll = roll
        self.seeded = seeded
        self.before = tuple(before)


class HandDice:
    """Dice that a person has thrown, in their order; a roll beyond them is asked for.

    Args:
        thrown: One entry a roll.
    """

    def __init__(self, thrown: Sequence[Thrown] = ()) -> None:
        self._left = list(thrown)
        self._used: list[tuple[Roll, Faces]] = []

    def faces(self, roll: Roll, seed: int, salt: int, key: RollKey) -> tuple[Faces, str]:
        """The next throw.

        Raises:
            NeedsDiceError: There is none.
        """
        if not self._left:
            raise NeedsDiceError(roll, SeededDice().faces(roll, seed, salt, key)[0], self._used)
        throw = self._left.pop(0)
        self._used.append((roll, throw.faces))
        return throw.faces, throw.reason


def read_faces(text: str, roll: Roll) -> Faces:
    """Faces as a person types them: numbers with blanks or commas between, which dice can do without.

    Raises:
        InputError: They are no numbers, or the dice of this roll cannot show them; it says what they can.
    """
    typed = words_of(text, roll)
    try:
        numbers = [float(word) for word in typed]
        faces = tuple(int(number) if number.is_integer() and not _turns(roll, i) else number
                      for i, number in enumerate(numbers))  # fmt: skip
        roll.kind.read(faces)
    except (ValueError, OverflowError):
        wrong = f"'{_short(text.strip())}' will not do" if typed else "nothing is typed yet"
        raise InputError.of(f"{wrong}: type {wanted_of(roll)}") from None
    return faces


def words_of(text: str, roll: Roll) -> list[str]:
    """The numbers in what was typed, one a die: ``66`` are two sixes where six-sided dice are thrown."""
    words = text.replace(",", " ").split()
    if not dice_wanted(roll):
        return words
    return [digit for word in words for digit in (word if word.isascii() and word.isdigit() else (word,))]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"


def wanted_of(roll: Roll) -> str:
    """What may be typed for a roll: ``2 numbers from 1 to 6, such as 35 or 3 5``."""
    kind, dice = roll.kind, dice_wanted(roll)
    if dice == 1:
        return "a number from 1 to 6, such as 4"
    if dice:
        shown = min(dice, len(EXAMPLE))
        more = " …" if dice > shown else ""
        return (
            f"{dice} numbers from 1 to 6, such as {EXAMPLE[:shown]}{more.strip()} or {' '.join(EXAMPLE[:shown])}{more}"
        )
    if isinstance(kind, Angle):
        return f"{_DIRECTION}, such as 90"
    if isinstance(kind, Scatter):
        return f"a face from 1 to 6 and {_DIRECTION}, such as 5 90"
    if isinstance(kind, OneOf):
        return f"a number from 1 to {kind.n}"
    assert isinstance(kind, Draw)
    take, every = min(kind.take, sum(kind.groups)), sum(kind.groups)
    return f"{take} different numbers from 1 to {every}" if take > 1 else f"a number from 1 to {every}"


def _turns(roll: Roll, number: int) -> bool:
    """Whether the number of this place is a direction in degrees."""
    return isinstance(roll.kind, Angle) or (isinstance(roll.kind, Scatter) and number == 1)


def dice_wanted(roll: Roll) -> int:
    """How many six-sided dice are thrown; 0: something else is."""
    if isinstance(roll.kind, Dice | Count | Tally | Total):
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
    if isinstance(kind, Tally):
        bounds = ", ".join(f"{bound}+" for bound in kind.bounds if bound <= 6)
        return f"{_dice(kind.n)}; counted: {bounds or 'none'}."
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


def whose_roll(state: State, roll: Roll) -> str:
    """A roll by its name, with the unit that rolls before it: ``Gorak: swing``."""
    return "".join([*(f"{unit.name}: " for unit in state.units if unit.id == roll.unit), roll.name])


def told_throw(state: State, roll: Roll, faces: Faces) -> str:
    """A roll that was thrown: whose, its faces, and what they come to."""
    kind, words = roll.kind, f"{whose_roll(state, roll)} {' '.join(f'{face:g}' for face in faces)}"
    if isinstance(kind, AtMost):
        return f"{words} ({'passed' if kind.read(faces).value else 'failed'})"
    if isinstance(kind, Count):
        return f"{words} ({kind.read(faces).value} of {kind.n})"
    if isinstance(kind, Total) and (kind.n > 1 or kind.faces != D6):
        return f"{words} ({_uncapped(kind).read(faces).value})"
    return words


def _uncapped(total: Total) -> Total:
    """What lies on the table: a cap only spares the rules what makes no difference to them."""
    return Total(total.n, total.faces, total.drop_lowest, total.drop_highest)


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
