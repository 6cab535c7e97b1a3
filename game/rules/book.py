"""The rulebook that a battle is played by: the common vocabulary and an explicit list of special rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.events import COMMON_EVENTS
from game.battle.state import State
from game.rules.free_play import FreePlay
from game.rules.special_rule import SpecialRule
from game.rules.strength import members
from game.rules.table_tools import TABLE_TOOLS
from game.rules.turn_words import CHOICES, DECISIONS, EVENTS


@dataclass(frozen=True)
class Rulebook:
    """Special rules in the order in which they act, and every class that a tape, a log or a file may name.

    Attributes:
        special: The special rules that are played.
        events: Event classes beyond the common ones and those of the special rules.
        decisions: Decision classes likewise.
        choices: Choice classes likewise.
    """

    special: tuple[SpecialRule, ...]
    events: tuple[type[Event], ...] = ()
    decisions: tuple[type[Decision], ...] = ()
    choices: tuple[type[Choice], ...] = ()

    def rules_of(self, state: State, unit: str) -> Iterator[SpecialRule]:
        """The special rules that this unit has, in order: only what somebody in it carries can apply."""
        who = state.unit(unit)
        carried = frozenset().union(*(one.rule_names for one in members(state, who)))
        return (rule for rule in self.special if rule.name in carried and rule.applies(state, who))

    def every_event(self) -> tuple[type[Event], ...]:
        """All event classes."""
        return (*COMMON_EVENTS, *EVENTS, *self.events, *(event for rule in self.special for event in rule.events))

    def every_decision(self) -> tuple[type[Decision], ...]:
        """All decision classes."""
        return (FreePlay, *DECISIONS, *self.decisions, *(one for rule in self.special for one in rule.decisions))

    def every_choice(self) -> tuple[type[Choice], ...]:
        """All choice classes."""
        return (*TABLE_TOOLS, *CHOICES, *self.choices, *(choice for rule in self.special for choice in rule.choices))
