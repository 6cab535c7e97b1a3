"""Line of sight: does a straight line from a front edge into its front arc reach the target (FORM-07, GEN-16).

Everything has a line-of-sight value; something blocks only if its value is at least that of both viewer and target
(FORM-08, TER-11). What stands on a hill counts with the hill's value added: the caller passes the sums, and leaves out
of the blockers the viewer, the target and whatever terrain these two stand in. Nothing here knows a rule beyond that.

The answer is exact (see ``lines``). The edge and the target are taken ``SLACK`` larger, in the viewer's favour, units
in the way a little more than that: so nobody sees past the flush flanks of a unit as wide as himself, while any real
gap is looked through; and bases in contact leave no crack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely

from game.table.arcs import front_rank
from game.table.distance import Point
from game.table.formation import Bases, Flags, Formation, Loose, layout
from game.table.lines import BORDERS, Front, look
from game.table.pose import CONTACT, SLACK, Pose, direction
from game.table.rays import Indices, Shapes, shapes_of_bases, shapes_of_outline, together


@dataclass(frozen=True, eq=False)
class Blocker:
    """Something that may stand in the way.

    Attributes:
        ground: The ground shapes of a unit, a polygon of Shapely's, or the corners of one; inches on the table.
        height: Its line-of-sight value, the hill it stands on included.
    """

    ground: Bases | shapely.Geometry | tuple[Point, ...]
    height: int

    @cached_property
    def shapes(self) -> Shapes:
        """The same ground as outlines and discs."""
        return (
            shapes_of_bases(self.ground, grown=3 * SLACK)
            if isinstance(self.ground, Bases)
            else shapes_of_outline(self.ground)
        )


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a unit sees a target, and what shows it.

    Attributes:
        clear: It does.
        line: One clear line, from the viewer to the target; None if there is none.
        model: The model whose line it is.
        blocked_by: If there is none: the numbers of the blockers that lines into the front arc meet first, rising;
            empty when no part of the target lies in the front arc.
    """

    clear: bool
    line: tuple[Point, Point] | None
    model: int | None
    blocked_by: tuple[int, ...]

    def __bool__(self) -> bool:
        return self.clear


def viewers(formation: Formation) -> tuple[int, ...]:
    """The models whose lines of sight count: the front rank; of models that stand apart, all (FORM-07, SPC-05)."""
    return tuple(range(formation.models)) if isinstance(formation, Loose) else front_rank(formation)


def gathered(blockers: Iterable[Blocker]) -> Shapes:
    """The ground of all blockers, owned by their numbers: what ``sees_each`` takes.

    Raises:
        ValueError: A blocker has no outline.
    """
    shapes = [blocker.shapes for blocker in blockers]
    return together([replace(s, owner=np.full_like(s.owner, number)) for number, s in enumerate(shapes)])


def gathered_targets(targets: Iterable[Bases]) -> Shapes:
    """The bases or ground of all targets, owned by their numbers: what ``sees_each`` takes.

    Raises:
        ValueError: One has no models.
    """
    shapes = [shapes_of_bases(target, grown=SLACK) for target in targets]
    if not all(len(s.owner) for s in shapes):
        raise ValueError("a unit without models is not seen")
    return together([replace(s, owner=np.full_like(s.owner, number)) for number, s in enumerate(shapes)])


def sees(
    pose: Pose,
    formation: Formation,
    target: Bases,
    blockers: Sequence[Blocker],
    *,
    viewer_height: int,
    target_height: int,
) -> Sight:
    """Whether a unit sees a target: one of its models has a clear line from its front edge into its own front arc.

    A round base sees from the front edge of the square around it, where its arcs start too. The unit's own models
    never block.

    Args:
        pose: Where the viewing unit stands.
        formation: Its formation.
        target: The target's bases or ground on the table.
        blockers: All other units and the terrain; those that are too low are ignored.
        viewer_height: Line-of-sight value of the viewer, its hill included.
        target_height: The target's.

    Raises:
        ValueError: One of the two has no models, or a blocker no outline.
    """
    high = _high(blockers, max(viewer_height, target_height))
    return sees_each(pose, formation, gathered_targets([target]), gathered(blockers), high)[0]


def seeing_models(
    pose: Pose,
    formation: Formation,
    target: Bases,
    blockers: Sequence[Blocker],
    *,
    viewer_height: int,
    target_height: int,
) -> tuple[int, ...]:
    """The models of ``viewers`` that see a target, by their numbers; arguments and errors as for ``sees``."""
    high = _high(blockers, max(viewer_height, target_height))
    goal, ground = gathered_targets([target]), gathered(blockers)
    return tuple(
        model for model in viewers(formation) if _each(pose, _fronts(formation, (model,)), goal, ground, high)[0].clear
    )


def sees_each(pose: Pose, formation: Formation, targets: Shapes, ground: Shapes, in_way: Flags) -> tuple[Sight, ...]:
    """Which of many targets a unit sees: ``sees`` for each of them, with everything gathered beforehand.

    Args:
        pose: Where the viewing unit stands.
        formation: Its formation.
        targets: The targets, as ``gathered_targets`` returns them.
        ground: All that may stand in the way, as ``gathered`` returns it.
        in_way: (targets, blockers) which blockers count for which target.

    Raises:
        ValueError: The unit has no models.
    """
    if not formation.models:
        raise ValueError("a unit without models does not see")
    return _each(pose, _fronts(formation, viewers(formation)), targets, ground, in_way)


def _high(blockers: Sequence[Blocker], height: int) -> Flags:
    """(1, blockers) which of them are high enough to be in the way."""
    return np.array([blocker.height >= height for blocker in blockers], dtype=np.bool_).reshape(1, -1)


def _fronts(formation: Formation, models: Sequence[int]) -> tuple[Front, ...]:
    """The front edges of models, those on one line together, the foremost line first."""
    local = layout(formation)
    looking = np.array(models, dtype=np.intp)
    ahead = np.round(local.centre[looking, 0] + local.half[looking, 0], 9)
    left, width = local.centre[looking, 1], local.half[looking, 1]
    return tuple(
        Front(float(at), looking[on], (left - width)[on] - SLACK, (left + width)[on] + SLACK)
        for at, on in ((at, ahead == at) for at in np.unique(ahead)[::-1])
    )


def _each(pose: Pose, fronts: Sequence[Front], targets: Shapes, ground: Shapes, in_way: Flags) -> tuple[Sight, ...]:
    origin, forward = (pose.x, pose.y), direction(pose.facing)
    targets, ground = targets.moved(origin, forward), ground.moved(origin, forward)
    reach = np.full((len(in_way), len(BORDERS)), -np.inf)
    np.maximum.at(reach, targets.owner, targets.reach(BORDERS)[1].T)
    ground_reach = ground.reach(BORDERS)[1] + CONTACT
    met: list[list[Indices]] = [[] for _ in in_way]
    clear: dict[int, Sight] = {}
    for front in fronts:
        near = ground.only(front.whole.reached(ground_reach)[0])
        reached = front.reached(reach.T)
        for number in np.flatnonzero(reached.any(axis=0)).tolist():
            if number in clear:
                continue
            goal, blocking = targets.only(targets.owner == number), near.only(in_way[number, near.owner])
            tried = look(front.only(reached[:, number]), goal, blocking)
            if tried.line is None:
                met[number].append(tried.blocked_by)
            else:
                start, end = (pose.point(*point) for point in tried.line)
                clear[number] = Sight(clear=True, line=(start, end), model=tried.model, blocked_by=())
    return tuple(clear.get(number) or _blocked(met[number]) for number in range(len(in_way)))


def _blocked(met: Sequence[Indices]) -> Sight:
    owners = np.unique(np.concatenate(met)).tolist() if met else ()
    return Sight(clear=False, line=None, model=None, blocked_by=tuple(owners))
