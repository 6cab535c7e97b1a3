"""Into contact with the enemy: the best way there, and what happens at its end (CHG-09, CHG-16, CHG-19, CHG-22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.battle.event import Event
from game.battle.events import UnitsEngaged
from game.battle.procedure import Procedure
from game.battle.state import Engagement, State
from game.rules.charge_events import ChargeMoved, RanksClosed, TargetAligned
from game.rules.charge_path import ChargePath, charge_paths
from game.rules.charge_stance import out_of_ranks, own_unit, stance
from game.rules.charge_targets import sought_side
from game.rules.running_down import follow_through, run_down
from game.rules.special_rule import Play
from game.rules.straight import StraightMove, turn_words
from game.rules.strength import unit_strength
from game.table.arcs import Arc
from game.table.bases import ground
from game.table.distance import on_table

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def best_paths(
    book: Rulebook,
    state: State,
    unit: str,
    target: str,
    sides: Sequence[Arc],
    also: tuple[str, ...] = (),
    *,
    flies: bool = False,
    most: int = 5,
) -> tuple[ChargePath, ...]:
    """The ways into contact with the first of these sides that can be reached, best first.

    Args:
        book: The rulebook.
        state: The battle; skirmishers close up in it, a character steps out of his unit.
        unit: Id of the charger.
        target: Id of its target.
        sides: Sides of the target, in the order in which they are tried.
        also: Other targets of the same charge.
        flies: It flies there (SPC-04).
        most: How many ways at most.
    """
    ready, gone = stance(book, state, unit, target), own_unit(state, unit)
    charger, goal = ready.unit(unit), ready.unit(target)
    aligns = unit_strength(ready, goal) < 5 and unit_strength(ready, charger) >= 10
    for side in sides:
        paths = charge_paths(
            ready, unit, target, side, also=also, gone=gone, target_aligns=aligns, flies=flies, most=most
        )
        if paths:
            return paths
    return ()


def way_into(book: Rulebook, state: State, move: StraightMove, facing: float | None) -> ChargePath | None:
    """The way of a unit into the enemy that it runs into on a straight move, if there is one; it begins with its turn.

    The side that it strikes is the one before which it stood when it set out (C033), not where it has turned to.
    """
    who = state.unit(move.unit)
    turned = state.with_unit(replace(who, pose=move.turned))
    sides = sought_side(state.unit(move.charges), who)
    paths = best_paths(book, turned, who.id, move.charges, sides, most=1)
    return replace(paths[0], path=(*turn_words(who, facing), *paths[0].path)) if paths else None


def contact_events(book: Rulebook, state: State, path: ChargePath, rule: str) -> list[Event]:
    """What happens when a charger goes this way: ranks close, it moves, the target may align (CHG-16, SPC-05)."""
    before, ready = out_of_ranks(state, path.unit).unit(path.unit).pose, stance(book, state, path.unit, path.target)
    closing = [one for one in (path.unit, path.target) if ready.unit(one).formation != state.unit(one).formation]
    events: list[Event] = [
        RanksClosed(unit=one, formation=ready.unit(one).formation, rule="SPC-05")
        for one in closing
        if not state.unit(one).host
    ]
    events.append(
        ChargeMoved(
            unit=path.unit, target=path.target, path=path.path, before=before, contact=path.contact, pose=path.final,
            formation=ready.unit(path.unit).formation, touching=path.touching, rule=rule,
        )
    )  # fmt: skip
    if path.target_pose is not None:
        turned = state.unit(path.target).pose
        events.append(
            TargetAligned(unit=path.target, charger=path.unit, before=turned, pose=path.target_pose, rule="CHG-16")
        )
    return events


def engage(battle: Play, path: ChargePath, rule: str) -> None:
    """The charger goes into contact and is engaged with everybody that it touches (CHG-16, CHG-22)."""
    for event in contact_events(battle.book, battle.state, path, rule):
        battle.record(event)
    for touched in path.touched:
        side = path.side if touched == path.target else _touched_side(battle.state, path.unit, touched)
        battle.record(UnitsEngaged(engagement=Engagement(path.unit, touched, "front", side), rule="CHG-22"))


def _touched_side(state: State, unit: str, touched: str) -> Arc:
    return sought_side(state.unit(touched), state.unit(unit))[0]


def ride_down(battle: Play, path: ChargePath) -> Procedure[None]:
    """Contact with a fleeing unit: it is cut down; the charger stops behind what is left of it (CHG-19).

    It lies along the fleeing unit's edge only where it would hang over that of the table as it first touches.
    """
    shapes = ground(path.contact, stance(battle.book, battle.state, path.unit, path.target).unit(path.unit).formation)
    stops = path.contact if on_table(shapes, battle.state.width, battle.state.depth) else path.final
    for event in contact_events(battle.book, battle.state, replace(path, final=stops, target_pose=None), "CHG-19"):
        battle.record(event)
    yield from run_down(battle, path.target, (path.unit,), rule="CHG-19")
    yield from follow_through(battle, path.unit, path.target)
