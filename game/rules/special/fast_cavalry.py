"""Fast Cavalry: reforms as it rides, and flees as a ruse (SPC-06, SPC-07)."""

from __future__ import annotations

from game.battle.charge import Reaction
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.reactions import missile_weapons
from game.rules.special_rule import SpecialRule


class FastCavalry(SpecialRule):
    """They reform once before they move and once after it, also in a march."""

    name = "Fast Cavalry"
    rules = ("SPC-06", "SPC-07")
    not_yet = "the shots of Fire & Flee, the Vanguard move, and what is lost with barding or a save better than 5+"

    def reforms_freely(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """Before and after the move."""
        return True

    def reactions(self, state: State, unit: Unit) -> tuple[Reaction, ...]:  # noqa: ARG002
        """Fire & Flee, with something to fire."""
        return ("fire-and-flee",) if missile_weapons(unit) else ()

    def feigns(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """Whoever rides like this flees as a ruse."""
        return True

    def moves_after_rally(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """After a feigned flight it moves in the turn in which it rallies."""
        return unit.mark("flee", "feigned") is not None
