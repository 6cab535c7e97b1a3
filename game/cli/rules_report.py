"""What ``giantfall rules`` answers."""

from __future__ import annotations

from rich.table import Table

from game.catalogue import bundled_catalogue
from game.cli.telling import cell, tell, tell_json, tell_table
from game.rules.bundled import BOOK, missing_rules


def tell_missing(*, as_json: bool) -> None:
    """Print the special rules that are not played, or not wholly, with the units that carry them."""
    missing = missing_rules(bundled_catalogue())
    if as_json:
        rows = [
            {"rule": rule.name, "not-yet": rule.wanting or "all of it", "units": list(rule.units)} for rule in missing
        ]
        tell_json({"missing": rows})
        return
    table = Table(title=f"{len(missing)} special rules are not played yet, or not wholly")
    table.add_column("rule", no_wrap=True)
    table.add_column("not yet")
    table.add_column("carried by")
    for rule in missing:
        carriers = ", ".join(rule.units) or "no unit: weapons and the turn"
        table.add_row(cell(rule.name), cell(rule.wanting or "all of it"), cell(carriers))
    tell_table(table)


def tell_played(*, as_json: bool) -> None:
    """Print the special rules that are played, with the ids of the reference and what of them is wanting."""
    if as_json:
        rows = [{"rule": rule.name, "ids": list(rule.rules), "not-yet": rule.not_yet} for rule in BOOK.special]
        tell_json({"played": rows})
        return
    table = Table(title=f"{len(BOOK.special)} special rules are played")
    table.add_column("rule", no_wrap=True)
    table.add_column("by")
    table.add_column("not yet")
    for rule in BOOK.special:
        table.add_row(cell(rule.name), cell(", ".join(rule.rules)), cell(rule.not_yet or "nothing is wanting"))
    tell_table(table)
    tell("--missing lists all that are not played, or not wholly, and who carries them")
