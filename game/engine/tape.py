"""The tape: everything that came into a battle from outside, in order. State at the start + tape = the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.battle.decision import Choice
from game.battle.procedure import Roll
from game.dice import Faces, RollKey, Stream
from game.errors import GiantfallError


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell.

    Attributes:
        name: Name of the roll.
        unit: Unit that rolled, or "".
        faces: As they fell.
        reason: Why the seed did not give them: ``script`` or ``hand``; "" if it did.
    """

    name: str
    unit: str
    faces: Faces
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice that was made.

    Attributes:
        decision: Kind of the decision.
        unit: Unit that it was about, or "".
        choice: The answer.
        by: ``person``, or who else answered (``bot:simple``, ``script``).
    """

    decision: str
    unit: str
    choice: Choice
    by: str = "person"


@dataclass(frozen=True, slots=True)
class NewDice:
    """Other dice from here on."""

    salt: int


Entry = Rolled | Chosen | NewDice


class DiceSource(Protocol):
    """Where the faces of a live roll come from."""

    def faces(self, roll: Roll, seed: int, salt: int, key: RollKey) -> tuple[Faces, str]:
        """The faces and the reason that goes on the tape."""


class SeededDice:
    """Dice from the battle's seed."""

    def faces(self, roll: Roll, seed: int, salt: int, key: RollKey) -> tuple[Faces, str]:
        """A pure function of seed, salt and key."""
        return roll.kind.roll(Stream(seed, salt, key)).faces, ""


class MissingDiceError(GiantfallError):
    """A scripted battle rolled something that its script does not give."""


class ScriptedDice:
    """Dice from a script: faces by the name of the roll, with ``@unit`` where several roll.

    Args:
        script: Lists of numbers; each roll takes as many as it needs from the front of its list.
        unscripted: What a roll without a script (or with none left) does: ``fail`` or ``seed``.

    Attributes:
        left: What has not been rolled yet.
    """

    def __init__(self, script: Mapping[str, Sequence[float]], unscripted: str = "fail") -> None:
        self.left = {name: list(faces) for name, faces in script.items() if faces}
        self.unscripted = unscripted

    def faces(self, roll: Roll, seed: int, salt: int, key: RollKey) -> tuple[Faces, str]:
        """The next faces of this roll's list.

        Raises:
            MissingDiceError: There are not enough of them, or the roll can't show them.
        """
        for name in (f"{roll.name} @{roll.unit}", roll.name):
            if name not in self.left:
                continue
            need = len(roll.kind.roll(Stream(0, 0, key)).faces)
            faces = tuple(int(face) if face == int(face) else float(face) for face in self.left[name][:need])
            del self.left[name][:need]
            if not self.left[name]:
                del self.left[name]
            try:
                roll.kind.read(faces)
            except ValueError as error:
                raise MissingDiceError(f"the scripted roll {name!r}: {error}") from None
            return faces, "script"
        if self.unscripted == "seed":
            return SeededDice().faces(roll, seed, salt, key)
        raise MissingDiceError(f"no scripted dice for the roll {roll.name!r} @{roll.unit}")
