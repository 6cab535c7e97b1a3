"""Whether a given way of a charge is legal: its words made as motions, and every fault of it (CHG-09, CHG-16)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from game.battle.decision import Fault
from game.battle.ground import bases_of, ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.errors import InputError
from game.rules.charge_ground import in_the_way, kept_from, kept_gaps, obstacles
from game.rules.terrain import closed_to
from game.table.arcs import Arc
from game.table.bases import bases, footprint, ground
from game.table.charge_frame import SideFrame, front_strip, signed_angle
from game.table.contact import in_contact, overlapping, touching
from game.table.cores import Cores, cores, gaps_between, nearest_point
from game.table.distance import on_table
from game.table.formation import Bases, Formation, make_bases
from game.table.manoeuvre import Advance, Manoeuvre, Wheel
from game.table.manoeuvre_text import parse
from game.table.motion import Motion, Rotation
from game.table.passage import run_into
from game.table.pose import CONTACT, SLACK, Pose, rounded

_STRAY = 2e-5
"""Two places farther apart are not the same, inches or degrees: rounding does less."""


@dataclass(frozen=True, slots=True)
class ChargePath:
    """One way of a charge, from where the charger stands until both are flush.

    Attributes:
        unit: Id of the charger.
        target: Id of its target.
        side: The side of the target that is charged.
        path: The manoeuvres up to first contact, as words: straight on, at most one wheel, straight on.
        contact: Where the charger is at first contact.
        final: Where it stands when the door is closed.
        target_pose: Where the target stands then, if it closes the door.
        touching: Models in contact at the end, the charger's and those of its declared targets.
        touched: Ids of the enemy units in contact at the end: the target, then others that were declared.
    """

    unit: str
    target: str
    side: Arc
    path: tuple[str, ...]
    contact: Pose
    final: Pose
    target_pose: Pose | None
    touching: int
    touched: tuple[str, ...]


class _Around:
    """What stands around a charge, gathered once."""

    def __init__(self, state: State, path: ChargePath, also: Collection[str], gone: Collection[str]) -> None:
        self.state = state
        self.charger, self.target = state.unit(path.unit), state.unit(path.target)
        self.units = in_the_way(state, path.unit, path.target, gone)
        self.kept = [CONTACT + 2 * SLACK if kept_from(self.charger, one, also) else 0.0 for one in self.units]
        closed = [piece for piece in state.terrain if closed_to(self.charger, piece)]
        self.names = [one.name for one in self.units] + [piece.name or piece.kind for piece in closed]
        self.shapes = obstacles([ground_of(one) for one in self.units], [piece.outline for piece in closed])
        self.gaps = kept_gaps(ground_of(self.charger), self.shapes, self.kept)
        self.whole = state.readings.wheel_sweep == "whole-unit"

    def met(self, moving: Bases, motions: Sequence[Motion], what: str) -> Iterator[Fault]:
        """What the charger runs into."""
        gaps = np.broadcast_to(self.gaps, (len(moving), len(self.gaps)))
        found = run_into(moving, motions, self.shapes, gaps)
        if found is None:
            return
        at = (rounded(found.x), rounded(found.y))
        name = self.names[found.unit]
        if found.unit >= len(self.units):
            yield Fault("TER-02", f"{self.charger.name} runs into {name} {what}", at)
        elif self.kept[found.unit]:
            yield Fault("CHG-04", f"{self.charger.name} touches {name}, which it does not charge, {what}", at)
        else:
            yield Fault("FORM-10", f"{self.charger.name} runs into {name} {what}", at)

    def swinging(self, pose: Pose) -> Bases:
        """What must find its way free when the charger wheels (``wheel_sweep``)."""
        formation = self.charger.formation
        return ground(pose, formation) if self.whole else front_strip(pose, formation)


def check_charge_path(
    state: State,
    path: ChargePath,
    *,
    also: Collection[str] = (),
    gone: Collection[str] = (),
    flies: bool = False,
) -> tuple[Fault, ...]:
    """All that is wrong with a way of a charge, made motion by motion; () if nothing is.

    Args:
        state: The battle before the charge is moved.
        path: The way.
        also: Ids of other enemies at which the same charge was declared.
        gone: Ids of units that have left before.
        flies: The charger flies over what is in its way (SPC-04).

    Raises:
        KeyError: There is no such unit.
    """
    around = _Around(state, path, also, gone)
    try:
        words = tuple(one for piece in path.path for one in parse(piece))
    except InputError as error:
        return (Fault("CHG-09", str(error)),)
    faults = list(_word_faults(words))
    faults += _way_faults(around, words, path, flies=flies)
    faults += _door_faults(around, path)
    faults += _end_faults(around, path)
    faults += _contact_faults(state, path, also)
    return tuple(faults)


def _word_faults(words: Sequence[Manoeuvre]) -> Iterator[Fault]:
    """Straight on, at most one wheel of at most 90 degrees, straight on (CHG-09)."""
    kinds = [type(word) for word in words]
    wheels = [word for word in words if isinstance(word, Wheel)]
    if any(kind not in (Advance, Wheel) for kind in kinds):
        yield Fault("CHG-09", "a charge goes straight on and wheels, nothing else")
    if len(wheels) > 1:
        yield Fault("CHG-09", f"a charge has one wheel at most, this one has {len(wheels)}")
    for wheel in wheels:
        if wheel.degrees > 90 + _STRAY:
            yield Fault("CHG-09", f"the wheel of a charge has at most 90 degrees, this one {wheel.degrees:g}")


def _box(pose: Pose, formation: Formation) -> Bases:
    """The bounding rectangle of a unit as one shape."""
    corner = footprint(pose, formation)
    depth, width = (float(np.hypot(*(corner[i] - corner[j]))) / 2 for i, j in ((0, 1), (0, 3)))
    return make_bases(
        corner.mean(axis=0)[None, :], np.array([[depth, width]]), np.zeros(1, dtype=np.bool_), pose.facing
    )


def _way_faults(around: _Around, words: Sequence[Manoeuvre], path: ChargePath, *, flies: bool) -> Iterator[Fault]:
    """What the charger meets until first contact, the target itself included."""
    charger, target = around.charger, around.target
    pose, formation = charger.pose, charger.formation
    block = cores(_box(target.pose, target.formation))
    for word in words:
        motions = word.motions(pose, formation)
        wheels = isinstance(word, Wheel)
        if not flies:
            moving = around.swinging(pose) if wheels else ground(pose, formation)
            yield from around.met(moving, motions, f'on "{word}"')
        shell = front_strip(pose, formation) if wheels and not around.whole else _box(pose, formation)
        early = run_into(shell, motions, block)
        if early is not None:
            yield Fault("CHG-09", f'{charger.name} runs into {target.name} on "{word}"', (early.x, early.y))
        pose, formation = word.after(pose, formation)
    if not flies:
        yield from around.met(ground(pose, formation), (Rotation(pose.x, pose.y, 0.0),), "at contact")
    if not _same(pose, path.contact):
        yield Fault("CHG-09", "its manoeuvres do not lead to where contact is said to be", (pose.x, pose.y))


def _same(one: Pose, other: Pose) -> bool:
    near = math.hypot(one.x - other.x, one.y - other.y) <= _STRAY
    return near and abs(signed_angle(one.facing - other.facing)) <= _STRAY


def _door_faults(around: _Around, path: ChargePath) -> Iterator[Fault]:
    """First contact must be on the charged side, and one turn about it must bring both flush (CHG-16, CHG-17)."""
    charger, target = around.charger, around.target
    frame = SideFrame.of(target.pose, target.formation, path.side)
    mine, block = (cores(_box(pose, unit.formation)) for pose, unit in ((path.contact, charger), (target.pose, target)))
    at = (path.contact.x, path.contact.y)
    if abs(float(gaps_between(mine, block)[0, 0])) > _STRAY:
        yield Fault("CHG-09", f"{charger.name} and {target.name} do not touch at contact", at)
        return
    point = nearest_point(mine, block)
    if abs(float(frame.inside(np.array(point))[1])) > 2 * _STRAY:
        yield Fault("CHG-03", f"{charger.name} touches another side of {target.name} than its {path.side}", point)
    turn = signed_angle(path.contact.facing - frame.flush)
    if path.target_pose is not None:
        yield from _target_faults(around, path, point, turn)
        return
    closing = Rotation(*point, -turn)
    if not _same(path.contact.turned_about(*point, -turn), path.final):
        yield Fault("CHG-16", f"closing the door about the point of contact leads {charger.name} elsewhere", point)
    yield from around.met(around.swinging(path.contact), (closing,), "while it closes the door")


def _target_faults(around: _Around, path: ChargePath, point: tuple[float, float], turn: float) -> Iterator[Fault]:
    """The target may turn if it is not engaged, and has room where it ends."""
    target, pose = around.target, path.target_pose
    assert pose is not None
    if around.state.enemies_in_combat(target.id):
        yield Fault("CHG-16", f"{target.name} is engaged and does not turn", point)
    if not _same(target.pose.turned_about(*point, turn), pose) or not _same(path.contact, path.final):
        yield Fault("CHG-16", f"closing the door about the point of contact leads {target.name} elsewhere", point)
    closed = [piece for piece in around.state.terrain if closed_to(target, piece)]
    shapes = obstacles([ground_of(one) for one in around.units], [piece.outline for piece in closed])
    names = [one.name for one in around.units] + [piece.name or piece.kind for piece in closed]
    yield from _lies_on(target, pose, shapes, names)
    if not on_table(ground(pose, target.formation), around.state.width, around.state.depth):
        yield Fault("MOV-09", f"{target.name} would not end wholly on the table", point)


def _lies_on(unit: Unit, pose: Pose, shapes: Cores, names: Sequence[str]) -> Iterator[Fault]:
    """What a unit would lie on at its end, deeper than it does at the start."""
    if not len(shapes):
        return
    end = ground(pose, unit.formation)
    allowed = kept_gaps(ground_of(unit), shapes, ())
    deep = gaps_between(cores(end), shapes).min(axis=0) < allowed - SLACK
    for number in dict.fromkeys(shapes.unit[deep].tolist()):
        yield Fault("FORM-10", f"{unit.name} would end on {names[number]}", (pose.x, pose.y))


def _end_faults(around: _Around, path: ChargePath) -> Iterator[Fault]:
    """Where the charger ends: on the table, and on nobody."""
    charger, target = around.charger, around.target
    at = (path.final.x, path.final.y)
    end = ground(path.final, charger.formation)
    if not on_table(end, around.state.width, around.state.depth):
        yield Fault("MOV-09", f"{charger.name} would not end wholly on the table", at)
    yield from _lies_on(charger, path.final, around.shapes, around.names)
    stands = ground(path.target_pose or target.pose, target.formation)
    if overlapping(end, stands):
        yield Fault("FORM-10", f"{charger.name} would end on {target.name}", at)


def _contact_faults(state: State, path: ChargePath, also: Collection[str]) -> Iterator[Fault]:
    """Who touches whom at the end: the declared units alone, and as many models as was said (CHG-04, CHG-23)."""
    charger, target = state.unit(path.unit), state.unit(path.target)
    at = (path.final.x, path.final.y)
    mine = bases(path.final, charger.formation)
    others = [state.unit(one) for one in also]
    foes = [bases(path.target_pose or target.pose, target.formation), *(bases_of(one) for one in others)]
    pairs = [touching(mine, foe) for foe in foes]
    if not pairs[0].any():
        yield Fault("CHG-23", f"no model of {charger.name} would touch {target.name}", at)
        return
    touched = (target.id, *(one.id for one, foe in zip(others, foes[1:], strict=True) if in_contact(mine, foe)))
    count = sum(int(pair.any(axis=0).sum()) for pair in pairs) + int(np.hstack(pairs).any(axis=1).sum())
    if (count, touched) != (path.touching, path.touched):
        yield Fault("CHG-23", f"{count} models would touch, of {', '.join(touched)}; {path.touching} were named", at)
    flush = SideFrame.of(path.target_pose or target.pose, target.formation, path.side)
    if abs(signed_angle(path.final.facing - flush.flush)) > _STRAY:
        yield Fault("CHG-16", f"{charger.name} would not stand flush against {target.name}", at)
    if _corners_only(mine, foes[0], flush):
        yield Fault("CHG-23", f"{charger.name} would touch {target.name} corner to corner only", at)


def _corners_only(mine: Bases, foe: Bases, frame: SideFrame) -> bool:
    """Whether no two bases that touch share more than a corner."""
    for i, j in np.argwhere(touching(mine, foe)).tolist():
        if mine.round[i] or foe.round[j]:
            return False
        one, other = (float(frame.inside(shapes.centre[k])[0]) for shapes, k in ((mine, i), (foe, j)))
        quarter = round(abs(signed_angle(foe.facing - frame.outward)) / 90) % 2
        shared = float(mine.half[i, 1] + foe.half[j, 0 if quarter else 1]) - abs(one - other)
        if shared > CONTACT / 2:
            return False
    return True
