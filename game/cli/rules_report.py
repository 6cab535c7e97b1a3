"""What ``giantfall rules`` answers: the index, one rule, what is missing, and the readings.

With ``--json`` a rule is ``{id, title, says, sources, marks, see, switches, played, modules, examples}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from game.battle.readings import SWITCHES, Switch, Value
from game.catalogue import bundled_catalogue
from game.cli.telling import cell, tell, tell_json, tell_table
from game.rules.bundled import BOOK, missing_rules
from game.rules.citations import citations
from game.rules.index import MARKS, SOURCES, RuleEntry, find_rule, index, switches_of

WIDEST = 40
"""Letters to which a column of plain lines is filled up."""


def tell_rules(*, as_json: bool) -> None:
    """Print every rule of the reference, then the special rules that are played and what of them is wanting."""
    special = [{"rule": rule.name, "ids": list(rule.rules), "not-yet": rule.not_yet} for rule in BOOK.special]
    if as_json:
        tell_json({"rules": [_row(entry) for entry in index().values()], "played": special})
        return
    rows = []
    for name, entry in index().items():
        cited = citations()[name]
        where = f"see {entry.see[0]}" if entry.see else _shortly(cited.players)
        rows.append((name, entry.title, _origin(entry), where, str(len(cited.examples) or "")))
    played = sum(bool(citations()[name].players) for name in index())
    _tell_rows(f"{len(rows)} rules, {played} of them played", ("id", "rule", "from", "played by", "examples"), rows)
    _tell_rows(
        f"{len(BOOK.special)} special rules are played",
        ("rule", "by", "not yet"),
        [(rule.name, ", ".join(rule.rules), rule.not_yet or "nothing is wanting") for rule in BOOK.special],
    )
    tell("giantfall rules ID tells one of them; --missing lists what is not played, or not wholly, and who carries it")


def tell_rule(typed: str, *, as_json: bool) -> None:
    """Print one rule, and the rules that lead where it is told under another id.

    Raises:
        InputError: There is no such rule.
    """
    asked = find_rule(typed)
    entries = (asked, *(index()[name] for name in asked.see))
    if as_json:
        tell_json({"asked": asked.id, "rules": [_row(entry) for entry in entries]})
        return
    for number, entry in enumerate(entries):
        if number:
            tell("")
        _tell_one(entry)


def tell_missing(*, as_json: bool) -> None:
    """Print the special rules that are not played, or not wholly, with their carriers, and rules nobody cites."""
    missing = missing_rules(bundled_catalogue())
    uncited = [entry for name, entry in index().items() if not citations()[name].players and not entry.see]
    if as_json:
        rows = [
            {"rule": rule.name, "not-yet": rule.wanting or "all of it", "units": list(rule.units)} for rule in missing
        ]
        tell_json({"missing": rows, "ids": [{"id": entry.id, "title": entry.title} for entry in uncited]})
        return
    _tell_rows(
        f"{len(missing)} special rules are not played yet, or not wholly",
        ("rule", "not yet", "carried by"),
        [
            (rule.name, rule.wanting or "all of it", ", ".join(rule.units) or "no unit: weapons and the turn")
            for rule in missing
        ],
    )
    _tell_rows(
        f"{len(uncited)} rules of the reference are not played yet",
        ("id", "rule", "named by"),
        [(entry.id, entry.title, _shortly(citations()[entry.id].modules)) for entry in uncited],
    )


def tell_readings(*, as_json: bool) -> None:
    """Print every place at which the rulebook is read in two ways: the reading taken and those left."""
    if as_json:
        tell_json({"readings": [_switch_row(entry) for entry in SWITCHES]})
        return
    rows = []
    for entry in SWITCHES:
        left = ", ".join(map(_written, entry.values[1:])) + ("" if entry.built else " (not built)")
        rows.append((entry.name, _written(entry.values[0]), left, ", ".join(entry.rules), entry.meaning))
    _tell_rows(f"{len(rows)} doubtful readings", ("switch", "taken", "left", "rules", "what it decides"), rows)
    tell("a scenario takes another in its table [rules], such as fall_hits = 'each-model', where it is built")


def _row(entry: RuleEntry) -> dict[str, Any]:
    cited = citations()[entry.id]
    return {
        "id": entry.id,
        "title": entry.title,
        "says": entry.says,
        "sources": list(entry.sources),
        "marks": list(entry.marks),
        "see": list(entry.see),
        "switches": [_switch_row(known) for known in switches_of(entry.id)],
        "played": bool(cited.players),
        "modules": list(cited.modules),
        "examples": list(cited.examples),
    }


def _switch_row(entry: Switch) -> dict[str, Any]:
    return {
        "name": entry.name,
        "taken": entry.values[0],
        "left": list(entry.values[1:]),
        "built": entry.built,
        "rules": list(entry.rules),
        "meaning": entry.meaning,
    }


def _tell_one(entry: RuleEntry) -> None:
    cited = citations()[entry.id]
    tell(f"{entry.id}  {entry.title}")
    tell(f"  {entry.says}")
    for source in entry.sources:
        tell(f"  from:     {source}, {SOURCES[source]}")
    for mark in entry.marks:
        tell(f"  doubt:    {_bracketed(mark)} {MARKS[mark]}")
    if entry.see:
        tell(f"  leads:    {', '.join(entry.see)}")
    for known in switches_of(entry.id):
        values = " | ".join(map(_written, known.values))
        tell(
            f"  switch:   {known.name} = {values}{'' if known.built else ' (only the first is built)'}: {known.meaning}"
        )
    if cited.players or not entry.see:
        tell(f"  played:   {', '.join(cited.players) or 'not yet'}")
    others = [module for module in cited.modules if module not in cited.players]
    if others:
        tell(f"  named in: {', '.join(others)}")
    tell(f"  examples: {', '.join(cited.examples) or 'none'}")


def _tell_rows(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; where no person reads it at once, one line a row, for whatever searches it."""
    if not Console().is_terminal:
        widths = [min(WIDEST, max(map(len, column))) for column in zip(heads, *rows, strict=True)]
        tell(title)
        for row in (heads, *rows):
            tell("  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip())
        tell("")
        return
    table = Table(title=title)
    for number, head in enumerate(heads):
        table.add_column(head, no_wrap=not number, overflow="fold")
    for row in rows:
        table.add_row(*map(cell, row))
    tell_table(table)


def _origin(entry: RuleEntry) -> str:
    return " ".join((", ".join(entry.sources), *map(_bracketed, entry.marks)))


def _bracketed(mark: str) -> str:
    return f"({'8th' if mark == '8TH' else mark})"


def _shortly(modules: tuple[str, ...]) -> str:
    more = f" +{len(modules) - 2}" if len(modules) > 2 else ""
    return ", ".join(module.removeprefix("game.") for module in modules[:2]) + more


def _written(value: Value) -> str:
    """A value as a scenario file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
