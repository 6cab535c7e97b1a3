"""Common events: those that more than one rule records and that the table animates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from game.battle.event import Event
from game.battle.ground import closed_up, own_models, wounds_of
from game.battle.marks import Mark
from game.battle.state import Engagement, State
from game.battle.unit import Unit
from game.battle.words import says, spoken
from game.table.formation import Formation
from game.table.pose import Pose

FALL = "Fall Over"
"""Rule of the marks that tell how a Giant came to lie or stand."""
GOT_UP = Mark(FALL, "got up", 0, "player-turn")
"""It has got up in this player turn (FALL-18)."""
FallCause = Literal["chosen", "beaten", "fleeing", "obstacle", "attack", "slain"]


def models(count: int) -> str:
    """``1 model``, ``3 models``."""
    return f"{count} model{'' if count == 1 else 's'}"


def has_moved(state: State, unit: Unit, *, marched: bool = False) -> Unit:
    """The unit as it remembers that it has moved in this player turn (MOV-11); in Remaining Moves it has had its move.

    On a table without turns there is nothing to remember.
    """
    if not state.clock.phase:
        return unit
    names = ["moved"] + ["marched"] * marched + ["done"] * (state.clock.step == "remaining-moves")
    for name in names:
        unit = unit.marked(Mark("move", name, 0, "player-turn"))
    return unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved(Event):
    """A unit has moved.

    Attributes:
        unit: Its id.
        path: Its manoeuvres in the command line's words, such as ``wheel left 30``.
        cost: Inches of movement spent.
        before: Where it stood.
        pose: Where it stands now.
        formation: How it stands now.
        marched: It was a march (MOV-07).
        flew: It flew (SPC-04).
        places: New places of joined characters who stepped forward again (MOV-04).
    """

    unit: str
    path: tuple[str, ...]
    cost: float
    before: Pose
    pose: Pose
    formation: Formation
    marched: bool = False
    flew: bool = False
    places: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> State:
        """Set the unit down at its new place."""
        for guest, place in self.places:
            state = state.with_unit(replace(state.unit(guest), place=place))
        unit = replace(state.unit(self.unit), pose=self.pose, formation=self.formation)
        return state.with_unit(has_moved(state, unit, marched=self.marched))

    def sentence(self, state: State) -> str:
        """Say what it did."""
        how = " marching" * self.marched + " flying" * self.flew
        return f"{state.unit(self.unit).name}{how}: {spoken(self.path) or 'not a step'} ({self.cost:.1f} inches)"


def _left(state: State, guest: Unit) -> State:
    """The state in which the unit that a character is leaving has closed its ranks behind him."""
    host = state.unit(guest.host)
    formation, places = closed_up(state, host, guest.place)
    state = state.with_unit(replace(host, formation=formation))
    for other, place in places:
        state = state.with_unit(replace(state.unit(other), place=place))
    return state


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPlaced(Event):
    """A unit has been put down on the table, or put down elsewhere, by hand.

    Attributes:
        placed: The unit as it stands now; a new one joins the end of the list.
    """

    placed: Unit

    def apply(self, state: State) -> State:
        """Put it down."""
        before = next((unit for unit in state.units if unit.id == self.placed.id), None)
        if before is not None:
            if before.host and not self.placed.host:
                state = _left(state, before)
            return state.with_unit(self.placed)
        return replace(state, units=(*state.units, self.placed))

    def sentence(self, state: State) -> str:  # noqa: ARG002
        """Say where."""
        pose = self.placed.pose
        return f"{self.placed.name} put down at {pose.x:.1f}, {pose.y:.1f}, facing {pose.facing:.0f} degrees"

    def units(self) -> tuple[str, ...]:
        """The unit that was put down."""
        return (self.placed.id,)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTakenOff(Event):
    """A unit has been taken off the table by hand, as if it had never been there."""

    unit: str

    def apply(self, state: State) -> State:
        """Drop it and its guests from the battle, and whatever others remember of them; a host closes its ranks."""
        leaving = state.unit(self.unit)
        gone = {self.unit, *(guest.id for guest in state.guests(self.unit))}
        if leaving.host:
            state = _left(state, leaving)
        return replace(
            state,
            units=tuple(
                replace(unit, marks=tuple(mark for mark in unit.marks if mark.value not in gone))
                for unit in state.units
                if unit.id not in gone
            ),
            engagements=tuple(pair for pair in state.engagements if pair.a not in gone and pair.b not in gone),
        )

    def sentence(self, state: State) -> str:
        """Say who."""
        return f"{state.unit(self.unit).name} taken off the table"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiantFell(Event):
    """A Giant has fallen over (FALL-01, FALL-05, FALL-11).

    Attributes:
        unit: Id of the Giant.
        cause: Why it fell.
        angle: Direction in degrees.
        centre: Centre of the template, inches.
        radius: Of the template, inches.
        covered: ``(unit, models)`` for each unit with models under the template.
    """

    unit: str
    cause: FallCause
    angle: float
    centre: tuple[float, float]
    radius: float
    covered: tuple[tuple[str, tuple[int, ...]], ...]

    def apply(self, state: State) -> State:
        """It lies on the ground; of a slain one this says that it has had its fall (FALL-13).

        For the rest of the phase it is remembered that it fell in it: it does not get up again at once (FALL-18).
        """
        giant = replace(state.unit(self.unit), down=True)
        return state.with_unit(giant.marked(Mark(FALL, "fell", self.cause, "phase")) if state.clock.phase else giant)

    def sentence(self, state: State) -> str:
        """Say where it falls and on whom."""
        name = state.unit(self.unit).name
        if not self.covered:
            return f"{name} falls over at {self.angle:.1f} degrees and hits nobody"
        whom = ", ".join(f"{models(len(who))} of {state.unit(unit).name}" for unit, who in self.covered)
        return f"{name} falls over at {self.angle:.1f} degrees onto {whom}"

    def units(self) -> tuple[str, ...]:
        """The Giant and everybody beneath."""
        return (self.unit, *(unit for unit, _ in self.covered))


@dataclass(frozen=True, slots=True, kw_only=True)
class GiantStoodUp(Event):
    """A Giant has got up (FALL-18)."""

    unit: str

    def apply(self, state: State) -> State:
        """It stands, and makes no move in this turn."""
        giant = replace(state.unit(self.unit), down=False)
        return state.with_unit(giant.marked(GOT_UP) if state.clock.phase else giant)

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{state.unit(self.unit).name} gets up"


SCORED = "wounds scored"
"""Rule of the marks that count, for a round of combat, the wounds that a unit has suffered, by who dealt them."""
LOSSES = "losses"
"""Rule of the marks that count, for a phase, what a unit has lost and to whom (PSY-02, PSY-03).

In whose ranks a character has fallen is remembered for longer (PSY-08).
"""


def _counted(state: State, unit: Unit, name: str, more: int) -> Unit:
    """The unit as it remembers so many losses more under a name; on a table without turns nothing is counted."""
    if not state.clock.phase or not more:
        return unit
    old = unit.mark(LOSSES, name)
    return unit.marked(Mark(LOSSES, name, more + (int(old.value) if old else 0), "phase"))


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsSuffered(Event):
    """Hits were rolled through to wounds; the casualties go at the end of the step (DMG, decision 2).

    Attributes:
        unit: Id of the unit that suffers them.
        hits: How many hits.
        wounds: Wounds suffered after all saves, Multiple Wounds included, none above what the models had.
        cause: What hit them, in a player's words.
        source: Id of the unit that caused them, or "".
        where: Models that were hit, if not all that could be.
        attacks: Blows or shots that were rolled for these hits; 0: the hits came without.
        scores: The wounds count for the combat result (CR-02).
    """

    unit: str
    hits: int
    wounds: int
    cause: str
    source: str = ""
    where: tuple[int, ...] = ()
    attacks: int = 0
    scores: bool = False

    def apply(self, state: State) -> State:
        """Add them to the wounds of the unit."""
        if not self.wounds:
            return state
        unit = state.unit(self.unit)
        present = own_models(state, unit) * wounds_of(unit)
        unit = replace(unit, wounds=max(unit.wounds, min(unit.wounds + self.wounds, present)))
        if self.scores:
            scored = unit.mark(SCORED, self.source)
            more = self.wounds + (int(scored.value) if scored else 0)
            unit = unit.marked(Mark(SCORED, self.source, more, "round"))
        return state.with_unit(_counted(state, unit, f"wounds by {self.source}", self.wounds if self.source else 0))

    def units(self) -> tuple[str, ...]:
        """Who suffers them, and who deals them."""
        return (self.unit, self.source) if self.source else (self.unit,)

    def sentence(self, state: State) -> str:
        """Say how many."""
        hits = f"{self.hits or 'no'} hit{'' if self.hits == 1 else 's'}"
        wounds = f"{self.wounds or 'no'} wound{'' if self.wounds == 1 else 's'}"
        if self.attacks:
            attacks = f"{self.attacks} attack{'' if self.attacks == 1 else 's'}"
            return f"{self.cause} at {state.unit(self.unit).name}: {attacks}, {hits}, {wounds}"
        return f"{state.unit(self.unit).name}: {hits} from {self.cause}, {wounds}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtiesRemoved(Event):
    """Models that have lost all their Wounds leave the table (DMG-16).

    Attributes:
        unit: Id of their unit.
        removed: How many models.
        wounds: Wounds left on the wounded model afterwards.
        formation: How the unit stands afterwards; as before when none is left.
        pose: Where it stands afterwards.
        destroyed: No model is left.
        places: New places of joined characters who had to step forward.
        freed: Joined characters who now stand alone, and where.
        host: Unit that a fallen character had joined, or "".
        host_formation: How that unit stands without him.
    """

    unit: str
    removed: int
    wounds: int
    formation: Formation
    pose: Pose
    destroyed: bool
    places: tuple[tuple[str, int], ...] = ()
    freed: tuple[tuple[str, Pose], ...] = ()
    host: str = ""
    host_formation: Formation | None = None

    def apply(self, state: State) -> State:
        """Take them off; a destroyed unit is engaged with nobody."""
        for guest, place in self.places:
            state = state.with_unit(replace(state.unit(guest), place=place))
        for guest, pose in self.freed:
            state = state.with_unit(replace(state.unit(guest), host="", place=0, pose=pose))
        unit = replace(state.unit(self.unit), wounds=self.wounds, formation=self.formation, pose=self.pose)
        fighting = state.enemies_in_combat(unit.host or unit.id)
        unit = _counted(state, unit, "models in combat" if fighting else "models", self.removed)
        if not self.destroyed:
            return state.with_unit(unit)
        if self.host_formation is not None:
            state = state.with_unit(replace(state.unit(self.host), formation=self.host_formation))
        if self.host and state.clock.phase:
            unit = unit.marked(Mark(LOSSES, "in the ranks of", self.host))
        state = state.with_unit(replace(unit, fate="destroyed", wounds=0, host=""))
        left = tuple(pair for pair in state.engagements if not pair.other(self.unit))
        return replace(state, engagements=left) if left != state.engagements else state

    def sentence(self, state: State) -> str:
        """Say how many."""
        unit = state.unit(self.unit)
        if self.destroyed:
            return says(unit, "are destroyed", "is slain")
        return f"{says(unit, 'lose', 'loses')} {models(self.removed)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsEngaged(Event):
    """Two units are now in close combat with each other."""

    engagement: Engagement

    def apply(self, state: State) -> State:
        """Note it; who was in no combat begins a new one (CC-04)."""
        for one in (self.engagement.a, self.engagement.b):
            if not state.enemies_in_combat(one):
                for unit in (state.unit(one), *state.guests(one)):
                    kept = tuple(mark for mark in unit.marks if mark.until != "combat")
                    state = state.with_unit(replace(unit, marks=kept))
        return replace(state, engagements=(*state.engagements, self.engagement))

    def sentence(self, state: State) -> str:
        """Say who and where."""
        pair = self.engagement
        a, b = state.unit(pair.a).name, state.unit(pair.b).name
        return f"{a} ({pair.side_of_a}) and {b} ({pair.side_of_b}) are in combat"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.engagement.a, self.engagement.b)


COMMON_EVENTS: tuple[type[Event], ...] = (
    UnitMoved, UnitPlaced, UnitTakenOff, GiantFell, GiantStoodUp, WoundsSuffered, CasualtiesRemoved, UnitsEngaged,
)  # fmt: skip
"""Event classes that every rulebook knows; special rules bring more."""
