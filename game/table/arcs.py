"""Front, flanks and rear: four quadrants that leave the corners of a unit's bounding rectangle at 45 degrees (FORM-06).

A point lies in the arc of the edge beyond which it is farthest. That one comparison draws the four border lines, puts
a point on a border into both arcs, and gives a point inside the rectangle to the nearest edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.table.bases import corners
from game.table.formation import Bases, Flags, Floats, Formation, Loose, extent, layout
from game.table.pose import CONTACT, SLACK, Pose, direction

Arc = Literal["front", "left", "right", "rear"]
ARCS: tuple[Arc, ...] = ("front", "left", "right", "rear")
"""The arcs in the order of every column, count and number of this module."""


@dataclass(frozen=True, slots=True)
class ArcVote:
    """Where the voting points stand.

    Attributes:
        counts: Points in each arc, in the order of ``ARCS``; a point on a border counts in both.
        winner: The arc that holds most of them; None when several hold equally many.
        tied: The arcs that hold equally many (two or more); empty when there is a winner.
    """

    counts: tuple[int, int, int, int]
    winner: Arc | None
    tied: tuple[Arc, ...]


def _beyond(frames: Floats, edges: Floats, points: Floats) -> Floats:
    """(k, n, 4) how far each point lies beyond the front, left, right and rear edge of each unit; inches.

    ``frames`` is (k, 4): x, y of the pose and its direction; ``edges`` (k, 4): rear, front, right, left.
    """
    x, y, fx, fy = (frames[:, i, None] for i in range(4))
    dx, dy = points[:, 0] - x, points[:, 1] - y
    forward, left = dx * fx + dy * fy, dy * fx - dx * fy
    rear_edge, front_edge, right_edge, left_edge = (edges[:, i, None] for i in range(4))
    return np.stack([forward - front_edge, left - left_edge, right_edge - left, rear_edge - forward], axis=-1)


def _frame(pose: Pose) -> tuple[float, float, float, float]:
    return (pose.x, pose.y, *direction(pose.facing))


def arcs_of_points(pose: Pose, formation: Formation, points: ArrayLike) -> Flags:
    """(n, 4) in which of the unit's arcs, in the order of ``ARCS``, each of (n, 2) table points lies."""
    array = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    beyond = _beyond(np.array([_frame(pose)]), np.array([extent(formation)]), array)[0]
    flags: Flags = beyond >= beyond.max(axis=1, keepdims=True) - SLACK
    return flags


def arcs_of_point(pose: Pose, formation: Formation, x: float, y: float) -> tuple[Arc, ...]:
    """The unit's arcs in which a table point lies: one, or two on a border line."""
    return _named(arcs_of_points(pose, formation, (x, y))[0])


def _named(flags: Flags) -> tuple[Arc, ...]:
    return tuple(arc for arc, flag in zip(ARCS, flags, strict=True) if flag)


def majority_arc(pose: Pose, formation: Formation, points: ArrayLike) -> ArcVote:
    """The vote of table points on the arc of a unit in which they stand; most of them decide (CHG-03).

    Raises:
        ValueError: There are no points.
    """
    inside = arcs_of_points(pose, formation, points)
    if not len(inside):
        raise ValueError("nobody votes on the arc")
    counts = inside.sum(axis=0)
    best = _named(counts == counts.max())
    front, left, right, rear = (int(count) for count in counts)
    return ArcVote((front, left, right, rear), best[0] if len(best) == 1 else None, best if len(best) > 1 else ())


@lru_cache(maxsize=4096)
def front_rank(formation: Formation) -> tuple[int, ...]:
    """The models whose front edge is the unit's front edge, in rising order; also those that stand beside the ranks.

    Of models that stand apart, those at most half a base behind the foremost front edge.
    """
    local = layout(formation)
    behind = extent(formation)[1] - local.centre[:, 0] - local.half[:, 0]
    allowed = local.half[:, 0] if isinstance(formation, Loose) else CONTACT
    return tuple(int(model) for model in np.flatnonzero(behind <= allowed))


@lru_cache(maxsize=4096)
def _voters(formation: Formation) -> Floats:
    """(n, 2) points of the front rank that vote on an arc, in the unit's own frame."""
    local, rank = layout(formation), list(front_rank(formation))
    points = local.centre[rank].copy()
    if len(rank) == 1:
        points[:, 0] += local.half[rank, 0]
    points.setflags(write=False)
    return points


def voting_points(pose: Pose, formation: Formation) -> Floats:
    """(n, 2) table points by which a unit's arc is judged (CHG-03).

    The base centres of its front rank, or, of a single front model, the centre of its front edge.
    """
    return np.array([pose.point(forward, left) for forward, left in _voters(formation)])


def charged_arc(pose: Pose, formation: Formation, charger_pose: Pose, charger_formation: Formation) -> ArcVote:
    """The vote of a charger's front rank on the arc of the unit at ``pose`` in which the charger stands (CHG-03)."""
    return majority_arc(pose, formation, voting_points(charger_pose, charger_formation))


def arc_table(units: Sequence[tuple[Pose, Formation]]) -> NDArray[np.int8]:
    """(k, k) number in ``ARCS`` of the arc of unit i (row) in which unit j's front rank stands; -1 on the diagonal.

    For display a tie is resolved: of the tied arcs, the one that the centre of j's front edge is deepest in, the
    earlier in ``ARCS`` on a border. The rules roll for it instead (``charged_arc``).
    """
    if not units:
        return np.zeros((0, 0), dtype=np.int8)
    frames = np.array([_frame(pose) for pose, _ in units])
    edges = np.array([extent(formation) for _, formation in units])
    local = [_voters(formation) for _, formation in units]
    owner = np.repeat(np.arange(len(units)), [len(points) for points in local])
    forward, left = np.concatenate(local).T
    x, y, fx, fy = frames[owner].T
    points = np.stack([x + forward * fx - left * fy, y + forward * fy + left * fx], axis=1)
    beyond = _beyond(frames, edges, np.concatenate([points, frames[:, :2]]))
    voting, centres = beyond[:, : len(points)], beyond[:, len(points) :]
    inside = voting >= voting.max(axis=2, keepdims=True) - SLACK
    counts = np.add.reduceat(inside.astype(np.int64), np.searchsorted(owner, np.arange(len(units))), axis=1)
    tied = counts == counts.max(axis=2, keepdims=True)
    deepest = np.where(tied, centres, -np.inf)
    winners: NDArray[np.int8] = np.argmax(deepest >= deepest.max(axis=2, keepdims=True) - SLACK, axis=2).astype(np.int8)
    np.fill_diagonal(winners, -1)
    return winners


def bases_in_arc(pose: Pose, formation: Formation, arc: Arc, b: Bases) -> Flags:
    """(n,) which bases lie at least partly in one arc of the unit at ``pose``; touching its border is enough.

    Exact: separating axes of a rectangle and the arc, which is convex; the distance of a disc's centre from it.
    """
    edge = edge_pose(pose, formation, arc)
    half = edge[1]
    fx, fy = direction(edge[0].facing)
    to_edge = np.array([[fx, -fy], [fy, fx]])
    middle = (b.centre - (edge[0].x, edge[0].y)) @ to_edge
    radius = b.half[:, 0]
    round_flags = _gap_to_quadrant(middle, half) <= radius + SLACK
    local = (corners(b) - (edge[0].x, edge[0].y)) @ to_edge
    across = np.array([direction(b.facing), direction(b.facing + 90.0)]) @ to_edge
    outside = local[..., 0].max(axis=1) < -SLACK
    for side in (1.0, -1.0):
        outside |= (local[..., 0] + side * local[..., 1]).max(axis=1) + half < -SLACK * math.sqrt(2)
    for axis in (*across, *-across):
        if axis[0] >= abs(axis[1]):  # the quadrant, too, has an end in this direction
            outside |= (local @ axis).max(axis=1) < -half * abs(axis[1]) - SLACK
    flags: Flags = np.where(b.round, round_flags, ~outside)
    return flags


def edge_pose(pose: Pose, formation: Formation, arc: Arc) -> tuple[Pose, float]:
    """Centre and outward direction of the edge from which an arc spreads, and half its length."""
    rear, front, right, left = extent(formation)
    middle = (rear + front) / 2, (right + left) / 2
    if arc in {"front", "rear"}:
        x, y = pose.point(front if arc == "front" else rear, middle[1])
        return Pose(x, y, pose.facing + (0.0 if arc == "front" else 180.0)), (left - right) / 2
    x, y = pose.point(middle[0], left if arc == "left" else right)
    return Pose(x, y, pose.facing + (90.0 if arc == "left" else -90.0)), (front - rear) / 2


def _gap_to_quadrant(points: Floats, half: float) -> Floats:
    """Distance of points from the quadrant ahead of an edge of half length ``half`` on the second axis."""
    ahead, beside = points[:, 0], np.abs(points[:, 1]) - half
    along = np.maximum((ahead + beside) / 2, 0.0)  # foot on the border line, which starts at the corner
    to_border = np.hypot(ahead - along, beside - along)
    gap: Floats = np.where(beside <= np.maximum(ahead, 0.0), np.maximum(-ahead, 0.0), to_border)
    return gap


def arc_touched(pose: Pose, formation: Formation, arc: Arc, b: Bases) -> bool:
    """Whether any part of unit ``b`` lies in one arc of the unit at ``pose`` ("at least partly in its front arc")."""
    return bool(bases_in_arc(pose, formation, arc, b).any())
