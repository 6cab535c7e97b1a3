"""One flee move: the dice, the way, and what it costs those who run (FLEE-01 to FLEE-05, FLEE-08, FLEE-10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.battle.event import Throw
from game.battle.procedure import Procedure, part, roll
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.dice import Total
from game.rules.dangerous import Crossing, crossings, take_tests
from game.rules.flight import Flight, cut_short, flight, met_after
from game.rules.flight_events import UnitFled, UnitLost
from game.rules.hits import Hits
from game.rules.movement import movement_of
from game.rules.obstacles import over_obstacles, stumble
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.strength import unit_strength
from game.rules.wounding import suffer
from game.table.bases import ground

if TYPE_CHECKING:
    from game.rules.book import Rulebook

ORDINARY = Total(2)
"""The dice of flight, pursuit and overrun (FLEE-01, PUR-03, PUR-04)."""


def flee_dice(book: Rulebook, state: State, unit: Unit, *, swift: bool = True) -> Total:
    """The dice by which a unit flees, pursues and overruns (FLEE-01, SPC-02, SWIFT-01).

    ``swift``: False where a rule leaves out what makes it faster (SPC-07).
    """
    own = (rule.random_movement(state, unit) for rule in book.rules_of(state, unit.id))
    random = next((dice for dice in own if dice is not None), None)
    movement = movement_of(book, state, unit)
    if random is not None or movement is None or not swift:
        return random or ORDINARY
    given = (rule.flee_roll(movement) for rule in book.rules_of(state, unit.id))
    return next((dice for dice in given if dice is not None), ORDINARY)


def forced_to_flee(battle: Play, unit: str) -> Procedure[bool]:
    """What happens to a unit that must flee before it has turned; False if it is lost by it (CHAR-04, FALL-19)."""
    for rule in tuple(battle.book.rules_of(battle.state, unit)):
        if battle.state.unit(unit).on_table:
            yield from rule.fled(battle, unit)
    who = battle.state.unit(unit)
    if who.on_table and who.type.troop_type.id == "war-machine":
        battle.record(UnitLost(unit=unit, why="its crew abandon it", rule="CHAR-04"))
    return battle.state.unit(unit).on_table


def run_away(
    battle: Play, unit: str, facing: float | None, *, rule: str, feigned: bool = False, swift: bool = True
) -> Procedure[tuple[str, ...]]:
    """A unit is forced to flee: it rolls, turns and runs; once a phase only (FLEE-10).

    Args:
        battle: The battle.
        unit: Id of the unit.
        facing: Degrees to turn to; None: it runs the way it faces.
        rule: Id of the rule by which it flees.
        feigned: It only feigns its flight (SPC-06).
        swift: As of :func:`flee_dice`.

    Returns:
        Ids of the units that it has run through.
    """
    if battle.state.unit(unit).mark("flee", "moved") or not (yield from forced_to_flee(battle, unit)):
        return ()
    rolled = yield from roll("flee", unit, flee_dice(battle.book, battle.state, battle.state.unit(unit), swift=swift))
    throw = Throw("flee", rolled.faces, why=("FLEE-01",))
    way = flight(battle.state, unit, facing, rolled.value)
    return (yield from run(battle, way, rule=rule, dice=(throw,), feigned=feigned))


def run(
    battle: Play, way: Flight, *, rule: str, dice: tuple[Throw, ...] = (), feigned: bool = False
) -> Procedure[tuple[str, ...]]:
    """The flee move itself, with what those whom it leads past and the ground do to the unit (FLEE-04, FLEE-05).

    Returns:
        Ids of the units that it has run through; fewer than it would have if an obstacle has brought it down (FALL-15).
    """
    before = battle.state
    stopped = yield from over_obstacles(battle, way.unit, way.path, flees=True)
    if stopped:
        way = cut_short(before, way, stopped.path, stopped.inches, stopped.pose)
    battle.record(
        UnitFled(
            unit=way.unit, path=way.path, inches=way.inches, before=before.unit(way.unit).pose, pose=way.pose,
            passed=way.passed, off_table=way.off_table, feigned=feigned, rule=rule, dice=dice,
        )
    )  # fmt: skip
    if way.off_table:
        return way.passed
    for peril in _perils(battle.book, before, way):
        if battle.state.unit(way.unit).on_table:
            yield from _suffer_from(battle, peril, way)
    if stopped:
        yield from stumble(battle, way.unit)
    return way.passed


def _perils(book: Rulebook, state: State, way: Flight) -> list[Unit | Terrain]:
    """Steady enemies, and terrain that calls for tests, in the order in which the unit runs into them."""
    who = state.unit(way.unit)
    met = map(state.unit, way.passed)
    tested = [terrain for _, terrain, _, _ in _tests(book, state, way)]
    perils: list[Unit | Terrain] = [one for one in met if one.side != who.side and not one.fleeing]
    perils += [piece for piece in state.terrain if piece.id in tested]
    shapes = ground(way.turned, who.formation)
    reached = [met_after(shapes, way.motions[0], one) for one in perils]
    order = sorted(range(len(perils)), key=lambda one: 1.0 if (share := reached[one]) is None else share)
    return [perils[one] for one in order]


def _suffer_from(battle: Play, peril: Unit | Terrain, way: Flight) -> Procedure[None]:
    """What one of them costs those who have come so far; whoever falls to it meets none of the later ones."""
    if isinstance(peril, Unit):
        strength = unit_strength(battle.state, battle.state.unit(peril.id))
        blades = f"the blades of {peril.name}"
        gauntlet = Hits(strength, 0, blades, "FLEE-05", peril.id, armour=False, ward=False, automatic=True)
        yield from part(battle, suffer, way.unit, gauntlet)
    else:
        yield from take_tests(battle, [test for test in _tests(battle.book, battle.state, way) if test[1] == peril.id])
    yield from finish_step(battle)


def _tests(book: Rulebook, state: State, way: Flight) -> tuple[Crossing, ...]:
    """Dangerous and impassable terrain on the way, which begins once the unit has turned (FLEE-04)."""
    turned = state.with_unit(replace(state.unit(way.unit), pose=way.turned))
    return crossings(book, turned, way.unit, way.motions, through_closed=True)
