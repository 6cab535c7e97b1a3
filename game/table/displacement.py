"""How far each model goes when a unit re-forms (MOV-02)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.table.formation import Bases, Floats

Indices = NDArray[np.intp]

_SAME = 1e-9
_NEVER = 1e9
"""Squared inches of a place on another base: more than any way across a table."""


def displacements(before: Bases, after: Bases, kept: Sequence[int] = ()) -> Floats:
    """(n,) inches between the base centres of each model before and after, straight (MOV-02).

    Models on equal bases are alike and share the new places out among them so that the sum of the squared ways is
    least: an about-face of a full block moves nobody. The models ``kept`` (champion, characters: whoever must stand
    where the formation puts its model of that number) go from their old place to the new one of the same number.

    Raises:
        ValueError: The two do not hold equally many bases of every kind.
    """
    return ways(before, after, kept)[1]


def ways(before: Bases, after: Bases, kept: Sequence[int] = ()) -> tuple[Indices, Floats]:
    """Which new place (n,) each model takes, and the inches (n,) to it; see :func:`displacements`."""
    if len(before) != len(after):
        raise ValueError(f"{len(before)} models cannot take {len(after)} places")
    apart = before.centre[:, None, :] - after.centre[None, :, :]
    square = (apart**2).sum(axis=2)
    alike = (np.abs(before.half[:, None, :] - after.half[None, :, :]) <= _SAME).all(axis=2)
    alike &= before.round[:, None] == after.round[None, :]
    own = np.asarray(kept, dtype=np.intp)
    for model in own:
        free = bool(alike[model, model])
        alike[model, :] = alike[:, model] = False
        alike[model, model] = free
    place = _cheapest(np.where(alike, square, _NEVER))
    models = np.arange(len(before))
    if not alike[models, place].all():
        raise ValueError("the bases before and after are not the same")
    return place, np.sqrt(square[models, place])


def _cheapest(price: Floats) -> Indices:
    """(n,) the column for each row of a square table whose prices have the least sum.

    Shortest augmenting paths: rows join one at a time, and the two lists of prices stay feasible duals.
    """
    count = len(price)
    row_price, column_price = np.zeros(count), np.zeros(count)
    owner = np.full(count, -1)
    for joining in range(count):
        shortest = np.full(count, np.inf)
        previous = np.full(count, -1)
        seen = np.zeros(count, dtype=np.bool_)
        row, column, length = joining, -1, 0.0
        while True:
            reach = length + price[row] - row_price[row] - column_price
            nearer = ~seen & (reach < shortest)
            shortest[nearer], previous[nearer] = reach[nearer], column
            column = int(np.argmin(np.where(seen, np.inf, shortest)))
            length = float(shortest[column])
            seen[column] = True
            if owner[column] < 0:
                break
            row = int(owner[column])
        row_price[joining] += length
        inner = seen & (owner >= 0)
        row_price[owner[inner]] += length - shortest[inner]
        column_price[seen] -= length - shortest[seen]
        while column >= 0:
            earlier = int(previous[column])
            owner[column] = joining if earlier < 0 else owner[earlier]
            column = earlier
    place = np.empty(count, dtype=np.intp)
    place[owner] = np.arange(count)
    return place
