"""Every rule example that comes with Giantfall is good."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.players.example import verify_example
from game.resources import folder
from game.rules.index import RULE_ID
from game.scenario import check_file

EXAMPLES = sorted((folder("scenarios") / "examples").rglob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example(path: Path):
    verdict = verify_example(path)
    assert verdict.faults == ()
    assert [str(problem) for problem in check_file(path)] == []
    named = RULE_ID.findall(verdict.rule)
    assert any(path.stem.startswith(rule.lower()) for rule in named), "an example is named by a rule that it shows"
    assert verdict.about.strip()


def test_there_are_some():
    assert len(EXAMPLES) >= 3
