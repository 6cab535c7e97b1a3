"""Lines of sight between all pairs of two armies, and the hardest single one; beside naive dense sampling."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from game.battle.ground import ground_of
from game.battle.terrain import Terrain
from game.rules.sight import view, views
from game.table.bases import corners
from game.table.rays import entries
from game.table.sight import Blocker, gathered
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


TERRAIN = (
    Terrain("tower", "building", ((20, 20), (25, 21), (24, 26), (19, 25)), 4, "Tower"),
    Terrain("house", "building", ((44, 21), (49, 21), (49, 26), (44, 26)), 4, "House"),
    Terrain("rock", "impassable", ((34, 24), (36, 23), (37, 25), (35, 27)), 5, "Rock"),
)


def fifteen_units():
    """Two armies of five sorts, each facing another way, with buildings and a rock between them."""
    units = []
    for number in range(15):
        kind, models, files = (
            ("empire-spearmen", 18, 5),
            ("orc-boyz", 20, 5),
            ("goblin-wolf-riders", 5, 5),
            ("trolls", 3, 3),
            ("goblins", 20, 5),
        )[number % 5]
        near, column = number < 8, number % 8
        at = (6 + 8 * column, 10 + 3 * (number % 3)) if near else (9 + 8 * column, 38 - 3 * (number % 3))
        facing, side = (90, "red") if near else (270, "blue")
        units.append(unit(f"u{number}", kind, at, facing + 7 * (column % 4 - 1.5), models, files, side=side))
    return battle(*units, terrain=TERRAIN)


def segments_of(state, count):
    """So many segments for each ordered pair: from the front edge of the one into the ground of the other."""
    rng, units = np.random.default_rng(7), list(state.standing())
    pairs = [(i, j) for i in range(len(units)) for j in range(len(units)) if i != j]
    starts, ends = np.empty((2, len(pairs), count, 2))
    for row, (i, j) in enumerate(pairs):
        corner, goal = corners(ground_of(units[i]))[0], corners(ground_of(units[j]))[0]
        across, ahead = rng.random((2, count, 1))
        starts[row] = corner[0] + rng.random((count, 1)) * (corner[3] - corner[0])
        ends[row] = goal[0] + across * (goal[3] - goal[0]) + ahead * (goal[1] - goal[0])
    return np.array(pairs), starts, ends


def test_segments_among_fifteen_units(measured):
    """60,000 segments in a second by ``rays.entries``, a pair of units a call: against all others and the terrain."""
    state = fifteen_units()
    units = list(state.standing())
    blockers = [Blocker(ground_of(one), 2) for one in units] + [Blocker(piece.outline, 5) for piece in TERRAIN]
    ground = gathered(blockers)
    pairs, starts, ends = segments_of(state, 286)
    ways = ends - starts
    lengths = np.hypot(ways[..., 0], ways[..., 1])
    counts = (ground.owner != pairs[:, :1]) & (ground.owner != pairs[:, 1:])

    def cast():
        return np.array(
            [
                (entries(start, way / length[:, None], ground)[:, count] > length[:, None]).all(axis=1)
                for start, way, length, count in zip(starts, ways, lengths, counts, strict=True)
            ]
        )

    areas = [shapely.union_all(shapely.polygons(corners(ground_of(one)))) for one in units]
    areas += [shapely.Polygon(piece.outline) for piece in TERRAIN]

    def by_shapely():
        rows = []
        for pair, start, end in zip(pairs.tolist(), starts, ends, strict=True):
            others = shapely.union_all([area for number, area in enumerate(areas) if number not in pair])
            shapely.prepare(others)
            rows.append(~shapely.intersects(others, shapely.linestrings(np.stack((start, end), axis=1))))
        return np.array(rows)

    clear = measured(cast, rival=by_shapely, limit=1000, rounds=5)
    assert clear.size == 60_060 and 0.1 < clear.mean() < 0.9
    assert (clear == by_shapely()).all()


def test_sight_of_all_pairs_of_fifteen_units(measured):
    """The exact answer for 210 pairs: most segments are never sent, because what they would meet is known before."""
    found = measured(lambda: views(fifteen_units()), limit=300, rounds=5)
    assert len(found) == 15 * 14
    assert 20 < sum(answer.clear for answer in found.values()) < 190
