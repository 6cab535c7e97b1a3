"""Straight moves that nobody plans: a turn on the spot, then ahead until something stops the unit (PUR-07, SPC-02)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.terrain import terrain_gap
from game.rules.way import GAP, closed_terrain, others_of
from game.table.bases import ground
from game.table.cores import outline_cores
from game.table.distance import on_table, separations
from game.table.formation import Bases
from game.table.manoeuvre import Advance, Manoeuvre, Pivot
from game.table.motion import Motion, moved
from game.table.passage import front_edge, run_into, starting_gaps, table_edges
from game.table.pose import CONTACT, SLACK, Pose, normal_angle, rounded

EDGE = "edge"
"""The edge of the table, where else an id stands."""
StopAt = Literal["units", "friends"]
"""Whom it stops short of: all units, or friends only; then it may run into an enemy."""


@dataclass(frozen=True, slots=True)
class StraightMove:
    """A straight move as it would be made; asking changes nothing.

    Attributes:
        unit: Id of the unit.
        path: Its manoeuvres, in the command line's words.
        motions: The motions of its way over the table; a turn on the spot is none of them.
        inches: How far it goes.
        turned: Where it stands once it has turned and not yet moved.
        pose: Where it ends, as an event would store it.
        stopped_by: Name of whatever stopped it, or "".
        charges: Id of the enemy that its front edge has run into, or "": it stands in contact then.
        off_table: It has touched the edge of the table and leaves it there.
    """

    unit: str
    path: tuple[str, ...]
    motions: tuple[Motion, ...]
    inches: float
    turned: Pose
    pose: Pose
    stopped_by: str = ""
    charges: str = ""
    off_table: bool = False


def turn_to(unit: Unit, facing: float | None) -> tuple[Pivot | None, Pose]:
    """The turn about the centre of the bounding rectangle that makes a unit face so, and where it stands then."""
    degrees = 0.0 if facing is None else rounded(normal_angle(facing - unit.pose.facing))
    if degrees in (0.0, 360.0):
        return None, unit.pose
    pivot = Pivot("left", degrees) if degrees <= 180 else Pivot("right", rounded(360 - degrees))
    return pivot, pivot.after(unit.pose, unit.formation)[0].rounded()


def turn_words(unit: Unit, facing: float | None) -> tuple[str, ...]:
    """The turn of :func:`turn_to` in the command line's words, none if there is none."""
    pivot, _ = turn_to(unit, facing)
    return (str(pivot),) if pivot else ()


def stopping_way(
    state: State, unit: Unit, shapes: Bases, motion: Motion, others: Sequence[Unit], *, edge: bool = True
) -> tuple[float, str]:
    """How far of a motion a unit comes, 0 to 1, until it is 1 inch from these units or closed terrain; and from what.

    What starts nearer than that may not come nearer (FORM-09); what it overlaps at the start is no hindrance: it has
    turned there, and turning ignores units. ``EDGE``: the edge of the table stops it too.
    """
    found: list[tuple[float, str]] = []
    clear = [one for one in others if float(separations(shapes, ground_of(one)).min()) > -SLACK]
    if clear:
        grounds = [ground_of(one) for one in clear]
        met = run_into(shapes, (motion,), grounds, starting_gaps(shapes, grounds, GAP))
        found += [(met.t, clear[met.unit].id)] if met else []
    closed = [piece for piece in closed_terrain(state, unit) if terrain_gap(shapes, piece) > -SLACK]
    if closed:
        outlines = outline_cores([np.array(piece.outline) for piece in closed])
        met = run_into(shapes, (motion,), outlines, starting_gaps(shapes, outlines, GAP))
        found += [(met.t, closed[met.unit].id)] if met else []
    if edge:
        edges = table_edges(state.width, state.depth)
        met = run_into(shapes, (motion,), edges, starting_gaps(shapes, edges, 0.0))
        found += [(met.t, EDGE)] if met else []
    return min(found, default=(1.0, ""), key=lambda one: one[0])


def ground_taken(state: State, unit: Unit, shapes: Bases) -> str:
    """What a unit would stand on or hang over at this place: an id, ``EDGE``, or "" if there is room."""
    for other in others_of(state, unit):
        if float(separations(shapes, ground_of(other)).min()) < -SLACK:
            return other.id
    for piece in closed_terrain(state, unit):
        if terrain_gap(shapes, piece) < -SLACK:
            return piece.id
    return "" if on_table(shapes, state.width, state.depth) else EDGE


def name_of(state: State, stopper: str) -> str:
    """What people call a unit, a piece of terrain or the edge of the table; "" for nothing."""
    if stopper in ("", EDGE):
        return "the edge of the table" if stopper else ""
    unit = next((one.name for one in state.units if one.id == stopper), "")
    return unit or next(piece.name or piece.kind for piece in state.terrain if piece.id == stopper)


def straight_move(
    state: State,
    unit: str,
    facing: float | None,
    inches: float,
    *,
    stop_at: StopAt = "friends",
    keep_off: Sequence[str] = (),
    leaves_table: bool = False,
) -> StraightMove:
    """The move of a unit that turns about its centre, units ignored, and goes straight ahead.

    It stops 1 inch short of friends and closed terrain; of enemies too, unless its front edge runs into one. Where it
    would find no room at its end it neither turns nor moves.

    Args:
        state: The battle.
        unit: Id of the unit.
        facing: Degrees to turn to; None: it does not turn.
        inches: How far it goes if nothing stops it.
        stop_at: ``units``: it runs into nobody.
        keep_off: Ids of enemies that it stops 1 inch short of all the same (PUR-07).
        leaves_table: The edge of the table does not stop it: it leaves (PUR-10).
    """
    who = state.unit(unit)
    pivot, turned = turn_to(who, facing)
    way = _Way(state, who, turned, inches, leaves_table)
    others = others_of(state, who)
    foes = [one for one in others if one.side != who.side and one.id not in keep_off and stop_at == "friends"]
    far, by = way.until([one for one in others if one not in foes])
    met, touch = way.first_touched(foes)
    if not met or touch > far + CONTACT or not way.front_touches(touch, state.unit(met)):
        met = ""
        near, foe = way.until(foes)
        far, by = (near, foe) if near < far else (far, by)
    going = rounded(touch if met else far)
    left, gone = way.leaves(going)
    if left:
        pose, words = turned.shifted(gone, 0.0).rounded(), _words(pivot, gone)
        return StraightMove(unit, words, way.motions(gone), gone, turned, pose, name_of(state, EDGE), off_table=True)
    pose = turned.shifted(going, 0.0).rounded()
    hindrance = "" if met else ground_taken(state, who, ground(pose, who.formation))
    if hindrance:
        return StraightMove(unit, (), (), 0.0, who.pose, who.pose, name_of(state, hindrance))
    stopped = name_of(state, met or by)
    return StraightMove(unit, _words(pivot, going), way.motions(going), going, turned, pose, stopped, met)


def _words(pivot: Pivot | None, inches: float) -> tuple[str, ...]:
    done: list[Manoeuvre] = [*([pivot] if pivot else []), *([Advance(inches)] if inches else [])]
    return tuple(str(one) for one in done)


@dataclass(frozen=True, slots=True)
class _Way:
    """The straight way of a unit that has turned."""

    state: State
    unit: Unit
    turned: Pose
    inches: float
    leaves_table: bool

    @property
    def shapes(self) -> Bases:
        return ground(self.turned, self.unit.formation)

    def motions(self, inches: float) -> tuple[Motion, ...]:
        return Advance(inches).motions(self.turned, self.unit.formation)

    def until(self, others: Sequence[Unit]) -> tuple[float, str]:
        """Inches until it must stop short of one of these, of closed terrain or at the edge, and of what."""
        (motion,) = self.motions(self.inches)
        share, by = stopping_way(self.state, self.unit, self.shapes, motion, others, edge=not self.leaves_table)
        return share * self.inches, by

    def first_touched(self, foes: Sequence[Unit]) -> tuple[str, float]:
        """The enemy that it touches first, also with its last inch, and after how many inches.

        Not one whom its turn has brought it onto.
        """
        ahead = [foe for foe in foes if float(separations(self.shapes, ground_of(foe)).min()) > -SLACK]
        if not ahead:
            return "", math.inf
        grounds = [ground_of(foe) for foe in ahead]
        motions = self.motions(self.inches + CONTACT)
        met = run_into(self.shapes, motions, grounds, starting_gaps(self.shapes, grounds, 0.0))
        return (ahead[met.unit].id, met.inches) if met else ("", math.inf)

    def front_touches(self, inches: float, foe: Unit) -> bool:
        """Whether the front edge touches this enemy there."""
        edge = front_edge(self.turned.shifted(inches, 0.0), self.unit.formation)
        return float(separations(edge, ground_of(foe)).min()) <= CONTACT

    def leaves(self, inches: float) -> tuple[bool, float]:
        """Whether it touches the edge of the table on so many inches of the way, and where."""
        if not self.leaves_table:
            return False, 0.0
        return edge_touched(self.state, self.shapes, self.motions(inches)[0])


def edge_touched(state: State, shapes: Bases, motion: Motion) -> tuple[bool, float]:
    """Whether a unit that may leave the table touches its edge on a motion, and after how many inches (FLEE-08).

    A unit that begins at the edge, or hangs over it after a turn, leaves only if it goes on over it or ends there.
    """
    edges = table_edges(state.width, state.depth)
    met = run_into(shapes, (motion,), edges, starting_gaps(shapes, edges, CONTACT))
    if met is not None:
        return True, rounded(met.inches)
    stays = on_table(moved(shapes, motion), state.width, state.depth)
    return (False, 0.0) if stays else (True, rounded(motion.length))
