"""Exact distributions: every roll of a procedure walked with its weight (decision 3).

The rule code that plays is the code that counts. A procedure is run again and again with given answers; where it rolls
something new, every branch of that roll is queued with its chance. What comes to the same is merged in two places:
at the end of each part of a procedure (see ``battle.procedure.part``) and between two orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.battle.decision import Choice, Decision
from game.battle.procedure import Battle, Flow, Part, Procedure, Roll
from game.battle.state import State
from game.dice import Outcome
from game.rules.book import Rulebook

Weights = dict[State, float]
Decide = Callable[[State, Decision], Choice]
Starts = Callable[[Battle[Rulebook]], Procedure[Any]]
Ends = dict[tuple[State, Any], float]
"""How a procedure can end: the state after it and what it returned, with the chance."""


def refuse(state: State, decision: Decision) -> Choice:  # noqa: ARG001
    """The default: nothing may be asked.

    Raises:
        LookupError: Always.
    """
    raise LookupError(f"the enumeration meets the decision {decision.kind} and was not told how to decide")


class Enumeration:
    """Works out procedures exactly; parts that were worked out once are remembered.

    Args:
        book: The rulebook.
        decide: Who answers decisions: a pure function of state and decision.
    """

    def __init__(self, book: Rulebook, decide: Decide = refuse) -> None:
        self.book = book
        self.decide = decide
        self.runs = 0
        self._parts: dict[tuple[State, Part], Ends] = {}

    def ends(self, state: State, start: Starts) -> Ends:
        """Every way in which a procedure can end, equal ways merged; the chances add up to 1."""
        found: Ends = {}
        for end, value, chance in self._walk(state, start):
            key = (end, value)
            found[key] = found.get(key, 0.0) + chance
        return found

    def _walk(self, state: State, start: Starts) -> Iterator[tuple[State, Any, float]]:
        waiting: list[tuple[tuple[_Answer, ...], float]] = [((), 1.0)]
        while waiting:
            answers, weight = waiting.pop()
            self.runs += 1
            battle = Battle(state, self.book, pools_parts=True)
            procedure = start(battle)
            taken = list(answers)
            step = 0
            answer: Any = None
            while True:
                try:
                    request = procedure.send(answer)
                except StopIteration as stop:
                    yield battle.state, stop.value, weight
                    break
                if isinstance(request, Decision):
                    answer = self.decide(battle.state, request)
                    continue
                if step == len(taken):
                    (first, chance), *rest = self._branches(battle.state, request)
                    waiting.extend(((*taken, other), weight * its) for other, its in rest)
                    weight *= chance
                    taken.append(first)
                answer, after = taken[step]
                battle.state = battle.state if after is None else after
                step += 1

    def _branches(self, state: State, request: Roll | Part) -> list[tuple[_Answer, float]]:
        if isinstance(request, Roll):
            return [((Outcome(value), None), chance) for value, chance in request.kind.branches()]
        ends = self._parts.get((state, request))
        if ends is None:
            ends = self.ends(state, lambda battle: request.run(battle, *request.arguments))
            self._parts[state, request] = ends
        return [((value, after), chance) for (after, value), chance in ends.items()]


_Answer = tuple[Any, State | None]
"""What a procedure is sent, and the state it then finds (None: the one it left)."""


def outcomes(
    start: State,
    flow: Flow[Rulebook],
    enumeration: Enumeration,
    until: Callable[[State], bool] | None = None,
) -> Weights:
    """The exact distribution of the states in which a battle ends.

    Args:
        start: Where it begins.
        flow: What comes next; the enumeration goes on until it says that nothing does.
        enumeration: Rulebook, decisions, and the parts known so far.
        until: A state in which to stop although more would come.

    Returns:
        Final states with their chances; these add up to 1.
    """
    front: Weights = {start: 1.0}
    ended: Weights = {}
    while front:
        grown: Weights = {}
        for state, weight in front.items():
            order = None if until is not None and until(state) else flow(state)
            if order is None:
                ended[state] = ended.get(state, 0.0) + weight
                continue
            for (after, _), chance in enumeration.ends(state, order.run).items():
                grown[after] = grown.get(after, 0.0) + weight * chance
        front = grown
    return ended


def pooled(weights: Weights, key: Callable[[State], Any]) -> dict[Any, float]:
    """The distribution of something that a state tells, by rising key."""
    found: dict[Any, float] = {}
    for state, weight in weights.items():
        what = key(state)
        found[what] = found.get(what, 0.0) + weight
    return dict(sorted(found.items()))
