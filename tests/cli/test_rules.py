"""``giantfall rules``: the index, one rule, what is missing, readings and vocabulary, as text and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from click.testing import CliRunner

from game.battle.readings import Readings
from game.cli.commands import giantfall
from game.rules.bundled import BOOK
from game.rules.index import index


def run(*words, code=0):
    result = CliRunner().invoke(giantfall, ["rules", *words])
    assert result.exit_code == code, result.output + result.stderr
    return result


def answer(*words):
    return json.loads(run(*words, "--json").stdout)


def test_every_rule_is_listed_with_who_plays_it():
    rows = {row["id"]: row for row in answer()["rules"]}
    assert list(rows) == list(index())
    fall = rows["FALL-05"]
    assert set(fall) == {
        "id", "title", "says", "sources", "marks", "see", "switches", "played", "modules", "examples",
    }  # fmt: skip
    assert fall["played"] and "game.rules.falling" in fall["modules"]
    assert not rows["FALL-26"]["see"] and rows["SR-IH"]["see"][0] == "IMPACT-01"
    assert {row["rule"] for row in answer()["played"]} == {rule.name for rule in BOOK.special}


def test_a_list_that_is_not_read_on_a_screen_has_one_line_for_a_rule():
    lines = run().stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("CHG-08 ")]
    assert "Does the charge reach" in line and "W22" in line
    (line,) = [line for line in lines if line.startswith("SPC-10 ")]
    assert "(OURS)" in line and "see TREACH-01" in line


def test_one_rule():
    told = run("brk-04").stdout
    assert told.startswith("BRK-04  Steadfast\n") and index()["BRK-04"].says in told
    assert "steadfast_mode = unit-strength | ranks:" in told and "(UNSURE)" in told and "W22, " in told
    (row,) = answer("BRK-04")["rules"]
    assert [(known["name"], known["taken"], known["left"]) for known in row["switches"]] == [
        ("steadfast_mode", "unit-strength", ["ranks"])
    ]
    assert "fall_template = touching | ray-edge (only the first is built)" in run("FALL-05").stdout


def test_a_rule_that_is_led_answers_with_those_that_lead():
    told = answer("spc-10")
    assert told["asked"] == "SPC-10"
    assert [row["id"] for row in told["rules"]][:2] == ["SPC-10", "TREACH-01"]
    text = run("spc-10").stdout
    assert index()["TREACH-01"].says in text and "leads:    TREACH-01" in text


def test_an_unknown_rule():
    result = run("fal-05", code=1)
    assert "there is no rule 'fal-05'; did you mean" in result.stderr and "'FALL-05'" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    "words", [("FALL-05", "--missing"), ("--missing", "--readings"), ("--readings", "--vocabulary")]
)
def test_one_question_at_a_time(words):
    assert "give one of" in run(*words, code=2).stderr


def test_what_nobody_plays_is_missing():
    rows = {row["id"]: row["played"] or bool(row["see"]) for row in answer()["rules"]}
    missing = [row["id"] for row in answer("--missing")["ids"]]
    assert missing == [name for name, there in rows.items() if not there]
    assert "FALL-05" not in missing
    assert f"{len(missing)} rules of the reference are not played yet" in run("--missing").stdout


def test_readings():
    rows = answer("--readings")["readings"]
    assert {row["name"]: row["taken"] for row in rows} == asdict(Readings())
    beast = next(row for row in rows if row["name"] == "beast_jump_dice")
    assert beast["left"] == [3, 1] and beast["built"] is True and "BEAST-05" in beast["rules"]
    lines = {line.split()[0]: line for line in run("--readings").stdout.splitlines() if line}
    assert "capped-total, each-model" in lines["fall_hits"] and "(not built)" in lines["half_rate"]
    assert " true " in lines["insane_courage"]


def test_vocabulary():
    words = answer("--vocabulary")
    assert {word["kind"] for word in words["events"]} == {event.kind for event in BOOK.every_event()}
    assert {word["kind"] for word in words["choices"]} == {choice.kind for choice in BOOK.every_choice()}
    assert {word["kind"] for word in words["decisions"]} == {decision.kind for decision in BOOK.every_decision()}
    fell = next(word for word in words["events"] if word["kind"] == "giant-fell")
    assert {"unit", "cause", "angle", "rule", "dice"} <= {field["name"] for field in fell["fields"]}
    assert "fall test" in {rolled["name"] for rolled in words["rolls"]}
    lines = run("--vocabulary").stdout.splitlines()
    assert {"rolls", "decisions", "choices", "events", "  fall test"} <= set(lines)
    assert any(line.startswith("  giant-fell: ") for line in lines)
