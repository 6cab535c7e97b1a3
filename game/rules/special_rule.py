"""What a special rule is: one object with a typed method for each moment at which it may act (decision 5).

A rule overrides the moments at which it does something; every other has a neutral default. Phases and procedures call
moments through the :class:`~game.rules.book.Rulebook` and never name a special rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.procedure import Battle, Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Total

if TYPE_CHECKING:
    from game.rules.book import Rulebook

Play: TypeAlias = "Battle[Rulebook]"
"""A battle in the hands of the rules."""


class SpecialRule:
    """A special rule with its moments.

    Attributes:
        name: As units carry it, without parameter.
        rules: Ids of the reference that it plays.
        not_yet: What of it is not played yet, in a player's words; empty when it is complete.
        events: Event classes of its own.
        decisions: Decision classes of its own.
        choices: Choice classes of its own.
    """

    name: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = ()
    not_yet: ClassVar[str] = ""
    events: ClassVar[tuple[type[Event], ...]] = ()
    decisions: ClassVar[tuple[type[Decision], ...]] = ()
    choices: ClassVar[tuple[type[Choice], ...]] = ()

    # Questions: plain functions of the state.

    def applies(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """Whether this unit has the rule; default: one or more of its models carry it (MAJ-01)."""
        return unit.carries(self.name)

    def charge_roll(self, movement: float) -> Total | None:  # noqa: ARG002
        """The dice that are added to M for a charge range in place of the ordinary ones; None: no change."""
        return None

    def armour(self, unit: Unit) -> tuple[tuple[str, int], ...]:  # noqa: ARG002
        """What the rule adds to the armour of a unit that has it: reason and points."""
        return ()

    def ward_saves(self, unit: Unit) -> tuple[int, ...]:  # noqa: ARG002
        """Ward saves that the rule gives a unit that has it."""
        return ()

    # Interrupts: procedures that may roll, ask and record.

    def before_charge(self, battle: Play, charger: str, target: str) -> Procedure[bool]:  # noqa: ARG002
        """A unit wishes to charge a unit that has this rule; False: it may not."""
        return True
        yield

    def charge_declared(self, battle: Play, charger: str, target: str) -> Procedure[str]:  # noqa: ARG002
        """A unit that has this rule has declared a charge; the name of a forced reaction, or ""."""
        return ""
        yield

    def combat_lost(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """A unit that has this rule was beaten; the result stands, no Break test was taken yet."""
        return
        yield

    def unit_slain(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """A unit that has this rule was destroyed in the step that has just ended."""
        return
        yield
