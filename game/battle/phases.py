"""The turn as a table: phases and sub-phases in their order (SEQ-01, SEQ-02)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a player turn with its sub-phases in order."""

    id: str
    name: str
    steps: tuple[tuple[str, str], ...]


PHASES: tuple[Phase, ...] = (
    Phase(
        "movement",
        "Movement",
        (
            ("start-of-phase", "Start of phase"),
            ("charge", "Charge"),
            ("compulsory-moves", "Compulsory moves"),
            ("remaining-moves", "Remaining moves"),
        ),
    ),
    Phase("magic", "Magic", ()),
    Phase("shooting", "Shooting", ()),
    Phase(
        "close-combat",
        "Close combat",
        (
            ("choose-combat", "Choose combat"),
            ("impact-hits", "Impact hits"),
            ("challenges", "Challenges"),
            ("strikes", "Strikes"),
            ("stomps", "Stomps"),
            ("combat-result", "Combat result"),
            ("break-tests", "Break tests"),
            ("pursuit", "Pursuit"),
            ("reforms", "Reforms"),
        ),
    ),
)
"""A player turn. Close combat's steps follow CC-03."""

PHASE_IDS: tuple[str, ...] = tuple(phase.id for phase in PHASES)
