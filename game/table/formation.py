"""Bases and the formations in which they stand: who stands where in a unit, in the unit's own frame.

The unit's frame has its origin at the centre of the front edge, the first axis forward, the second to the left.
Models count from 0, front rank first, each rank from its own left (FORM-01, FORM-02).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from game.table.pose import CONTACT, MILLIMETRES_PER_INCH

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Base:
    """A base: width across the front and depth, in inches. A round base has width = depth = its diameter."""

    width: float
    depth: float
    round: bool = False

    @classmethod
    def from_millimetres(cls, width: float, depth: float | None = None) -> Base:
        """A rectangular base of ``width`` x ``depth`` mm, or, without a depth, a round one of that diameter."""
        if depth is None:
            return cls(width / MILLIMETRES_PER_INCH, width / MILLIMETRES_PER_INCH, round=True)
        return cls(width / MILLIMETRES_PER_INCH, depth / MILLIMETRES_PER_INCH)


@dataclass(frozen=True, slots=True)
class Single:
    """A formation of one model."""

    base: Base
    kind: Literal["single"] = "single"

    @property
    def models(self) -> int:
        """Always one."""
        return 1


@dataclass(frozen=True, slots=True)
class Ranked:
    """Models in ranks and files, the last rank centred when it is short (FORM-01, FORM-02).

    Attributes:
        base: The base of the ordinary models.
        models: How many models stand in it, those on other bases included.
        files: Models in a full rank.
        others: ``(model, base)`` for each model on another base, by rising model number. A base that measures whole
            multiples of the ordinary one takes that many places in the ranks; any other stands beside the ranks,
            flush with the front, on the right (CHAR-02).
    """

    base: Base
    models: int
    files: int
    others: tuple[tuple[int, Base], ...] = ()
    kind: Literal["ranked"] = "ranked"

    @property
    def ranks(self) -> int:
        """Number of ranks, the incomplete last one included."""
        return -(-self.models // self.files)

    def complete_ranks(self, least: int) -> int:
        """Ranks that are complete: full ones, and a short last one of at least ``least`` models (FORM-04)."""
        full, rest = divmod(self.models, self.files)
        return full + (1 if least and rest >= least else 0)

    def reranked(self, files: int) -> Ranked:
        """The same models, ``files`` wide."""
        return replace(self, files=files)


@dataclass(frozen=True, slots=True)
class Loose:
    """Models that stand apart: skirmishers, a war machine with its crew (FORM-11).

    Attributes:
        bases: One base a model.
        offsets: ``(forward, left)`` of each base's centre in the unit's frame, inches.
    """

    bases: tuple[Base, ...]
    offsets: tuple[tuple[float, float], ...]
    kind: Literal["loose"] = "loose"

    @property
    def models(self) -> int:
        """Number of models."""
        return len(self.bases)


Formation = Ranked | Loose | Single


def has_files(formation: Formation) -> bool:
    """It stands so many files wide: in ranks, or loosely on bases of one kind."""
    return isinstance(formation, Ranked) or (isinstance(formation, Loose) and len(set(formation.bases)) == 1)


@dataclass(frozen=True, slots=True)
class Bases:
    """Bases as read-only arrays.

    Attributes:
        centre: (n, 2) centres; table inches, or the unit's frame for a :func:`layout`.
        half: (n, 2) half depth (along the facing) and half width; for a round base both are the radius.
        round: (n,) true for round bases.
        facing: Facing of all of them in degrees (0 in the unit's own frame).
    """

    centre: Floats
    half: Floats
    round: Flags
    facing: float

    def __len__(self) -> int:
        return len(self.centre)


def make_bases(centre: Floats, half: Floats, is_round: Flags, facing: float) -> Bases:
    """Bases whose arrays can no longer be written to."""
    for array in (centre, half, is_round):
        array.setflags(write=False)
    return Bases(centre, half, is_round, facing)


def skirmish(base: Base, models: int, files: int, gap: float = 0.5) -> Loose:
    """Skirmishers in a loose grid, ``gap`` inches apart, the last row centred (SPC-05)."""
    offsets = []
    for model in range(models):
        row, column = divmod(model, files)
        in_row = min(files, models - row * files)
        left = ((in_row - 1) / 2 - column) * (base.width + gap)
        offsets.append((-base.depth / 2 - row * (base.depth + gap), left))
    return Loose((base,) * models, tuple(offsets))


def closed_ranks(loose: Loose) -> Ranked:
    """The ranks of skirmishers that close up: base to base, as many files as stand in their front row (SPC-05)."""
    front = max(forward for forward, _ in loose.offsets)
    files = sum(forward >= front - CONTACT for forward, _ in loose.offsets)
    base = loose.bases[0]
    others = tuple((model, one) for model, one in enumerate(loose.bases) if one != base)
    return Ranked(base, loose.models, files, others)


@lru_cache(maxsize=4096)
def layout(formation: Formation) -> Bases:
    """Every model's base in the unit's own frame (forward, left), inches."""
    if isinstance(formation, Single):
        rows = [(-formation.base.depth / 2, 0.0, formation.base)]
    elif isinstance(formation, Loose):
        rows = [(*offset, base) for offset, base in zip(formation.offsets, formation.bases, strict=True)]
    elif formation.others:
        rows = _ranks_with_other_bases(formation)
    else:
        return _plain_ranks(formation)
    return make_bases(
        np.array([row[:2] for row in rows], dtype=np.float64).reshape(-1, 2),
        np.array([(row[2].depth / 2, row[2].width / 2) for row in rows], dtype=np.float64).reshape(-1, 2),
        np.array([row[2].round for row in rows], dtype=np.bool_),
        0.0,
    )


def _plain_ranks(formation: Ranked) -> Bases:
    base, models, files = formation.base, formation.models, formation.files
    rank, file = np.divmod(np.arange(models), files)
    in_rank = np.minimum(files, models - rank * files)
    centre = np.empty((models, 2))
    centre[:, 0] = -base.depth * (rank + 0.5)
    centre[:, 1] = base.width * ((in_rank - 1) / 2 - file)
    half = np.tile([base.depth / 2, base.width / 2], (models, 1))
    return make_bases(centre, half, np.full(models, base.round), 0.0)


def _whole(size: float, unit: float) -> int:
    """How many times ``unit`` goes into ``size`` when it does so exactly, else 0."""
    times = round(size / unit)
    return times if times >= 1 and abs(size - times * unit) <= CONTACT else 0


def _ranks_with_other_bases(formation: Ranked) -> list[tuple[float, float, Base]]:
    cell, files = formation.base, formation.files
    rows: dict[int, tuple[float, float, Base]] = {}
    taken: set[tuple[int, int]] = set()
    right_edge = -files * cell.width / 2
    for model, base in formation.others:
        rank, file = divmod(model, files)
        deep, wide = _whole(base.depth, cell.depth), _whole(base.width, cell.width)
        file = min(file, files - wide)
        area = {(rank + i, file + j) for i in range(deep) for j in range(wide)}
        if area and file >= 0 and not area & taken:
            taken |= area
            left = cell.width * (files / 2 - file) - base.width / 2
            rows[model] = (-cell.depth * rank - base.depth / 2, left, base)
        else:
            rows[model] = (-base.depth / 2, right_edge - base.width / 2, base)
            right_edge -= base.width
    ordinary = [model for model in range(formation.models) if model not in rows]
    rank = 0
    while ordinary:
        free = [file for file in range(files) if (rank, file) not in taken]
        here, ordinary = ordinary[: len(free)], ordinary[len(free) :]
        centring = (files - len(here)) / 2 if len(free) == files else 0.0
        for file, model in zip(free, here, strict=False):
            left = cell.width * (files / 2 - file - centring - 0.5)
            rows[model] = (-cell.depth * (rank + 0.5), left, cell)
        rank += 1
    middle = (files * cell.width / 2 + right_edge) / 2  # bases beside the ranks move the centre of the front edge
    return [(forward, left - middle, base) for forward, left, base in (rows[m] for m in range(formation.models))]


@lru_cache(maxsize=4096)
def extent(formation: Formation) -> tuple[float, float, float, float]:
    """The bounding rectangle of all bases in the unit's frame: (rear, front, right, left) in inches.

    Front is 0 for ranks and single models. Arcs, wheels and pivots use this rectangle (FORM-05).
    """
    bases = layout(formation)
    low = (bases.centre - bases.half).min(axis=0)
    high = (bases.centre + bases.half).max(axis=0)
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


@lru_cache(maxsize=4096)
def parts(formation: Formation) -> Bases:
    """The same ground as :func:`layout` covered with as few shapes as possible, in the unit's own frame.

    A block of ranks is one rectangle, or two when its last rank is short: distances, overlaps and sweeps need no more.
    """
    if not isinstance(formation, Ranked) or formation.others or formation.base.round:
        return layout(formation)
    base, files = formation.base, min(formation.files, formation.models)
    full, rest = divmod(formation.models, files)
    boxes = [(-base.depth * full / 2, 0.0, base.depth * full / 2, base.width * files / 2)]
    if rest:
        boxes.append((-base.depth * (full + 0.5), 0.0, base.depth / 2, base.width * rest / 2))
    array = np.array(boxes)
    return make_bases(array[:, :2].copy(), array[:, 2:].copy(), np.zeros(len(boxes), dtype=np.bool_), 0.0)
