"""What ``giantfall rules`` answers."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from game.catalogue import bundled_catalogue
from game.rules.bundled import missing_rules


def tell_missing(*, as_json: bool) -> None:
    """Print the special rules that are not played, or not wholly, with the units that carry them."""
    missing = missing_rules(bundled_catalogue())
    if as_json:
        rows = [
            {"rule": rule.name, "not-yet": rule.wanting or "all of it", "units": list(rule.units)} for rule in missing
        ]
        click.echo(json.dumps({"missing": rows}, ensure_ascii=False))
        return
    table = Table(title=f"{len(missing)} special rules are not played yet, or not wholly")
    table.add_column("rule", no_wrap=True)
    table.add_column("not yet")
    table.add_column("carried by")
    for rule in missing:
        table.add_row(rule.name, rule.wanting or "all of it", ", ".join(rule.units) or "no unit: weapons and the turn")
    Console(highlight=False).print(table)
