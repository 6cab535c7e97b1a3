"""Large Target: its Line of Sight value is the one in the brackets (GEN-15)."""

from __future__ import annotations

from game.rules.special_rule import SpecialRule


class LargeTarget(SpecialRule):
    """Lines of sight and the reach of a General or battle standard ask for the value."""

    name = "Large Target"
    rules = ("GEN-15",)
