"""What a special rule is: one object with a typed method for each moment at which it may act (decision 5).

A rule overrides the moments at which it does something; every other has a neutral default. Phases and procedures call
moments through the :class:`~game.rules.book.Rulebook` and never name a special rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from game.battle.charge import Reaction
from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Event
from game.battle.procedure import Battle, Procedure
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.dice import Total
from game.rules.charts import IMPOSSIBLE
from game.table.formation import Formation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.rules.book import Rulebook
    from game.rules.combat.blows import Blow
    from game.rules.combat.result import ScoreLine
    from game.rules.hits import Hits

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

    def ward_save(self, state: State, unit: Unit, hits: Hits, use: RuleUse) -> int:  # noqa: ARG002
        """The ward save that this use of the rule gives against such hits; 7: none (DMG-07)."""
        return IMPOSSIBLE

    def blows(self, state: State, unit: Unit, target: str, use: RuleUse) -> tuple[Blow, ...]:  # noqa: ARG002
        """Blows of its own that the rule gives the models of a unit that has it, beside those of their profile."""
        return ()

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:  # noqa: ARG002
        """What the rule does to blows that have it."""
        return blow

    def struck(self, state: State, blow: Blow) -> Blow:  # noqa: ARG002
        """What the rule of a unit does to the blows that are struck at it."""
        return blow

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """What the rule does to hits that have it, on this victim."""
        return hits

    def flee_roll(self, movement: float) -> Total | None:  # noqa: ARG002
        """The dice of flight, pursuit and overrun in place of 2D6; None: no change."""
        return None

    def random_movement(self, state: State, unit: Unit) -> Total | None:  # noqa: ARG002
        """The dice that the unit moves, flees and pursues by in place of its M; None: it has an M (SPC-02)."""
        return None

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """What the models that carry the rule are immune to: ``Panic``, ``Fear``, ``Terror``, ``Psychology`` ..."""
        return ()

    def forbids_charge(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """Why a unit that has this rule may not declare a charge now."""
        return None

    def forbids_move(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """Why a unit that has this rule may not move in Remaining Moves."""
        return None

    def forbids_march(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """Why a unit that has this rule may not march (MOV-07)."""
        return None

    def moves_after_rally(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """It may move in Remaining Moves of the turn in which it has rallied (SPC-06)."""
        return False

    def marches_untested(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """It marches without a test, however near the enemy is."""
        return False

    def forbids_reaction(self, state: State, unit: Unit, reaction: Reaction) -> Fault | None:  # noqa: ARG002
        """Why a unit that has this rule may not react so to a charge."""
        return None

    def reactions(self, state: State, unit: Unit) -> tuple[Reaction, ...]:  # noqa: ARG002
        """Reactions that the rule adds to those of every unit."""
        return ()

    def reforms_freely(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """It may reform before and after it moves, without losing movement."""
        return False

    def closes_up(self, state: State, unit: Unit) -> Formation | None:  # noqa: ARG002
        """How the unit stands once it is in contact with an enemy; None: as it does (SPC-05)."""
        return None

    def flies(self, state: State, unit: Unit) -> float | None:  # noqa: ARG002
        """Inches that the unit may fly in place of its M; None: it does not fly."""
        return None

    def crosses(self, state: State, unit: Unit, terrain: Terrain) -> bool:  # noqa: ARG002
        """Its own models move over this terrain as over open ground (SPC-15)."""
        return False

    def heeds(self, state: State, unit: Unit, terrain: Terrain, *, flees: bool) -> bool:  # noqa: ARG002
        """It does not simply go over this terrain: :meth:`reaches_obstacle` tells how (FALL-15).

        ``flees``: it would go over it in a flee move.
        """
        return False

    def feigns(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """A flight that it has chosen as a reaction is a ruse, after which it rallies by itself (SPC-06)."""
        return False

    def unheeded_by(self, state: State, unit: Unit, friend: Unit) -> bool:  # noqa: ARG002
        """What becomes of a unit that has this rule frightens no such friend (PSY-06)."""
        return False

    def steadfast(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """A unit that has this rule is always Steadfast (BRK-04)."""
        return False

    def unbreakable(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """A unit that has this rule takes no Break tests (BRK-01)."""
        return False

    def scores(
        self,
        book: Rulebook,  # noqa: ARG002
        state: State,  # noqa: ARG002
        ours: Sequence[Unit],  # noqa: ARG002
        theirs: Sequence[Unit],  # noqa: ARG002
    ) -> tuple[ScoreLine, ...]:
        """What the rule adds to the combat result of some units against those that they touch (CR-16)."""
        return ()

    def tests_at_start(self, state: State, unit: Unit) -> str:  # noqa: ARG002
        """What the rule still has to do for this unit at the start of its Movement phase, in a few words; or ""."""
        return ""

    def compulsory(self, state: State, unit: Unit) -> str:  # noqa: ARG002
        """The compulsory move that the rule still has to make with this unit, in a few words; or ""."""
        return ""

    # Interrupts: procedures that may roll, ask and record.

    def before_charge(self, battle: Play, charger: str, target: str) -> Procedure[bool]:  # noqa: ARG002
        """A unit wishes to charge a unit that has this rule; False: it may not."""
        return True
        yield

    def charge_declared(self, battle: Play, charger: str, target: str) -> Procedure[str]:  # noqa: ARG002
        """A unit that has this rule has declared a charge; the name of a forced reaction, or ""."""
        return ""
        yield

    def at_start(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """What :meth:`tests_at_start` has named (SEQ-03)."""
        return
        yield

    def charges_ended(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """All charges that its side wished for are declared; no charger has moved yet (SEQ-04, steps 5 and 6)."""
        return
        yield

    def reaches_obstacle(self, battle: Play, unit: str, terrain: str) -> Procedure[bool]:  # noqa: ARG002
        """On its way the unit reaches terrain that it :meth:`heeds`, to go over it; False: its move ends there."""
        return True
        yield

    def stumbled(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """What comes of it when a move has ended so, once the unit stands where it ended."""
        return
        yield

    def compulsory_move(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """The move that :meth:`compulsory` has named (SEQ-05)."""
        return
        yield

    def before_moves(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """Remaining Moves, before each move of its side: what the unit does by itself (SPC-05)."""
        return
        yield

    def fled(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """A unit that has this rule has been forced to flee and has not turned yet; it may be slain by it."""
        return
        yield

    def combat_lost(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """A unit that has this rule was beaten; the result stands, no Break test was taken yet."""
        return
        yield

    def unit_slain(self, battle: Play, unit: str) -> Procedure[None]:  # noqa: ARG002
        """A unit that has this rule was destroyed in the step that has just ended."""
        return
        yield
