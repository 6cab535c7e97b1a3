"""The command line as a person or another program uses it: answers, JSON, pictures, errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from game.cli.commands import giantfall
from game.resources import folder

GIANT = str(folder("scenarios") / "giant_vs_spearmen.toml")


def run(*words, code=0):
    result = CliRunner().invoke(giantfall, [str(word) for word in words])
    assert result.exit_code == code, result.output + result.stderr
    return result


def answer(*words):
    return json.loads(run(*words, "--json").stdout)


def test_odds():
    assert answer("odds", "charge", "--move", 7, "--swiftstride", "--distance", 15) == {
        "chance": pytest.approx(147 / 216)
    }
    assert answer("odds", "charge", "--move", 4, "--distance", 11, "--charge-roll", "sum-2d6")[
        "chance"
    ] == pytest.approx(21 / 36)
    assert answer("odds", "test", "--leadership", 7) == {"chance": pytest.approx(21 / 36)}
    assert answer("odds", "test", "--characteristic", 3) == {"chance": 0.5}
    assert "68.06%" in run("odds", "charge", "--move", 7, "--swiftstride", "--distance", 15).stdout


def test_a_fall_map():
    result = answer("fall", GIANT, "--unit", "old-gorak", "--map")
    assert result["unit"] == "old-gorak"
    rows = {(row["unit"], row["model"]): row for row in result["models"]}
    assert len(rows) == 25 + 20 + 20 + 20
    spear = rows["spearmen", 2]
    assert 0 < spear["hit"] <= spear["chance"] < 1
    assert set(spear) == {"unit", "model", "chance", "hit"}
    assert "River Spears" in run("fall", GIANT, "--map").stdout  # the only Giant need not be named


def test_one_direction():
    result = answer("fall", GIANT, "--unit", "old-gorak", "--angle", 90)
    x, y = result["centre"]
    assert (x, y) == pytest.approx((36, 24 + 1.5)) and result["radius"] == 1.5
    assert {row["unit"] for row in result["models"]} == {"spearmen"}
    assert {"unit": "spearmen", "model": 2} in result["models"]
    assert answer("fall", GIANT, "--angle", -270)["centre"] == pytest.approx([36, 25.5])
    assert (
        "nobody beneath"
        in run("fall", "wheel_playground.toml", "--unit", giant_of("wheel_playground.toml"), "--angle", 200).stdout
    )


def giant_of(name):
    from game.engine.opening import open_session

    units = open_session(folder("scenarios") / name).session.state.units
    return next(unit.id for unit in units if unit.carries("Fall Over"))


def test_a_move():
    result = answer("move", GIANT, "--unit", "cutthroats", "wheel left 30, back 1")
    assert [step["move"] for step in result["steps"]] == ["wheel", "back"]
    assert result["cost"] == pytest.approx(sum(step["cost"] for step in result["steps"]))
    assert "MOV-01" in {fault["rule"] for fault in result["faults"]}
    assert all(fault["text"] for fault in result["faults"])
    assert result["facing"] == 120 and len(result["at"]) == 2
    assert "inches" in run("move", GIANT, "--unit", "cutthroats", "about").stdout


def test_measures():
    pairs = answer("measure", GIANT)["pairs"]
    assert len(pairs) == 5 * 4
    pair = next(pair for pair in pairs if (pair["from"], pair["to"]) == ("old-gorak", "spearmen"))
    assert pair["distance"] == pytest.approx(1.2) and pair["arc"] == "front" and pair["sees"] is True
    in_the_way = answer("measure", "full_battle.toml")["pairs"]
    assert any(not pair["sees"] and pair["blocked-by"] for pair in in_the_way)
    assert len(answer("measure", GIANT, "--unit", "spearmen")["pairs"]) == 4
    assert "in its arc" in run("measure", GIANT).stdout


def test_missing_rules():
    rows = {row["rule"]: row for row in answer("rules", "--missing")["missing"]}
    assert "goblins" in rows["Animosity"]["units"] and rows["Animosity"]["not-yet"] == "all of it"
    assert "FALL-10" in rows["Fall Over"]["not-yet"]
    assert "siege-giant" in rows["Fall Over"]["units"]
    assert "not played yet" in run("rules", "--missing").stdout


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (["fall", GIANT, "--map"], None),
        (["fall", GIANT, "--angle", "100"], None),
        (["move", GIANT, "--unit", "cutthroats", "wheel left 30"], None),
        (["render", GIANT, "--width", "900"], (900, 600)),
    ],
)
def test_pictures(tmp_path, words, size):
    out = tmp_path / "out.png"
    run(*words, "-o", out)
    with Image.open(out) as image:
        assert image.format == "PNG" and (size is None or image.size == size)
        assert len(image.convert("RGB").getcolors(1 << 24)) > 20


@pytest.mark.parametrize(
    "words",
    [
        ["fall", GIANT],
        ["fall", GIANT, "--angle", "100"],
        ["move", GIANT, "--unit", "cutthroats", "wheel left 30, advance 1"],
    ],
)
def test_moving_pictures(tmp_path, words):
    out = tmp_path / "out.gif"
    run(*words, "-o", out)
    with Image.open(out) as image:
        assert image.format == "GIF" and image.n_frames > 5
        first = image.convert("RGB").tobytes()
        image.seek(image.n_frames - 1)
        assert image.convert("RGB").tobytes() != first


def test_check_tells_good_from_bad(tmp_path):
    assert "good" in run("check", GIANT).stdout
    bad = tmp_path / "bad.toml"
    bad.write_text(Path(GIANT).read_text(encoding="utf-8").replace('"siege-giant"', '"siege-gaint"'), encoding="utf-8")
    result = run("check", GIANT, bad, code=1)
    assert f"{bad}:" in result.stderr and "siege-giant" in result.stderr and "type" in result.stderr


def test_a_save_is_checked_and_drawn_too(tmp_path):
    from game.engine.opening import open_session
    from game.engine.save import save
    from game.rules.special.fall_over import LetFall

    session = open_session(folder("scenarios") / "giant_vs_spearmen.toml").session
    session.choose(LetFall(unit="old-gorak"))
    path = tmp_path / "a.battle"
    save(session, path, "free-play")
    assert "good" in run("check", path).stdout
    run("render", path, "-o", tmp_path / "a.png")
    assert "lies on the ground" in run("move", path, "--unit", "old-gorak", "advance 1").stdout
    path.write_text(path.read_text(encoding="utf-8").replace("36.0", "35.0", 1), encoding="utf-8")
    assert "digest" in run("check", path, code=1).stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["fall", "nowhere.toml", "--map"], 1, "nowhere.toml"),
        (["fall", GIANT, "--unit", "old-gorack", "--map"], 1, "old-gorak"),
        (["fall", GIANT, "--unit", "spearmen", "--map"], 1, "old-gorak"),
        (["fall", GIANT, "--angle", "north"], 2, "north"),
        (["fall", GIANT, "--angle", "nan"], 2, "nan"),
        (["fall", GIANT, "--angle", "1", "--map"], 2, "give one"),
        (["fall", GIANT, "-o", "x.jpg"], 1, ".png"),
        (["move", GIANT, "--unit", "spearmen", "wheel lefd 30"], 1, "left"),
        (["move", GIANT, "--unit", "spearmen", "advance nan"], 1, "nan"),
        (["move", GIANT, "--unit", "nobody", "advance 1"], 1, "nobody"),
        (["odds", "test"], 2, "--leadership"),
        (["odds", "charge", "--move", "7"], 2, "--distance"),
        (["mesure", GIANT], 2, "mesure"),
        (["render", GIANT, "-o", "x.bmp"], 1, ".png"),
        (["open", "--size", "big"], 2, "1600x900"),
        (["check", str(folder("scenarios"))], 1, "scenarios"),
    ],
)
def test_bad_input_is_told_in_a_few_lines(words, code, says):
    result = run(*words, code=code)
    assert says in result.stderr
    assert "Traceback" not in result.output + result.stderr


def test_a_bundled_scenario_opens_by_its_name_from_any_folder(tmp_path):
    script = "from game.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "fall", "giant_vs_spearmen", "--angle", "90", "--json"],
        cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(folder("scenarios").parent), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0 and json.loads(done.stdout)["unit"] == "old-gorak", done.stderr


def test_help_names_every_command():
    text = run("--help").stdout
    for command in ("open", "check", "render", "fall", "move", "measure", "odds", "rules"):
        assert command in text
        assert "Usage" in run(command, "--help").stdout


def test_the_map_in_words_has_each_model():
    text = run("fall", GIANT, "--map").stdout
    hits = {(row["unit"], row["model"]): row["hit"] for row in answer("fall", GIANT, "--map")["models"]}
    first_rank = " ".join(f"{100 * hits['spearmen', model]:5.1f}" for model in range(5))
    assert f"rank 1: {first_rank}" in text and "River Spears (spearmen)" in text
    assert "rank 1" not in run("fall", GIANT).stdout


def test_what_was_written_is_told_beside_the_answer(tmp_path):
    out = tmp_path / "topple.gif"
    told = run("fall", GIANT, "--angle", "90", "-o", out)
    assert f"wrote {out}" in told.stderr and "Old Gorak falls over at 90.0 degrees" in told.stdout
    quiet = run("fall", GIANT, "--angle", "90", "-o", out, "--json")
    assert json.loads(quiet.stdout)["unit"] == "old-gorak"


def test_a_unit_may_be_called_by_its_name_and_a_scenario_by_its_own():
    assert answer("move", GIANT, "--unit", "old gorak", "advance 0.1")["unit"] == "old-gorak"
    assert "good" in run("check", "two_giants").stdout
    assert "two_giants" in run("two_giantz", code=2).stderr


def test_what_is_played_is_listed():
    rows = {row["rule"]: row for row in answer("rules")["played"]}
    assert "FALL-05" in rows["Fall Over"]["ids"] and rows["Ward Save"]["not-yet"] == ""
    assert "--missing" in run("rules").stdout
