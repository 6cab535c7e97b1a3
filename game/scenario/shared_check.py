"""Checking the catalogue's shared files: special rules, equipment and troop types, each by its own form."""

from __future__ import annotations

from typing import Any

from game.catalogue import Handbook
from game.catalogue.faults import Faults
from game.catalogue.handbook import read_equipment, read_troop_types, read_vocabulary
from game.scenario.document import Document, Findings

SHARED = ("rule", "armour", "weapon", "upgrade", "troop-type")
"""Lists of tables that no scenario has."""
_WORDS = "a special rule's file holds [[rule]], one of equipment [[armour]], [[weapon]] and [[upgrade]]"


def is_shared(document: Document) -> bool:
    """It is one of those files: it has a list of theirs (a rule example's ``rule`` is a word)."""
    return any(isinstance(document.tables.get(name), list) for name in SHARED)


def check_shared(document: Document, handbook: Handbook, findings: Findings) -> None:
    """Adds every fault of such a file; what it refers to is looked up in a handbook."""
    faults = Faults(document.file)
    lists: dict[str, list[Any]] = {}
    for name, rows in document.tables.items():
        if name in SHARED and isinstance(rows, list):
            lists[name] = rows
        elif name in SHARED:
            faults.add(name, f"found no list: write [[{name}]] in double brackets")
        else:
            faults.add(name, f"unknown table '{name}'; {_WORDS}, one of troop types [[troop-type]]")
    own = read_vocabulary(lists.pop("rule", []), faults)
    rules = own or handbook.rules
    read_troop_types(lists.pop("troop-type", []), rules, faults)
    read_equipment(lists, rules, faults)
    findings.take(faults, document)
