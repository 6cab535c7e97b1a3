"""Every event, decision and choice of the turn's own rules: what a log, a tape or a script may name."""

from __future__ import annotations

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.progress import PROGRESS
from game.rules import (
    charge_events,
    charge_moves,
    dangerous,
    declarations,
    flight_events,
    leadership,
    ordering,
    pursuit_choices,
    pursuit_events,
    rallying,
    random_moves,
    reactions,
    reforming,
    remaining,
    running_down,
)
from game.rules.combat import aiming, breaking, combats, deciding, stranded

EVENTS: tuple[type[Event], ...] = (
    *PROGRESS,
    *leadership.EVENTS,
    *charge_events.EVENTS,
    *combats.EVENTS,
    *deciding.EVENTS,
    *breaking.EVENTS,
    *stranded.EVENTS,
    *dangerous.EVENTS,
    *flight_events.EVENTS,
    *pursuit_events.EVENTS,
    *rallying.EVENTS,
    *random_moves.EVENTS,
    *remaining.EVENTS,
    *running_down.EVENTS,
)
DECISIONS: tuple[type[Decision], ...] = (
    *ordering.DECISIONS,
    *declarations.DECISIONS,
    *reactions.DECISIONS,
    *charge_moves.DECISIONS,
    *combats.DECISIONS,
    *aiming.DECISIONS,
    *pursuit_choices.DECISIONS,
    *reforming.DECISIONS,
    *remaining.DECISIONS,
)
CHOICES: tuple[type[Choice], ...] = (
    *ordering.CHOICES,
    *declarations.CHOICES,
    *reactions.CHOICES,
    *charge_moves.CHOICES,
    *combats.CHOICES,
    *aiming.CHOICES,
    *pursuit_choices.CHOICES,
    *reforming.CHOICES,
    *remaining.CHOICES,
)
