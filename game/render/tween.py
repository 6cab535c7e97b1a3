"""Between two moments: easing, and the rigid motion from one pose to another."""

from __future__ import annotations

import math

from game.table.motion import Motion, Rotation, Translation, moved_pose
from game.table.pose import Pose


def eased(t: float) -> float:
    """Slow at both ends: 0 at 0, 1 at 1."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def between(t: float, start: float, end: float) -> float:
    """How far a part that lasts from ``start`` to ``end`` has come at ``t``, eased."""
    return eased((t - start) / (end - start))


def motion_of(before: Pose, after: Pose) -> Motion:
    """The rigid motion that leads from one pose to another: a shift, or a turn about the one point that stays."""
    turn = (after.facing - before.facing + 180.0) % 360.0 - 180.0
    dx, dy = after.x - before.x, after.y - before.y
    if abs(turn) < 1e-6:
        return Translation(dx, dy)
    half = math.radians(turn) / 2
    # The centre lies on the line that halves the chord squarely.
    reach = 1.0 / (2.0 * math.tan(half))
    return Rotation((before.x + after.x) / 2 - dy * reach, (before.y + after.y) / 2 + dx * reach, turn)


def pose_between(before: Pose, after: Pose, t: float) -> Pose:
    """Where a unit is at ``t`` of its way: along the rigid motion unless that would lead it far around."""
    if t >= 1.0:
        return after
    motion = motion_of(before, after)
    if isinstance(motion, Rotation):
        way = math.hypot(after.x - before.x, after.y - before.y)
        arm = math.hypot(before.x - motion.x, before.y - motion.y)
        if arm > 30.0 or abs(math.radians(motion.degrees)) * arm > 2.0 * way + 4.0:
            turn = motion.degrees * t
            return Pose(before.x + (after.x - before.x) * t, before.y + (after.y - before.y) * t, before.facing + turn)
    return moved_pose(before, motion, t)
