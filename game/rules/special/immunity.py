"""Immunity: ignores the effects of what stands in its brackets (IMMUN-01 to IMMUN-05)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class Immunity(SpecialRule):
    """Panic, Fear and Terror together are Psychology; a unit is immune when the majority of its models are.

    A rule of attacks is ignored by each model that is immune to it; the blow itself strikes it all the same.
    """

    name = "Immunity"
    rules = ("IMMUN-01", "IMMUN-02", "IMMUN-03", "IMMUN-04", "IMMUN-05")
    not_yet = "that breath of fire and the like passes the immune by (IMMUN-02)"

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """All that is named in the brackets."""
        return tuple(value for use in unit.uses(self.name) for value in use.values)
