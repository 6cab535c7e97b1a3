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
            ("charge", "Declare charges"),
            ("charge-moves", "Move chargers"),
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


def next_place(phase: str, step: str) -> tuple[str, str] | None:
    """Phase and step that follow in a player turn; None after the last. A phase begins with the step ""."""
    row = [(one.id, name) for one in PHASES for name in ("", *(name for name, _ in one.steps))]
    here = row.index((phase, step)) + 1
    return row[here] if here < len(row) else None


def title(phase: str, step: str = "") -> str:
    """What players call a phase, or a step of it."""
    found = next(one for one in PHASES if one.id == phase)
    return dict(found.steps).get(step, found.name)
