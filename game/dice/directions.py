"""Directions: a uniform angle, and the scatter die with its arrow (GEN-03)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.dice.outcomes import D6, Faces, Outcome, Source


@dataclass(frozen=True, slots=True)
class Angle:
    """A direction over the full circle (GEN-03); value: the angle in degrees.

    Attributes:
        arcs: ``(start, end, label)`` in degrees, start < end, together the full circle: where the outcome changes. The
            arcs with the same label have the same outcome, so an enumerator takes one direction for all of them.
    """

    arcs: tuple[tuple[float, float, int], ...] = ((0.0, 360.0, 0),)
    kind: Literal["angle"] = "angle"

    def roll(self, source: Source) -> Outcome[float]:
        """A uniform direction, to six decimals."""
        return self.read((round(source.turn(), 6) % 360.0,))

    def read(self, faces: Faces) -> Outcome[float]:
        """This direction."""
        if len(faces) != 1 or not 0 <= faces[0] < 360:
            raise ValueError(f"one direction from 0 to below 360 degrees is needed, not {list(faces)}")
        return Outcome(faces[0], faces)

    def branches(self) -> Sequence[tuple[float, float]]:
        """One direction for each label: the middle of its widest arc."""
        widest: dict[int, tuple[float, float]] = {}
        share: dict[int, float] = {}
        for start, end, label in self.arcs:
            share[label] = share.get(label, 0.0) + (end - start) / 360.0
            if label not in widest or end - start > widest[label][1] - widest[label][0]:
                widest[label] = (start, end)
        return [((widest[label][0] + widest[label][1]) / 2 % 360.0, chance) for label, chance in share.items()]


@dataclass(frozen=True, slots=True)
class Scattered:
    """What the scatter die shows: an arrow or a Hit!, which has a small arrow of its own (GEN-03)."""

    hit: bool
    angle: float


@dataclass(frozen=True, slots=True)
class Scatter:
    """The scatter die, where a rule tells its Hit! from its arrows (TPL-05): four faces of six are arrows.

    Where only a direction is asked for, every face gives one: that is :class:`Angle`.

    Attributes:
        arcs: As of :class:`Angle`: where the outcome changes with the direction.
    """

    arcs: tuple[tuple[float, float, int], ...] = ((0.0, 360.0, 0),)
    kind: Literal["scatter"] = "scatter"

    def roll(self, source: Source) -> Outcome[Scattered]:
        """A face and a uniform direction."""
        face = source.below(6) + 1
        return self.read((face, *Angle().roll(source).faces))

    def read(self, faces: Faces) -> Outcome[Scattered]:
        """Faces 5 and 6 are Hit!; the second number is the direction of the arrow."""
        if len(faces) != 2 or faces[0] not in D6:
            raise ValueError(f"a face from 1 to 6 (5 and 6: Hit!) and a direction are needed, not {list(faces)}")
        return Outcome(Scattered(faces[0] >= 5, Angle().read(faces[1:]).value), faces)

    def branches(self) -> Sequence[tuple[Scattered, float]]:
        """Arrow or Hit!, for each label of the arcs."""
        turns = Angle(self.arcs).branches()
        return [
            (Scattered(hit, angle), share * chance)
            for hit, share in ((False, 2 / 3), (True, 1 / 3))
            for angle, chance in turns
        ]
