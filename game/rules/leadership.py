"""Leadership tests: whose Leadership, what changes it, who re-rolls (TEST-02 to TEST-13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.battle.event import Event, Throw
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import AtMost, Total
from game.rules.gaps import unit_gap
from game.rules.psychology import immune
from game.rules.special_rule import Play
from game.rules.strength import majority, members
from game.table.pose import SLACK

TestName: TypeAlias = Literal[
    "panic test", "break test", "psychology test", "rally test", "march test", "redirect test", "restraint test",
    "reform test", "stupidity test", "frenzy test",
]  # fmt: skip
"""The tests on Leadership; also the names of their rolls."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a test on Leadership is taken.

    Attributes:
        rule: Id of the rule that orders it.
        psychology: A psychology test: Immunity (Psychology) passes it (TEST-04).
        standard: The battle standard lets it be rolled again (TEST-08).
        champion: A champion does (TEST-11).
        musician: A musician does (TEST-12).
    """

    rule: str
    psychology: bool = False
    standard: bool = False
    champion: bool = False
    musician: bool = False


MANNERS: dict[TestName, Manner] = {
    "panic test": Manner("PSY-01", psychology=True, standard=True),
    "break test": Manner("BRK-02", standard=True),
    "psychology test": Manner("TEST-04", psychology=True),
    "rally test": Manner("RALLY-01", musician=True),
    "march test": Manner("MOV-07", champion=True),
    "redirect test": Manner("CHG-15", champion=True),
    "restraint test": Manner("PUR-01", champion=True),
    "reform test": Manner("CHG-19"),
    "stupidity test": Manner("STUP-02"),
    "frenzy test": Manner("PSY-13"),
}

_FAR_SEEN = 5
"""Line of Sight value from which a General or a battle standard reaches farther (TEST-07, TEST-08)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadershipTested(Event):
    """A unit has taken a test on its Leadership (TEST-02).

    Attributes:
        unit: Its id.
        test: Which one.
        needed: Highest total that passes.
        passed: It passed.
    """

    unit: str
    test: TestName
    needed: int
    passed: bool

    def apply(self, state: State) -> State:
        """A test changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say how it went."""
        who = state.unit(self.unit)
        result = says(who, "pass", "passes") if self.passed else says(who, "fail", "fails")
        return f"{result} the {self.test} on {self.needed}"


def own_leadership(state: State, unit: Unit) -> int:
    """Unmodified Leadership: the highest in the unit, characters in it included (TEST-03)."""
    return max(profile.leadership for one in members(state, unit) for profile in one.type.profiles)


def _reach(unit: Unit) -> float:
    use = unit.rule("Large Target")
    value = int(use.parameter) if use is not None and use.parameter.isdigit() else unit.type.troop_type.line_of_sight
    return 18.0 if value >= _FAR_SEEN else 12.0


def _lends(state: State, giver: Unit, unit: Unit) -> bool:
    """Whether a General or standard bearer, whose unit does not flee, stands near enough to this unit of his side."""
    if not giver.on_table or giver.side != unit.side or (state.unit(giver.host) if giver.host else giver).fleeing:
        return False
    if unit.id in (giver.id, giver.host):
        return True
    return unit_gap(state, giver, unit) <= _reach(giver) + SLACK


def leadership(state: State, unit: Unit) -> tuple[int, tuple[str, ...]]:
    """The Leadership that a unit may use, its General's included, and where it comes from (TEST-02, TEST-07)."""
    best, why = own_leadership(state, unit), ""
    for giver in state.units:
        if giver.muster.general and _lends(state, giver, unit):
            lent = max(profile.leadership for profile in giver.type.profiles)
            if lent > best:
                best, why = lent, f"Ld {lent} of {giver.name} (TEST-07)"
    return best, (why,) if why else ()


def leadership_dice(state: State, unit: Unit) -> Total:
    """2D6; the cold-blooded roll a third and leave out the highest (TEST-09)."""
    cold = majority(state, unit, lambda one: one.carries("Cold-Blooded"))
    return Total(3, drop_highest=1) if cold else Total(2)


def _rolls_again(state: State, unit: Unit, manner: Manner) -> str:
    """What lets the unit roll a failed test again, or ""."""
    if manner.standard:
        for giver in state.units:
            if giver.muster.battle_standard and _lends(state, giver, unit):
                return f"rolled again: {giver.name} (TEST-08)"
    if manner.champion and "champion" in unit.muster.command:
        return "rolled again: champion (TEST-11)"
    if manner.musician and "musician" in unit.muster.command:
        return "rolled again: musician (TEST-12)"
    return ""


def leadership_test(
    battle: Play,
    unit: str,
    test: TestName,
    *,
    rule: str = "",
    modifiers: tuple[tuple[str, int], ...] = (),
    halved: str = "",
    own: str = "",
    least: int = 0,
) -> Procedure[bool]:
    """Test the Leadership of a unit and record how it went.

    Args:
        battle: The battle.
        unit: Id of the unit.
        test: Which test.
        rule: Id of the rule that orders it, where that is another than the test's own.
        modifiers: Reason and what it adds.
        own: Why only the unit's own, unmodified Leadership counts; "" if it may use what is lent to it (BRK-05).
        least: A total that always passes, whatever the modifiers (BRK-03).
        halved: Why the Leadership counts half, rounded up, after all else (TEST-13); "" if it does not.

    Returns:
        Whether it passed; an immune unit passes a psychology test without dice.
    """
    manner = MANNERS[test]
    who = battle.state.unit(unit)
    if manner.psychology and immune(battle.book, battle.state, who, "Psychology"):
        return True
    best, why = (own_leadership(battle.state, who), (own,)) if own else leadership(battle.state, who)
    needed = best + sum(number for _, number in modifiers)
    reasons = (*why, *(f"{number:+d} {reason}" for reason, number in modifiers))
    if halved:
        needed, reasons = -(-needed // 2), (*reasons, halved)
    needed = max(needed, least, 0)
    dice = leadership_dice(battle.state, who)
    rolled = yield from roll(test, unit, AtMost(dice, needed))
    passed = rolled.value
    throws: tuple[Throw, ...] = (Throw(test, rolled.faces, f"{needed} or less", reasons),)
    again = "" if passed else _rolls_again(battle.state, who, manner)
    if again:
        rolled = yield from roll(test, unit, AtMost(dice, needed))
        passed, throws = rolled.value, (*throws, Throw(test, rolled.faces, f"{needed} or less", (again,)))
    battle.record(
        LeadershipTested(unit=unit, test=test, needed=needed, passed=passed, rule=rule or manner.rule, dice=throws)
    )
    return passed


EVENTS: tuple[type[Event], ...] = (LeadershipTested,)
