"""Base contact, overlap and "within", each by its one named tolerance.

After any rotation two flush bases are a hair apart or a hair inside each other, so that contact is never an equality:
it is a separation of at most ``CONTACT`` either way. An overlap deeper than ``SLACK`` is a fault; between the two, a
pair is in contact *and* at fault, so that a careless move never ends a fight in silence.
"""

from __future__ import annotations

import numpy as np

from game.table.distance import distance, penetration, separations_within
from game.table.formation import Bases, Flags
from game.table.pose import CONTACT, SLACK


def touching(a: Bases, b: Bases) -> Flags:
    """(n, m) which bases are in base contact; one corner is enough, bases that lie deep inside each other are not.

    Raises:
        ValueError: One of the two has no bases.
    """
    flags: Flags = np.abs(separations_within(a, b, CONTACT)) <= CONTACT
    return flags


def in_contact(a: Bases, b: Bases) -> bool:
    """Whether any base of one unit is in base contact with any of the other.

    Raises:
        ValueError: One of the two has no bases.
    """
    return bool(touching(a, b).any())


def contact_pairs(a: Bases, b: Bases) -> tuple[tuple[int, int], ...]:
    """The pairs ``(model of a, model of b)`` that are in base contact, in rising order; pass ``bases``, not ``ground``.

    Raises:
        ValueError: One of the two has no bases.
    """
    return tuple((int(i), int(j)) for i, j in np.argwhere(touching(a, b)))


def overlapping(a: Bases, b: Bases) -> bool:
    """Whether a base lies inside another by more than the named slack.

    Raises:
        ValueError: One of the two has no bases.
    """
    return penetration(a, b) > SLACK


def within(a: Bases, b: Bases, inches: float) -> bool:
    """Whether two units are at most so many inches apart, the limit included (MEAS-01).

    Raises:
        ValueError: One of the two has no bases.
    """
    return distance(a, b) <= inches + SLACK
