"""Moving chargers: ranges, success, the move into contact, and failed charges (CHG-07 to CHG-09, CHG-16 to CHG-21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.battle.decision import Choice, Decision
from game.battle.event import Throw
from game.battle.procedure import Procedure, ask, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says, spoken
from game.dice import Total
from game.rules.charge_events import ChargeAimed, ChargeRolled
from game.rules.charge_failures import brought_down, fail_charge
from game.rules.charge_path import ChargePath, why_no_path
from game.rules.charge_stance import out_of_ranks, own_unit, stance
from game.rules.charge_targets import charge_dice, charge_movement, flies_to_charge, sought_side
from game.rules.chargers import target_of, waiting_chargers
from game.rules.dangerous import tests_on_the_way
from game.rules.declarations import targets_gone
from game.rules.gaps import unit_gap
from game.rules.into_contact import best_paths, contact_events, engage, ride_down
from game.rules.ordering import next_of
from game.rules.panic import after_losses
from game.rules.special_rule import Play
from game.table.arcs import ARCS, Arc
from game.table.pose import SLACK, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePath(Choice):
    """One of the ways into contact.

    Attributes:
        path: Its manoeuvres.
        touching: Models of both sides that touch at its end.
    """

    path: tuple[str, ...]
    touching: int

    def label(self, state: State) -> str:  # noqa: ARG002
        """The way, and how many models it brings into contact."""
        return f"{self.touching} models touch: {spoken(self.path)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseChargePath(Decision):
    """Which of the best ways into contact?

    Attributes:
        paths: All that bring equally many models into contact.
    """

    paths: tuple[ChargePath, ...]

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name}: which way into contact?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """The ways."""
        return tuple(TakePath(path=one.path, touching=one.touching) for one in self.paths)


def move_one_charge(battle: Play) -> Procedure[bool]:
    """Roll for all that charge one target, then move each wholly before the next; False when no charger waits.

    Those whose rolls suffice go first, then those who fall short (CHG-18).
    """
    yield from targets_gone(battle)
    yield from _choose_between_fled(battle)
    chargers = waiting_chargers(battle.state)
    if not chargers:
        return False
    side = battle.state.clock.side
    by_target = dict.fromkeys(target_of(unit) for unit in chargers)
    target, _ = yield from next_of(side, [(unit, "is charged") for unit in by_target])
    reached: dict[str, int] = {}
    short: dict[str, int] = {}
    for unit in [unit.id for unit in chargers if target_of(unit) == target]:
        inches, reaches = yield from _roll_range(battle, unit, target)
        (reached if reaches else short)[unit] = inches
    while reached:
        unit, _ = yield from next_of(side, [(one, "charges home") for one in reached])
        others = [one for one in reached if one != unit]
        yield from _charge_home(battle, unit, target, reached.pop(unit), others)
    while short:
        unit, _ = yield from next_of(side, [(one, "falls short") for one in short])
        yield from _fall_short(battle, unit, target, short.pop(unit))
    return True


def _choose_between_fled(battle: Play) -> Procedure[None]:
    """A charger whose second target has fled too takes either of the two when it rolls (CHG-15)."""
    for unit in waiting_chargers(battle.state):
        before = unit.mark("charge", "redirected")
        old = next((one for one in battle.state.units if before and one.id == before.value), None)
        new = battle.state.unit(target_of(unit))
        if old is None or not (old.on_table and new.on_table and old.fleeing and new.fleeing):
            continue
        waiting = [
            (new.id, says(unit, "go on after them", "goes on after them")),
            (old.id, says(unit, "go back to them", "goes back to them")),
        ]
        target, _ = yield from next_of(unit.side, waiting)
        other = old.id if target == new.id else new.id
        battle.record(ChargeAimed(unit=unit.id, target=target, other=other, rule="CHG-15"))


def _roll_range(battle: Play, unit: str, target: str) -> Procedure[tuple[int, bool]]:
    """Roll the charge range: the roll without M, and whether it suffices (CHG-08)."""
    state = battle.state
    charger, goal = state.unit(unit), state.unit(target)
    movement = charge_movement(battle.book, state, charger)
    dice: Total = charge_dice(battle.book, state, charger)
    rolled = yield from roll("charge", unit, dice)
    distance = rounded(unit_gap(state, charger, goal)) if goal.on_table else 0.0
    reach = movement + rolled.value
    reaches = goal.on_table and distance <= reach + SLACK
    lacking = distance - movement
    needed = f"{lacking:.1f} or more" if lacking > dice.n - dice.drop_lowest else "any roll"
    throw = Throw("charge", rolled.faces, needed if goal.on_table else "", (f"M {movement:g} (CHG-07)",))
    battle.record(
        ChargeRolled(
            unit=unit, target=target, reach=reach, distance=distance, reaches=reaches, rule="CHG-08", dice=(throw,)
        )
    )
    return rolled.value, reaches


def _fall_short(battle: Play, unit: str, target: str, inches: int) -> Procedure[None]:
    """The failed charge of a unit whose roll does not suffice, or whose target is gone (CHG-20, CHG-21)."""
    if not _still_charges(battle.state, unit):
        return
    left = battle.state.unit(target).on_table
    reason = "it falls short" if left else "its target has left the table"
    yield from fail_charge(battle, unit, target, inches, reason, "CHG-20" if left else "CHG-21")


def _still_charges(state: State, unit: str) -> bool:
    """Nothing that happened since the dice fell has put an end to its charge: panic, or a Giant that fell on it."""
    return any(one.id == unit for one in waiting_chargers(state))


def _declared_side(state: State, unit: Unit, target: Unit) -> tuple[Arc, ...]:
    """The side that is charged: as declared; of a unit that has fled since, whichever is reached (CHG-03)."""
    mark = unit.mark("charge", "side")
    if target.fleeing or mark is None:
        likely = sought_side(target, out_of_ranks(state, unit.id).unit(unit.id))
        return (*likely, *(arc for arc in ARCS if arc not in likely))
    return tuple(arc for arc in ARCS if arc == mark.value)


def _charge_home(battle: Play, unit: str, target: str, inches: int, others: list[str]) -> Procedure[None]:
    """One charger that reaches its target goes into contact, or fails because no way is left (CHG-09, CHG-17)."""
    yield from targets_gone(battle)
    state = battle.state
    charger, goal = state.unit(unit), state.unit(target)
    if not _still_charges(state, unit) or target_of(charger) != target:
        return
    if not goal.on_table:  # an earlier charger has destroyed it
        yield from fail_charge(battle, unit, target, inches, "its target is gone", "CHG-21")
        return
    path = yield from _way(battle, unit, target, inches, others)
    if path is None or (yield from brought_down(battle, unit, target, path)):
        return
    if not flies_to_charge(battle.book, state, charger):
        yield from tests_on_the_way(battle, unit, path.path)
        yield from after_losses(battle, state)
    if not _still_charges(battle.state, unit):  # nobody is left, or panic has seized them
        return
    if battle.state.unit(unit).formation != charger.formation:  # losses on the way
        path = yield from _way(battle, unit, target, inches, others)
    if path is None:
        return
    if goal.fleeing:
        yield from ride_down(battle, path)
    else:
        engage(battle, path, "CHG-16")


def _way(battle: Play, unit: str, target: str, inches: int, others: list[str]) -> Procedure[ChargePath | None]:
    """The way that the charger takes; where there is none the charge has failed (CHG-17)."""
    book, state = battle.book, battle.state
    charger, goal = state.unit(unit), state.unit(target)
    sides, also = _declared_side(state, charger, goal), _also(battle, charger, inches)
    flies = flies_to_charge(book, state, charger)
    for touched in (also, ()) if also else ((),):
        paths = best_paths(book, state, unit, target, sides, touched, flies=flies)
        if paths:
            return (yield from _chosen_path(battle, unit, paths, others))
    ready, gone = stance(book, state, unit, target), own_unit(state, unit)
    fault = next(iter(why_no_path(ready, unit, target, sides[0], also=also, gone=gone, flies=flies)), None)
    reason = fault.text if fault else "no way leads into contact"
    yield from fail_charge(battle, unit, target, inches, reason, fault.rule if fault else "CHG-17")
    return None


def _also(battle: Play, charger: Unit, inches: int) -> tuple[str, ...]:
    """Other declared targets that the roll reaches too; those out of reach drop out (CHG-04)."""
    mark, state = charger.mark("charge", "also"), battle.state
    reach = charge_movement(battle.book, state, charger) + inches + SLACK
    others = [state.unit(one) for one in str(mark.value).split(",")] if mark and mark.value else []
    return tuple(one.id for one in others if one.on_table and unit_gap(state, charger, one) <= reach)


def _chosen_path(battle: Play, unit: str, paths: tuple[ChargePath, ...], others: list[str]) -> Procedure[ChargePath]:
    """The best way; of several that are equally good the owner's choice (CHG-18, CHG-23)."""
    worth = [(_together(battle, path, others), path) for path in paths]
    best = max(value for value, _ in worth)
    equal = tuple(path for value, path in worth if value == best)
    if len(equal) == 1:
        return equal[0]
    question = ChooseChargePath(side=battle.state.unit(unit).side, unit=unit, paths=equal)
    choice = yield from ask(question, TakePath)
    return next(path for path in equal if path.path == choice.path)


def _together(battle: Play, path: ChargePath, others: list[str]) -> tuple[int, int]:
    """Models in contact when this charger takes this way and the next ones their best; and how unequal (CHG-18)."""
    counts = [path.touching]
    after = _moved_in(battle.book, battle.state, path)
    for other in others:
        charger, goal = after.unit(other), after.unit(path.target)
        sides = _declared_side(after, charger, goal)
        following = best_paths(
            battle.book, after, other, path.target, sides, flies=flies_to_charge(battle.book, after, charger), most=1
        )
        counts.append(following[0].touching if following else 0)
        after = _moved_in(battle.book, after, following[0]) if following else after
    return sum(counts), min(counts) - max(counts)


def _moved_in(book: Rulebook, state: State, path: ChargePath) -> State:
    """The state in which the charger stands at the end of this way."""
    for event in contact_events(book, state, path, ""):
        state = event.apply(state)
    return state


DECISIONS: tuple[type[Decision], ...] = (ChooseChargePath,)
CHOICES: tuple[type[Choice], ...] = (TakePath,)
