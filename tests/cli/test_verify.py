"""``giantfall verify``: rule examples that are good, and those that are not."""

from __future__ import annotations

import shutil

from click.testing import CliRunner

from game.cli.commands import giantfall
from game.resources import folder

EXAMPLES = folder("scenarios") / "examples"


def verify(*words, code=0):
    result = CliRunner().invoke(giantfall, ["verify", *map(str, words)])
    assert result.exit_code == code, result.output + result.stderr
    return result


def test_all_that_come_with_giantfall():
    told = verify().stdout.splitlines()
    count = len(list(EXAMPLES.rglob("*.toml")))
    assert told[-1] == f"{count} examples: all good"
    assert len(told) == count + 1
    assert any(line.startswith("chg-08.toml: good, CHG-08: A charge succeeds when") for line in told)


def test_one_by_its_name_or_path():
    for name in ("chg-08", "chg-08.toml", EXAMPLES / "chg-08.toml"):
        assert verify(name).stdout.splitlines()[-1] == "1 example: all good"


def test_a_folder_with_a_bad_one_a_broken_one_and_something_else(tmp_path):
    good = (EXAMPLES / "chg-08.toml").read_text("utf-8")
    (tmp_path / "good.toml").write_text(good, "utf-8")
    (tmp_path / "bad.toml").write_text(good.replace("reach = 9", "reach = 10"), "utf-8")
    (tmp_path / "broken.toml").write_text("this is = no toml =", "utf-8")
    shutil.copy(folder("scenarios") / "two_giants.toml", tmp_path)
    result = verify(tmp_path, code=1)
    assert "good.toml: good" in result.stdout and "3 examples: 2 failed" in result.stdout
    assert f"{tmp_path / 'bad.toml'}: expectation 2: 'charge-rolled' came, but reach is 9, not 10" in result.stderr
    assert f"{tmp_path / 'broken.toml'}:1: is no TOML" in result.stderr
    assert "two_giants" not in result.stdout + result.stderr


def test_what_is_no_example(tmp_path):
    assert "holds no rule example" in verify(tmp_path, code=1).stderr
    assert "there is no such file" in verify(tmp_path / "nowhere.toml", code=1).stderr
    result = verify(folder("scenarios") / "two_giants.toml", code=1)
    assert "expects nothing" in result.stderr and "names no rule" in result.stderr


def test_a_name_is_no_pattern():
    for name in ("*", "**", "chg-0?", "[c]hg-08"):
        assert verify(name, code=1).stderr.startswith(f"{name}: there is no such file")
