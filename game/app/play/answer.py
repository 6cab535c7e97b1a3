"""The tool with which a person answers whatever is asked: its options as buttons, and on the table by clicks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.app.play.bots import Bots
from game.app.play.options import between, concerned, forbidden, going_on, is_quiet, narrowed, why_not
from game.app.play.shown import declared_charges, shown_of
from game.app.select import SelectTool
from game.app.tool import LEFT, Button, Key, Prompt, Tool
from game.app.view import View
from game.battle.decision import Choice, Decision
from game.battle.phases import PHASE_IDS, title
from game.battle.progress import BattleEnded
from game.battle.state import State
from game.render.overlays import Offered, Overlay

BY_KIND: Mapping[str, str] = {
    "choose-next": "It is up to you in which order these are done.",
    "declare-charge": "Click who charges, then whom; or take a button.",
}
"""A hint for decisions whose buttons do not say it all."""
KEYS = (
    ("1 to 9", "Take the button of this number"),
    ("Enter", "Take the golden button"),
    ("P", "Pause the bots, or let them go on"),
    ("X", "Bots faster or slower"),
)
"""Keys that answer any decision."""


def place_in_battle(state: State) -> str:
    """Where in the battle we are: ``turn 2 · Movement · Declare charges``."""
    clock = state.clock
    words = [f"turn {clock.turn}"] if clock.turn else []
    if clock.phase in PHASE_IDS:
        words.append(title(clock.phase))
        if clock.step:
            words.append(title(clock.phase, clock.step))
    return " · ".join(words)


class AnswerTool(SelectTool):
    """Answers decisions: by buttons, by clicks on the units that an option names, or with a tool of its own.

    Attributes:
        bots: Who plays which side.
        own: Tools for decisions with endless answers, by the kind of the decision.
    """

    name = "Orders"
    key = "o"
    hint = "Answer what is asked: take a button, or click the units that are lit"

    def __init__(self, bots: Bots, own: Mapping[str, Tool] | None = None) -> None:
        self.bots = bots
        self.own = dict(own or {})
        self._last: Decision | None = None
        self._known: tuple[object, State, tuple[Choice, ...], tuple[tuple[Choice, str], ...]] | None = None

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]  # those of its tools are known later
        """Its own keys and those of the tools for endless answers."""
        own = [row for tool in dict.fromkeys(self.own.values()) for row in tool.keys]
        return (*KEYS, *dict.fromkeys(own))

    def decision(self, view: View) -> Decision | None:
        """What a person is asked now; None: nothing, or a bot is."""
        return None if view.until is not None or self.bots.asked(view) else view.session.pending

    def inner(self, view: View) -> Tool | None:
        """The tool for what is asked now, if there is one."""
        decision = self.decision(view)
        return self.own.get(decision.kind) if decision is not None else None

    def options(self, view: View) -> tuple[Choice, ...]:
        """All that may be answered now, as buttons."""
        return self._asked(view)[0]

    def _asked(self, view: View) -> tuple[tuple[Choice, ...], tuple[tuple[Choice, str], ...]]:
        """Options, and what is forbidden with the reasons: worked out once for a decision and a state."""
        decision = self.decision(view)
        if decision is None:
            return (), ()
        if self._known is None or self._known[0] is not decision or self._known[1] is not view.state:
            options = decision.options(view.state)
            self._known = (decision, view.state, options, forbidden(view.state, decision, options))
        return self._known[2], self._known[3]

    def start(self, view: View) -> None:
        """Take up the tool of what is asked."""
        self.changed(view)

    def changed(self, view: View) -> None:
        """Something else is asked, perhaps: the tool for it begins anew."""
        inner = self.inner(view)
        if inner is not None:
            inner.changed(view)
        decision = self.decision(view)
        if decision is not None and decision is not self._last:
            other = self._last is None or decision.side != self._last.side
            self._last = decision
            if decision.unit or other:  # whom the other side had chosen is of no interest to this one
                view.select(decision.unit)
        view.redraw()

    def cancel(self, view: View) -> None:
        """Give up what the tool has under way."""
        inner = self.inner(view)
        if inner is not None:
            inner.cancel(view)

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """A click on a unit: choose it, choose the option with it and the one chosen before, or hear why not."""
        inner = self.inner(view)
        if inner is not None and inner.press(view, x, y, button):
            return True
        decision, unit = self.decision(view), view.unit_at(x, y)
        if decision is None or button != LEFT or not unit:
            return False
        self._clicked(view, decision, unit)
        return True

    def _clicked(self, view: View, decision: Decision, unit: str) -> None:
        options, state, chosen = self.options(view), view.state, view.selected
        both = between(state, options, chosen, unit) if chosen and chosen != unit else ()
        if len(both) == 1:
            view.choose(both[0])
            return
        named = {one for choice in options for one in concerned(state, choice)}
        pair = chosen in named and state.unit(unit).side != state.unit(chosen).side
        if both:
            view.say("There are several ways: take one of the buttons")
        elif self.inner(view) is not None or unit == decision.unit or (unit in named and not pair):
            view.select(unit)
            view.say("")
        else:
            if not pair:
                view.select(unit)
            view.say(why_not(state, decision, options, unit, chosen if pair else ""), alarm=True)

    def drag(self, view: View, x: float, y: float) -> None:
        """The tool of the decision is dragged."""
        if (inner := self.inner(view)) is not None:
            inner.drag(view, x, y)

    def release(self, view: View, x: float, y: float) -> None:
        """The tool of the decision is let go."""
        if (inner := self.inner(view)) is not None:
            inner.release(view, x, y)

    def move(self, view: View, x: float, y: float) -> None:
        """The tool of the decision follows the mouse."""
        if (inner := self.inner(view)) is not None:
            inner.move(view, x, y)

    def key_pressed(self, view: View, key: Key) -> bool:
        """Bots are paused and hurried by keys; the tool of the decision has its own."""
        if self.bots.asked(view) and not (key.ctrl or key.alt or key.shift) and key.name in ("p", "x"):
            (self.bots.pause if key.name == "p" else self.bots.faster)(view)
            return True
        if key.name in "123456789" and not (key.ctrl or key.alt or key.shift):
            return self._by_number(view, int(key.name))
        inner = self.inner(view)
        return (inner is not None and inner.key_pressed(view, key)) or super().key_pressed(view, key)

    def _by_number(self, view: View, number: int) -> bool:
        """Take the answer whose button has this number; the golden one among them has its number too."""
        decision = self.decision(view)
        buttons = self._buttons(view, decision) if decision is not None else ()
        if number > len(buttons) or not buttons[number - 1].enabled:
            return False
        buttons[number - 1].action(view)
        return True

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """Declared charges, who can be answered with, and what the tool of the decision shows."""
        shown: list[Overlay] = list(declared_charges(view.state))
        decision, inner = self.decision(view), self.inner(view)
        if decision is not None:
            left = narrowed(view.state, decision, self.options(view), view.selected)
            whom = dict.fromkeys(one for choice in left for one in concerned(view.state, choice))
            shown.append(Offered(tuple(one for one in whom if one != view.selected)))
        return (*shown, *(inner.overlays(view) if inner is not None else ()))

    def prompt(self, view: View) -> Prompt:
        """Whose turn it is, what is asked, and the answers."""
        decision, state = view.session.pending, view.state
        place = place_in_battle(state)
        if decision is None:
            return Prompt(_ending(view), "Replay (V) shows it all again; undo goes back into it.", head=place)
        side = next((side.name for side in state.sides if side.id == decision.side), "")
        head = " · ".join(part for part in (side, place) if part)
        who = self.bots.asked(view)
        if who:
            name = f"The {who.removeprefix('bot:')} bot plays this side"
            text = f"{name}." if self.bots.pace.runs else f"{name} and is paused."
            return Prompt(decision.question(state), text, buttons=self.bots.buttons(), head=head, side=decision.side)
        inner = self.inner(view)
        if inner is not None and (asked := inner.prompt(view)).title:
            buttons = (*asked.buttons, *self._buttons(view, decision))
            return Prompt(asked.title, asked.text, asked.rules, buttons, asked.alarm, head, decision.side)
        text = self._hint(view, decision)
        return Prompt(
            decision.question(state), text, buttons=self._buttons(view, decision), head=head, side=decision.side
        )

    def _hint(self, view: View, decision: Decision) -> str:
        left = narrowed(view.state, decision, self.options(view), view.selected)
        if len(left) < len(self.options(view)):
            return f"With {view.state.unit(view.selected).name}. Esc shows all that may be answered."
        return BY_KIND.get(decision.kind, "")

    def _buttons(self, view: View, decision: Decision) -> tuple[Button, ...]:
        """The answers, the one that goes on in gold and first; then those that are forbidden, grey with the reason."""
        options, refused = self._asked(view)
        state = view.state
        left = narrowed(state, decision, options, view.selected)
        golden = going_on(state, decision, left)
        inner = self.inner(view)
        free = inner is None or not any(button.primary for button in inner.prompt(view).buttons)
        in_order = sorted(left, key=lambda choice: not is_quiet(state, decision, choice))
        labels = [_label(state, choice) for choice in in_order]
        return (
            *(
                Button(
                    label, _key(number, gold := choice == golden and free), partial(_choose, choice), gold,
                    shown=shown_of(state, decision, choice),
                )
                for number, (choice, label) in enumerate(zip(in_order, labels, strict=True), 1)
            ),
            *(Button(_label(state, choice), enabled=False, why=why) for choice, why in refused),
        )  # fmt: skip


def _choose(choice: Choice, view: View) -> None:
    view.choose(choice)


def _key(number: int, gold: bool) -> str:
    return "Enter" if gold else f"{number}" if number <= 9 else ""


def _label(state: State, choice: Choice) -> str:
    words = choice.label(state)
    return words[:1].upper() + words[1:]


def _ending(view: View) -> str:
    last = next((one.event for one in reversed(view.session.log) if isinstance(one.event, BattleEnded)), None)
    return last.sentence(view.session.start) if last is not None else "The battle is over"
