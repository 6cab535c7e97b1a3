"""Battles by turns: one order for whatever order the file has, guards, saves, undo in the middle of an order."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.decision import Choice, Decision
from game.battle.procedure import Order, ask
from game.battle.progress import StepBegan
from game.battle.state import Clock, Engagement, Side
from game.engine import session as driving
from game.engine.migrations import MIGRATIONS, migrated
from game.engine.opening import arranged, battle_session, open_session
from game.engine.save import BATTLE, FLOWS, FREE_PLAY, load, save
from game.engine.save_lines import FORMAT
from game.engine.save_reader import Lines
from game.engine.session import RefusedError, Session, StuckError
from game.errors import InputError
from game.players.player import play
from game.players.random_bot import RandomBot
from game.players.simple_bot import SimpleBot
from game.resources import folder
from game.rules.bundled import BOOK
from game.rules.declarations import Declare, NoMoreCharges
from game.rules.garrison import EnterBuilding
from game.rules.pursuit_choices import Pursue
from game.rules.reactions import React
from game.rules.remaining import StayPut
from game.rules.table_tools import PlaceUnit
from tests.builders import battle, kinds, played, unit
from tests.engine.saves import line_with, rows_of, seal

UNITS = (
    unit("spears", "empire-spearmen", (24, 12), models=20),
    unit("archers", "empire-spearmen", (32, 12), models=10),
    unit("knights", "empire-knights", (14, 12), models=5),
    unit("boyz", "orc-boyz", (24, 21), 270, 20, side="blue"),
    unit("arrers", "orc-boyz", (33, 22), 270, 10, side="blue"),
    unit("gorak", "siege-giant", (15, 24), 270, side="blue"),
)
START = replace(battle(*UNITS), turns=2, clock=Clock(1, "red", "movement", ""))


def fought(state=START, seed=1, bots=(SimpleBot, SimpleBot)) -> Session:
    session = battle_session(state, seed)
    play(session, {"red": bots[0](), "blue": bots[1]()})
    return session


@given(order=st.permutations(UNITS), seed=st.integers(0, 3))
def test_the_order_of_the_units_in_the_file_changes_nothing(order, seed):
    session = battle_session(replace(START, units=tuple(order)), seed)
    other = battle_session(START, seed)
    assert [one.id for one in session.state.units] == ["archers", "knights", "spears", "arrers", "boyz", "gorak"]
    for one in (session, other):
        play(one, {"red": RandomBot(seed), "blue": SimpleBot()}, until=lambda now: len(now.tape) > 12)
    assert session.log == other.log and session.tape == other.tape


def test_engagements_follow_the_units():
    pairs = (Engagement("gorak", "knights", "front", "front"), Engagement("boyz", "spears", "front", "left"))
    assert arranged(replace(START, engagements=pairs)).engagements == pairs[::-1]


def test_a_battle_ends_and_says_who_has_won():
    session = fought()
    assert session.finished and kinds(session)[-1] == "battle-ended"
    assert [one.event.turn for one in session.log if one.event.kind == "player-turn-began"] == [1, 1, 2, 2]


@pytest.mark.parametrize("sides", [(), START.sides[:1], (*START.sides, Side("green", "Green", "#009e73"))])
def test_a_battle_needs_two_sides(sides):
    with pytest.raises(InputError, match=f"two sides, found {len(sides)}"):
        battle_session(replace(START, sides=sides, units=()))


def test_a_scenario_opens_in_free_play_or_as_a_battle(tmp_path):
    path = folder("scenarios") / "giant_vs_spearmen.toml"
    table, begun = open_session(path), open_session(path, battle=True)
    assert (table.flow, begun.flow) == (FREE_PLAY, BATTLE)
    assert not table.session.log and kinds(begun.session)[0] == "player-turn-began"
    save(begun.session, tmp_path / "a.battle", begun.flow)
    again = open_session(tmp_path / "a.battle")
    assert (again.flow, again.session.state) == (BATTLE, begun.session.state)


def test_a_saved_battle_plays_again_and_says_where_it_does_not(tmp_path):
    path = tmp_path / "a.battle"
    session = fought(bots=(RandomBot, SimpleBot))
    save(session, path, BATTLE)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None and not loaded.doubts
    assert loaded.session.log == session.log and loaded.session.tape == session.tape

    rows = rows_of(path)
    line_with(rows, "event", "unit-moved")["cost"] = 0.25
    seal(path, rows)
    other = load(path, BOOK, FLOWS)
    number = [one.event.kind for one in session.log].index("unit-moved") + 1
    assert other.divergence.number == number
    assert str(other.divergence).startswith(f"event {number} (unit-moved): cost was 0.25, is ")
    assert other.session.log == session.log  # the old event is there to be watched, the new battle to be played
    assert other.events[number - 1].event.cost == 0.25


def test_a_battle_that_was_cut_short_goes_on_from_its_last_order(tmp_path):
    path = tmp_path / "a.battle"
    session = battle_session(START, 1)
    session.choose(Declare(unit="spears", target="boyz"))
    save(session, path, BATTLE)
    loaded = load(path, BOOK, FLOWS).session
    assert loaded.pending == session.pending and loaded.pending.kind == "choose-reaction"
    for one in (session, loaded):
        one.choose(React(reaction="hold"))
    assert loaded.log == session.log


def test_undo_in_the_middle_of_an_order_is_quick():
    session = battle_session(START, 1)
    session.choose(Declare(unit="spears", target="boyz"))
    session.choose(React(reaction="hold"))
    session.choose(NoMoreCharges(), by="bot:simple")
    took = []
    for _ in range(3):
        begin = time.perf_counter()
        assert session.undo()
        took.append(time.perf_counter() - begin)
        assert session.pending.kind == "choose-reaction" and kinds(session)[-1] == "charge-declared"
        session.redo()
    assert min(took) < 0.005


# A sub-phase that does not end.


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(Choice):
    """Once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceMore(Decision):
    def question(self, state):
        return "once more?"

    def options(self, state):
        return (GoOn(),)


def _again(battle):
    yield from ask(OnceMore(side="red"), GoOn)


def test_a_sub_phase_that_does_not_end_is_stopped():
    state = replace(START, clock=Clock(2, "red", "movement", "charge"))
    session = Session(state, BOOK, lambda state: Order("declare", _again))
    most = driving.ORDERS + driving.ORDERS_A_UNIT * len(state.units)
    for _ in range(most):
        session.choose(GoOn())
    with pytest.raises(StuckError, match=rf"turn 2, red, movement, charge: after {most} orders .* 'once-more'"):
        session.choose(GoOn())
    assert len(session.tape) == most and session.pending.kind == "once-more"  # the last choice changed nothing
    session.undo()
    session.choose(GoOn())
    with pytest.raises(StuckError):
        session.choose(GoOn())


def test_a_choice_that_names_nobody_there_is_refused_like_any_other():
    session = Session(START, BOOK, lambda state: Order("declare", _again))
    for strange in (Pursue(quarry="nobody"), StayPut(unit="nobody"), EnterBuilding(unit="spears", building="nowhere")):
        with pytest.raises(RefusedError, match=f"'{strange.kind}' is not among the choices"):
            session.choose(strange)


def test_each_sub_phase_has_its_own_count_and_free_play_none():
    def flow(state):
        return Order("a step", _step)

    def _step(battle):
        yield from _again(battle)
        step = "charge" if battle.state.clock.step == "charge-moves" else "charge-moves"
        battle.record(StepBegan(step=step))

    session = Session(START, BOOK, flow)
    for _ in range(driving.ORDERS + driving.ORDERS_A_UNIT * len(UNITS) + 10):
        session.choose(GoOn())
    table = played(replace(START, units=UNITS[:1]))
    for _ in range(driving.ORDERS + driving.ORDERS_A_UNIT + 10):
        table.choose(PlaceUnit(placed=UNITS[0]))
    assert len(table.log) == driving.ORDERS + driving.ORDERS_A_UNIT + 10


# Formats of saves.


def test_older_formats_are_brought_up_step_by_step():
    def renamed(row):
        return {("salt" if key == "new-dice" else key): value for key, value in row.items()}

    def counted(row):
        return {**row, "salt": row["salt"] + 1} if "salt" in row else row

    old = Lines(
        ((1, {"giantfall-save": 1, "seed": 5}), (2, {"new-dice": 3}), (4, {"event": "x"})), torn=False, ended=True
    )
    new = migrated(old, {1: renamed, 2: counted}, newest=3)
    assert new.rows == ((1, {"giantfall-save": 3, "seed": 5}), (2, {"salt": 4}), (4, {"event": "x"}))
    assert new.ended and not new.torn
    assert migrated(old) == old


def test_every_older_format_has_its_step():
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


def test_a_save_of_an_unknown_flow_is_refused(tmp_path):
    path = tmp_path / "a.battle"
    save(battle_session(START, 1), path, "chess")
    with pytest.raises(InputError, match="unknown flow 'chess'; allowed: free-play, battle"):
        load(path, BOOK, FLOWS)


def test_a_choice_that_the_rules_forbid_is_no_battle(tmp_path):
    """What a file says was chosen is asked again: a charge of nobody's is where the battle stops."""
    path = tmp_path / "a.battle"
    session = battle_session(START, 1)
    session.choose(Declare(unit="spears", target="boyz"))
    save(session, path, BATTLE)
    rows = rows_of(path)
    line_with(rows, "chosen")["answer"]["unit"] = "boyz"
    seal(path, rows)
    loaded = load(path, BOOK, FLOWS)
    assert "SEQ-04" in loaded.divergence.reason
    with pytest.raises(RefusedError):
        loaded.session.choose(Declare(unit="boyz", target="spears"))
