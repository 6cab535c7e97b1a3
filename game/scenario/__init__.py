"""The scenario file: schema, loader, includes, check and a writer that keeps what people wrote by hand."""

from __future__ import annotations

from game.scenario.lines import find_line
from game.scenario.loader import Scenario, bundled_scenarios, check_file, load_scenario
from game.scenario.publish import publish_schema
from game.scenario.writer import scenario_text, write_scenario

__all__ = [
    "Scenario",
    "bundled_scenarios",
    "check_file",
    "find_line",
    "load_scenario",
    "publish_schema",
    "scenario_text",
    "write_scenario",
]
