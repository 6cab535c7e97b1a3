"""The way of a charge: which one brings the most models into contact, and why there is none (CHG-09, CHG-16)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from game.battle.decision import Fault
from game.battle.ground import bases_of
from game.battle.state import State
from game.rules.charge_check import ChargePath, check_charge_path
from game.rules.charge_ground import ChargeGround, charge_ground, in_the_way, ways_of
from game.table.arcs import Arc
from game.table.bases import bases
from game.table.charge_frame import Front, SideFrame
from game.table.charge_search import Way
from game.table.contact import in_contact, touching
from game.table.formation import Formation
from game.table.manoeuvre import Advance, Manoeuvre, Wheel
from game.table.pose import SLACK, Pose, rounded

__all__ = ["ChargePath", "charge_paths", "check_charge_path", "why_no_path"]

_NARROW = 1e-6
"""A turn of fewer degrees is none: the two already stand flush."""


def charge_paths(
    state: State,
    unit: str,
    target: str,
    side: Arc,
    *,
    also: Collection[str] = (),
    gone: Collection[str] = (),
    target_aligns: bool = False,
    flies: bool = False,
    most: int = 5,
) -> tuple[ChargePath, ...]:
    """The ways of a charge, the best first: most models in contact, then the smallest wheel, then the middle (CHG-23).

    The charger closes the door; where it cannot, or where ``target_aligns``, the target does, unless it is engaged
    (CHG-16, CHG-17).

    Args:
        state: The battle.
        unit: Id of the charger.
        target: Id of the enemy it charges.
        side: The side of the target that is charged (CHG-03).
        also: Ids of other enemies at which the same charge was declared (CHG-04).
        gone: Ids of units that will have left before it is made, by fleeing or charging (CHG-02).
        target_aligns: A target of US below 5 aligns to a charger of US 10 or more (CHG-16).
        flies: The charger flies over whatever is in its way; only where it comes down must be free (SPC-04).
        most: How many ways at most; each touches other models, or stands elsewhere along the side.

    Raises:
        KeyError: There is no such unit.
    """
    if tuple(_absent(state, unit, target)):
        return ()
    ground = charge_ground(state, unit, target, side, also, gone, flies=flies)
    free = not state.enemies_in_combat(target)
    for target_closes in (True, False) if target_aligns else (False, True):
        if target_closes and not free:
            continue
        found = ways_of(ground, target_closes, most)
        if found:
            paths = [_path(state, ground, way, unit, target, also, target_closes) for way in found]
            paths.sort(key=lambda path: -path.touching)  # a target that turns may come to touch more than was reckoned
            return tuple({(path.contact, path.final): path for path in reversed(paths)}.values())[::-1]
    return ()


def _absent(state: State, unit: str, target: str) -> Iterator[Fault]:
    """Units that do not stand on the table cannot charge or be charged here."""
    for one in (state.unit(unit), state.unit(target)):
        at = (one.pose.x, one.pose.y)
        if one.garrison:
            yield Fault("GAR-04", f"{one.name} holds a building: an assault is not a charge at a side", at)
        elif not one.on_table:
            yield Fault("CHG-02", f"{one.name} is not on the table")
        elif one.host:
            yield Fault("CHAR-03", f"{one.name} has joined a unit", at)


def _path(
    state: State,
    ground: ChargeGround,
    way: Way,
    unit: str,
    target: str,
    also: Collection[str],
    target_closes: bool,
) -> ChargePath:
    """A way as words and poses, and who touches whom at its end."""
    frame, (start, formation) = ground.frame, ground.charger
    words, contact = _words(way, start, formation)
    victim = state.unit(target)
    stands, final, turned = victim.pose, contact, None
    if not target_closes:
        final = Front.of(formation).pose(frame, way.offset, 0.0, 0.0).rounded()
    elif abs(way.turn) > _NARROW:
        stands = turned = _turned(frame, way, Front.of(formation).width, victim.pose)
    mine = bases(final, formation)
    enemies = [bases(stands, victim.formation)]
    enemies += [bases_of(state.unit(one)) for one in also if state.unit(one).on_table]
    pairs = [touching(mine, one) for one in enemies]
    models = sum(int(pair.any(axis=0).sum()) for pair in pairs)
    models += int(np.hstack(pairs).any(axis=1).sum())
    touched = tuple(one for one in also if one != target and in_contact(mine, bases_of(state.unit(one))))
    return ChargePath(unit, target, ground.side, words, contact, final, turned, models, (target, *touched))


def _words(way: Way, pose: Pose, formation: Formation) -> tuple[tuple[str, ...], Pose]:
    """The manoeuvres of a way, rounded, and where they lead."""
    first, second = (rounded(inches) if inches > SLACK else 0.0 for inches in (way.first, way.second))
    wheel = rounded(abs(way.wheel))
    made: list[Manoeuvre] = [Advance(first)] if first else []
    if wheel:
        made += [Wheel("left" if way.wheel > 0 else "right", wheel), *([Advance(second)] if second else [])]
    for manoeuvre in made:
        pose, _ = manoeuvre.after(pose, formation)
    return tuple(str(manoeuvre) for manoeuvre in made), pose.rounded()


def _turned(frame: SideFrame, way: Way, width: float, pose: Pose) -> Pose:
    """Where the target stands when it has turned about the point of contact to the charger's front."""
    leads = 1.0 if way.turn >= 0 else -1.0
    about = leads * max(leads * way.offset - width / 2, -frame.width / 2)
    return pose.turned_about(*frame.on_table(about, 0.0), way.turn).rounded()


def why_no_path(
    state: State,
    unit: str,
    target: str,
    side: Arc,
    *,
    also: Collection[str] = (),
    gone: Collection[str] = (),
    flies: bool = False,
) -> tuple[Fault, ...]:
    """Why there is no way of a charge, each reason with its rule and place; () if there is one.

    Raises:
        KeyError: There is no such unit.
    """
    absent = tuple(_absent(state, unit, target))
    if absent:
        return absent
    ground = charge_ground(state, unit, target, side, also, gone, flies=flies)
    free = not state.enemies_in_combat(target)
    if _possible(ground, free):
        return ()
    victim = state.unit(target)
    at = (ground.frame.x, ground.frame.y)
    bare = replace(ground, others=(), kept=(), also=(), closed=(), closed_to_target=())
    if not _possible(_in_the_midst(bare), free):
        text = f"no way straight on with one wheel of at most 90 degrees leads to the {side} of {victim.name}"
        return (Fault("CHG-09", text, at),)
    alone = ways_of(bare, False, 1)
    if not alone:
        return (Fault("MOV-09", f"{state.unit(unit).name} would not end wholly on the table", at),)
    together = check_charge_path(
        state, _path(state, bare, alone[0], unit, target, (), False), also=(), gone=gone, flies=flies
    )
    return tuple(_blockers(state, ground, free, unit, target, gone)) or together


def _in_the_midst(ground: ChargeGround) -> ChargeGround:
    """The same in the middle of a table so wide that its edges do not matter."""

    def there(place: tuple[Pose, Formation]) -> tuple[Pose, Formation]:
        pose, formation = place
        return Pose(pose.x + 5e3, pose.y + 5e3, pose.facing), formation

    return replace(ground, charger=there(ground.charger), target=there(ground.target), size=(1e4, 1e4))


def _possible(ground: ChargeGround, free: bool) -> bool:
    return bool(ways_of(ground, False, 1)) or (free and bool(ways_of(ground, True, 1)))


def _blockers(
    state: State, ground: ChargeGround, free: bool, unit: str, target: str, gone: Collection[str]
) -> Iterator[Fault]:
    """Each thing without which there would be a way."""
    charger, victim = state.unit(unit), state.unit(target)
    names = {(one.pose, one.formation): one for one in in_the_way(state, unit, target, gone)}
    at_door = _possible(replace(ground, door_free=True), free)
    for number, place in enumerate(ground.others):
        other = names[place]
        rest = replace(
            ground,
            others=(*ground.others[:number], *ground.others[number + 1 :]),
            kept=(*ground.kept[:number], *ground.kept[number + 1 :]),
            also=tuple(one - (one > number) for one in ground.also if one != number),
        )
        if not _possible(rest, free):
            continue
        at = (other.pose.x, other.pose.y)
        if ground.kept[number]:
            text = f"{charger.name} would touch {other.name}, which it does not charge"
            yield Fault("CHG-04", text, at)
        elif at_door:
            yield Fault("CHG-17", f"{other.name} keeps {charger.name} and {victim.name} from closing the door", at)
        else:
            yield Fault("FORM-10", f"{other.name} stands in the way of {charger.name} to {victim.name}", at)
    for piece in state.terrain:
        closed = tuple(outline for outline in ground.closed if outline != piece.outline)
        also_closed = tuple(outline for outline in ground.closed_to_target if outline != piece.outline)
        if (closed, also_closed) == (ground.closed, ground.closed_to_target):
            continue
        if _possible(replace(ground, closed=closed, closed_to_target=also_closed), free):
            name = piece.name or piece.kind
            if at_door:
                text = f"{name} keeps {charger.name} and {victim.name} from closing the door"
                yield Fault("CHG-17", text, piece.outline[0])
            else:
                yield Fault("TER-02", f"{name} bars the way of {charger.name} to {victim.name}", piece.outline[0])
