"""Lines of sight between all pairs of two armies, and the hardest single one; beside naive dense sampling."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from game.battle.ground import ground_of
from game.rules.sight import view, views
from game.table.bases import corners
from tests.builders import battle, unit


def lines_of_battle(units: int):
    """Blocks of twenty in rows, the upper half facing the lower."""
    rows = -(-units // 10)
    return battle(
        *(
            unit(
                f"u{n}",
                "empire-spearmen",
                (4 + n % 10 * 7 + n // 10 % 2, 4 + n // 10 * 44 / rows),
                90 if n < units / 2 else 270,
                20,
                5,
                side="red" if n < units / 2 else "blue",
            )
            for n in range(units)
        )
    )


def sampled(state, places: int = 9, ends: int = 7) -> int:
    """The naive way: many lines from each front edge to the sides of each target, each judged by Shapely."""
    units = list(state.standing())
    areas = [shapely.union_all(shapely.polygons(corners(ground_of(one)))) for one in units]
    share = np.linspace(0.0, 1.0, places)
    clear = 0
    for i, one in enumerate(units):
        half = one.formation.files * one.formation.base.width / 2
        starts = np.array([one.pose.point(0.0, half * (2 * s - 1)) for s in share])
        for j in range(len(units)):
            if i == j:
                continue
            rim = shapely.get_coordinates(shapely.segmentize(areas[j].exterior, areas[j].length / (4 * ends)))
            pairs = np.stack(np.broadcast_arrays(starts[:, None], rim[None]), axis=2).reshape(-1, 2, 2)
            others = shapely.union_all([area for k, area in enumerate(areas) if k not in (i, j)])
            shapely.prepare(others)
            clear += bool((~shapely.intersects(others, shapely.linestrings(pairs))).any())
    return clear


@pytest.mark.parametrize(("units", "limit"), [(20, 400), (40, 1000), (80, 4000)])
def test_sight_of_all_pairs(measured, units, limit):
    state = lines_of_battle(units)
    rival = (lambda: sampled(state)) if units == 20 else None
    found = measured(lambda: views(state), rival=rival, limit=limit, rounds=3)
    assert len(found) == units * (units - 1)
    seen = [pair for pair, answer in found.items() if answer.clear]
    assert len(seen) >= units and all(answer.blocked_by == () for answer in (found[pair] for pair in seen))


def test_one_line_along_a_diagonal_of_eighty_units(measured):
    state = lines_of_battle(80)
    answer = measured(lambda: view(state, "u0", "u74"), limit=20)
    assert not answer.clear and len(answer.blocked_by) >= 1
