"""The index of rules: every id of the reference with its title, what it says in our own words, and where it is from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from game.battle.readings import SWITCHES, Switch
from game.catalogue.names import did_you_mean, fold
from game.errors import InputError
from game.resources import folder

RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{1,7}-(?:\d\d|[A-Z]{2,3})\b")
"""How an id looks; whether it is one is told by :func:`index`."""

SOURCES: Mapping[str, str] = {
    "SEED": "the texts of Siege Giant, Beast Giant, Cold One and Treachery that this program began with",
    "W22": "Warhammer Armies Project, rule pages of version 2.2",
    "W23": "Warhammer Armies Project, rule pages of version 2.3",
    "WAP": "Warhammer Armies Project, rule pages of 2.2 or 2.3",
    "W9E": "Warhammer Armies Project, an undated copy older than 2.2",
    "BLOG": "the author's own list of changes",
    "NR": "unit pages of a list builder, which carry rule texts",
    "9TB": "rule pages of another list builder",
    "D21": "list data of rulebook 2.1",
    "D22": "list data of rulebook 2.2",
    "D23": "list data of rulebook 2.3",
    "R311": "Warhammer Armies Project, rulebook 3.11",
    "8TH": "the eighth edition of the older game",
    "T9A": "The 9th Age, a game of the same family",
    "T13": "The 9th Age 1.3",
    "TOW": "The Old World, as a variant only",
    "OURS": "decided here, where all texts are silent",
}
"""What each source tag stands for."""

MARKS: Mapping[str, str] = {
    "8TH": "in part or wholly as in the eighth edition, because no later text was found",
    "UNSURE": "in part not confirmed, or texts disagree",
    "INTERP": "a text can be read in more than one way; this is the reading taken",
    "OURS": "in part decided here",
}
"""How certain a rule is; a rule without a mark was read as it is told."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule of the reference.

    Attributes:
        id: Its id, such as those of ``assets/rules``.
        title: What it is about, in a few words.
        says: The facts, in one to three sentences.
        sources: Keys of :data:`SOURCES`.
        marks: Keys of :data:`MARKS`.
        see: Ids of the rules that lead where the same thing stands under several; empty: it leads itself.
    """

    id: str
    title: str
    says: str
    sources: tuple[str, ...]
    marks: tuple[str, ...]
    see: tuple[str, ...]


@cache
def index() -> Mapping[str, RuleEntry]:
    """Every rule by its id, in the order of ``assets/rules``."""
    return {
        name: RuleEntry(
            id=name,
            title=table["title"],
            says=table["says"],
            sources=tuple(table["sources"]),
            marks=tuple(table.get("marks", ())),
            see=tuple(table.get("see", ())),
        )
        for file in ("movement", "combat", "giants")
        for name, table in tomllib.loads((folder("assets") / "rules" / f"{file}.toml").read_text("utf-8")).items()
    }


def find_rule(typed: str) -> RuleEntry:
    """The rule with this id, however its letters are typed.

    Raises:
        InputError: There is none; the message names those that are near.
    """
    name = fold(typed).upper()
    if name not in index():
        raise InputError.of(f"there is no rule '{typed}'{did_you_mean(typed, index())}")
    return index()[name]


def switches_of(rule: str) -> tuple[Switch, ...]:
    """The switches of a scenario's ``[rules]`` that touch this rule."""
    return tuple(entry for entry in SWITCHES if rule in entry.rules)
