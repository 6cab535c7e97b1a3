"""What goes wrong with saves, replays and bots elsewhere, case by case, for whole battles (C102 to C114)."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.battle.state import State
from game.cli.commands import giantfall
from game.engine.opening import battle_session, open_session
from game.engine.save import BATTLE, FLOWS, load, save
from game.engine.save_lines import FORMAT
from game.engine.session import Session
from game.engine.tape import Chosen, Rolled
from game.errors import InputError
from game.players.player import answer_one, play, view_of
from game.players.roster import players_of
from game.rules.bundled import BOOK
from game.rules.declarations import Declare
from game.rules.reactions import React
from game.rules.special.fall_over import LetFall
from game.rules.table_tools import MakeMove
from game.scenario import check_file, load_scenario
from tests.builders import battle, kinds, played, unit
from tests.engine.saves import line_with, rows_of, seal

HEAD = """format = 1
name = "Raid on Ünterwald"
table = { width = 48, depth = 36 }
turns = 2
seed = 11
first = "blue"
side = [{ id = "blue", name = "Blue", player = "bot:random" }, { id = "red", name = "Red", player = "bot:simple" }]
"""
UNITS = (
    'id = "asa"\nname = "Åsa the Grïm"\nside = "blue"\ntype = "siege-giant"\nat = [30, 16]\nfacing = 90\nfleeing = true',
    'id = "gorak"\nname = "Горак"\nside = "blue"\ntype = "siege-giant"\nat = [8, 6]\nfacing = 90\ndown = true',
    'id = "spears"\nname = "槍兵"\nside = "blue"\ntype = "empire-spearmen"\nmodels = 20\nfiles = 5\nat = [20, 12]\nfacing = 90',
    'id = "knights"\nside = "blue"\ntype = "empire-knights"\nmodels = 5\nfiles = 5\nat = [40, 10]\nfacing = 90',
    'id = "boyz"\nside = "red"\ntype = "orc-boyz"\nmodels = 20\nfiles = 5\nat = [20, 20]\nfacing = 270',
    'id = "saurus"\nside = "red"\ntype = "saurus-warriors"\nmodels = 12\nfiles = 4\nat = [36, 20]\nfacing = 270',
    'id = "riders"\nside = "red"\ntype = "cold-one-riders"\nmodels = 5\nfiles = 5\nat = [30, 24]\nfacing = 270\nstupid = true',
)
"""Two turns of this have charges, flights, rallies, falls, Stupidity, marches and moves."""


def scenario(folder: Path, units: tuple[str, ...] = UNITS, name: str = "raid.toml") -> Path:
    path = folder / name
    path.write_text(HEAD + "".join(f"\n[[unit]]\n{one}\n" for one in units), encoding="utf-8")
    return path


@pytest.fixture
def raid(tmp_path) -> State:
    return load_scenario(scenario(tmp_path)).state


def begun(state: State, seed: int = 11) -> Session:
    return battle_session(state, seed)


def fought(state: State, seed: int = 11) -> Session:
    """The whole battle by the bots that the scenario names."""
    session = begun(state, seed)
    play(session, players_of(state, seed=seed))
    assert session.finished
    return session


def steps(state: State) -> Iterator[Session]:
    """The battle at each sub-phase in which something is asked."""
    session, players = begun(state), players_of(state, seed=11)
    last = None
    while session.pending is not None:
        if session.state.clock != last:
            last = session.state.clock
            yield session
        answer_one(session, players)


def through_a_file(session: Session, path: Path) -> Session:
    save(session, path, BATTLE)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None and loaded.doubts == ()
    return loaded.session


# C102: a bot's own random source


def test_c102_the_same_seed_gives_the_same_bytes(raid, tmp_path):
    for name in ("one", "other"):
        save(fought(raid), tmp_path / name, BATTLE)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert fought(raid, 12).log != fought(raid, 11).log


def test_c102_the_recorded_orders_in_place_of_the_bots_give_the_same_battle(raid):
    session = fought(raid)
    again = begun(raid)
    for entry in session.tape:
        if isinstance(entry, Chosen):
            again.choose(entry.choice, by=entry.by)
    assert again.tape == session.tape and again.log == session.log


# C103: iteration order


@pytest.mark.parametrize("turn", [1, 3, 5])
def test_c103_units_listed_in_another_order_give_the_same_log(raid, tmp_path, turn):
    units = (*UNITS[turn:], *UNITS[:turn])[::-1]
    other = load_scenario(scenario(tmp_path, units, "other.toml")).state
    assert [one.id for one in other.units] != [one.id for one in raid.units]
    one, two = fought(raid), fought(other)
    assert [entry.event for entry in one.log] == [entry.event for entry in two.log] and one.tape == two.tape


def test_c103_another_hash_seed_gives_the_same_log(tmp_path):
    """Two processes that hash texts otherwise: a set or an id that decided anything would show."""
    words = ["run", str(scenario(tmp_path)), "--seed", "3", "--player", "red=bot:random", "--json"]
    logs = []
    for number in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", "from game.cli import main; main()", *words],
            env={**os.environ, "PYTHONHASHSEED": number, "PYTHONIOENCODING": "utf-8"},
            cwd=Path(__file__).parents[2], capture_output=True, check=True,
        )  # fmt: skip
        logs.append(done.stdout)
    assert logs[0] == logs[1]
    assert logs[0].count(b"\n") > 50 and b'"battle-ended"' in logs[0]


# C105: random state after reload


def test_c105_a_battle_goes_on_after_a_load_as_without_it(raid, tmp_path):
    """Dice and bots alike: both sides are played by bots that draw numbers, and made anew."""
    random = dict.fromkeys(("blue", "red"), "bot:random")
    whole = begun(raid)
    play(whole, players_of(raid, random))
    orders = sum(isinstance(entry, Chosen) for entry in whole.tape)
    for share in (0.1, 0.5, 0.9):
        session, players = begun(raid), players_of(raid, random)
        for _ in range(int(orders * share)):
            answer_one(session, players)
        loaded = through_a_file(session, tmp_path / "a.battle")
        play(loaded, players_of(loaded.start, random))
        assert loaded.log == whole.log and loaded.tape == whole.tape


def test_c105_also_after_an_undo_a_bot_answers_as_before(raid):
    session, players = begun(raid), players_of(raid, dict.fromkeys(("blue", "red"), "bot:random"))
    session.choose(players["blue"].answer(view_of(session)))
    while session.pending is not None and len(session.log) < 12:
        answer_one(session, players)
    tape, log = list(session.tape), list(session.log)
    assert session.undo()
    session.choose(next(entry.choice for entry in tape if isinstance(entry, Chosen)))
    while session.pending is not None and len(session.log) < 12:
        answer_one(session, players)
    assert session.tape == tape and session.log == log


# C106: undo across a dice roll


def charge() -> Session:
    foes = unit("boyz", "orc-boyz", (24, 21), 270, 20, side="blue")
    return begun(battle(unit("spears", "empire-spearmen", (24, 12), models=20), foes))


def test_c106_a_charge_that_is_taken_back_and_declared_again_rolls_the_same():
    session = charge()
    session.choose(Declare(unit="spears", target="boyz"))
    session.choose(React(reaction="hold"))
    rolled, log = [entry for entry in session.tape if isinstance(entry, Rolled)], list(session.log)
    assert [entry.name for entry in rolled][:1] == ["charge"]
    assert session.undo() and session.undo() and kinds(session)[-1] == "step-began"
    assert not any(isinstance(entry, Rolled) for entry in session.tape)  # nothing is half undone
    session.choose(Declare(unit="spears", target="boyz"))
    session.choose(React(reaction="hold"))
    assert [entry for entry in session.tape if isinstance(entry, Rolled)] == rolled and session.log == log


def test_c106_a_pure_move_is_taken_back_for_nothing():
    session = played(battle(unit("gorak", "siege-giant", (36, 24)), unit("men", "orc-boyz", (20, 10), models=10)))
    before = session.state
    session.choose(MakeMove(unit="men", path=("advance 1",)))
    session.undo()
    assert session.state == before and session.tape == []
    session.choose(LetFall(unit="gorak"))
    fall = session.log[-1]
    session.undo()
    session.choose(MakeMove(unit="men", path=("advance 1",)))
    session.undo()
    session.choose(LetFall(unit="gorak"))
    assert session.log[-1] == fall


# C108: a failed load


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2].rsplit("\n", 1)[0].replace('"digest":"', '"digest":"0', 3),
        lambda text: text.replace('"fleeing":true', '"fleeing":false', 1),
        lambda text: text.replace('"siege-giant"', '"siege-gaint"', 1),
        lambda text: text.replace('{"event"', '{"evnet"', 1),
        lambda text: text.replace('"faces":[', '"faces":["x",', 1),
    ],
    ids=["empty", "halved", "state", "type", "key", "dice"],
)
def test_c108_a_failed_load_leaves_the_running_battle_and_the_file_alone(raid, tmp_path, spoil):
    session, path = begun(raid), tmp_path / "a.battle"
    players = players_of(raid, seed=11)
    play(session, players, until=lambda now: len(now.log) > 30)
    save(session, path, BATTLE)
    path.write_text(spoil(path.read_text("utf-8")), encoding="utf-8")
    bytes_of_it, tape, log, asked = path.read_bytes(), list(session.tape), list(session.log), session.pending
    with pytest.raises(InputError) as error:
        load(path, BOOK, FLOWS)
    assert all(problem.file == str(path) and problem.text for problem in error.value.problems)
    assert path.read_bytes() == bytes_of_it
    assert (session.tape, session.log, session.pending) == (tape, log, asked)
    play(session, players)
    assert session.log == fought(raid).log
    for command in ("run", "check"):
        result = CliRunner().invoke(giantfall, [command, str(path)])
        assert result.exit_code == 1 and path.name in result.stderr
        assert "Traceback" not in result.stderr and "battle-ended" not in result.stdout


# C109: a save that lacks something


def test_c109_every_sub_phase_comes_back_whole(raid, tmp_path):
    """All that a battle in progress holds: pending charges, flight, a Giant on its back, marks, who plays and who has joined."""
    seen = set()
    for session in steps(raid):
        loaded = through_a_file(session, tmp_path / "a.battle")
        assert loaded.state == session.state and loaded.start == session.start
        assert loaded.pending == session.pending and loaded.tape == session.tape and loaded.log == session.log
        assert [side.player for side in loaded.state.sides] == ["bot:random", "bot:simple"]
        seen |= {session.state.clock.step}
        seen |= {name for one in session.state.units for name in ("down", "fleeing") if getattr(one, name)}
        seen |= {mark.name for one in session.state.units for mark in one.marks}
    wanted = {"charge", "compulsory-moves", "remaining-moves", "down", "fleeing", "failed", "declared", "moved"}
    assert wanted <= seen


@pytest.mark.parametrize(("key", "says"), [("sides", "two sides, found 1"), ("units", "units"), ("seed", "seed")])
def test_c109_a_save_that_lacks_a_side_its_units_or_its_dice_is_refused(raid, tmp_path, key, says):
    path = tmp_path / "a.battle"
    save(begun(raid), path, BATTLE)
    rows = rows_of(path)
    start = rows[0]["scenario"]
    if key == "sides":
        start["sides"] = start["sides"][:1]
        start["units"] = [one for one in start["units"] if one["muster"]["side"] == "blue"]
    else:
        del (rows[0] if key == "seed" else start)[key]
    seal(path, rows)
    with pytest.raises(InputError, match=says) as error:
        load(path, BOOK, FLOWS)
    assert error.value.problems[0].line == 1


# C111: a save of another version


def test_c111_the_version_is_the_first_thing_in_a_save(raid, tmp_path):
    path = tmp_path / "a.battle"
    save(begun(raid), path, BATTLE)
    assert path.read_text("utf-8").startswith(f'{{"giantfall-save":{FORMAT},"versions":{{"giantfall":"')


def test_c111_a_newer_format_is_refused_with_both_numbers(raid, tmp_path):
    path = tmp_path / "a.battle"
    save(begun(raid), path, BATTLE)
    rows = rows_of(path)
    rows[0] |= {"giantfall-save": FORMAT + 1, "versions": {"giantfall": "9.8.7"}, "souls": 3}
    rows[1:] = [{"miracle": 1}]
    seal(path, rows)
    with pytest.raises(InputError, match=rf"format {FORMAT + 1}, written by Giantfall '?9\.8\.7'?.* up to {FORMAT}"):
        load(path, BOOK, FLOWS)


def test_c111_a_save_of_other_versions_of_the_same_format_plays_and_is_compared(raid, tmp_path):
    path = tmp_path / "a.battle"
    session = fought(raid)
    save(session, path, BATTLE)
    rows = rows_of(path)
    rows[0]["versions"] = {"giantfall": "0.0.1", "numpy": "1.0", "shapely": "1.0"}
    seal(path, rows)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None and loaded.session.log == session.log


# C112: letters


@pytest.mark.parametrize(
    "folder", ["Raid on Ünterwald", "Åsa the Grïm", "Битва при мосту", "巨人の戦い", "x" * 200 + "/" + "y" * 120]
)
def test_c112_letters_in_names_and_folders(raid, tmp_path, folder):
    for form in ("NFC", "NFD"):  # some file systems write letters and their marks apart
        place = tmp_path / form / unicodedata.normalize(form, folder)
        place.mkdir(parents=True)
        path = scenario(place, name="Åsas Überfall.toml")
        opened = open_session(path, battle=True)
        assert [one.name for one in opened.session.state.units if one.id in ("asa", "gorak", "spears")] == [
            "Åsa the Grïm", "Горак", "槍兵",
        ]  # fmt: skip
        loaded = through_a_file(opened.session, place / "Übung.battle")
        assert loaded.state == opened.session.state and loaded.start.name == "Raid on Ünterwald"
        assert sorted(one.name for one in place.iterdir()) == ["Åsas Überfall.toml", "Übung.battle"]


ELSEWHERE = """
import sys, warnings
from pathlib import Path
warnings.filterwarnings("error", category=EncodingWarning, module="game[.]")
from game.engine.opening import battle_session
from game.engine.save import BATTLE, FLOWS, load, save
from game.rules.bundled import BOOK
from game.scenario import load_scenario
scenario, path = map(Path, sys.argv[1:])
save(battle_session(load_scenario(scenario).state, 11), path, BATTLE)
assert load(path, BOOK, FLOWS).divergence is None
"""
"""Reads a scenario, writes a save and loads it; whatever of Giantfall opens a text without its encoding is an error."""


def test_c112_a_system_that_knows_ascii_only_writes_the_same_bytes(raid, tmp_path):
    here, there = tmp_path / "here.battle", tmp_path / "there.battle"
    save(begun(raid), here, BATTLE)
    subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", ELSEWHERE, str(tmp_path / "raid.toml"), str(there)],
        env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        cwd=Path(__file__).parents[2], check=True,
    )  # fmt: skip
    assert there.read_bytes() == here.read_bytes() and "Åsa the Grïm".encode() in here.read_bytes()


# C114: files edited by hand


@pytest.mark.parametrize(
    ("old", "new", "further", "says"),
    [
        ("at = [20, 12]", "at = [20 12]", 0, "TOML"),
        ('id = "boyz"\n', "", -1, "id"),
        ("models = 12", 'models = "twelve"', 0, "models"),
        ("turns = 2", "turnes = 2", 0, "turns"),
        ('type = "orc-boyz"', 'type = "orc-boys"', 0, "orc-boyz"),
    ],
    ids=["comma", "field", "value", "key", "word"],
)
def test_c114_a_scenario_says_where_and_what_was_found(tmp_path, old, new, further, says):
    """``further``: a key that is missing is told where its table begins, a line before."""
    path = scenario(tmp_path)
    text = path.read_text("utf-8")
    line = text[: text.index(old)].count("\n") + 1 + further
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    (problem, *_) = [one for one in check_file(path) if not one.warning]
    assert (problem.file, problem.line) == (str(path), line)
    assert says in f"{problem.key} {problem.text}"
    result = CliRunner().invoke(giantfall, ["run", str(path)])
    assert result.exit_code == 1 and f"{path.name}:{line}" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"unit":"spears",', '"unit":"spears"', "JSON"),
        ('"unit":"spears",', "", "digest"),
        ('"seed":11', '"seed":"eleven"', "digest"),
    ],
    ids=["comma", "field", "value"],
)
def test_c114_a_save_says_which_line(raid, tmp_path, old, new, says):
    path = tmp_path / "a.battle"
    save(fought(raid), path, BATTLE)
    text = path.read_text("utf-8")
    number = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load(path, BOOK, FLOWS)
    (problem,) = error.value.problems
    assert (problem.file, problem.line) == (str(path), number) and says in f"{problem.key} {problem.text}"


def test_c114_a_unit_that_was_moved_by_hand_in_a_save_is_noticed(raid, tmp_path):
    path = tmp_path / "a.battle"
    save(fought(raid), path, BATTLE)
    rows = rows_of(path)
    moved = line_with(rows, "event", "unit-moved")
    moved["pose"]["x"] += 1
    seal(path, rows)
    loaded = load(path, BOOK, FLOWS)
    assert "unit-moved" in str(loaded.divergence)
    assert (
        replace(loaded.divergence, reason="").number
        == rows.index(moved) - sum("event" not in row for row in rows[: rows.index(moved)]) + 1
    )
