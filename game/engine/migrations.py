"""Saves of older formats: each is brought up to the next format, line by line, until it is of today's.

The digests are checked before; whoever writes a new format adds the step that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from game.engine.save_lines import FORMAT, Line
from game.engine.save_reader import Lines

Migration = Callable[[Line], Line]
MIGRATIONS: Mapping[int, Migration] = {}
"""By the number of a format: makes of one of its lines, the header too, a line of the next format."""


def migrated(lines: Lines, steps: Mapping[int, Migration] = MIGRATIONS, newest: int = FORMAT) -> Lines:
    """The lines as today's format has them.

    Args:
        lines: As they were read; the header says which format they are of.
        steps: The migrations there are, one for each older format.
        newest: Number of today's format.
    """
    rows = lines.rows
    for number in range(rows[0][1]["giantfall-save"], newest):
        step = steps[number]
        rows = tuple((place, step(row)) for place, row in rows)
    header = {**rows[0][1], "giantfall-save": newest}
    return replace(lines, rows=((rows[0][0], header), *rows[1:]))
