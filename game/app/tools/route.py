"""A move as it is planned: what it would cost and where it would end, as sentences and as overlays."""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely

from game.app.tools.dragging import amount_of
from game.app.tools.words import inches
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import Ghost, Obstruction, Outline, Overlay, Swept
from game.rules.book import Rulebook
from game.rules.manoeuvring import marching, may_swiftly_reform
from game.rules.movement import is_lone, march_fault, movement_of, reforms_freely
from game.rules.moving import CheckedMove, Step
from game.table.bases import ground
from game.table.manoeuvre import About, Manoeuvre, Pivot, Reform, Turn, Wheel
from game.table.pose import SLACK
from game.table.sweep import joined, swept_path


def allowance(book: Rulebook, state: State, unit: Unit, path: tuple[Manoeuvre, ...]) -> float:
    """Inches that a move of these manoeuvres may cost: M, or twice M where it may be a march; infinite by dice."""
    movement = movement_of(book, state, unit)
    if movement is None:
        return math.inf
    marches = march_fault(book, state, unit) is None and all(marching(book, state, unit, one) for one in path)
    return 2 * movement if marches else movement


def may_pivot(book: Rulebook, state: State, unit: Unit, path: tuple[Manoeuvre, ...]) -> bool:
    """Whether a pivot may come next: lone models always; a unit with a musician once, before it moves (MOV-05)."""
    if is_lone(unit) or reforms_freely(book, state, unit):
        return True
    return may_swiftly_reform(unit) and all(isinstance(one, Pivot) for one in path)


def said(manoeuvre: Manoeuvre, cost: float) -> str:
    """A manoeuvre with what it costs: ``wheel left 30° (2.6″)``."""
    if isinstance(manoeuvre, Wheel | Pivot):
        kind = "wheel" if isinstance(manoeuvre, Wheel) else "pivot"
        words = f"{kind} {manoeuvre.side} {amount_of(manoeuvre):.4g}°"
    elif isinstance(manoeuvre, Reform):
        words = f"reform {manoeuvre.files} wide"
    elif isinstance(manoeuvre, About | Turn):
        words = "about-face" if isinstance(manoeuvre, About) else f"turn {manoeuvre.side}"
    else:
        words = f"{str(manoeuvre).split()[0]} {amount_of(manoeuvre):.4g}″"
    return f"{words} ({inches(cost)})" if cost else words


def steps_said(move: CheckedMove) -> str:
    """The whole path: ``wheel left 30° (2.6″) · advance 2″ (2.0″)``."""
    return " · ".join(said(step.manoeuvre, step.cost) for step in move.steps)


def balance(move: CheckedMove, allowed: float) -> str:
    """What is spent and left: ``4.6″ spent, 3.4 of 8″ left``."""
    spent = f"{inches(move.cost)} spent"
    if math.isinf(allowed):
        return spent
    over = move.cost - allowed
    left = f"{over:.1f} more than {allowed:g}″" if over > SLACK else f"{max(-over, 0.0):.1f} of {allowed:g}″ left"
    return f"{spent}, {left}" + (" (march)" if move.marches else "")


def route_overlays(move: CheckedMove, side: str, label: str = "") -> Iterator[Overlay]:
    """Swept ground, the unit at its end, and where and why it may not go."""
    ok = not move.faults
    outlines = tuple(_swept(move.steps))
    if outlines:
        yield Swept(outlines, ok)
    marks = tuple(_obstructions(move))
    why = move.faults[0].text if move.faults and not marks else ""
    yield Ghost(move.pose, move.formation, side, ok, label if ok else why)
    yield from marks


def _obstructions(move: CheckedMove) -> Iterator[Obstruction]:
    """A mark at each place on the way that forbids it, the first with its reason; the prompt has all reasons."""
    seen: list[tuple[float, float]] = [(move.pose.x, move.pose.y)]
    for fault in move.faults:
        if fault.at is not None and all(math.dist(fault.at, other) > 0.5 for other in seen):
            yield Obstruction(*fault.at, fault.text if len(seen) == 1 else "")
            seen.append(fault.at)


def _swept(steps: tuple[Step, ...]) -> Iterator[Outline]:
    """Outlines of the ground that each rigid manoeuvre passes over."""
    areas = [swept_path(ground(step.pose, step.formation), step.motions) for step in steps if step.motions]
    if not areas:
        return
    area = joined(areas)
    for part in shapely.get_parts(area):
        yield tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])
