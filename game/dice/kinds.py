"""Kinds of rolls: what a procedure of the rules asks of the dice, and what it may learn from them.

A kind pools what makes no difference: a procedure that asks ``Count(20, 4)`` learns how many of twenty dice came up
4 or more, never which. So an enumerator walks 21 branches, while a seeded roll still shows twenty faces in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Literal

from game.dice.directions import Angle, Scatter
from game.dice.outcomes import ARTILLERY, D6, Faces, Outcome, Source


def _need_dice(faces: Faces, n: int) -> tuple[int, ...]:
    if len(faces) != n or any(face not in D6 for face in faces):
        raise ValueError(f"{n} {'die' if n == 1 else 'dice'} with faces 1 to 6 are needed, not {list(faces)}")
    return tuple(int(face) for face in faces)


def _throw(n: int, source: Source) -> Faces:
    return tuple(source.below(6) + 1 for _ in range(n))


@lru_cache(maxsize=4096)
def _sums(dice: int, faces: tuple[int, ...], drop_lowest: int, drop_highest: int) -> tuple[tuple[int, float], ...]:
    """Distribution of the sum of the kept dice, exact in whole numbers until the last division."""
    states: dict[tuple[int, ...], int] = {(): 1}
    if drop_lowest or drop_highest:
        for _ in range(dice):
            grown: dict[tuple[int, ...], int] = {}
            for held, ways in states.items():
                for face in faces:
                    key = tuple(sorted((*held, face)))
                    grown[key] = grown.get(key, 0) + ways
            states = grown
        totals: dict[int, int] = {}
        for held, ways in states.items():
            total = sum(held[drop_lowest : len(held) - drop_highest])
            totals[total] = totals.get(total, 0) + ways
    else:
        totals = {0: 1}
        for _ in range(dice):
            added: dict[int, int] = {}
            for total, ways in totals.items():
                for face in faces:
                    added[total + face] = added.get(total + face, 0) + ways
            totals = added
    every = len(faces) ** dice
    return tuple((total, ways / every) for total, ways in sorted(totals.items()))


@dataclass(frozen=True, slots=True)
class Dice:
    """``n`` separate D6 of which every face matters; value: their faces. Dear to enumerate: 6 to the n."""

    n: int = 1
    kind: Literal["dice"] = "dice"

    def roll(self, source: Source) -> Outcome[tuple[int, ...]]:
        """Roll ``n`` dice."""
        return self.read(_throw(self.n, source))

    def read(self, faces: Faces) -> Outcome[tuple[int, ...]]:
        """Faces as given."""
        return Outcome(_need_dice(faces, self.n), faces)

    def branches(self) -> Sequence[tuple[tuple[int, ...], float]]:
        """All 6**n throws."""
        throws: list[tuple[int, ...]] = [()]
        for _ in range(self.n):
            throws = [(*throw, face) for throw in throws for face in D6]
        return [(throw, 1 / len(throws)) for throw in throws]


@dataclass(frozen=True, slots=True)
class Total:
    """``n`` dice added up; value: the sum.

    Attributes:
        n: Dice.
        faces: What each of the six faces is worth: :data:`D6`, :data:`D3`, or a D3 capped at a model's Wounds.
        drop_lowest: So many lowest dice do not count.
        drop_highest: So many highest dice do not count.
        cap: More than this makes no difference: the value is at most so much.
    """

    n: int
    faces: tuple[int, ...] = D6
    drop_lowest: int = 0
    drop_highest: int = 0
    cap: int = 1_000_000
    kind: Literal["total"] = "total"

    def roll(self, source: Source) -> Outcome[int]:
        """Roll and add."""
        return self.read(_throw(self.n, source))

    def read(self, faces: Faces) -> Outcome[int]:
        """Add the kept faces."""
        worth = sorted(self.faces[face - 1] for face in _need_dice(faces, self.n))
        return Outcome(min(self.cap, sum(worth[self.drop_lowest : self.n - self.drop_highest])), faces)

    def branches(self) -> Sequence[tuple[int, float]]:
        """Every sum."""
        sums = _sums(self.n, self.faces, self.drop_lowest, self.drop_highest)
        if sums[-1][0] <= self.cap:
            return sums
        below = [(total, chance) for total, chance in sums if total < self.cap]
        return [*below, (self.cap, sum(chance for total, chance in sums if total >= self.cap))]


@dataclass(frozen=True, slots=True)
class AtMost:
    """A test: passed if the total is at most ``limit``; value: passed or not. Two branches."""

    total: Total
    limit: int
    kind: Literal["at-most"] = "at-most"

    def roll(self, source: Source) -> Outcome[bool]:
        """Roll the total and compare."""
        return self.read(_throw(self.total.n, source))

    def read(self, faces: Faces) -> Outcome[bool]:
        """Compare the total of these faces."""
        return Outcome(self.total.read(faces).value <= self.limit, faces)

    def branches(self) -> Sequence[tuple[bool, float]]:
        """Passed and failed, if they can come up."""
        passed = sum(chance for total, chance in self.total.branches() if total <= self.limit)
        failed = sum(chance for total, chance in self.total.branches() if total > self.limit)
        return [(value, chance) for value, chance in ((True, passed), (False, failed)) if chance]


@dataclass(frozen=True, slots=True)
class Count:
    """``n`` dice of which only the number of successes matters; value: how many show ``needed`` or more.

    ``needed`` lies in 2 to 6; 7 means that nothing succeeds, 1 that everything does.
    """

    n: int
    needed: int
    kind: Literal["count"] = "count"

    def roll(self, source: Source) -> Outcome[int]:
        """Roll and count."""
        return self.read(_throw(self.n, source))

    def read(self, faces: Faces) -> Outcome[int]:
        """Count the successes among these faces."""
        return Outcome(sum(face >= self.needed for face in _need_dice(faces, self.n)), faces)

    def branches(self) -> Sequence[tuple[int, float]]:
        """Binomial: n + 1 branches at most."""
        return _binomial(self.n, 7 - min(max(self.needed, 1), 7))


@lru_cache(maxsize=4096)
def _binomial(n: int, good: int) -> tuple[tuple[int, float], ...]:
    counts = ((k, comb(n, k) * good**k * (6 - good) ** (n - k)) for k in range(n + 1))
    return tuple((k, ways / 6**n) for k, ways in counts if ways)


@dataclass(frozen=True, slots=True)
class Tally:
    """``n`` dice counted by how high they show; value: for each bound, how many show it or more.

    Attributes:
        n: Dice.
        bounds: Rising faces, such as what wounds and what kills outright; 7 is shown by none.
    """

    n: int
    bounds: tuple[int, ...]
    kind: Literal["tally"] = "tally"

    def roll(self, source: Source) -> Outcome[tuple[int, ...]]:
        """Roll and count."""
        return self.read(_throw(self.n, source))

    def read(self, faces: Faces) -> Outcome[tuple[int, ...]]:
        """Count these faces."""
        dice = _need_dice(faces, self.n)
        return Outcome(tuple(sum(face >= bound for face in dice) for bound in self.bounds), faces)

    def branches(self) -> Sequence[tuple[tuple[int, ...], float]]:
        """Of those that reach a bound so many reach the next one: a chain of binomials."""
        ends: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        before = 1
        for bound in self.bounds:
            good, of = 7 - min(max(bound, 1), 7), 7 - min(max(before, 1), 7)
            ends = [
                ((*counts, more), chance * its)
                for counts, chance in ends
                for more, its in _share(counts[-1] if counts else self.n, good, of)
            ]
            before = bound
        return ends


@lru_cache(maxsize=4096)
def _share(n: int, good: int, of: int) -> tuple[tuple[int, float], ...]:
    """How many of ``n`` succeed when ``good`` of ``of`` faces do."""
    counts = ((k, comb(n, k) * good**k * (of - good) ** (n - k)) for k in range(n + 1))
    return tuple((k, ways / of**n if n else 1.0) for k, ways in counts if ways)


ARTILLERY_DIE = Total(1, ARTILLERY)
"""One artillery die: its inches, or 0 for the Misfire (GEN-03)."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of ``n`` candidates, all equally likely (GEN-08); value: its number from 0."""

    n: int
    kind: Literal["one-of"] = "one-of"

    def roll(self, source: Source) -> Outcome[int]:
        """Pick one."""
        picked = source.below(self.n)
        return Outcome(picked, (picked + 1,))

    def read(self, faces: Faces) -> Outcome[int]:
        """The candidate with this number; faces count from 1."""
        if len(faces) != 1 or faces[0] not in range(1, self.n + 1):
            raise ValueError(f"one number from 1 to {self.n} is needed, not {list(faces)}")
        return Outcome(int(faces[0]) - 1, faces)

    def branches(self) -> Sequence[tuple[int, float]]:
        """All of them."""
        return [(i, 1 / self.n) for i in range(self.n)]


@dataclass(frozen=True, slots=True)
class Draw:
    """``take`` different candidates out of several groups at random; value: how many of each group.

    Who is interchangeable stands in one group, so enumerating needs few branches; the faces are the candidates drawn,
    counted from 1 through all groups.
    """

    take: int
    groups: tuple[int, ...]
    kind: Literal["draw"] = "draw"

    def roll(self, source: Source) -> Outcome[tuple[int, ...]]:
        """Draw without putting back."""
        left = list(range(1, sum(self.groups) + 1))
        return self.read(tuple(left.pop(source.below(len(left))) for _ in range(min(self.take, len(left)))))

    def read(self, faces: Faces) -> Outcome[tuple[int, ...]]:
        """Count these candidates by group."""
        every = sum(self.groups)
        if len(faces) != min(self.take, every) or len(set(faces)) != len(faces):
            raise ValueError(f"{min(self.take, every)} different candidates are needed, not {list(faces)}")
        if any(face not in range(1, every + 1) for face in faces):
            raise ValueError(f"candidates count from 1 to {every}, found {list(faces)}")
        counts, start = [], 0
        for size in self.groups:
            counts.append(sum(start < face <= start + size for face in faces))
            start += size
        return Outcome(tuple(counts), faces)

    def branches(self) -> Sequence[tuple[tuple[int, ...], float]]:
        """Multivariate hypergeometric."""
        every = sum(self.groups)
        take = min(self.take, every)

        def split(groups: tuple[int, ...], rest: int) -> Iterator[tuple[tuple[int, ...], int]]:
            if len(groups) == 1:
                if rest <= groups[0]:
                    yield (rest,), comb(groups[0], rest)
                return
            for here in range(min(groups[0], rest) + 1):
                for tail, ways in split(groups[1:], rest - here):
                    yield (here, *tail), comb(groups[0], here) * ways

        return [(counts, ways / comb(every, take)) for counts, ways in split(self.groups, take)]


AnyKind = Dice | Total | AtMost | Count | Tally | Angle | Scatter | OneOf | Draw
