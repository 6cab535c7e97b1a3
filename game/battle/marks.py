"""What a rule must remember about a unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Until = Literal["step", "phase", "round", "combat", "player-turn", "turn", "battle"]
"""The end of what sweeps a mark away; the phase table does the sweeping."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something a rule remembers on a unit.

    Attributes:
        rule: Name of the special rule (or the id of the rule) that set it.
        name: What it says, in that rule's words.
        value: A number or a text that goes with it.
        until: When it is forgotten.
    """

    rule: str
    name: str
    value: int | str = 0
    until: Until = "battle"
