"""Declaring charges: the questions, Terror, reactions and redirected charges (SEQ-04, CHG-15)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from game.battle.charge import Reaction
from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Throw
from game.battle.procedure import Procedure, ask, roll
from game.battle.state import State
from game.dice import OneOf
from game.rules.charge_events import ChargeDeclared, ChargeForbidden, ChargeKept, ReactionDeclared
from game.rules.charge_stance import out_of_ranks
from game.rules.charge_targets import charge_faults, possible_charges, redirect_targets, sought_side
from game.rules.chargers import target_of, waiting_chargers
from game.rules.fleeing import flee_from_charge
from game.rules.leadership import leadership_test
from game.rules.ordering import next_of
from game.rules.reactions import ChooseReaction, React
from game.rules.special_rule import Play
from game.table.arcs import Arc

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare(Choice):
    """Declare a charge.

    Attributes:
        unit: Id of the charger.
        target: Id of the enemy unit.
        also: Ids of other enemies that it cannot help touching (CHG-04).
    """

    unit: str
    target: str
    also: tuple[str, ...] = ()

    def label(self, state: State) -> str:
        """Who charges whom."""
        whom = " and ".join(state.unit(one).name for one in (self.target, *self.also))
        return f"{state.unit(self.unit).name} charge {whom}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreCharges(Choice):
    """All charges are declared."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "No more charges"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(Choice):
    """Keep to the charge as it was declared."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Go on as declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareCharge(Decision):
    """Which unit charges, and whom?

    Attributes:
        book: The rulebook.
    """

    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.side(self.side).name}: declare a charge?"

    def options(self, state: State) -> tuple[Choice, ...]:
        """Every charge that may be declared, and none."""
        charges = possible_charges(self.book, state)
        return (*(Declare(unit=unit, target=whom, also=also) for unit, whom, also in charges), NoMoreCharges())

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever forbids the charge."""
        if isinstance(choice, Declare):
            return charge_faults(self.book, state, choice.unit, choice.target, choice.also)
        return () if isinstance(choice, NoMoreCharges) else (Fault("", f"{choice.kind} declares no charge"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectCharge(Decision):
    """The target is gone: does the charger go for another one?

    Attributes:
        targets: Ids of the units that it may charge instead.
        book: The rulebook.
    """

    targets: tuple[str, ...]
    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name}: try for another target instead?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """To go on, or one of the other targets."""
        return (GoOn(), *(Declare(unit=self.unit, target=target) for target in self.targets))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever forbids a charge at anybody else (CHG-15)."""
        given = Decision.faults(self, state, choice)
        if given and isinstance(choice, Declare):
            return charge_faults(self.book, state, choice.unit, choice.target, choice.also, again=True) or given
        return given


def declare_one_charge(battle: Play) -> Procedure[bool]:
    """Ask for one charge and play it up to the reaction; False when all are declared."""
    side = battle.state.clock.side
    if possible_charges(battle.book, battle.state):
        choice = yield from ask(DeclareCharge(side=side, book=battle.book), Choice)
        if isinstance(choice, Declare):
            yield from declare(battle, choice.unit, choice.target, choice.also)
            return True
    for unit in [unit.id for unit in battle.state.standing() if unit.side == side]:
        for rule in tuple(battle.book.rules_of(battle.state, unit)):
            yield from rule.charges_ended(battle, unit)
    return False


def declare(
    battle: Play, unit: str, target: str, also: tuple[str, ...] = (), *, redirected: bool = False
) -> Procedure[bool]:
    """A unit declares a charge and its targets react; False if it dares not (SEQ-04, steps 1 to 4; TERROR-04)."""
    if not (yield from _dares(battle, unit, (target, *also))):
        if not redirected:
            yield from _redirect(battle, unit, rule="TERROR-03")
        return False
    arc, dice = yield from _charged_side(battle, unit, target)
    battle.record(
        ChargeDeclared(
            unit=unit, target=target, also=also, arc=arc, redirected=redirected,
            rule="CHG-15" if redirected else "SEQ-04", dice=dice,
        )
    )  # fmt: skip
    waiting = [(whom, "reacts") for whom in (target, *also)]
    while waiting:
        owner = battle.state.unit(target).side
        reacting = yield from next_of(owner, waiting)
        waiting.remove(reacting)
        yield from react(battle, reacting[0], unit)
    yield from targets_gone(battle, target)
    return True


def _dares(battle: Play, unit: str, targets: tuple[str, ...]) -> Procedure[bool]:
    """What a unit must pass before it declares: a rule of several of its targets asks for one test (TERROR-03)."""
    rules = {whom: tuple(battle.book.rules_of(battle.state, whom)) for whom in targets}
    for rule in dict.fromkeys(rule for whom in targets for rule in rules[whom]):
        dreaded = [whom for whom in targets if rule in rules[whom]]
        if not (yield from rule.before_charge(battle, unit, dreaded[0])):
            for whom in dreaded:
                battle.record(ChargeForbidden(unit=unit, target=whom, rule="TERROR-03"))
            return False
    return True


def _charged_side(battle: Play, unit: str, target: str) -> Procedure[tuple[Arc, tuple[Throw, ...]]]:
    """The side of the target that is charged; a die where the front rank stands half in each arc (CHG-03)."""
    goal = battle.state.unit(target)
    sides = sought_side(goal, out_of_ranks(battle.state, unit).unit(unit))
    if len(sides) == 1 or goal.garrison:
        return sides[0], ()
    rolled = yield from roll("charged side", unit, OneOf(2))
    return sides[rolled.value], (Throw("charged side", rolled.faces, why=(" or ".join(sides) + " (CHG-03)",)),)


def react(battle: Play, unit: str, charger: str) -> Procedure[None]:
    """The target of a charge reacts: as it is forced to, or as its owner likes (CHG-10 to CHG-14)."""
    forced = ""
    for rule in tuple(battle.book.rules_of(out_of_ranks(battle.state, charger), charger)):
        forced = forced or (yield from rule.charge_declared(battle, charger, unit))
    who = battle.state.unit(unit)
    if not who.on_table:
        return
    question = ChooseReaction(side=who.side, unit=unit, charger=charger, book=battle.book)
    options = question.options(battle.state)
    reaction: Reaction = "flee"
    if not forced and not who.fleeing:
        choice = options[0] if len(options) == 1 else (yield from ask(question, React))
        assert isinstance(choice, React)
        reaction = choice.reaction
    held = bool(forced) and bool(who.garrison)  # a garrison that Terror would drive out holds (BLD-06)
    reaction = "hold" if held else reaction
    rule_id = {"hold": "CHG-10", "stand-and-shoot": "CHG-11", "flee": "CHG-12", "fire-and-flee": "SPC-07"}[reaction]
    battle.record(
        ReactionDeclared(
            unit=unit, charger=charger, reaction=reaction, forced=bool(forced) or who.fleeing or len(options) == 1,
            rule="TERROR-02" if forced else rule_id,
        )
    )  # fmt: skip
    if reaction in ("flee", "fire-and-flee"):
        chosen = not forced and not who.fleeing
        yield from flee_from_charge(battle, unit, charger, reaction=reaction, chosen=chosen)


def targets_gone(battle: Play, target: str = "") -> Procedure[None]:
    """Whoever charges a unit that is lost, or ``target`` if it has fled, may redirect: once, in any order (CHG-15)."""
    while waiting := _without_target(battle, target):
        unit, _ = yield from next_of(battle.state.clock.side, [(one, "may redirect its charge") for one in waiting])
        yield from _redirect(battle, unit)


def _without_target(battle: Play, target: str) -> list[str]:
    """Ids of the chargers whose target is gone, who have not yet settled on what to do and could go for another."""
    found = []
    for unit in waiting_chargers(battle.state):
        goal = battle.state.unit(target_of(unit))
        gone = not goal.on_table or (goal.id == target and goal.fleeing)
        settled = unit.mark("charge", "redirected") or unit.mark("charge", "kept")
        if gone and not settled and redirect_targets(battle.book, battle.state, unit.id):
            found.append(unit.id)
    return found


def _redirect(battle: Play, unit: str, rule: str = "CHG-15") -> Procedure[None]:
    """A charger may go for another target: after a Leadership test, once a turn (CHG-15, ``redirect_test``)."""
    targets = redirect_targets(battle.book, battle.state, unit)
    if not targets:
        return
    side = battle.state.unit(unit).side
    choice: Choice = yield from ask(RedirectCharge(side=side, unit=unit, targets=targets, book=battle.book), Choice)
    if isinstance(choice, Declare):
        tests = battle.state.readings.redirect_test == "ld"
        may = not tests or (yield from leadership_test(battle, unit, "redirect test", rule=rule))
        if may and (yield from declare(battle, unit, choice.target, choice.also, redirected=True)):
            return
    old = target_of(battle.state.unit(unit))
    if old:
        battle.record(ChargeKept(unit=unit, target=old, rule=rule))


DECISIONS: tuple[type[Decision], ...] = (DeclareCharge, RedirectCharge)
CHOICES: tuple[type[Choice], ...] = (Declare, NoMoreCharges, GoOn)
