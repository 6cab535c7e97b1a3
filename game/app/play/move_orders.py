"""The move tool in Remaining Moves: plan a move of a unit that may still make one; march, fly, join, go in, stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.app.play.options import told
from game.app.tool import Button, Key, Prompt
from game.app.tools.move import MoveTool
from game.app.view import View
from game.battle.decision import Choice, Decision
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import Offered, Overlay
from game.rules.character_places import stepped_out
from game.rules.garrison import EnterBuilding
from game.rules.joining import JoinUnit, LeaveUnit, joining_faults
from game.rules.movement import flight_of, march_fault, movement_of
from game.rules.moving import CheckedMove
from game.rules.remaining import Move, StayPut, may_still_move
from game.rules.standing_orders import still_faults
from game.table.manoeuvre import Manoeuvre

NEAREST = 3
"""Units and buildings that a button is offered for, to join them or go into them."""
BUILDING = "building"


class MoveOrders(MoveTool):
    """Answers which unit moves, and where.

    Attributes:
        leaves: The selected character leaves the ranks in which he stands.
    """

    hint = "Select a unit and drag its handles; march and fly are switched on first"
    keys = (
        *((keys, words) for keys, words in MoveTool.keys),
        ("M", "March, or not"),
        ("F", "Fly, or not"),
        ("G", "A character leaves his unit, or stays in it"),
        ("T", "The unit stays where it is"),
    )

    def __init__(self) -> None:
        super().__init__(self._choice_of)
        self.plan.march = False
        self.leaves = False
        self._found: tuple[object, ...] = ()
        self._acts: tuple[Choice, ...] = ()

    def _forget(self, view: View) -> None:
        self.plan.march, self.plan.fly, self.leaves = False, False, False
        super()._forget(view)

    def _choice_of(self, unit: str, path: tuple[str, ...]) -> Choice:
        march = bool(self.plan.march)
        return LeaveUnit(unit=unit, path=path, march=march) if self.leaves else Move(
            unit=unit, path=path, march=march, fly=self.plan.fly
        )  # fmt: skip

    def asked(self, view: View) -> Decision | None:
        """The question: of the whole side, or of one unit whose march failed."""
        return view.session.pending

    def state(self, view: View) -> State:
        """Where the selected character leaves his unit: as if he stood before its ranks."""
        chosen = view.chosen
        return stepped_out(view.state, chosen.id) if self.leaves and chosen is not None and chosen.host else view.state

    def unit(self, view: View) -> Unit | None:
        """The unit that is planned for: the one that is asked, or the selected one, if it may still move."""
        decision = self.asked(view)
        if decision is None:
            return None
        if decision.unit and view.selected != decision.unit:
            return view.state.unit(decision.unit)
        found = super().unit(view)
        chosen = view.chosen
        if self.leaves and chosen is not None and chosen.host:
            return self.state(view).unit(chosen.id)
        return found if found is not None and not self._why_not(view, decision, found) else None

    def _why_not(self, view: View, decision: Decision, unit: Unit) -> str:
        """Why a unit makes no move now; "" if it does."""
        if unit.side != decision.side:
            return f"{unit.name} is not of the side whose turn it is (SEQ-06)"
        if decision.unit:
            return (
                "" if unit.id == decision.unit else f"{view.state.unit(decision.unit).name} has to end its move first"
            )
        return told(tuple(still_faults(view.book, view.state, unit)))

    def start(self, view: View) -> None:
        """Nothing is selected by itself."""
        self._forget(view)

    def allowed(self, view: View, unit: Unit, kinds: tuple[Manoeuvre, ...]) -> float:  # noqa: ARG002
        """M or the inches of its wings, twice as far in a march."""
        flown = flight_of(view.book, view.state, unit) if self.plan.fly else None
        base = flown or movement_of(view.book, view.state, unit) or 0.0
        return 2 * base if self.plan.march else base

    def planned(self, view: View, unit: Unit) -> CheckedMove:
        """The move; of a character who leaves his unit with what forbids that."""
        move = super().planned(view, unit)
        if not self.leaves or not self.plan.path or self.plan.draft is not None:
            return move
        return replace(move, faults=view.faults(self.choice(unit.id, self.plan.words())))

    def key_pressed(self, view: View, key: Key) -> bool:
        """Switches and staying; the rest as ever."""
        if key.ctrl or key.alt or key.shift:
            return super().key_pressed(view, key)
        button = next((one for one in self._switches(view) if one.key_label == key.name.upper() and one.enabled), None)
        if button is not None:
            button.action(view)
            return True
        return super().key_pressed(view, key)

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """Whoever may still move, until one is chosen; then the plan."""
        shown = super().overlays(view)
        decision = self.asked(view)
        if shown or decision is None or decision.unit:
            return shown
        return (Offered(tuple(unit.id for unit in may_still_move(view.book, view.state))),)

    def prompt(self, view: View) -> Prompt:
        """The plan; without one whom it can be for, or why not for the selected one."""
        decision = self.asked(view)
        if decision is None:
            return Prompt("")
        if self.unit(view) is not None:
            return super().prompt(view)
        chosen = view.chosen
        host = view.state.unit(chosen.host) if chosen is not None and chosen.host else chosen
        why = self._why_not(view, decision, host) if host is not None and host.on_table else ""
        text = why or "Click one of the units that are lit."
        return Prompt(decision.question(view.state), text, (), self._switches(view), bool(why))

    def buttons(self, view: View, unit: Unit, why: str) -> tuple[Button, ...]:
        """The plan, the switches, and what else the unit could do from there."""
        acts = (Button(_said(act, view.state), "", partial(_choose, act)) for act in self._others(view, unit))
        return (*self.answers(why), *acts, *self._switches(view))

    def _switches(self, view: View) -> tuple[Button, ...]:
        return tuple(self._every_switch(view))

    def _every_switch(self, view: View) -> Iterator[Button]:
        chosen, unit, decision = view.chosen, self.unit(view), self.asked(view)
        if unit is not None and decision is not None and not decision.unit:
            fault = march_fault(view.book, view.state, unit)
            yield Button(
                "March", "M", self._march, enabled=fault is None, why=told((fault,)) if fault else "",
                lit=bool(self.plan.march),
            )  # fmt: skip
        if unit is not None and flight_of(view.book, view.state, unit):
            yield Button("Fly", "F", self._fly, lit=self.plan.fly)
        if chosen is not None and chosen.host and decision is not None and chosen.side == decision.side:
            yield Button("Leave the unit", "G", self._leave, lit=self.leaves)
        if unit is not None and not self.leaves and not self.plan.path:
            yield Button("Stay", "T", partial(_choose, StayPut(unit=unit.id)))

    def _march(self, view: View) -> None:
        self.plan.march = not self.plan.march
        view.redraw()

    def _fly(self, view: View) -> None:
        self.plan.fly = not self.plan.fly
        view.redraw()

    def _leave(self, view: View) -> None:
        leaves = not self.leaves
        self._forget(view)
        self.leaves = leaves

    def _others(self, view: View, unit: Unit) -> tuple[Choice, ...]:
        """What it may do at the end of this plan beside moving: join a unit, go into a building."""
        key = (view.state, view.session.pending, unit.id, self.plan.words(), self.plan.march, self.plan.draft is None)
        if self._found != key:
            self._found = key
            acts = () if self.plan.draft is not None else self._thinkable(view, unit)
            self._acts = tuple(act for act in acts if not view.faults(act))[:NEAREST]
        return self._acts

    def _thinkable(self, view: View, unit: Unit) -> Iterator[Choice]:
        path, march = self.plan.words(), bool(self.plan.march)
        if unit.type.character:
            for host in view.state.standing():
                if host.side == unit.side and next(joining_faults(unit, host), None) is None:
                    yield JoinUnit(unit=unit.id, host=host.id, path=path, march=march)
        for piece in view.state.terrain:
            if piece.kind == BUILDING:
                yield EnterBuilding(unit=unit.id, building=piece.id, path=path, march=march)


def _said(act: Choice, state: State) -> str:
    if isinstance(act, JoinUnit):
        return f"Join {state.unit(act.host).name}"
    words = act.label(state)
    return words[:1].upper() + words[1:]


def _choose(act: Choice, view: View) -> None:
    view.choose(act)
