"""The special rules of a unit as chips: how far this program plays each, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.catalogue import bundled_catalogue
from game.catalogue.names import fold
from game.catalogue.types import UnitType
from game.rules.bundled import ALL, wanting

PARTLY, NOT_AT_ALL = "◐", "○"
"""Marks before a rule that is partly played, and before one that is not played at all."""


@dataclass(frozen=True, slots=True)
class RuleChip:
    """A special rule on a card.

    Attributes:
        words: Its name with its parameters.
        about: What it does, in one line; empty where the vocabulary does not know it.
        wanting: What of it is not played yet; empty: nothing, :data:`ALL`: all of it.
    """

    words: str
    about: str
    wanting: str

    @property
    def label(self) -> str:
        """The words with the mark that tells how far it is played."""
        mark = "" if not self.wanting else NOT_AT_ALL if self.wanting == ALL else PARTLY
        return f"{mark} {self.words}".strip()

    @property
    def tip(self) -> str:
        """What it does and what is wanting, in two paragraphs."""
        missing = "Not played yet." if self.wanting == ALL else f"Not played yet: {self.wanting}."
        return "\n".join(
            part
            for part in (f"{self.words}: {self.about}" if self.about else self.words, missing if self.wanting else "")
            if part
        )


@lru_cache(maxsize=256)
def rule_chips(kind: UnitType) -> tuple[RuleChip, ...]:
    """A type's special rules: those that are wholly played first, those that are not played at all last."""
    known, lacking = bundled_catalogue().special_rules, wanting(kind)
    abouts = {use.name: known[fold(use.name)].about for use in kind.rules if fold(use.name) in known}
    chips = dict.fromkeys(RuleChip(str(use), abouts.get(use.name, ""), lacking[use.name]) for use in kind.rules)
    return tuple(sorted(chips, key=lambda chip: (bool(chip.wanting), chip.wanting == ALL)))


def legend(chips: Sequence[RuleChip]) -> str:
    """What the marks say, of those that are there."""
    partly = any(chip.wanting and chip.wanting != ALL for chip in chips)
    not_at_all = any(chip.wanting == ALL for chip in chips)
    marks = ((partly, f"{PARTLY} partly played"), (not_at_all, f"{NOT_AT_ALL} not played yet"))
    return " · ".join(words for there, words in marks if there)
