"""Remaining Moves: one unit after another moves, marches, flies, joins, comes on, or stays (SEQ-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Event
from game.battle.procedure import Procedure, ask
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Source
from game.errors import InputError
from game.rules import acting, coming_out, garrison, joining, joining_events, moving, reinforcements
from game.rules.acting import Act, UnitStayed, dare_march, go, read_faults
from game.rules.coming_out import ways_out
from game.rules.free_play import unit_faults
from game.rules.joining import leaving_faults
from game.rules.moving import check_move
from game.rules.reinforcements import Arrive, arrivals, some_arrival, waiting
from game.rules.sampling import sampled_paths
from game.rules.special_rule import Play
from game.rules.standing_orders import bound_faults, may_move, still_faults

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Act):
    """A unit moves.

    Attributes:
        path: Manoeuvres in the command line's words, such as ``wheel left 30``.
        march: It marches.
        fly: It flies.
    """

    path: tuple[str, ...]
    march: bool = False
    fly: bool = False

    @property
    def declares_march(self) -> bool:
        """As it says."""
        return self.march

    def label(self, state: State) -> str:
        """Who, and the path."""
        how = ", marching" * self.march + ", flying" * self.fly
        return f"{state.unit(self.unit).name}{how}: {', '.join(self.path)}"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Whatever forbids the move."""
        if not self.path:
            return (Fault("MOV-01", "a move is made of manoeuvres; a unit that shall not move stays"),)
        if faults := unit_faults(state, self.unit):
            return faults
        try:
            return check_move(book, state, self.unit, self.path, march=self.march, fly=self.fly).faults
        except InputError as error:
            return read_faults(error)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It moves."""
        move = check_move(battle.book, battle.state, self.unit, self.path, march=self.march, fly=self.fly)
        yield from go(battle, move, "SPC-04" if self.fly else "MOV-07" if self.march else "MOV-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class StayPut(Act):
    """A unit makes no move."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:
        """Who."""
        return f"{state.unit(self.unit).name} stay"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """It must be one that could move."""
        return unit_faults(state, self.unit) or tuple(still_faults(book, state, state.unit(self.unit)))

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It stays."""
        battle.record(UnitStayed(unit=self.unit, rule="SEQ-06"))
        return
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMoves(Choice):
    """No more units move."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "No more moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit(Decision):
    """Which unit moves next, and where?

    Attributes:
        book: The rulebook.
    """

    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.side(self.side).name}: which unit moves next?"

    def options(self, state: State) -> tuple[Choice, ...]:
        """Places to come onto the table, ways out of buildings, and the end; for moves the table has tools."""
        buttons: list[Choice] = [one for unit in waiting(state) for one in arrivals(self.book, state, unit)]
        forced = bool(buttons)
        buttons += [way for unit in inside(self.book, state) for way in ways_out(self.book, state, unit)]
        return tuple(buttons) if forced else (*buttons, EndMoves())

    def samples(self, state: State, source: Source) -> tuple[Choice, ...]:
        """A handful of legal moves at random, of units that may still move; and the buttons."""
        movers = may_still_move(self.book, state)
        found: list[Choice] = []
        if movers:
            unit = movers[source.below(len(movers))]
            found += [
                Move(unit=unit.id, path=path, march=march, fly=fly)
                for path, march, fly in sampled_paths(self.book, state, unit, source)
            ]
            found.append(StayPut(unit=unit.id))
        coming = (some_arrival(self.book, state, unit, source) for unit in waiting(state))
        found += [one for one in coming if one is not None]
        return (*found, *self.options(state))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever forbids it."""
        if isinstance(choice, EndMoves):
            return tuple(
                Fault("MOV-10", f"{unit.name} has yet to come onto the table")
                for unit in waiting(state)
                if arrivals(self.book, state, unit)
            )
        if not isinstance(choice, Act):
            return (Fault("", f"{choice.kind} is no move"),)
        if any(one.id == choice.unit and one.side != self.side for one in state.units):
            return (Fault("SEQ-06", f"{state.unit(choice.unit).name} is not of the side whose turn it is"),)
        return choice.faults(self.book, state)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAfterFailedMarch(Decision):
    """The march is off: where does the unit move instead?

    Attributes:
        book: The rulebook.
    """

    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name} may not march: where do they move?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """To stay; for moves the table has tools."""
        return (StayPut(unit=self.unit),)

    def samples(self, state: State, source: Source) -> tuple[Choice, ...]:
        """A handful of legal moves at random, and to stay."""
        unit = state.unit(self.unit)
        found = [] if unit.host else sampled_paths(self.book, state, unit, source)
        moves = (Move(unit=self.unit, path=path, fly=fly) for path, march, fly in found if not march)
        return (*moves, *self.options(state))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """It must be a move of this unit, and no march."""
        if isinstance(choice, StayPut) and choice.unit == self.unit:
            return ()
        if not isinstance(choice, Act) or choice.unit != self.unit:
            return (Fault("MOV-07", f"{state.unit(self.unit).name} has begun its move and must end it"),)
        if choice.declares_march:
            return (Fault("MOV-07", f"{state.unit(self.unit).name} has failed its march test: it may move, not march"),)
        return choice.faults(self.book, state)


def may_still_move(book: Rulebook, state: State) -> list[Unit]:
    """Units of the side whose turn it is that may still make a move of their own."""
    return [unit for unit in state.standing() if unit.side == state.clock.side and may_move(book, state, unit)]


def inside(book: Rulebook, state: State) -> list[Unit]:
    """Garrisons of the side whose turn it is that may still come out (GAR-03)."""
    return [
        unit
        for unit in state.units
        if unit.side == state.clock.side and unit.on_table and unit.garrison and not unit.mark("garrison", "entered")
        if next(bound_faults(book, state, unit), None) is None
    ]


def _something_to_do(book: Rulebook, state: State) -> Iterator[bool]:
    """Reasons to ask, the cheapest first."""
    side = state.clock.side
    yield bool(may_still_move(book, state))
    guests = (unit for unit in state.units if unit.side == side and unit.host and unit.on_table)
    yield any(next(leaving_faults(book, state, guest), None) is None for guest in guests)
    yield any(ways_out(book, state, unit) for unit in inside(book, state))


def one_remaining_move(battle: Play) -> Procedure[bool]:
    """Ask for one move and make it; False when the side ends its moves, or nobody may move any more."""
    side = battle.state.clock.side
    for unit in [one.id for one in battle.state.standing() if one.side == side]:
        for rule in tuple(battle.book.rules_of(battle.state, unit)):
            yield from rule.before_moves(battle, unit)
    state = battle.state
    if not any(_something_to_do(battle.book, state)):
        coming = [one for unit in waiting(state) for one in arrivals(battle.book, state, unit)]
        if len(coming) <= 1:
            return (yield from _forced(battle, coming))
    choice = yield from ask(MoveUnit(side=side, book=battle.book), Choice)
    if isinstance(choice, Act):
        if choice.declares_march and not (yield from dare_march(battle, choice.unit)):
            question = MoveAfterFailedMarch(side=side, unit=choice.unit, book=battle.book)
            choice = yield from ask(question, Act)  # type: ignore[type-abstract]  # any act will do
        yield from choice.carry_out(battle)
        return True
    return False


def _forced(battle: Play, coming: list[Arrive]) -> Procedure[bool]:
    """Nothing is left but, perhaps, a unit that comes on at the only place it can: it is not asked for."""
    for choice in coming:
        yield from choice.carry_out(battle)
    return bool(coming)


EVENTS: tuple[type[Event], ...] = (
    *moving.EVENTS, *acting.EVENTS, *joining_events.EVENTS, *garrison.EVENTS, *coming_out.EVENTS,
    *reinforcements.EVENTS,
)  # fmt: skip
DECISIONS: tuple[type[Decision], ...] = (MoveUnit, MoveAfterFailedMarch)
CHOICES: tuple[type[Choice], ...] = (
    Move, StayPut, EndMoves, *joining.CHOICES, *garrison.CHOICES, *coming_out.CHOICES, *reinforcements.CHOICES,
)  # fmt: skip
