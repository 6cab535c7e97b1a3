"""What hides what: which corners, discs and crossings of a scene matter to lines from one stretch of ground."""

from __future__ import annotations

import math

import numpy as np

from game.table.formation import Flags, Floats
from game.table.pose import CONTACT
from game.table.rays import NARROW, Shapes, chords, crossings, entries

_ASKEW = np.array([[math.cos(1.0), math.sin(1.0)]])


def silhouette(shapes: Shapes, ends: Floats) -> Floats:
    """(n, 3) the features that a line from between two points can graze: without corners turned wholly to or from them.

    At such a corner both edges look the same way, so lines on either side of it run through the same shapes.
    """
    edge = shapes.end - shapes.start
    rel = ends[:, None] - shapes.start
    outside = shapes.turn[shapes.shape] * (rel[..., 0] * edge[:, 1] - rel[..., 1] * edge[:, 0])
    to, from_ = (np.logical_and.reduce(side > NARROW, axis=0) for side in (outside, -outside))
    faces = to.astype(np.intp) - from_.astype(np.intp)  # 0: it depends on from where
    first = shapes.first
    before = np.arange(-1, len(faces) - 1)
    before[first] = np.append(first[1:], len(faces)) - 1 if len(first) else first
    kept = (faces == 0) | (faces != faces[before])
    vertices = shapes.start[kept]
    return np.concatenate([np.column_stack([vertices, np.zeros(len(vertices))]), shapes.disc])


def hiding(ends: Floats, screens: Shapes, shapes: Shapes) -> Flags:
    """(screens, shapes) whether every segment from between two points to a shape runs through the screen before.

    The ground hidden by a convex screen from both points is convex and hidden from all between: corners decide.
    Nothing is hidden that holds one of the points, so two shapes never hide each other.
    """
    around = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
    squares = (shapes.disc[:, None, :2] + around * shapes.disc[:, None, 2:]).reshape(-1, 2)
    points = np.concatenate([shapes.start, squares])
    first = np.concatenate([shapes.first, len(shapes.start) + 4 * np.arange(len(shapes.disc))])
    ray = (points - ends[:, None]).reshape(-1, 2)
    far = np.maximum(np.hypot(ray[:, 0], ray[:, 1]), NARROW)
    origin, ray = np.repeat(ends, len(points), axis=0), ray / far[:, None]
    enter, leave = _passage(origin, ray, screens)
    stopped = (leave - enter > NARROW) & (leave > 0.0) & (enter < far[:, None] - CONTACT)
    both = stopped[: len(points)] & stopped[len(points) :]
    hidden: Flags = np.logical_and.reduceat(both, first, axis=0).T if len(points) else both.T
    if not len(points) or points[:, 0].min() > ends[:, 0].max():
        return hidden
    held = (entries(ends, np.repeat(_ASKEW, len(ends), axis=0), shapes) == 0.0).any(axis=0)
    hidden &= ~held
    return hidden


def _passage(origin: Floats, ray: Floats, shapes: Shapes) -> tuple[Floats, Floats]:
    """(l, n) how far along each ray it enters and leaves each convex shape; leave <= enter if it does neither."""
    enter, leave = (np.full((len(ray), len(shapes.owner)), far) for far in (np.inf, -np.inf))
    if shapes.outlines:
        edge = (shapes.end - shapes.start) * shapes.turn[shapes.shape][:, None]
        px, py = shapes.start[:, 0] - origin[:, :1], shapes.start[:, 1] - origin[:, 1:]
        outside = px * edge[:, 1] - py * edge[:, 0]  # negative: the origin lies outside of this edge
        closing = ray[:, :1] * edge[:, 1] - ray[:, 1:] * edge[:, 0]
        flat = np.abs(closing) <= NARROW**2
        far = outside / np.where(flat, 1.0, closing)
        first = shapes.first
        enters = np.where(closing < 0.0, far, -np.inf)
        leaves = np.where(closing > 0.0, far, np.inf)
        enters[flat], leaves[flat] = np.where(outside[flat] < 0.0, np.inf, -np.inf), np.inf
        round_about = shapes.turn != 0
        enter[:, : shapes.outlines] = np.where(round_about, np.maximum.reduceat(enters, first, axis=1), np.inf)
        leave[:, : shapes.outlines] = np.where(round_about, np.minimum.reduceat(leaves, first, axis=1), -np.inf)
    along, half = chords(origin, ray, shapes.disc)
    enter[:, shapes.outlines :], leave[:, shapes.outlines :] = along - half, along + half
    return enter, leave


def meetings(shapes: Shapes, near: Flags) -> Floats:
    """(n, 3) the points, as features of radius 0, where borders of ``neighbours`` of different owners cross."""
    near = near & (shapes.owner[:, None] != shapes.owner)
    if not near.any():
        return np.zeros((0, 3))
    touching = np.logical_or.reduce(near, axis=0)
    shapes, near = shapes.only(touching), near[np.ix_(touching, touching)]
    edge = shapes.end - shapes.start
    length = np.maximum(np.hypot(*edge.T), NARROW)
    ray = edge / length[:, None]
    far = crossings(shapes.start, ray, shapes.start, shapes.end)
    along, half = chords(shapes.start, ray, shapes.disc)
    half = np.where(half > 0.0, half, np.inf)
    far = np.concatenate([far, along - half, along + half], axis=1)
    discs = np.arange(shapes.outlines, len(shapes.owner))
    of = np.concatenate([shapes.shape, discs, discs])
    i, j = np.nonzero((far >= 0.0) & (far <= length[:, None]) & near[shapes.shape][:, of])
    points = np.concatenate(
        [shapes.start[i] + far[i, j][:, None] * ray[i], _of_circles(shapes.disc, near[discs][:, discs])]
    )
    return np.column_stack([points, np.zeros(len(points))])


def _of_circles(disc: Floats, near: Flags) -> Floats:
    """(n, 2) the points where circles cross."""
    i, j = np.nonzero(np.triu(near))
    rel = disc[j, :2] - disc[i, :2]
    apart = np.maximum(np.hypot(*rel.T), NARROW)
    along = (apart**2 + disc[i, 2] ** 2 - disc[j, 2] ** 2) / (2 * apart)
    aside = disc[i, 2] ** 2 - along**2
    cross = aside > 0.0
    unit = rel[cross] / apart[cross][:, None]
    foot = disc[i[cross], :2] + along[cross][:, None] * unit
    step = np.sqrt(aside[cross])[:, None] * np.column_stack([-unit[:, 1], unit[:, 0]])
    return np.concatenate([foot + step, foot - step])
