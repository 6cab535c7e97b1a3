"""The scenario file: schema, loader, includes, check and a writer that keeps what people wrote by hand."""

from __future__ import annotations

from game.scenario.loader import Scenario, bundled_scenarios, check_file, load_scenario

__all__ = ["Scenario", "bundled_scenarios", "check_file", "load_scenario"]
