"""Battles that begin at the end of a combat: keys ``broken`` and ``wiped-out`` of a unit (PUR-00, PUR-09)."""

from dataclasses import replace

import pytest

from game.rules.flight_events import BROKEN
from game.rules.pursuit import any_broken
from game.rules.pursuit_events import WIPED_OUT
from game.scenario import check_file, load_scenario, scenario_text
from tests.scenario.writing import BASIC, put

FIGHT = BASIC.replace("at = [24, 20]", "at = [24, 12]").replace(
    "seed = 5", 'seed = 5\nstart = { turn = 2, side = "red", phase = "close-combat", step = "pursuit" }'
)


def with_keys(unit, keys, text=FIGHT):
    """The text with keys more in a unit's table."""
    return text.replace(f'id = "{unit}"', f'id = "{unit}"\n{keys}')


def test_a_broken_unit_waits_for_its_flight(tmp_path):
    text = with_keys("giant", 'engaged = ["spears"]', with_keys("spears", "broken = true"))
    state = load_scenario(put(tmp_path, text)).state
    assert state.unit("spears").marks == (BROKEN,)
    assert any_broken(state)


def test_a_winner_without_enemies_has_its_overrun_before_it(tmp_path):
    text = with_keys("giant", 'wiped-out = true\ncharged = "spears"', BASIC)
    state = load_scenario(put(tmp_path, text)).state
    assert state.unit("giant").mark(WIPED_OUT.rule, WIPED_OUT.name) == WIPED_OUT
    assert any_broken(state)


def test_units_break_in_combat(tmp_path):
    problems = check_file(put(tmp_path, with_keys("spears", "broken = true", BASIC)))
    assert [(problem.key, problem.text) for problem in problems] == [
        ("unit[1].broken", "'spears' is engaged with nobody: units break in combat")
    ]


def test_no_more_is_said_where_the_combat_itself_cannot_be_read(tmp_path):
    text = with_keys("giant", "engaged = 7", with_keys("spears", "broken = true", BASIC))
    assert [problem.key for problem in check_file(put(tmp_path, text))] == ["unit[0].engaged"]


@pytest.mark.parametrize("fights", [True, False])
def test_the_writer_writes_them_so_that_they_can_be_read_again(tmp_path, fights):
    """The mark of a broken unit that nobody fights any more is written as a mark: the short key would be a fault."""
    text = with_keys("giant", 'engaged = ["spears"]\nwiped-out = true', with_keys("spears", "broken = true"))
    scenario = load_scenario(put(tmp_path, text))
    state = scenario.state if fights else replace(scenario.state, engagements=())
    written = scenario_text(state, 5, tmp_path / "again.toml")
    assert ("broken = true" in written) is fights
    assert "wiped-out = true" in written
    again = load_scenario(put(tmp_path, written, "again.toml")).state
    assert [unit.marks for unit in again.units] == [unit.marks for unit in state.units]
