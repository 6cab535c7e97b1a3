"""The driver: undo, redo, branches, new dice, saves that are damaged or go another way."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.events import UnitPlaced
from game.battle.procedure import Order
from game.engine import save as saving
from game.engine.codec import Codec, read_state, write_choice, write_event, write_state
from game.engine.opening import open_session
from game.engine.save import FLOWS, load, save
from game.engine.session import RefusedError, Session, StuckError
from game.engine.tape import Chosen, Rolled
from game.errors import InputError
from game.resources import folder
from game.rules.bundled import BOOK
from game.rules.free_play import Tool, free_play
from game.rules.special.fall_over import LetFall, StandUp
from game.rules.table_tools import MakeMove, PlaceUnit, TakeOff
from tests.builders import battle, kinds, played, unit

GIANT = unit("gorak", "siege-giant", (36, 24), facing=0)
MEN = unit("men", "orc-boyz", (36, 24), 180, 20, 5, side="blue")
FRIENDS = unit("friends", "orc-boyz", (30, 20), 90, 20, 5)
START = battle(GIANT, MEN, FRIENDS)

CHOICES = st.sampled_from(
    [
        LetFall(unit="gorak"),
        LetFall(unit="gorak", angle=10.0),
        StandUp(unit="gorak"),
        MakeMove(unit="friends", path=("wheel left 10", "advance 1")),
        MakeMove(unit="friends", path=("advance 2",)),
        MakeMove(unit="friends", path=("reform 10",)),
        MakeMove(unit="men", path=("back 1",)),
        PlaceUnit(placed=replace(FRIENDS, pose=replace(FRIENDS.pose, x=12.5))),
        TakeOff(unit="friends"),
        "undo",
        "redo",
        "new dice",
    ]
)


def act(session: Session, choice) -> None:
    if choice == "undo":
        session.undo()
    elif choice == "redo":
        session.redo()
    elif choice == "new dice":
        session.new_dice()
    else:
        try:
            session.choose(choice)
        except RefusedError as refused:
            assert refused.faults


def same(one: Session, other: Session) -> None:
    assert one.state == other.state
    assert one.tape == other.tape
    assert [entry.event for entry in one.log] == [entry.event for entry in other.log]
    assert one.pending == other.pending


@given(choices=st.lists(CHOICES, max_size=14), seed=st.integers(0, 2**31))
def test_whatever_is_done_the_tape_is_the_battle(choices, seed, tmp_path_factory):
    """State at the start + tape = the battle, also after undo, redo, refused choices, a save and a load."""
    session = played(START, seed=seed)
    for choice in choices:
        act(session, choice)
        assert all(one.on_table or one.fate == "destroyed" for one in session.state.units)
    same(session, Session(START, BOOK, free_play, seed, tape=list(session.tape)))
    path = tmp_path_factory.mktemp("save") / "a.battle"
    save(session, path, "free-play")
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None
    same(session, loaded.session)
    twin = session.branch()
    act(twin, LetFall(unit="gorak"))
    same(session, loaded.session)


@given(seed=st.integers(0, 1000))
def test_undo_gives_back_what_was_and_redo_the_very_same_dice(seed):
    session = played(START, seed=seed)
    session.choose(LetFall(unit="gorak"))
    after, tape = session.state, list(session.tape)
    assert session.undo() and session.state == START and not session.log
    assert session.redo() and session.state == after and session.tape == tape
    assert session.undo()
    session.choose(LetFall(unit="gorak"))
    assert session.tape == tape  # the same order rolls the same dice: no fishing for better ones (C106)
    session.undo()
    session.new_dice()
    session.choose(LetFall(unit="gorak"))
    assert session.tape != tape


def test_a_new_choice_forgets_what_could_be_redone():
    session = played(START)
    session.choose(LetFall(unit="gorak", angle=0.0))
    session.undo()
    assert session.may_redo
    session.choose(MakeMove(unit="friends", path=("advance 1",)))
    assert not session.may_redo and not session.redo()


def test_bots_are_taken_back_with_the_person_before_them():
    session = played(START)
    session.choose(MakeMove(unit="friends", path=("advance 1",)))
    session.choose(MakeMove(unit="friends", path=("advance 1",)), by="bot:simple")
    assert session.undo() and session.state == START
    assert session.redo() and len(session.log) == 2


def test_a_refused_choice_changes_nothing():
    session = played(START)
    with pytest.raises(RefusedError, match="MOV-07"):
        session.choose(MakeMove(unit="friends", path=("advance 99",)))
    assert session.state == START and not session.tape and session.pending is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explode(Tool):
    """A tool with a fault of its own in the middle."""

    def faults(self, state, book):
        return ()

    def carry_out(self, battle):
        battle.record(UnitPlaced(placed=replace(FRIENDS, pose=replace(FRIENDS.pose, x=2.5))))
        raise RuntimeError("in the middle")
        yield


def test_an_error_in_the_middle_of_an_order_leaves_the_battle_as_it_was():
    book = replace(BOOK, choices=(Explode,))
    session = Session(START, book, free_play, 1)
    session.choose(MakeMove(unit="friends", path=("advance 1",)))
    before = session.state
    with pytest.raises(RuntimeError):
        session.choose(Explode())
    assert session.state == before and len(session.log) == 1
    session.choose(LetFall(unit="gorak"))
    assert "giant-fell" in kinds(session)


def test_a_battle_that_gets_nowhere_says_so():
    def idle(play):
        return
        yield

    with pytest.raises(StuckError, match="idle"):
        Session(START, BOOK, lambda _: Order("idle", idle), 1)


def saved(tmp_path, name="a.battle"):
    session = played(START, seed=4)
    session.choose(LetFall(unit="gorak", angle=3.0))
    session.choose(MakeMove(unit="friends", path=("advance 1",)))
    path = tmp_path / name
    save(session, path, "free-play")
    return session, path


@pytest.mark.parametrize("name", ["Raid on Ünterwald.battle", "Åsa the Grïm.battle", "Битва.battle", "戦い.battle"])
def test_any_name_will_do(tmp_path, name):
    """C112."""
    session, path = saved(tmp_path, name)
    assert path.is_file() and [entry.name for entry in tmp_path.iterdir()] == [name]
    same(load(path, BOOK, FLOWS).session, session)
    assert open_session(path).session.state == session.state


def test_a_torn_last_line_is_forgiven(tmp_path):
    session, path = saved(tmp_path)
    *kept, _, _ = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(kept)[:-20], encoding="utf-8")
    loaded = load(path, BOOK, FLOWS)
    assert loaded.torn and loaded.unfinished and len(loaded.events) < len(session.log)
    assert [str(doubt) for doubt in loaded.doubts if "broken off" in doubt.text]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: "", "is empty"),
        (lambda text: text.replace('"x":30.0', '"x":31.0', 1), "does not fit its digest"),
        (lambda text: text.replace('"giantfall-save":1', '"giantfall-save":99', 1), "save format 99"),
        (lambda text: text.replace('"giantfall-save"', '"something"', 1), "names no format"),
        (lambda text: "{}\n" + text, "no line of a save"),
        (lambda text: text.split("\n", 1)[0] + "\nnonsense\n" + text.split("\n", 1)[1], "no line of a save"),
    ],
)
def test_a_damaged_save_says_what_and_where(tmp_path, damage, says):
    _, path = saved(tmp_path)
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(InputError, match=says) as wrong:
        load(path, BOOK, FLOWS)
    assert str(path) in str(wrong.value)


def test_a_binary_a_missing_and_a_closed_file(tmp_path):
    path = tmp_path / "x.battle"
    path.write_bytes(b"{\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        load(path, BOOK, FLOWS)
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "missing.battle", BOOK, FLOWS)
    session, _ = saved(tmp_path)
    with pytest.raises(InputError, match="cannot be written"):
        save(session, tmp_path / "nowhere" / "a.battle", "free-play")


def rewritten(path, change):
    """A save whose lines were changed and sealed again: as an older program might have written it."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    digest = saving.Digest()
    for row in rows:
        del row["digest"]
    path.write_text("".join(digest.sealed(row) + "\n" for row in change(rows)), encoding="utf-8")


def test_a_save_that_goes_another_way_says_where_and_can_be_watched(tmp_path):
    session, path = saved(tmp_path)

    def other_radius(rows):
        for row in rows:
            if row.get("event") == "giant-fell":
                row["radius"] = 2.0
        return rows

    rewritten(path, other_radius)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is not None and "event 1 (giant-fell): radius was 2, is 1.5" in str(loaded.divergence)
    assert len(loaded.events) == len(session.log) and loaded.events[0].event.radius == 2.0


def test_a_tape_that_no_longer_fits_is_played_as_far_as_it_goes(tmp_path):
    _, path = saved(tmp_path)

    def too_far(rows):
        for row in rows:
            if "chosen" in row and row["answer"]["choice"] == "make-move":
                row["answer"]["path"] = ["advance 99"]
        return rows

    rewritten(path, too_far)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is not None and "MOV-07" in str(loaded.divergence)
    assert [entry.event.kind for entry in loaded.session.log][0] == "giant-fell" and loaded.session.pending is not None


def test_every_event_and_choice_reads_back_as_itself():
    codec = Codec(BOOK)
    session = played(START, seed=9)
    for choice in (LetFall(unit="gorak"), StandUp(unit="gorak"), TakeOff(unit="men"), PlaceUnit(placed=MEN)):
        session.choose(choice)
    for entry in session.log:
        data = json.loads(json.dumps(write_event(entry.event)))
        assert codec.read_event(data) == entry.event and data["event"] == entry.event.kind
    for entry in session.tape:
        if isinstance(entry, Chosen):
            assert codec.read_choice(json.loads(json.dumps(write_choice(entry.choice)))) == entry.choice
    assert any(isinstance(entry, Rolled) for entry in session.tape)
    with pytest.raises(InputError, match="unknown event"):
        codec.read_event({"event": "comet-fell"})
    with pytest.raises(InputError, match="make-move"):
        codec.read_choice({"choice": "make-move", "unit": 3})


def test_every_bundled_scenario_survives_as_a_state():
    scenarios = sorted(folder("scenarios").glob("*.toml"))
    assert len(scenarios) >= 8
    for path in scenarios:
        state = open_session(path).session.state
        assert read_state(json.loads(json.dumps(write_state(state)))) == state


def test_a_state_that_is_none_is_refused():
    with pytest.raises(InputError, match="state"):
        read_state({"width": "wide"})
