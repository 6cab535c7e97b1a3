"""``giantfall run``: a whole battle without a window."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.battle.event import Throw
from game.cli.commands import giantfall
from game.cli.running import told_throw
from game.engine.opening import open_session
from game.engine.save import save
from game.errors import Problem
from game.players.player import play
from game.players.roster import players_of
from game.resources import folder

SCENARIO = """
format = 1
name = "Three minutes on a meadow"
table = { width = 48, depth = 36 }
turns = 2
seed = 4
first = "spears"

[[side]]
id = "spears"
name = "Spears"

[[side]]
id = "orcs"
name = "Orcs"
player = "bot:simple"

[[unit]]
id = "spearmen"
side = "spears"
type = "empire-spearmen"
models = 20
files = 5
at = [24, 12]
facing = 90

[[unit]]
id = "boyz"
name = "Boyz"
side = "orcs"
type = "orc-boyz"
models = 20
files = 5
at = [24, 19]
facing = 270
"""


@pytest.fixture
def meadow(tmp_path) -> Path:
    path = tmp_path / "meadow.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def run(*words, code=0):
    result = CliRunner().invoke(giantfall, ["run", *map(str, words)])
    assert result.exit_code == code, result.output + result.stderr
    return result


def rows(*words):
    return [json.loads(line) for line in run(*words, "--json").stdout.splitlines()]


def test_the_log_reads_as_a_story(meadow):
    told = run(meadow, "--seed", 4).stdout
    assert told.startswith(
        "Three minutes on a meadow\n48 by 36 inches, 2 turns, seed 4\nSpears: played by bot:simple\n"
    )
    begin = "Turn 1: Spears\n  Movement phase\n    Declare charges\n      Spearmen declare a charge at Boyz  SEQ-04\n"
    assert f"\n\n{begin}" in told
    throw = r"\[charge: \d \d, needs 3.0 or more; M 4 \(CHG-07\)\]  CHG-08\n"
    assert re.search(rf"Spearmen charge \d+ inches and reach Boyz, 7.0 inches away {throw}", told)
    assert "Start of phase" not in told  # nothing happens in it
    assert "Magic phase" not in told and "Not played yet, so they passed: Magic, Shooting" in told
    assert "SEQ-01" in told.splitlines()[-1]


def test_one_event_a_line_for_programs(meadow):
    found = rows(meadow)
    assert {"event", "turn", "side", "phase", "rule", "dice"} <= set.intersection(*map(set, found))
    assert found[0]["event"] == "player-turn-began" and (found[0]["turn"], found[0]["side"]) == (1, "spears")
    assert found[-1]["event"] == "battle-ended" and found[-1]["winner"] in ("spears", "orcs", None)
    declared = next(row for row in found if row["event"] == "charge-declared")
    assert (declared["side"], declared["phase"], declared["unit"]) == ("spears", "movement", "spearmen")
    assert declared["rule"] == "SEQ-04" and "front" in declared.values()
    rolled = next(row for row in found if row["event"] == "charge-rolled")
    assert rolled["dice"][0]["name"] == "charge" and len(rolled["dice"][0]["faces"]) == 2
    assert [row for row in found if row["event"] == "step-began" and row["step"] == "start-of-phase"]


def test_the_seed_decides_and_may_be_another(meadow):
    assert rows(meadow) == rows(meadow) == rows(meadow, "--seed", 4)
    assert len({json.dumps(rows(meadow, "--seed", seed)) for seed in range(4)}) > 1


def test_who_plays(meadow):
    told = run(meadow, "--player", "spears=bot:random", "--player", "orcs=bot:random").stdout
    assert "Spears: played by bot:random\nOrcs: played by bot:random\n" in told


def test_a_report_is_kept_and_says_the_same(meadow, tmp_path):
    report = tmp_path / "log.txt"
    result = run(meadow, "-o", report)
    assert report.read_text("utf-8") == result.stdout and f"wrote {report}" in result.stderr
    told = run(meadow, "--json", "-o", report)
    assert report.read_text("utf-8") == result.stdout
    assert all(json.loads(line) for line in told.stdout.splitlines())


def test_a_saved_battle_goes_on_where_it_stood(meadow, tmp_path):
    path = tmp_path / "a.battle"
    opened = open_session(meadow, battle=True)
    play(opened.session, players_of(opened.session.state), until=lambda now: len(now.tape) == 1)
    save(opened.session, path, opened.flow)
    assert run(path).stdout == run(meadow).stdout
    assert rows(path) == rows(meadow)
    assert "--seed: a battle that was begun keeps the seed" in run(path, "--seed", 1, code=1).stderr


def test_a_table_saved_in_free_play_begins_as_it_stands(meadow, tmp_path):
    path = tmp_path / "a.battle"
    opened = open_session(meadow)
    save(opened.session, path, opened.flow)
    assert rows(path) == rows(meadow)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--player", "elves=bot:simple"), 1, "there is no side 'elves'; the sides are spears, orcs"),
        (("--player", "spears=bot:simpel"), 1, "there is no player 'bot:simpel'; did you mean 'bot:simple'?"),
        (("--player", "spears"), 2, "is not SIDE=bot:NAME"),
        (("--seed", "-1"), 2, "-1"),
        (("-o", "log.pdf"), 1, "a log ends in .txt, not in '.pdf'"),
        (("-o", "nowhere/log.txt"), 1, "there is no folder"),
    ],
)
def test_what_is_wrong_is_told(meadow, words, code, says):
    result = run(meadow, *words, code=code)
    assert says in result.stderr and not result.stdout


def test_a_file_that_is_not_there():
    assert "there is no such file" in run("nowhere.toml", code=1).stderr


def test_throws_are_told_with_their_reasons():
    throw = Throw("charge", (2, 5), "4.5 or more", ("M 4 (CHG-07)", "marsh (TER-06)"))
    assert told_throw(throw) == "[charge: 2 5, needs 4.5 or more; M 4 (CHG-07); marsh (TER-06)]"
    assert told_throw(Throw("scatter", (152.0,))) == "[scatter: 152.0]"


def test_every_bundled_scenario_begins():
    """That each of them plays to its end is a matter of minutes; here each gets as far as its first question."""
    for path in sorted(folder("scenarios").glob("*.toml")):
        opened = open_session(path, battle=True)
        assert opened.session.log and not any(isinstance(one, Problem) and not one.warning for one in opened.warnings)
