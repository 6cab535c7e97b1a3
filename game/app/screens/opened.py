"""What a person should know of a save that was just opened: that it goes another way now, or is not whole."""

from __future__ import annotations

from game.app.screens.problems import ProblemList
from game.app.screens.screen import Desk
from game.engine.opening import Opened
from game.errors import Problem


def note_of(desk: Desk, opened: Opened) -> ProblemList | None:
    """The note to be laid over a battle that was opened; None: there is nothing to say."""
    if opened.divergence is not None:
        title = "This save is played another way now"
    elif opened.scenario is None and opened.warnings:
        title = (
            "This save is not as it was written" if not (opened.torn or opened.unfinished) else "This save is not whole"
        )
    else:
        return None
    return ProblemList(desk, title, (*_parting(opened), *opened.warnings), counted=False)


def _parting(opened: Opened) -> tuple[Problem, ...]:
    """Where it goes another way, and where the battle stands therefore."""
    parting = opened.divergence
    if parting is None:
        return ()
    before = parting.number - 1
    events = f"the {before} events before it" if before != 1 else "the one event before it"
    stands = f"The battle stands after {events}." if before > 0 else "The battle stands at its beginning."
    return (
        Problem(f"{str(parting)[:1].upper()}{str(parting)[1:]}", line=parting.line),
        Problem(
            f"{stands} The rules or the catalogue have changed since it was saved. The file stays as it is, "
            "unless you save under its name.",
            warning=True,
        ),
    )
