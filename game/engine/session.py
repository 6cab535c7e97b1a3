"""A session: the driver of one battle, with its tape, its log, undo, redo and branches (decision 4).

Between orders the state alone says what comes next: that is a checkpoint. Whatever has to be taken back is taken back
by cutting the tape and running the order again from its checkpoint.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Event
from game.battle.procedure import Battle, Flow, Order, Procedure, Roll
from game.battle.state import State
from game.dice import Outcome, RollKey
from game.engine.tape import Chosen, DiceSource, Entry, NewDice, Rolled, SeededDice
from game.engine.wording import reason_of, shortened
from game.errors import ChoiceRefusedError, GiantfallError
from game.rules.book import Rulebook

IDLE_ORDERS = 300
"""So many orders in a row may do nothing before the session says that the battle is stuck."""
ORDERS, ORDERS_A_UNIT = 400, 40
"""So many orders, and so many more for each unit, a sub-phase may take before the session says the same."""

Counters = dict[tuple[int, str, str, str], int]


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with the state after it and the length of the tape when it happened."""

    event: Event
    state: State
    tape: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The battle between two orders.

    Attributes:
        tape: Length of the tape.
        log: Length of the log.
        state: The state.
        counters: How often each roll was made in this player turn.
        salt: Of the dice.
        orders: How many orders were given before in this sub-phase.
    """

    tape: int
    log: int
    state: State
    counters: Counters
    salt: int
    orders: int


class RefusedError(ChoiceRefusedError):
    """The pending decision does not allow this choice; ``faults`` has every reason."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.text} ({fault.rule})" if fault.rule else fault.text for fault in faults))
        self.faults = faults


class StuckError(GiantfallError):
    """The rules ask for order after order and nothing happens, or a sub-phase does not end."""


class ReplayError(GiantfallError):
    """The tape does not fit the battle: what was asked is not what it answers, or its answer leads nowhere.

    Attributes:
        position: The entry of the tape at which it stopped.
    """

    def __init__(self, text: str, position: int) -> None:
        super().__init__(text)
        self.position = position


def _told(entry: Entry) -> str:
    """What the tape holds, for a message."""
    if isinstance(entry, Rolled):
        return f"the tape holds the roll '{shortened(entry.name)}' @{shortened(entry.unit)}"
    if isinstance(entry, Chosen):
        return f"the tape answers '{shortened(entry.decision)}'{f' @{shortened(entry.unit)}' if entry.unit else ''}"
    return "the tape holds new dice"


class _LoggedBattle(Battle[Rulebook]):
    """The battle that procedures hold: what they record goes into the session's log."""

    __slots__ = ("session",)

    def __init__(self, session: Session, state: State, book: Rulebook) -> None:
        super().__init__(state, book)
        self.session = session

    def record(self, event: Event) -> None:
        super().record(event)
        self.session._log(event, self.state)  # noqa: SLF001 - the two are one


class Session:
    """One battle from its first state on.

    Attributes:
        start: The state at the start.
        book: The rulebook.
        flow: What comes next in a state.
        seed: Seed of the dice.
        tape: What came in so far, and beyond ``position`` while it is run again.
        log: What happened so far, each event with the state after it.
        pending: The question that waits for an answer; None when the battle is over.
        rewound_to: Length of the log to which the last undo, redo, load or switch went back.
        rewinds: How often that happened: a window that sees it change draws everything anew.
        other_dice: Entries of the tape given at the start that are not what the seed gives, though nothing says why.
    """

    def __init__(
        self,
        start: State,
        book: Rulebook,
        flow: Flow[Rulebook],
        seed: int = 0,
        *,
        dice: DiceSource | None = None,
        tape: Iterable[Entry] = (),
    ) -> None:
        self.start = start
        self.book = book
        self.flow = flow
        self.seed = seed
        self.dice: DiceSource = dice or SeededDice()
        self.tape: list[Entry] = list(tape)
        self.log: list[Logged] = []
        self.pending: Decision | None = None
        self.rewound_to = 0
        self.rewinds = 0
        self._tail: list[Entry] = []
        self._checkpoints: list[Checkpoint] = []
        self._position = 0
        self._counters: Counters = {}
        self._salt = 0
        self._asked = ""
        self._procedure: Procedure[None] | None = None
        self._battle = _LoggedBattle(self, start, book)
        self.other_dice: list[int] = []
        self._compares = True
        given = len(self.tape)
        try:
            self._run(None)
        except ReplayError:
            raise
        except Exception as error:
            if self._position >= given:
                raise
            raise ReplayError(reason_of(error), self._position) from error
        self._compares = False

    @property
    def state(self) -> State:
        """The state of the moment."""
        return self._battle.state

    @property
    def finished(self) -> bool:
        """Nothing more is asked."""
        return self.pending is None

    def faults(self, choice: Choice) -> tuple[Fault, ...]:
        """Every reason why the pending decision does not allow this choice; nothing changes."""
        if self.pending is None:
            return (Fault("", "the battle is over: nothing is asked"),)
        return self.pending.faults(self.state, choice)

    def choose(self, choice: Choice, by: str = "person") -> None:
        """Answer the pending decision and go on to the next one.

        Raises:
            RefusedError: The choice is not allowed; nothing has changed.
        """
        faults = self.faults(choice)
        if faults or self.pending is None:
            raise RefusedError(faults)
        before = len(self.tape)
        self.tape.append(Chosen(self.pending.kind, self.pending.unit, choice, by))
        try:
            self._position += 1
            self._run(choice)
        except BaseException:
            self._rewind(before)
            raise
        self._tail.clear()

    def new_dice(self) -> None:
        """Other dice from here on; what was rolled stays."""
        self.tape.append(NewDice(self._salt + 1))
        self._position += 1
        self._salt += 1
        self._tail.clear()

    @property
    def may_undo(self) -> bool:
        """A person's choice can be taken back."""
        return self._last_choice(len(self.tape)) is not None

    @property
    def may_redo(self) -> bool:
        """What was taken back can be played again."""
        return bool(self._tail)

    def undo(self) -> bool:
        """Go back to before the last choice of a person; False if there is none."""
        cut = self._last_choice(len(self.tape))
        if cut is None:
            return False
        self._tail[:0] = self.tape[cut:]
        self._rewind(cut)
        return True

    def redo(self) -> bool:
        """Play again what the last undo cut off, up to the next choice of a person; False if there is nothing."""
        if not self._tail:
            return False
        after = next(
            (i for i, entry in enumerate(self._tail) if i and isinstance(entry, Chosen) and entry.by == "person"),
            len(self._tail),
        )
        again, self._tail = self._tail[:after], self._tail[after:]
        cut = len(self.tape)
        self.tape += again
        self._rewind(len(self.tape), ran=cut)
        return True

    def branch(self) -> Session:
        """A twin of this session that goes its own way from here."""
        twin = object.__new__(Session)
        twin.start, twin.book, twin.flow, twin.seed, twin.dice = self.start, self.book, self.flow, self.seed, self.dice
        twin.tape, twin.log, twin._tail = list(self.tape), list(self.log), []
        twin._checkpoints = list(self._checkpoints)
        twin.pending, twin.rewound_to, twin.rewinds = None, 0, 0
        twin.other_dice, twin._compares, twin._asked = [], False, ""
        twin._rewind(len(twin.tape))
        return twin

    # How it runs.

    def _log(self, event: Event, state: State) -> None:
        self.log.append(Logged(event, state, self._position))

    def _last_choice(self, before: int) -> int | None:
        for i in range(before - 1, -1, -1):
            entry = self.tape[i]
            if isinstance(entry, Chosen) and entry.by == "person":
                return i
        return None

    def _rewind(self, cut: int, ran: int | None = None) -> None:
        """Run again from the last checkpoint at or before ``cut`` (or ``ran``) to the end of ``tape[:cut]``."""
        del self.tape[cut:]
        limit = cut if ran is None else ran
        last = max(bisect_right(self._checkpoints, limit, key=lambda point: point.tape) - 1, 0)
        point = self._checkpoints[last]
        del self._checkpoints[last:]
        del self.log[point.log :]
        self._position, self._salt = point.tape, point.salt
        self._counters = dict(point.counters)
        self._procedure = None
        self._battle = _LoggedBattle(self, point.state, self.book)
        self.rewinds += 1
        self._run(None)
        self.rewound_to = len(self.log)

    def _run(self, answer: Any) -> None:
        """Run procedures until a decision waits that the tape does not answer, or nothing is left."""
        idle = 0
        self.pending = None
        while True:
            if self._procedure is None:
                self._take_new_dice()
                order = self.flow(self._battle.state)
                if order is None:
                    return
                idle = self._check_idle(idle, order.name)
                orders = self._check_orders(order)
                now = (self._position, len(self.log), self._battle.state, dict(self._counters), self._salt)
                self._checkpoints.append(Checkpoint(*now, orders))
                self._procedure, answer = order.run(self._battle), None
            try:
                request = self._procedure.send(answer)
            except StopIteration:
                self._procedure = None
                continue
            if isinstance(request, Roll):
                answer = self._answer_roll(request)
                continue
            if not isinstance(request, Decision):
                raise TypeError(f"a battle in play is asked for dice and decisions only, not for {request!r}")
            self._take_new_dice()
            self._asked = request.kind
            if self._position >= len(self.tape):
                self.pending = request
                return
            answer = self._answer_decision(request)

    def _check_idle(self, idle: int, name: str) -> int:
        last = self._checkpoints[-1] if self._checkpoints else None
        if last is None or (last.tape, last.log) != (self._position, len(self.log)):
            return 0
        if idle >= IDLE_ORDERS:
            raise StuckError(f"{name} was ordered {idle} times in a row and nothing happened")
        return idle + 1

    def _check_orders(self, order: Order[Rulebook]) -> int:
        """How many orders this sub-phase has had."""
        clock = self._battle.state.clock
        last = self._checkpoints[-1] if self._checkpoints else None
        if last is None or order.endless or last.state.clock != clock:
            return 0
        if last.orders >= ORDERS + ORDERS_A_UNIT * len(self._battle.state.units):
            place = ", ".join(part for part in (f"turn {clock.turn}", clock.side, clock.phase, clock.step) if part)
            asked = f"; the last question was '{self._asked}'" if self._asked else ""
            raise StuckError(f"{place}: after {last.orders} orders it still does not end{asked}")
        return last.orders + 1

    def _take_new_dice(self) -> None:
        while self._position < len(self.tape):
            entry = self.tape[self._position]
            if not isinstance(entry, NewDice):
                return
            self._salt = entry.salt
            self._position += 1

    def _answer_roll(self, request: Roll) -> Outcome[Any]:
        clock = self._battle.state.clock
        counter = (clock.turn, clock.side, request.name, request.unit)
        before = self._counters.get(counter, 0)
        self._counters[counter] = before + 1
        if self._position < len(self.tape):
            entry = self.tape[self._position]
            if not isinstance(entry, Rolled) or (entry.name, entry.unit) != (request.name, request.unit):
                raise ReplayError(
                    f"the battle rolls '{request.name}' @{request.unit}, but {_told(entry)}", self._position
                )
            faces = entry.faces
            if self._compares and not entry.reason:
                key = RollKey(clock.turn, clock.side, request.name, request.unit, before)
                if SeededDice().faces(request, self.seed, self._salt, key)[0] != faces:
                    self.other_dice.append(self._position)
        else:
            key = RollKey(clock.turn, clock.side, request.name, request.unit, before)
            faces, reason = self.dice.faces(request, self.seed, self._salt, key)
            self.tape.append(Rolled(request.name, request.unit, faces, reason))
        self._position += 1
        return request.kind.read(faces)

    def _answer_decision(self, request: Decision) -> Choice:
        entry = self.tape[self._position]
        if not isinstance(entry, Chosen) or (entry.decision, entry.unit) != (request.kind, request.unit):
            raise ReplayError(f"the battle asks '{request.kind}', but {_told(entry)}", self._position)
        if self._compares:  # what this session itself has put on its tape was allowed when it was chosen
            faults = request.faults(self._battle.state, entry.choice)
            if faults:
                raise RefusedError(faults)
        self._position += 1
        return entry.choice
