"""Panic: who tests, what for, and where he runs (PSY-01 to PSY-07)."""

from __future__ import annotations

from game.battle.events import LOSSES
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import Angle
from game.rules.flight import away_from
from game.rules.flight_events import NerveKept, PanicStruck
from game.rules.gaps import nearest_enemies, unit_gap
from game.rules.leadership import leadership_test
from game.rules.psychology import immune
from game.rules.running_away import run_away
from game.rules.special_rule import Play
from game.rules.strength import fallen_in, strength_of_model, unit_strength
from game.table.pose import SLACK

NEAR = 6.0
"""Inches within which friends see a unit break or perish (PSY-03, PSY-04)."""
MUCH = 10
"""Unit Strength from which the fate of a unit frightens its friends (PSY-03 to PSY-05)."""


def takes_panic_test(battle: Play, unit: str) -> bool:
    """Whether a unit tests for panic at all: it does not fight or flee, is not immune and has passed none (PSY-06)."""
    who = battle.state.unit(unit)
    idle = who.on_table and not who.fleeing and not battle.state.enemies_in_combat(unit)
    return idle and not who.mark("panic", "passed") and not immune(battle.book, battle.state, who, "Panic")


def nerve_test(battle: Play, unit: str, *, rule: str, cause: str) -> Procedure[bool]:
    """A Panic test after which another rule says what a unit does that fails it (TERROR-02); True if it need not test.

    Args:
        battle: The battle.
        unit: Id of the unit.
        rule: Id of the rule that orders the test.
        cause: What frightens it, as the end of "..., though ...".
    """
    if not takes_panic_test(battle, unit):
        return True
    passed = yield from leadership_test(battle, unit, "panic test", rule=rule)
    told = NerveKept if passed else PanicStruck
    battle.record(told(unit=unit, cause=cause, rule="PSY-06" if passed else rule))
    return passed


def panic_test(battle: Play, unit: str, *, rule: str, cause: str, away: str = "") -> Procedure[bool]:
    """A Panic test; a unit that fails it flees at once (PSY-01, PSY-07). True if it stays.

    A war machine's crew stay, whatever they feel (TPL-10).

    Args:
        battle: The battle.
        unit: Id of the unit.
        rule: Id of the rule that orders the test.
        cause: What frightens it, as the end of "..., though ...".
        away: Id of the enemy that it flees from; "": the closest one.
    """
    if (yield from nerve_test(battle, unit, rule=rule, cause=cause)):
        return True
    if battle.state.unit(unit).type.troop_type.id == "war-machine":
        return True
    before = battle.state
    facing = yield from _direction(battle, unit, away)
    passed = yield from run_away(battle, unit, facing, rule="FLEE-07")
    yield from after_flight(battle, unit, before, passed)
    return False


def _direction(battle: Play, unit: str, away: str) -> Procedure[float]:
    """The facing in which panic drives a unit: away from that enemy, else from the closest; at random without any."""
    enemies = [one.id for _, one in nearest_enemies(battle.state, battle.state.unit(unit))]
    if not enemies:
        return (yield from roll("direction of flight", unit, Angle())).value
    return away_from(battle.state, unit, away if away in enemies else enemies[0])


def strength_at_start(state: State, unit: Unit) -> int:
    """Unit Strength that a unit had when the phase began, models lost since then included."""
    everywhere = _lost(state, unit, "models") + _lost(state, unit, "models in combat")
    return unit_strength(state, unit) + everywhere


def _lost(state: State, unit: Unit, what: str) -> int:
    """Unit Strength that the unit, characters in it included, has lost in this phase."""
    marks = [(one, one.mark(LOSSES, what)) for one in (unit, *state.guests(unit.id), *fallen_in(state, unit))]
    return sum(strength_of_model(state, one) * int(mark.value) for one, mark in marks if mark)


def heavy_casualties(battle: Play) -> Procedure[None]:
    """Panic tests of all who have lost a quarter or more of their Unit Strength in this phase, not in combat (PSY-02).

    To be called whenever a step outside combat has taken casualties; who has tested does not test again.
    """
    for unit in [one.id for one in battle.state.standing()]:
        state = battle.state
        who = state.unit(unit)
        if not who.on_table or not takes_panic_test(battle, unit):
            continue
        lost = _lost(state, who, "models")
        if lost and 4 * lost >= strength_at_start(state, who):
            cause = "a quarter of them or more have fallen in this phase"
            yield from panic_test(battle, unit, rule="PSY-02", cause=cause, away=_worst_enemy(state, who))


def after_losses(battle: Play, before: State) -> Procedure[None]:
    """Panic at what a step outside combat has cost since ``before``: friends perished, and who has lost too much."""
    yield from friends_perished(battle, before)
    yield from heavy_casualties(battle)


def _worst_enemy(state: State, unit: Unit) -> str:
    """Id of the enemy that has done most of the unit's wounds in this phase, or "" (PSY-07)."""
    done: dict[str, int] = {}
    for one in (unit, *state.guests(unit.id)):
        for mark in one.marks:
            if mark.rule == LOSSES and mark.name.startswith("wounds by "):
                source = mark.name.removeprefix("wounds by ")
                done[source] = done.get(source, 0) + int(mark.value)
    worst = max(done, key=lambda source: done[source], default="")
    return worst if worst and state.unit(worst).side != unit.side else ""


def friends_perished(battle: Play, before: State) -> Procedure[None]:
    """Panic tests of all within 6 inches of a friend of US 10 or more that has perished since ``before`` (PSY-03)."""
    for old in before.units:
        now = battle.state.unit(old.id)
        lost = old.on_table and now.fate in ("destroyed", "fled") and not old.host
        if lost and strength_at_start(before, old) >= MUCH:
            yield from _frighten(battle, old, before, "PSY-03", _dreadful(old))


def friend_perished(battle: Play, unit: str) -> Procedure[None]:
    """Panic tests of all within 6 inches of a friend of US 10 or more that was destroyed in combat (PSY-03)."""
    who = battle.state.unit(unit)
    if _lost(battle.state, who, "models") + _lost(battle.state, who, "models in combat") >= MUCH:
        yield from _frighten(battle, who, battle.state, "PSY-03", _dreadful(who))


def _dreadful(unit: Unit) -> str:
    return f"the end of {unit.name} is dreadful to see"


def friend_breaks(battle: Play, unit: str) -> Procedure[None]:
    """Panic tests of friends within 6 inches of a unit of US 10 or more that breaks, before it moves (PSY-04)."""
    who = battle.state.unit(unit)
    if strength_at_start(battle.state, who) >= MUCH:
        yield from _frighten(battle, who, battle.state, "PSY-04", says(who, "break close by", "breaks close by"))


def _frighten(battle: Play, gone: Unit, before: State, rule: str, cause: str) -> Procedure[None]:
    """All friends within 6 inches of where a unit stood test, in the order of the list."""
    place = battle.state.unit(gone.id) if rule == "PSY-03" else gone
    friends = [one.id for one in before.standing() if one.side == gone.side and one.id != gone.id]
    for friend in friends:
        who = battle.state.unit(friend)
        if who.on_table and unit_gap(battle.state, place, who) <= NEAR + SLACK and frightens(battle, gone.id, friend):
            yield from panic_test(battle, friend, rule=rule, cause=cause)


def frightens(battle: Play, unit: str, friend: str) -> bool:
    """Whether what becomes of a unit can make this friend panic at all (PSY-06)."""
    who, other = battle.state.unit(unit), battle.state.unit(friend)
    return not any(rule.unheeded_by(battle.state, who, other) for rule in battle.book.rules_of(battle.state, unit))


def after_flight(
    battle: Play, unit: str, before: State, passed: tuple[str, ...], *, feigned: bool = False
) -> Procedure[None]:
    """What a flight does to friends: those run through test, and those near a unit that is lost by it (PSY-03, PSY-05).

    Args:
        battle: The battle.
        unit: Id of the unit that has run.
        before: The battle before it did.
        passed: Ids of the units that it has run through.
        feigned: It only feigned flight: nobody minds being ridden through (SPC-06).
    """
    who = before.unit(unit)
    if unit_strength(before, who) >= MUCH and not feigned:
        cause = says(who, "have run through the ranks", "has run through the ranks")
        for friend in (one for one in passed if before.unit(one).side == who.side):
            if battle.state.unit(friend).on_table and frightens(battle, unit, friend):
                yield from panic_test(battle, friend, rule="PSY-05", cause=cause)
    yield from friends_perished(battle, before)
