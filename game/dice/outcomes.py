"""What every kind of roll is: numbers from a source in, a value and the faces out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

V = TypeVar("V")
Faces = tuple[float, ...]

D6 = (1, 2, 3, 4, 5, 6)
D3 = (1, 1, 2, 2, 3, 3)
"""The six faces of a die read as a D3 (GEN-02)."""
ARTILLERY = (2, 4, 6, 8, 10, 0)
"""The artillery die; 0 stands for the Misfire (GEN-03)."""


class Source(Protocol):
    """Something that gives fair numbers: a seed, a person's hand, a script."""

    def below(self, n: int) -> int:
        """A whole number in [0, n), all equally likely."""

    def turn(self) -> float:
        """A direction in [0, 360) degrees, uniform."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[V]):
    """What a roll came to.

    Attributes:
        value: What the procedure may use.
        faces: The dice (or the angle) as they fell; empty when an enumerator answered.
    """

    value: V
    faces: Faces = ()


class Kind(Protocol[V]):
    """A kind of roll."""

    def roll(self, source: Source) -> Outcome[V]:
        """Roll it with numbers from ``source``."""

    def read(self, faces: Faces) -> Outcome[V]:
        """The outcome of these faces, as they lie on a real table or stand in a save.

        Raises:
            ValueError: The faces are not possible; the message says what is.
        """

    def branches(self) -> Sequence[tuple[V, float]]:
        """Every value that can come up, with its chance; the chances add up to 1."""
