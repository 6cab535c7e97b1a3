"""README says nothing that does not work, and the house stands as CONTRIBUTING draws it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.cli.commands import giantfall
from game.scenario import check_file

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [
    line[2:].split("#")[0].strip()
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]


def test_its_scenario_is_good(tmp_path):
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert [str(problem) for problem in check_file(path)] == []


@pytest.mark.parametrize("line", [line for line in LINES if "my_battle" not in line])
def test_its_commands_work(line, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    words = shlex.split(line)[1:]
    words = [str(tmp_path / word) if word.endswith((".png", ".gif")) else word for word in words]
    result = CliRunner().invoke(giantfall, words)
    assert result.exit_code == 0, result.output
    said = README.split(line, 1)[1].splitlines()[1]
    assert not said.startswith("M ") or said in result.stdout


def test_its_links_and_pictures_exist():
    targets = re.findall(r"\]\((?!http)([^)]+)\)", README)
    assert len(targets) >= 4
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_each_floor_imports_only_what_lies_below_it():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_no_module_is_too_long_to_read():
    long = {
        str(path.relative_to(ROOT)): count
        for path in (ROOT / "game").rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert long == {}
