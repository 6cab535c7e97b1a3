"""Obstacles on the way of those who may stumble over them: where a move ends early (FALL-15, SPC-12, TER-09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from game.battle.ground import ground_of
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.terrain import Terrain
from game.rules.movement import crosses
from game.rules.special_rule import Play
from game.rules.terrain import terrain_gap
from game.table.approach import first_approach
from game.table.bases import ground
from game.table.cores import outline_cores
from game.table.manoeuvre import Manoeuvre, Place, cost, first_part
from game.table.manoeuvre_text import parse
from game.table.pose import SLACK, Pose, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True)
class Stumble:
    """Where the move of a unit ends at an obstacle; the rest of it is lost.

    Attributes:
        unit: Id of the unit.
        terrain: Id of the obstacle, which its base touches there.
        path: Its way up to there, in the command line's words.
        inches: How far that is, every manoeuvre at its cost.
        pose: Where it ends, as an event would store it.
    """

    unit: str
    terrain: str
    path: tuple[str, ...]
    inches: float
    pose: Pose


def over_obstacles(battle: Play, unit: str, path: Sequence[str], *, flees: bool = False) -> Procedure[Stumble | None]:
    """Let a unit try to get over everything on its way that its rules make it heed, before it is moved.

    Each piece is tried once, in the order in which the base first touches it, if the way goes on over it; not one that
    the unit stands on when it sets out.

    Args:
        battle: The battle.
        unit: Id of the unit, which stands where the way begins.
        path: Its way, in the command line's words.
        flees: It is a flee move.

    Returns:
        Where the move ends early, or None: it gets over all of them.
    """
    for reached in tuple(_reached(battle.book, battle.state, unit, path, flees=flees)):
        for rule in tuple(battle.book.rules_of(battle.state, unit)):
            if not (yield from rule.reaches_obstacle(battle, unit, reached.terrain)):
                return reached
    return None


def stumble(battle: Play, unit: str) -> Procedure[None]:
    """What comes of a move that has ended at an obstacle, once the unit has been moved there."""
    for rule in tuple(battle.book.rules_of(battle.state, unit)):
        if battle.state.unit(unit).on_table:
            yield from rule.stumbled(battle, unit)


def _reached(book: Rulebook, state: State, unit: str, path: Sequence[str], *, flees: bool) -> Iterator[Stumble]:
    """The obstacles on the way, the first one first, and where the way would end at each."""
    who = state.unit(unit)
    rules = tuple(book.rules_of(state, unit))
    pieces = [one for one in state.terrain if any(rule.heeds(state, who, one, flees=flees) for rule in rules)]
    left = [one for one in pieces if not crosses(book, state, who, one) and terrain_gap(ground_of(who), one) > -SLACK]
    place = who.pose, who.formation
    done: list[Manoeuvre] = []
    inches = 0.0
    for manoeuvre in (one for words in path for one in parse(words)) if left else ():
        for share, piece in _touched(manoeuvre, place, left):
            begun = first_part(manoeuvre, share)
            spent = inches + sum(cost(one, place[1], state.readings.wheel_cost) for one in begun)
            pose = begun[0].after(*place)[0] if begun else place[0]
            yield Stumble(unit, piece.id, tuple(map(str, (*done, *begun))), rounded(spent), pose.rounded())
            left.remove(piece)
        inches += cost(manoeuvre, place[1], state.readings.wheel_cost)
        place = manoeuvre.after(*place)
        done.append(manoeuvre)


def _touched(manoeuvre: Manoeuvre, place: Place, pieces: Sequence[Terrain]) -> list[tuple[float, Terrain]]:
    """The pieces that a unit goes over in a manoeuvre, and after what share of it; a turn on the spot has no share."""
    found: list[tuple[float, Terrain]] = []
    shapes, motions = ground(*place), manoeuvre.motions(*place)
    for piece in pieces:
        edges = outline_cores([np.array(piece.outline)])
        found += [(met.t, piece) for motion in motions if (met := first_approach(shapes, motion, edges)) is not None]
        if not motions and terrain_gap(ground(*manoeuvre.after(*place)), piece) < -SLACK:
            found.append((0.0, piece))
    return sorted(found, key=lambda one: one[0])
