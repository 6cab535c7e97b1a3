"""A small made-up battle by turns: who strikes whom, how the struck stands, dice in between. It needs no phase's rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.app.play.begin import battle_tools
from game.app.play.bots import Bots
from game.app.screens.battle import BattleScreen
from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Throw
from game.battle.events import UnitMoved
from game.battle.procedure import Order, ask, roll
from game.battle.progress import BattleEnded, PhaseBegan, PlayerTurnBegan, StepBegan
from game.dice import Total
from game.engine.session import Session
from game.rules.book import Rulebook
from tests.app.tables import battle_table

TURNS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Choice):
    unit: str
    target: str

    def label(self, state):
        return f"{state.unit(self.unit).name} strike {state.unit(self.target).name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Choice):
    def label(self, state):
        return "Done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(Choice):
    how: str

    def label(self, state):
        return self.how


@dataclass(frozen=True, slots=True, kw_only=True)
class Who(Decision):
    """Every unit may strike every enemy but the halberdiers, whom nobody sees; the Giant strikes the spearmen only."""

    def question(self, state):
        return f"{state.side(self.side).name}: who strikes whom?"

    def options(self, state):
        pairs = [
            Strike(unit=one.id, target=other.id)
            for one in state.standing()
            for other in state.standing()
            if one.side == self.side != other.side
        ]
        return (*(choice for choice in pairs if not self.faults(state, choice)), Done())

    def faults(self, state, choice):
        if isinstance(choice, Done):
            return ()
        found = []
        if choice.target == "halberdiers":
            found.append(Fault("CHG-02", "nobody sees Halberdiers"))
        if choice.unit == "halberdiers":
            found.append(Fault("CHG-01", "Halberdiers rest"))
        if choice.unit == "gorak" and choice.target not in ("spearmen", "halberdiers"):
            found.append(Fault("CHG-04", "Gorak cares for spearmen only"))
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class How(Decision):
    def question(self, state):
        return f"{state.unit(self.unit).name} are struck: how do they stand?"

    def every(self, state):
        return tuple(Stand(how=how) for how in ("Hold", "Step back", "Fly"))

    def options(self, state):
        return self.every(state)[:2]

    def faults(self, state, choice):
        return () if choice in self.options(state) else (Fault("SPC-04", "they have no wings"),)


def _turn(battle):
    clock = battle.state.clock
    if clock.turn == 0:
        _begin(battle, 1, "hashut")
        return
    choice = yield from ask(Who(side=clock.side), Choice)
    if isinstance(choice, Strike):
        swing = yield from roll("swing", choice.unit, Total(2))
        unit = battle.state.unit(choice.unit)
        battle.record(
            UnitMoved(
                unit=unit.id,
                path=("advance 0.5",),
                cost=0.5,
                before=unit.pose,
                pose=unit.pose.shifted(0.5, 0).rounded(),
                formation=unit.formation,
                rule="MOV-01",
                dice=(Throw("swing", swing.faces),),
            )
        )
        target = battle.state.unit(choice.target)
        yield from ask(How(side=target.side, unit=target.id), Stand)
    elif clock.side == "hashut":
        _begin(battle, clock.turn, "empire")
    elif clock.turn < TURNS:
        _begin(battle, clock.turn + 1, "hashut")
    else:
        battle.record(BattleEnded(winner="empire", reason="the sun has set", rule="SEQ-01"))


def _begin(battle, turn, side):
    battle.record(PlayerTurnBegan(turn=turn, side=side, rule="SEQ-01"))
    battle.record(PhaseBegan(phase="movement", rule="SEQ-01"))
    battle.record(StepBegan(step="charge", rule="SEQ-02"))


def made_up_flow(state):
    return None if state.note("over") else Order("a made-up turn", _turn)


BOOK = Rulebook((), decisions=(Who, How), choices=(Strike, Done, Stand))


class FirstBot:
    """Strikes once a turn with its first unit, if it can, and is done."""

    name = "bot:first"

    def answer(self, view):
        options = view.decision.options(view.state)
        first = options[0]
        struck = isinstance(first, Strike) and view.state.unit(first.unit).mark("move", "moved")
        return options[-1] if struck else first


def made_up_session(state=None, seed=3):
    state = state or battle_table()
    return Session(replace(state, turns=TURNS), BOOK, made_up_flow, seed)


def made_up_battle(window, players=(), session=None):
    """The made-up battle in a window; ``players`` are sides that a bot plays."""
    session = session or made_up_session()
    bots = Bots({side.id: "bot:first" if side.id in players else "human" for side in session.state.sides},
                {side: FirstBot() for side in players})  # fmt: skip
    screen = BattleScreen(window, session, battle_tools(bots), bots=bots)
    window.show(screen)
    window.frame(0.01)
    return screen
