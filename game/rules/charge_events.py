"""Events of a charge: declared, answered, rolled, moved or failed (CHG)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.charge import Reaction
from game.battle.event import Event
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.words import agreed, says, spoken
from game.rules.charge_stance import out_of_ranks
from game.table.arcs import Arc
from game.table.formation import Formation
from game.table.pose import Pose

RULE = "charge"
"""Under which units remember what concerns their charge."""


def charge_mark(name: str, value: str | int = 0) -> Mark:
    """What a unit remembers of its charge until the end of the player turn."""
    return Mark(RULE, name, value, "player-turn")


SHUNS = "shuns "
"""How the name of the mark begins by which a unit remembers whom it dare not charge."""

MOVED = Mark("move", "moved", 0, "player-turn")
"""It has moved this turn, for whatever reason (MOV-11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDeclared(Event):
    """A unit has declared a charge (SEQ-04).

    Attributes:
        unit: Id of the charger.
        target: Id of the unit that it charges.
        also: Other units that it cannot help touching and charges too (CHG-04).
        arc: Which side of the target it charges (CHG-03).
        redirected: It goes for this target in place of another one (CHG-15).
    """

    unit: str
    target: str
    also: tuple[str, ...] = ()
    arc: Arc
    redirected: bool = False

    def apply(self, state: State) -> State:
        """Remember whom, and on which side."""
        unit = state.unit(self.unit)
        before = unit.mark(RULE, "declared")
        if self.redirected:
            unit = unit.marked(charge_mark("redirected", before.value if before else ""))
        unit = unit.marked(charge_mark("declared", self.target)).marked(charge_mark("side", self.arc))
        return state.with_unit(unit.marked(charge_mark("also", ",".join(self.also))))

    def sentence(self, state: State) -> str:
        """Say who charges whom."""
        whom = " and ".join(state.unit(one).name for one in (self.target, *self.also))
        where = "" if self.arc == "front" else f" in the {'rear' if self.arc == 'rear' else f'{self.arc} flank'}"
        who = state.unit(self.unit)
        turns, declares = says(who, "turn their", "turns its"), says(who, "declare", "declares")
        return f"{f'{turns} charge on' if self.redirected else f'{declares} a charge at'} {whom}{where}"

    def units(self) -> tuple[str, ...]:
        """Charger and targets."""
        return (self.unit, self.target, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeForbidden(Event):
    """A unit wished to charge and may not (TERROR-03).

    Attributes:
        unit: Id of the unit.
        target: Whom it wished to charge.
    """

    unit: str
    target: str

    def apply(self, state: State) -> State:
        """It does not wish for this one again in this turn."""
        return state.with_unit(state.unit(self.unit).marked(charge_mark(SHUNS + self.target)))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{says(state.unit(self.unit), 'dare', 'dares')} not charge {state.unit(self.target).name}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionDeclared(Event):
    """The target of a charge has declared how it reacts (CHG-10 to CHG-14).

    Attributes:
        unit: Id of the target.
        charger: Id of the charger.
        reaction: What it does.
        forced: It had no choice.
    """

    unit: str
    charger: str
    reaction: Reaction
    forced: bool = False

    def apply(self, state: State) -> State:
        """It stands and shoots once a sub-phase."""
        if self.reaction in ("stand-and-shoot", "fire-and-flee"):
            return state.with_unit(state.unit(self.unit).marked(Mark(RULE, "stood and shot", 0, "phase")))
        return state

    def sentence(self, state: State) -> str:
        """Say what they do."""
        who = state.unit(self.unit)
        what = {
            "hold": says(who, "hold against", "holds against"),
            "flee": f"{who.name} must flee from" if self.forced else says(who, "flee from", "flees from"),
            "stand-and-shoot": says(who, "stand and shoot at", "stands and shoots at"),
            "fire-and-flee": says(who, "fire at and flee from", "fires at and flees from"),
        }
        shoots = self.reaction in ("stand-and-shoot", "fire-and-flee")
        wanting = " (shots are not played yet)" if shoots else ""
        return f"{what[self.reaction]} {state.unit(self.charger).name}{wanting}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.charger)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeAimed(Event):
    """A charger both of whose targets have fled has settled on one of them (CHG-15).

    Attributes:
        unit: Id of the charger.
        target: Whom it goes after.
        other: Whom it lets go.
    """

    unit: str
    target: str
    other: str

    def apply(self, state: State) -> State:
        """Remember whom; there is nothing left to choose."""
        unit = state.unit(self.unit).marked(charge_mark("declared", self.target))
        return state.with_unit(unit.marked(charge_mark("redirected", "")))

    def sentence(self, state: State) -> str:
        """Say whom."""
        return f"{says(state.unit(self.unit), 'go', 'goes')} after {state.unit(self.target).name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeKept(Event):
    """A charger whose target flees or is lost goes on as declared: it does not, or can't, redirect (CHG-15).

    Attributes:
        unit: Id of the charger.
        target: Its target.
    """

    unit: str
    target: str

    def apply(self, state: State) -> State:
        """It is not asked again."""
        return state.with_unit(state.unit(self.unit).marked(charge_mark("kept", self.target)))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{says(state.unit(self.unit), 'keep', 'keeps')} to the charge on {state.unit(self.target).name}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeRolled(Event):
    """A charger has rolled how far it comes (CHG-07, CHG-08).

    Attributes:
        unit: Id of the charger.
        target: Id of its target.
        reach: M and the roll together, inches.
        distance: To the target, inches.
        reaches: It comes that far.
    """

    unit: str
    target: str
    reach: float
    distance: float
    reaches: bool

    def apply(self, state: State) -> State:
        """A roll changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say how far."""
        who, whom = state.unit(self.unit), state.unit(self.target).name
        verdict = agreed(who, "reach", "reaches") if self.reaches else agreed(who, "do not reach", "does not reach")
        runs = says(who, "charge", "charges")
        return f"{runs} {self.reach:g} inches and {verdict} {whom}, {self.distance:.1f} inches away"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class RanksClosed(Event):
    """Skirmishers have closed up, because they are in contact with an enemy (SPC-05).

    Attributes:
        unit: Id of the unit.
        formation: How it stands now.
    """

    unit: str
    formation: Formation

    def apply(self, state: State) -> State:
        """Close them."""
        return state.with_unit(replace(state.unit(self.unit), formation=self.formation))

    def sentence(self, state: State) -> str:
        """Say so."""
        return says(state.unit(self.unit), "close their ranks", "closes its ranks")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMoved(Event):
    """A charger has come into contact and stands along the side that it charged (CHG-09, CHG-16).

    Attributes:
        unit: Id of the charger.
        target: Id of its target.
        path: Its way to first contact, in the command line's words.
        before: Where it stood.
        contact: Where it stood at first contact.
        pose: Where it stands now.
        formation: How it stands now.
        touching: Models of both sides that touch.
    """

    unit: str
    target: str
    path: tuple[str, ...]
    before: Pose
    contact: Pose
    pose: Pose
    formation: Formation
    touching: int

    def apply(self, state: State) -> State:
        """Set it down; it has charged. A character who charges out of a unit has left it (CHAR-03)."""
        state = out_of_ranks(state, self.unit)
        unit = replace(state.unit(self.unit), pose=self.pose, formation=self.formation)
        return state.with_unit(unit.marked(charge_mark("charged", self.target)).marked(MOVED))

    def sentence(self, state: State) -> str:
        """Say how."""
        runs, whom = says(state.unit(self.unit), "charge", "charges"), state.unit(self.target).name
        return f"{runs} home into {whom} ({spoken(self.path)}); {self.touching} models touch"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetAligned(Event):
    """The target of a charge has turned to lie along the charger (CHG-16, CHG-17).

    Attributes:
        unit: Id of the target.
        charger: Id of the charger.
        before: Where it stood.
        pose: Where it stands now.
    """

    unit: str
    charger: str
    before: Pose
    pose: Pose

    def apply(self, state: State) -> State:
        """Turn it."""
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{says(state.unit(self.unit), 'turn', 'turns')} to face {state.unit(self.charger).name} squarely"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.charger)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeFailed(Event):
    """A charge has failed; the charger stumbles forward (CHG-20, CHG-21).

    Attributes:
        unit: Id of the charger.
        target: Whom it wanted to reach.
        reason: Why it failed, in a player's words.
        path: Its move, in the command line's words.
        inches: How far it moved.
        before: Where it stood.
        pose: Where it stands now.
    """

    unit: str
    target: str
    reason: str
    path: tuple[str, ...]
    inches: float
    before: Pose
    pose: Pose

    def apply(self, state: State) -> State:
        """Move it; it does nothing more in this phase. A character who has not come out of his unit stays in it."""
        if self.before != self.pose:
            state = out_of_ranks(state, self.unit)
        unit = replace(state.unit(self.unit), pose=self.pose).marked(charge_mark("failed", self.target))
        return state.with_unit(unit.marked(MOVED))

    def sentence(self, state: State) -> str:
        """Say why, and how far they came."""
        who = state.unit(self.unit)
        far = f"{agreed(who, 'they move', 'it moves')} {self.inches:.1f} inches"
        return f"The charge of {who.name} fails: {self.reason}; {far}"


EVENTS: tuple[type[Event], ...] = (
    ChargeDeclared, ChargeForbidden, ReactionDeclared, ChargeAimed, ChargeKept, ChargeRolled, RanksClosed, ChargeMoved,
    TargetAligned, ChargeFailed,
)  # fmt: skip
