"""Item 0: the shape of the house, proved on its hardest case."""

from __future__ import annotations

import os
import time

import pytest

from game.battle.state import State
from game.engine.save import load, save
from game.engine.session import Session
from game.odds.enumerate import Enumeration, outcomes, pooled
from tests.proof.charge_and_round import BOOK, Attack, flow, start, summary


def played(seed: int, state: State | None = None) -> Session:
    session = Session(state or start(), BOOK, flow, seed)
    session.choose(Attack(target="gorak"))
    return session


def exact(state: State) -> tuple[dict, Enumeration]:
    enumeration = Enumeration(BOOK, lambda state, decision: Attack(target="gorak"))
    return pooled(outcomes(state, flow, enumeration), summary), enumeration


def test_a_seed_gives_the_same_battle_and_another_seed_another():
    one, two = played(3), played(3)
    assert [entry.event for entry in one.log] == [entry.event for entry in two.log]
    assert len({summary(played(seed).state) for seed in range(30)}) > 5


def seed_in_which_the_giant_falls() -> int:
    return next(seed for seed in range(500) if any(entry.event.kind == "giant-fell" for entry in played(seed).log))


def test_undo_redo_and_a_branch_in_the_middle(tmp_path):
    seed = seed_in_which_the_giant_falls()
    session = played(seed)
    events = [entry.event for entry in session.log]
    end = session.state
    assert session.undo()
    assert session.state == start().with_note("stage", "over") and session.pending.kind == "choose-charge"
    twin = session.branch()
    twin.choose(Attack(target=""))
    assert twin.finished and twin.state.unit("spearmen").pose == start().unit("spearmen").pose
    assert session.pending is not None
    assert session.redo()
    assert [entry.event for entry in session.log] == events and session.state == end
    other = session.branch()
    other.undo()
    other.new_dice()
    other.choose(Attack(target="gorak"))
    assert other.tape != session.tape and session.state == end


def test_saved_loaded_and_played_again(tmp_path):
    session = played(seed_in_which_the_giant_falls())
    path = tmp_path / "Åsa the Grïm.battle"
    save(session, path, "proof")
    again = load(path, BOOK, {"proof": flow})
    assert again.divergence is None and not again.torn
    assert again.session.state == session.state and again.session.tape == session.tape
    assert [entry.event for entry in again.session.log] == [entry.event for entry in session.log]
    assert again.session.undo() and again.session.redo() and again.session.state == session.state


def test_a_rule_taken_from_its_file_is_what_makes_them_test():
    with_terror = {entry.event.kind for seed in range(20) for entry in played(seed).log}
    assert "terrified" in with_terror
    without = type(BOOK)(special=BOOK.special[1:], events=BOOK.events, decisions=BOOK.decisions, choices=BOOK.choices)
    session = Session(start(), without, flow, 1)
    session.choose(Attack(target="gorak"))
    assert "terrified" not in {entry.event.kind for entry in session.log}


@pytest.mark.parametrize(("models", "angle", "facing"), [(20, 0.0, 90.0), (13, 0.0, 37.5)])
def test_the_exact_distribution_adds_up_and_seeded_plays_agree(models, angle, facing):
    check_against_plays(start(models, angle, facing=facing), plays=1500)


@pytest.mark.soak
def test_a_hundred_thousand_plays_agree():
    check_against_plays(start(), plays=100_000)


def check_against_plays(state: State, plays: int) -> None:
    began = time.perf_counter()
    chances, enumeration = exact(state)
    counting = time.perf_counter() - began
    assert abs(sum(chances.values()) - 1) < 1e-12
    seen: dict = {}
    began = time.perf_counter()
    for seed in range(plays):
        session = Session(state, BOOK, flow, seed)
        session.choose(Attack(target="gorak"))
        what = summary(session.state)
        seen[what] = seen.get(what, 0) + 1
    playing = time.perf_counter() - began
    if os.environ.get("GIANTFALL_TIMES"):
        print(
            f"{enumeration.runs} runs, {counting:.2f} s; {len(chances)} outcomes; {playing / plays * 1e3:.2f} ms a play"
        )
    assert set(seen) <= set(chances)
    # chi-squared over outcomes with an expectation of 5 or more, the rest pooled; 4.5 sigma of the statistic
    rare_expected = rare_seen = statistic = 0.0
    groups = 0
    for what, chance in chances.items():
        expected = chance * plays
        if expected < 5:
            rare_expected += expected
            rare_seen += seen.get(what, 0)
            continue
        statistic += (seen.get(what, 0) - expected) ** 2 / expected
        groups += 1
    if rare_expected >= 5:
        statistic += (rare_seen - rare_expected) ** 2 / rare_expected
        groups += 1
    freedom = groups - 1
    assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5
