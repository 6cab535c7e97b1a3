"""Who may declare a charge, and at whom (CHG-01, CHG-02, CHG-04)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game.battle.decision import Fault
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Total
from game.rules.charge_events import SHUNS
from game.rules.charge_path import charge_paths, why_no_path
from game.rules.charge_stance import out_of_ranks, own_unit, stance
from game.rules.chargers import target_of
from game.rules.charts import ordinary_charge_roll
from game.rules.gaps import building_of, unit_gap
from game.rules.joining import leaving_faults
from game.rules.movement import movement_of
from game.rules.sight import view
from game.rules.strength import members
from game.table.arcs import Arc, bases_in_arc, charged_arc
from game.table.bases import circle_about
from game.table.manoeuvre import frontage
from game.table.pose import SLACK

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def charge_movement(book: Rulebook, state: State, unit: Unit) -> float:
    """The M that a charge uses, inches: M on the ground, or the better one of a flyer (SPC-04); 0 without M.

    A character who charges out of his unit uses his own (CHAR-03).
    """
    state = out_of_ranks(state, unit.id)
    unit = state.unit(unit.id)
    walks = movement_of(book, state, unit) or 0.0
    flown = [rule.flies(state, unit) or 0.0 for rule in book.rules_of(state, unit.id)]
    return max([walks, *flown])


def flies_to_charge(book: Rulebook, state: State, unit: Unit) -> bool:
    """Whether the unit flies into its charges: where that is farther than it walks (SPC-04)."""
    return charge_movement(book, state, unit) > (movement_of(book, state, unit) or 0.0)


def charge_dice(book: Rulebook, state: State, unit: Unit) -> Total:
    """The dice that are added to M (CHG-07, SWIFT-01)."""
    movement = charge_movement(book, state, unit)
    state = out_of_ranks(state, unit.id)
    given = (rule.charge_roll(movement) for rule in book.rules_of(state, unit.id))
    return next((dice for dice in given if dice is not None), ordinary_charge_roll(state.readings))


def most(dice: Total) -> int:
    """The highest that these dice can come to."""
    return (dice.n - dice.drop_lowest - dice.drop_highest) * max(dice.faces)


def charger_faults(book: Rulebook, state: State, unit: Unit, *, again: bool = False) -> Iterator[Fault]:
    """Why a unit may not declare any charge (CHG-01); ``again``: it redirects one (CHG-15)."""
    name = unit.name
    if not unit.on_table or unit.side != state.clock.side:
        yield Fault("SEQ-04", f"{name} is not a unit on the table of the side whose turn it is")
        return
    if unit.host:
        yield from leaving_faults(book, state, unit)
        if state.unit(unit.host).mark("character", "left"):
            yield Fault("CHAR-03", f"another character has charged out of {state.unit(unit.host).name} in this turn")
    yield from _charges_of_others(state, unit)
    if unit.garrison:
        yield Fault("GAR-03", f"{name} holds a building: nobody charges out of it")
    if foes := state.enemies_in_combat(unit.id):
        yield Fault("CHG-01", f"{name} is in combat with {state.unit(foes[0]).name}")
    if unit.fleeing:
        yield Fault("FLEE-09", f"{name} flees")
    if unit.down:
        yield Fault("FALL-17", f"{name} lies on the ground")
    if not again and unit.mark("charge", "declared"):
        yield Fault("CHG-01", f"{name} has declared a charge already")
    if not again and any(mark.name.startswith(SHUNS) for mark in unit.marks):
        yield Fault("TERROR-03", f"{name} has shrunk from a charge in this turn")
    for about, done in (("rally", "rallied"), ("arrived", "arrived")):
        if unit.mark(about, done):
            yield Fault("CHG-01", f"{name} has {done} in this turn")
    if unit.type.troop_type.id == "war-machine":
        yield Fault("CHAR-04", f"{name} is a war machine and never charges")
    elif charge_movement(book, state, unit) <= 0:
        yield Fault("MEAS-05", f"{name} has no Movement to charge with")
    for rule in book.rules_of(state, unit.id):
        fault = rule.forbids_charge(state, unit)
        if fault is not None:
            yield fault


def _charges_of_others(state: State, unit: Unit) -> Iterator[Fault]:
    """Either a unit charges, or one of the characters in it charges out of it (CHAR-03)."""
    for one in members(state, unit):
        if one.id != unit.id and target_of(one):
            yield Fault("CHAR-03", f"{one.name} has declared a charge: {unit.name} may not declare another one")


def sought_side(target: Unit, charger: Unit) -> tuple[Arc, ...]:
    """The side of the target that a charge would strike; two that a die decides between (CHG-03)."""
    vote = charged_arc(target.pose, target.formation, charger.pose, charger.formation)
    return (vote.winner,) if vote.winner else vote.tied[:2]


def reach_faults(book: Rulebook, state: State, unit: Unit, target: Unit) -> Iterator[Fault]:
    """Why a unit may not charge this target, whatever stands in its way: sight, arc and reach (CHG-02)."""
    where = (target.pose.x, target.pose.y)
    state = out_of_ranks(state, unit.id)
    unit = state.unit(unit.id)
    if not target.on_table or target.side == unit.side or target.host:
        yield Fault("CHG-02", f"{target.name} is not an enemy unit on the table", where)
        return
    if unit.mark("charge", SHUNS + target.id):
        yield Fault("TERROR-03", f"{unit.name} dare not charge {target.name}", where)
    distance = unit_gap(state, unit, target)
    reach = charge_movement(book, state, unit) + most(charge_dice(book, state, unit))
    if distance > reach + SLACK:
        text = f"{target.name} stands {distance:.1f} inches away; {unit.name} charge {reach:g} inches at most"
        yield Fault("CHG-02", text, where)
    elif building_of(state, target) is None:
        if not bases_in_arc(unit.pose, unit.formation, "front", ground_of(target)).any():
            yield Fault("CHG-02", f"{target.name} is not in the front arc of {unit.name}", where)
        elif not (seen := view(state, unit.id, target.id)).clear:
            text = f"{unit.name} do not see {target.name}: {', '.join(seen.blocked_by)} in the way"
            yield Fault("CHG-02", text, where)


@lru_cache(maxsize=64)
def _candidates(book: Rulebook, state: State) -> tuple[tuple[str, str], ...]:
    """``(charger, target)`` of every charge that its side could declare, ways aside."""
    own = [unit for unit in state.units if unit.side == state.clock.side and unit.on_table]
    able = [unit for unit in own if next(charger_faults(book, state, unit), None) is None]
    others = [unit for unit in state.units if unit.side != state.clock.side and unit.on_table and not unit.host]
    found = []
    for unit in able:
        reach = charge_movement(book, state, unit) + most(charge_dice(book, state, unit))
        near = [target for target in others if target.garrison or _may_lie_within(unit, target, reach)]
        found += [(unit.id, one.id) for one in near if next(reach_faults(book, state, unit, one), None) is None]
    return tuple(found)


def _may_lie_within(unit: Unit, target: Unit, inches: float) -> bool:
    """Whether circles about both leave it possible that they are so near: quick, for what is far away."""
    if unit.host:
        return True
    (x, y), mine = circle_about(unit.pose, unit.formation)
    (to_x, to_y), his = circle_about(target.pose, target.formation)
    return math.hypot(x - to_x, y - to_y) <= inches + mine + his + SLACK


def may_still_go(book: Rulebook, state: State, charger: str, target: str) -> tuple[str, ...]:
    """Units that can still be out of the way before the charger moves: they flee, or charge themselves (CHG-02)."""
    others = [pair for pair in _candidates(book, state) if pair[0] != charger]
    chargeable = {unit for _, unit in others}
    going = {unit for unit, _ in others}
    return tuple(
        unit.id
        for unit in state.standing()
        if unit.id not in (charger, target)
        and not state.enemies_in_combat(unit.id)
        and (unit.id in going or unit.id in chargeable or _on_its_way(unit))
    )


def _on_its_way(unit: Unit) -> bool:
    """It has declared a charge and has not moved yet."""
    return bool(unit.mark("charge", "declared")) and not (
        unit.mark("charge", "charged") or unit.mark("charge", "failed")
    )


def has_path(book: Rulebook, state: State, unit: Unit, target: Unit, also: tuple[str, ...] = ()) -> bool:
    """Whether a charge move can bring the unit into contact with the target."""
    gone = (*may_still_go(book, state, unit.id, target.id), *own_unit(state, unit.id))
    ready = stance(book, state, unit.id, target.id)
    sides = sought_side(target, ready.unit(unit.id))
    flies = flies_to_charge(book, state, unit)
    return any(
        charge_paths(ready, unit.id, target.id, side, also=also, gone=gone, flies=flies, most=1) for side in sides
    )


def path_faults(book: Rulebook, state: State, unit: Unit, target: Unit, also: tuple[str, ...]) -> tuple[Fault, ...]:
    """Why no charge move can bring the unit into contact with the target; none if one can."""
    if has_path(book, state, unit, target, also):
        return ()
    gone = (*may_still_go(book, state, unit.id, target.id), *own_unit(state, unit.id))
    ready = stance(book, state, unit.id, target.id)
    side = sought_side(target, ready.unit(unit.id))[0]
    flies = flies_to_charge(book, state, unit)
    return why_no_path(ready, unit.id, target.id, side, also=also, gone=gone, flies=flies)


def charge_faults(
    book: Rulebook, state: State, unit: str, target: str, also: tuple[str, ...] = (), *, again: bool = False
) -> tuple[Fault, ...]:
    """Every reason why a unit may not declare this charge; none if it may (CHG-01, CHG-02, CHG-04).

    Args:
        book: The rulebook.
        state: The battle.
        unit: Id of the charger.
        target: Id of the unit to charge.
        also: Ids of the enemies that it cannot help touching.
        again: It redirects a charge (CHG-15).
    """
    known = {one.id for one in state.units}
    strange = [one for one in (unit, target, *also) if one not in known]
    if strange:
        return tuple(Fault("", f"there is no unit '{one}'") for one in strange)
    charger, goal = state.unit(unit), state.unit(target)
    faults = [*charger_faults(book, state, charger, again=again)]
    for other in (goal, *(state.unit(one) for one in also)):
        faults += reach_faults(book, state, charger, other)
    if faults:
        return tuple(faults)
    if also and has_path(book, state, charger, goal):
        return (Fault("CHG-04", f"{charger.name} can reach {goal.name} without touching anybody else"),)
    return path_faults(book, state, charger, goal, also)


@lru_cache(maxsize=64)
def possible_charges(book: Rulebook, state: State) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """``(charger, target, also)`` of every charge that the side whose turn it is may declare now."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for unit, target in _candidates(book, state):
        charger, goal = state.unit(unit), state.unit(target)
        if has_path(book, state, charger, goal):
            found.append((unit, target, ()))
            continue
        beside = [
            other for one, other in _candidates(book, state) if one == unit and _beside(state, charger, goal, other)
        ]
        also = next((one for one in beside if has_path(book, state, charger, goal, (one,))), "")
        if also:
            found.append((unit, target, (also,)))
    return tuple(found)


def _beside(state: State, charger: Unit, target: Unit, other: str) -> bool:
    """Another enemy so near to the target that the charger's front can touch both (CHG-04)."""
    return other != target.id and unit_gap(state, target, state.unit(other)) < frontage(charger.formation)


def redirect_targets(book: Rulebook, state: State, unit: str) -> tuple[str, ...]:
    """Other targets that a unit whose charge came to nothing may go for (CHG-15)."""
    who = state.unit(unit)
    if who.mark("charge", "redirected"):
        return ()
    declared = who.mark("charge", "declared")
    old = declared.value if declared else ""
    return tuple(
        target.id
        for target in state.units
        if target.side != who.side and target.on_table and not target.host and target.id != old
        if not charge_faults(book, state, unit, target.id, again=True)
    )
