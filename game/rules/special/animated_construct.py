"""Animated Constructs: unbreakable, and never in a hurry (CONSTR-01)."""

from __future__ import annotations

from game.battle.decision import Fault
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special.unbreakable import Unbreakable


class AnimatedConstruct(Unbreakable):
    """As the unbreakable; and it never marches."""

    name = "Animated Construct"
    rules = ("CONSTR-01",)
    not_yet = "what bawling does to them (CONSTR-02)"

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:
        """All of psychology, and poison."""
        return (*super().immunities(state, unit), "Poisoned Attacks")

    def forbids_march(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """Never."""
        return Fault("CONSTR-01", f"{unit.name} is an animated construct and never marches")
