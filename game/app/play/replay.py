"""The replay: the log walked both ways by events, choices and turns; forward steps are shown as they happened."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from game.app.play.pace import Pace
from game.app.select import SelectTool
from game.app.tool import Button, Key, Prompt, Slider
from game.app.view import View
from game.battle.progress import PlayerTurnBegan
from game.engine.session import Session
from game.engine.tape import Chosen

EVENTS, CHOICES, TURNS = "event", "choice", "turn"
"""What a step goes over."""


def stops(session: Session, kind: str) -> list[int]:
    """How many events have happened where a step of this kind may end, in their order: first 0, last all of them."""
    log = session.log
    if kind == EVENTS:
        return list(range(len(log) + 1))
    if kind == CHOICES:
        positions = [logged.tape for logged in log]
        found = [bisect_right(positions, i) for i, entry in enumerate(session.tape) if isinstance(entry, Chosen)]
    else:
        found = [number for number, logged in enumerate(log) if isinstance(logged.event, PlayerTurnBegan)]
    return sorted({0, *found, len(log)})


def _turn_marks(session: Session) -> tuple[tuple[int, str], ...]:
    """Where player turns begin; the first of each game turn with its number."""
    found: list[tuple[int, str]] = []
    last = 0
    for number, logged in enumerate(session.log):
        if isinstance(logged.event, PlayerTurnBegan):
            turn = logged.event.turn
            found.append((number, f"{turn}" if turn != last else ""))
            last = turn
    return tuple(found)


class ReplayTool(SelectTool):
    """Walks through the battle; taking up another tool goes back to where the battle stands.

    Attributes:
        pace: Whether it goes on by itself, and how fast.
    """

    name = "Replay"
    key = "v"
    hint = "Watch what has happened, step by step, both ways"
    keys = (
        ("← →", "One event back or on"),
        ("↑ ↓", "One choice back or on"),
        ("PgUp PgDn", "One player turn back or on"),
        ("Home End", "To the beginning, to the end"),
        ("Space", "Let it run, or stop it"),
        ("X", "Faster or slower"),
        ("Esc", "Back to the battle"),
    )

    def __init__(self) -> None:
        self.pace = Pace(runs=False)

    def start(self, view: View) -> None:
        """Begin at the end: where the battle stands."""
        self.pace = Pace(runs=False)
        view.see_until(len(view.session.log))

    def cancel(self, view: View) -> None:
        """Back to the battle."""
        view.see_until(None)

    def step(self, view: View, direction: int, kind: str) -> None:
        """To the next stop of this kind, forward (1) or back (-1)."""
        self.pace.rest()
        found, at = stops(view.session, kind), view.end
        number = bisect_right(found, at) if direction > 0 else bisect_left(found, at) - 1
        if 0 <= number < len(found):
            view.see_until(found[number], shown=direction > 0)

    def jump(self, view: View, at: int) -> None:
        """To where so many events have happened, without showing them."""
        self.pace.runs = False
        view.see_until(min(max(at, 0), len(view.session.log)), shown=False)

    def slide(self, view: View, share: float) -> None:
        """To this share of the battle, 0 to 1."""
        self.jump(view, round(share * len(view.session.log)))

    def run(self, view: View) -> None:
        """Let it run, or stop it; at its end it begins anew."""
        self.pace.runs = not self.pace.runs
        if self.pace.runs and view.end >= len(view.session.log):
            view.see_until(0, shown=False)
        view.redraw()

    def pass_time(self, view: View, seconds: float) -> bool:
        """Go on by itself, if it runs; True: more is to come."""
        if self.pace.runs and view.end >= len(view.session.log):
            self.pace.runs = False
            view.redraw()
        if self.pace.is_due(seconds):
            self.step(view, 1, EVENTS)
        return self.pace.runs

    def key_pressed(self, view: View, key: Key) -> bool:
        """Step by keys, see ``keys``."""
        steps = {
            "left": (-1, EVENTS), "right": (1, EVENTS), "up": (-1, CHOICES), "down": (1, CHOICES),
            "page up": (-1, TURNS), "page down": (1, TURNS),
        }  # fmt: skip
        if key.ctrl or key.alt or key.shift:
            return False
        if key.name in steps:
            self.step(view, *steps[key.name])
        elif key.name in ("home", "end"):
            self.jump(view, 0 if key.name == "home" else len(view.session.log))
        elif key.name == "space":
            self.run(view)
        elif key.name == "x":
            self.faster(view)
        else:
            return False
        return True

    def faster(self, view: View) -> None:
        """Another speed."""
        self.pace.next_speed()
        view.redraw()

    def prompt(self, view: View) -> Prompt:
        """What has happened last, where in the battle that is, and the steps."""
        log, at = view.session.log, view.end
        last = log[at - 1] if at else None
        before = log[at - 2].state if at > 1 else view.session.start
        title = last.event.sentence(before) if last is not None else "The battle begins"
        return Prompt(
            title,
            f"Event {at} of {len(log)}. V goes back to the battle.",
            (last.event.rule,) if last is not None and last.event.rule else (),
            self._buttons(at, len(log)),
            head="Replay",
            slider=Slider(at, len(log), _turn_marks(view.session)),
        )

    def _buttons(self, at: int, most: int) -> tuple[Button, ...]:
        def step(label: str, key: str, direction: int, kind: str) -> Button:
            there = at > 0 if direction < 0 else at < most
            why = "it is the beginning" if direction < 0 else "it is the end"
            return Button(label, key, lambda view: self.step(view, direction, kind), enabled=there, why=why)

        return (
            step("‹ Turn", "PgUp", -1, TURNS),
            step("‹ Choice", "↑", -1, CHOICES),
            step("‹ Event", "←", -1, EVENTS),
            Button("Stop" if self.pace.runs else "Run", "Space", self.run, primary=True),
            step("Event ›", "→", 1, EVENTS),
            step("Choice ›", "↓", 1, CHOICES),
            step("Turn ›", "PgDn", 1, TURNS),
            Button(self.pace.told, "X", self.faster),
        )
