"""Charges searched for on a dense grid: an independent, slow rival of the path finder, in table coordinates.

Every wheel by a quarter of a degree from every start by a twentieth of an inch is followed to its contact. What stands
in the way is first looked at by samples, too kindly; what is left is made as motions by ``check_charge_path``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.battle.ground import bases_of, ground_of
from game.rules.charge_path import ChargePath, check_charge_path
from game.rules.terrain import closed_to
from game.table.bases import bases, corners, footprint, ground
from game.table.contact import in_contact, touching
from game.table.manoeuvre import Advance, Wheel
from game.table.pose import CONTACT, Pose

STEP, START = 0.25, 0.05
SIDES = {"front": (0, 3), "left": (1, 0), "rear": (2, 1), "right": (3, 2)}
"""The corners of a footprint at the left and right end of each side, seen by a charger that faces it reversed."""


def turn(points, degrees):
    """Vectors turned counter-clockwise; both broadcast."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.stack((c * points[..., 0] - s * points[..., 1], s * points[..., 0] + c * points[..., 1]), -1)


def cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def hits(point, way, a, b):
    """How far along ``way`` each point meets the segment a b; infinite if it does not."""
    edge = b - a
    base = cross(way, edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = cross(a - point, edge) / base
        u = cross(a - point, way) / base
    return np.where((np.abs(base) > 1e-12) & (u >= -1e-9) & (u <= 1 + 1e-9) & (t >= -1e-9), t, np.inf)


def apart(corner, length_forward, forward, other):
    """Whether boxes of (k, 4, 2) corners, stretched forward by some inches, lie apart from one box (4, 2)."""
    if not len(corner):
        return np.zeros(0, dtype=bool)
    left = turn(forward, 90)
    deep, wide = np.hypot(*(corner[0, 0] - corner[0, 1])) / 2, np.hypot(*(corner[0, 0] - corner[0, 3])) / 2
    centre = corner.mean(axis=1) + length_forward[:, None] / 2 * forward
    deep = deep + length_forward / 2
    free = np.zeros(len(corner), dtype=bool)
    for axis, half in ((forward, deep), (left, wide)):
        mine, theirs = (centre * axis).sum(-1), axis @ other.T
        free |= (mine - half >= theirs.max(1) - 1e-7) | (mine + half <= theirs.min(1) + 1e-7)
    for edge in (other[0] - other[1], other[0] - other[3]):
        if edge.any():
            for axis in (edge / np.hypot(*edge), turn(edge / np.hypot(*edge), 90)):
                mine, theirs = centre @ axis, other @ axis
                half = deep * np.abs(forward @ axis) + wide * np.abs(left @ axis)
                free |= (mine - half >= theirs.max() - 1e-7) | (mine + half <= theirs.min() + 1e-7)
    return free


@dataclass
class Grid:
    """All cells of the grid that reach the charged side, at first contact."""

    first: np.ndarray
    wheel: np.ndarray
    second: np.ndarray
    point: np.ndarray
    delta: np.ndarray


def grid(state, unit, target, side, best):
    """The cells that reach the side and bring more than ``best`` models into contact (other enemies aside)."""
    charger, victim = state.unit(unit), state.unit(target)
    corner = footprint(charger.pose, charger.formation)
    block = footprint(victim.pose, victim.formation)
    i, j = SIDES[side]
    along = (block[i] - block[j]) / np.hypot(*(block[i] - block[j]))
    flush = np.degrees(np.arctan2(along[1], along[0])) + 90
    farthest = ((block - corner[0]) @ turn(np.array([1.0, 0.0]), charger.pose.facing)).max()
    if farthest <= 0:
        return Grid(*(np.zeros(shape) for shape in (0, 0, 0, (0, 2), 0)))
    wheels = np.arange(-360, 361) * STEP
    delta = 180 - (180 - (charger.pose.facing + wheels - flush)) % 360
    wheels = wheels[np.abs(delta) < 89.75]
    first, wheel = (a.ravel() for a in np.meshgrid(np.arange(0, farthest, START), wheels, indexing="ij"))
    cells = reached(first, wheel, corner, charger.pose.facing, block, side, [side])
    delta = 180 - (180 - (charger.pose.facing + cells.wheel - flush)) % 360
    middle = cells.middle
    end = cells.point + turn(middle - cells.point, -delta)
    offset = (end - (block[i] + block[j]) / 2) @ along
    more = may_count(charger, victim, side, offset, along) > best
    first, wheel = cells.first[more], cells.wheel[more]
    cells = reached(first, wheel, corner, charger.pose.facing, block, side, list(SIDES))
    delta = 180 - (180 - (charger.pose.facing + cells.wheel - flush)) % 360
    return Grid(cells.first, cells.wheel, cells.second, cells.point, delta)


@dataclass
class Reached:
    """Cells at first contact with some sides of a block, where that is the charged one."""

    first: np.ndarray
    wheel: np.ndarray
    second: np.ndarray
    point: np.ndarray
    middle: np.ndarray


def reached(first, wheel, corner, facing, block, side, looked_at):
    ahead = turn(np.array([1.0, 0.0]), facing)
    pivot = np.where((wheel > 0)[:, None], corner[0], corner[3])
    fl = pivot + turn(corner[0] - pivot, wheel) + first[:, None] * ahead
    fr = pivot + turn(corner[3] - pivot, wheel) + first[:, None] * ahead
    way = turn(np.broadcast_to(ahead, fl.shape), wheel)
    best = np.full(len(wheel), np.inf)
    point = np.zeros_like(fl)
    on_side = np.zeros(len(wheel), dtype=bool)
    for name in looked_at:
        a, b = block[SIDES[name][0]], block[SIDES[name][1]]
        tries = [
            (hits(fl, way, a, b), fl),
            (hits(fr, way, a, b), fr),
            (hits(a, -way, fl, fr), a),
            (hits(b, -way, fl, fr), b),
        ]
        for number, (length, moving) in enumerate(tries):
            touch = (
                moving + np.where(np.isfinite(length), length, 0.0)[:, None] * way
                if number < 2
                else np.broadcast_to(moving, fl.shape)
            )
            better = length < best - 1e-9
            same = (length <= best + 1e-9) & np.isfinite(length) & (name == side)
            on_side = np.where(better, name == side, on_side | same)
            point = np.where((better | same)[:, None], touch, point)
            best = np.minimum(best, length)
    ok = on_side & np.isfinite(best)
    middle = (fl[ok] + fr[ok]) / 2 + best[ok, None] * way[ok]
    return Reached(first[ok], wheel[ok], best[ok], point[ok], middle)


def may_count(charger, victim, side, offset, along):
    """At least as many as touch at each offset: the most within a hair of it."""
    if not len(offset):
        return np.zeros(0)
    hair = 2e-4
    least = offset.min() - hair
    looks = least + hair * np.arange(int((offset.max() - least) / hair) + 3)
    known = counted(charger, victim, side, looks, along)
    most = np.maximum(np.maximum(known, np.append(known[1:], 0)), np.append(0, known[:-1]))
    return most[((offset - least) / hair).astype(int)]


def counted(charger, victim, side, offset, along):
    """How many models touch at each offset, from the places of the bases along the side."""
    touch = CONTACT - 5e-5
    mine = bases(Pose(0, 0, 0), charger.formation)
    front = footprint(Pose(0, 0, 0), charger.formation)
    at_front = mine.centre[:, 0] + mine.half[:, 0] > front[0, 0] - 1e-6
    x = mine.centre[at_front, 1] - (front[0, 1] + front[3, 1]) / 2
    theirs = bases(victim.pose, victim.formation)
    block = footprint(victim.pose, victim.formation)
    i, j = SIDES[side]
    outward = turn(along, -90)
    quarter = side in ("left", "right")
    deep, wide = (theirs.half[:, 1], theirs.half[:, 0]) if quarter else (theirs.half[:, 0], theirs.half[:, 1])
    at_side = (theirs.centre - block[i]) @ outward + deep > -1e-6
    y = (theirs.centre[at_side] - (block[i] + block[j]) / 2) @ along
    one = np.where(mine.round[at_front], 0, mine.half[at_front, 1])
    two = np.where(theirs.round[at_side], 0, wide[at_side])
    r = np.where(mine.round[at_front], mine.half[at_front, 1], 0)[:, None] + np.where(
        theirs.round[at_side], wide[at_side], 0
    )
    reach = one[:, None] + two + np.where(r > 0, np.sqrt((r + touch) ** 2 - r**2), touch)
    gap = np.abs(offset[:, None, None] + x[:, None] - y)
    pairs = gap <= reach
    proper = (gap <= reach - np.where(r > 0, 0, 3 * CONTACT)).any((1, 2))
    return np.where(proper, pairs.any(1).sum(1) + pairs.any(2).sum(1), 0)


def obstacle_boxes(state, unit, target, gone):
    """Corners (4, 2) of everything with straight edges that is in the way, and of edges of closed terrain."""
    charger = state.unit(unit)
    boxes = []
    for other in state.standing():
        if other.id not in (unit, target) and other.id not in gone:
            shape = ground_of(other)
            boxes += list(corners(shape)[~shape.round])
    for piece in state.terrain:
        if closed_to(charger, piece):
            outline = np.array(piece.outline)
            boxes += [np.array([p, p, q, q]) for p, q in zip(outline, np.roll(outline, -1, axis=0), strict=True)]
    return boxes


def kindly_free(state, found, unit, target, gone, target_closes):
    """Which cells pass the samples: straight on, the end of the wheel, straight on, some moments of the door, the end."""
    charger = state.unit(unit)
    begin = corners(ground(charger.pose, charger.formation))
    pivot_at = footprint(charger.pose, charger.formation)
    ahead = turn(np.array([1.0, 0.0]), charger.pose.facing)
    free = np.ones(len(found.first), dtype=bool)
    boxes = obstacle_boxes(state, unit, target, gone)
    front = pivot_at[[0, 3]]
    strip = np.stack((front[0], front[0] - 1e-3 * ahead, front[1] - 1e-3 * ahead, front[1]))

    def placed(points, wheel, first):
        pivot = np.where((wheel > 0)[:, None], pivot_at[0], pivot_at[3])[:, None, :]
        return pivot + turn(points[None] - pivot, wheel[:, None]) + first[:, None, None] * ahead

    starts, which = np.unique(found.first, return_inverse=True)
    for box in boxes:
        for part in begin:
            same = np.broadcast_to(ahead, (len(starts), 2))
            free &= apart(np.broadcast_to(part, (len(starts), 4, 2)), starts, same, box)[which]
    middle = (pivot_at.mean(0) + footprint(state.unit(target).pose, state.unit(target).formation).mean(0)) / 2
    boxes.sort(key=lambda box: float(np.hypot(*(box.mean(0) - middle))))
    for box in boxes:
        for part in begin:
            here = np.flatnonzero(free)
            wheel, second = found.wheel[here], found.second[here]
            way = turn(np.broadcast_to(ahead, (len(here), 2)), wheel)
            after = placed(part, wheel, found.first[here])
            ok = apart(after, second, way, box)
            free[here] = ok
            if not target_closes:
                here = here[ok]
                contact = after[ok] + (second[ok, None] * way[ok])[:, None, :]
                point, delta = found.point[here][:, None, :], found.delta[here]
                end = point + turn(contact - point, -delta[:, None])
                free[here] = apart(end, np.zeros(len(here)), turn(way[ok], -delta), box)
    victim = state.unit(target)
    for part in corners(ground(victim.pose, victim.formation)) if target_closes else ():
        here = np.flatnonzero(free)
        end = found.point[here, None, :] + turn(part - found.point[here, None, :], found.delta[here, None])
        ok = ((end >= -1e-4) & (end <= np.array([state.width, state.depth]) + 1e-4)).all((1, 2))
        for box in boxes:
            heading = turn(ahead, victim.pose.facing - charger.pose.facing + found.delta[here])
            ok &= apart(end, np.zeros(len(here)), heading, box)
        free[here] = ok
    swinging = list(begin) if state.readings.wheel_sweep == "whole-unit" else [strip]
    shell = footprint(charger.pose, charger.formation)
    target_box = footprint(victim.pose, victim.formation)
    around = [(target_box, strip if swinging[0] is strip else shell, False)]
    around += [(box, part, not target_closes) for box in boxes for part in swinging]
    for shares in (np.arange(0.125, 1.01, 0.125), np.arange(0.015, 1.0, 0.0153)):
        for box, part, door in around:
            size = np.hypot(*(box - box.mean(0)).T).max()
            for share in shares[:-1] if box is target_box else shares:
                here = np.flatnonzero(free)
                pivot = (
                    np.where((found.wheel[here] > 0)[:, None], pivot_at[0], pivot_at[3])
                    + found.first[here, None] * ahead
                )
                reach = np.hypot(*(part[None] - pivot_at[[0, 3], None]).transpose(2, 0, 1)).max() + size
                here = here[np.hypot(*(pivot - box.mean(0)).T) < reach]
                wheel = found.wheel[here] * share
                swung = placed(part, wheel, found.first[here])
                way = turn(np.broadcast_to(ahead, (len(here), 2)), wheel)
                free[here] &= apart(swung, np.zeros(len(here)), way, box)
                if door:
                    here = np.flatnonzero(free)
                    reach = np.hypot(*(front[0] - part).T).max() + np.hypot(*(front[1] - part).T).max() + size
                    here = here[np.hypot(*(found.point[here] - box.mean(0)).T) < reach]
                    full = turn(np.broadcast_to(ahead, (len(here), 2)), found.wheel[here])
                    contact = (
                        placed(part, found.wheel[here], found.first[here])
                        + (found.second[here, None] * full)[:, None, :]
                    )
                    point, delta = found.point[here][:, None, :], found.delta[here] * share
                    closing = point + turn(contact - point, -delta[:, None])
                    free[here] &= apart(closing, np.zeros(len(here)), turn(full, -delta), box)
    stands = np.concatenate(
        [on_table_at_end(state, found, placed(part, found.wheel, found.first), ahead, target_closes) for part in begin],
        1,
    )
    return free & stands.all(1)


def on_table_at_end(state, found, after, ahead, target_closes):
    """(k, 4) whether each corner ends on the table."""
    way = turn(np.broadcast_to(ahead, (len(found.first), 2)), found.wheel)
    end = after + (found.second[:, None] * way)[:, None, :]
    if not target_closes:
        point = found.point[:, None, :]
        end = point + turn(end - point, -found.delta[:, None])
    return ((end >= -1e-4) & (end <= np.array([state.width, state.depth]) + 1e-4)).all(2)


def path_of(state, found, cell, unit, target, side, also, target_closes):
    """The cell as a way of a charge, with the models that really touch."""
    charger, victim = state.unit(unit), state.unit(target)
    words = [Advance(float(found.first[cell]))] if found.first[cell] else []
    wheel = float(found.wheel[cell])
    if wheel:
        words.append(Wheel("left" if wheel > 0 else "right", abs(wheel)))
    words.append(Advance(max(float(found.second[cell]), 0.0)))
    pose = charger.pose
    for word in words:
        pose, _ = word.after(pose, charger.formation)
    x, y = found.point[cell].tolist()
    delta = float(found.delta[cell])
    final = pose if target_closes else pose.turned_about(x, y, -delta)
    turned = victim.pose.turned_about(x, y, delta) if target_closes else None
    mine = bases(final, charger.formation)
    foes = [bases(turned or victim.pose, victim.formation)] + [bases_of(state.unit(one)) for one in also]
    pairs = [touching(mine, foe) for foe in foes]
    count = sum(int(pair.any(0).sum()) for pair in pairs) + int(np.hstack(pairs).any(1).sum())
    touched = (target, *(one for one in also if in_contact(mine, bases_of(state.unit(one)))))
    return ChargePath(unit, target, side, tuple(map(str, words)), pose, final, turned, count, touched)


def better_on_grid(state, unit, target, side, best, also=(), gone=(), target_closes=False):
    """A legal way of the grid with more than ``best`` models of the charger and its target in contact, or None."""
    found = grid(state, unit, target, side, best)
    free = np.flatnonzero(kindly_free(state, found, unit, target, gone, target_closes)) if len(found.first) else []
    for cell in free:
        path = path_of(state, found, int(cell), unit, target, side, also, target_closes)
        if path.touching > best and not check_charge_path(state, path, also=also, gone=gone):
            return path
    return None
