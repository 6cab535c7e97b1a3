"""Fall Over: Giants that come down on whoever stands beneath, lie there, and get up again (FALL-01 to FALL-26)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Event
from game.battle.events import FALL, GOT_UP, GiantStoodUp
from game.battle.marks import Mark
from game.battle.procedure import Procedure, ask
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.falling import TESTED, FallTested, fall_over, fall_test
from game.rules.flight_events import UnitLost
from game.rules.free_play import Tool, unit_faults
from game.rules.panic import after_losses
from game.rules.special_rule import Play, SpecialRule

if TYPE_CHECKING:
    from game.rules.book import Rulebook

LIES_ON = Mark(FALL, "lies on", 0, "player-turn")
"""It could have got up in this turn and did not (FALL-18)."""


def giant_faults(state: State, giant: str) -> tuple[Fault, ...]:
    """Why this unit cannot fall over."""
    faults = unit_faults(state, giant)
    if faults:
        return faults
    unit = state.unit(giant)
    if unit.garrison:
        return (Fault("FALL-24", f"{unit.name} is in a building and does not fall"),)
    if unit.carries(FallOver.name) and unit.formation.models != 1:
        return (Fault("FALL-01", f"{unit.name} is {unit.formation.models} models; only a single one falls over"),)
    if not unit.carries(FallOver.name):
        giants = ", ".join(one.id for one in state.units if one.on_table and one.carries(FallOver.name)) or "none here"
        return (Fault("FALL-01", f"{unit.name} does not fall over; units that do: {giants}"),)
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LetFall(Tool):
    """Let a Giant fall.

    Attributes:
        unit: Id of the Giant.
        angle: Direction in degrees; None: the scatter die gives it.
    """

    unit: str
    angle: float | None = None

    def label(self, state: State) -> str:  # noqa: ARG002
        """Roll, or let it fall there."""
        return "Roll the scatter die" if self.angle is None else f"Fall at {self.angle:.1f} degrees"

    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:  # noqa: ARG002
        """It must be a Giant that stands."""
        faults = giant_faults(state, self.unit)
        if not faults and state.unit(self.unit).down:
            faults = (Fault("FALL-03", f"{state.unit(self.unit).name} lies on the ground already"),)
        if self.angle is not None and not 0 <= self.angle < 360:
            faults = (*faults, Fault("FALL-04", f"a direction lies between 0 and 360 degrees, not at {self.angle:g}"))
        return faults

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It falls."""
        yield from fall_over(battle, self.unit, "chosen", self.angle)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Tool):
    """Let a Giant get up again."""

    unit: str

    def label(self, state: State) -> str:  # noqa: ARG002
        """Get up."""
        return "Get up"

    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:  # noqa: ARG002
        """It must be a Giant on the ground."""
        faults = giant_faults(state, self.unit)
        if not faults and not state.unit(self.unit).down:
            faults = (Fault("FALL-18", f"{state.unit(self.unit).name} is on its feet"),)
        return faults

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It gets up."""
        battle.record(GiantStoodUp(unit=self.unit, rule="FALL-18"))
        return
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class GiantLayStill(Event):
    """A Giant that could have got up lies where it is (FALL-18)."""

    unit: str

    def apply(self, state: State) -> State:
        """It is not asked again in this turn."""
        return state.with_unit(state.unit(self.unit).marked(LIES_ON))

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{state.unit(self.unit).name} stays on the ground"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUp(Choice):
    """It gets up: no move this turn, but it fights."""

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Get up"


@dataclass(frozen=True, slots=True, kw_only=True)
class StayDown(Choice):
    """It lies where it is."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Stay down"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUpNow(Decision):
    """A Giant lies on the ground as its Movement phase begins: does it get up (FALL-18)?"""

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name} lies on the ground: does it get up? It will not move this turn"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """Both."""
        return (GetUp(), StayDown())


class FallOver(SpecialRule):
    """Giants that fall over when beaten, slain, fleeing, jumping or stumbling."""

    name = FALL
    rules = (*(f"FALL-{number:02}" for number in (1, *range(3, 10), 11, 12, 13, *range(15, 21), 23, 25)), "SPC-12")
    not_yet = (
        "what a fall scores in a combat (FALL-10, FALL-14), charges at a Giant on the ground (FALL-21), "
        "panic after a fall in combat (FALL-22), garrisons beneath (FALL-24)"
    )
    events = (FallTested, GiantLayStill)
    decisions = (StandUpNow,)
    choices = (LetFall, StandUp, GetUp, StayDown)

    def tests_at_start(self, state: State, unit: Unit) -> str:  # noqa: ARG002
        """One that flees on its feet tests before it tries to rally (FALL-16); one that lies may get up (FALL-18)."""
        if not unit.on_table:
            return ""
        if unit.down:
            waits = unit.mark(FALL, "fell") or unit.mark(LIES_ON.rule, LIES_ON.name)
            return "" if waits else "gets up, or lies on"
        spared = unit.mark(TESTED.rule, TESTED.name) or unit.mark(GOT_UP.rule, GOT_UP.name)
        return "tests whether it falls as it flees" if unit.fleeing and not spared else ""

    def at_start(self, battle: Play, unit: str) -> Procedure[None]:
        """It gets up if its owner likes, or falls on a 1; what then comes of its flight its rally test tells."""
        giant = battle.state.unit(unit)
        if giant.down:
            choice = yield from ask(StandUpNow(side=giant.side, unit=unit), Choice)
            up = isinstance(choice, GetUp)
            battle.record(GiantStoodUp(unit=unit, rule="FALL-18") if up else GiantLayStill(unit=unit, rule="FALL-18"))
        elif (yield from fall_test(battle, unit, "fleeing")):
            before = battle.state
            yield from fall_over(battle, unit, "fleeing")
            yield from after_losses(battle, before)

    def forbids_charge(self, state: State, unit: Unit) -> Fault | None:
        """Not in the turn in which it has got up (FALL-18)."""
        return self.forbids_move(state, unit)

    def forbids_move(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """Not in the turn in which it has got up (FALL-18)."""
        up = unit.mark(GOT_UP.rule, GOT_UP.name)
        return Fault("FALL-18", f"{unit.name} has got up this turn and does not move") if up else None

    def heeds(self, state: State, unit: Unit, terrain: Terrain, *, flees: bool) -> bool:
        """Every obstacle, while it stands (FALL-15, ``fall_obstacle_fleeing``)."""
        runs_on = flees and not state.readings.fall_obstacle_fleeing
        return terrain.obstacle and not unit.down and not runs_on

    def reaches_obstacle(self, battle: Play, unit: str, terrain: str) -> Procedure[bool]:  # noqa: ARG002
        """It goes on unless it rolls a 1 (FALL-15)."""
        return not (yield from fall_test(battle, unit, "obstacle"))

    def stumbled(self, battle: Play, unit: str) -> Procedure[None]:
        """It falls there (FALL-15), and friends may panic at what that costs them (FALL-22)."""
        before = battle.state
        yield from fall_over(battle, unit, "obstacle")
        yield from after_losses(battle, before)

    def combat_lost(self, battle: Play, unit: str) -> Procedure[None]:
        """A beaten Giant that stands tests, before the Break test (FALL-12)."""
        giant = battle.state.unit(unit)
        if not giant.on_table or giant.down:
            return
        if (yield from fall_test(battle, unit, "beaten")):
            yield from fall_over(battle, unit, "beaten")

    def fled(self, battle: Play, unit: str) -> Procedure[None]:
        """A Giant on the ground that is forced to flee is slain where it lies, without another fall (FALL-19)."""
        if battle.state.unit(unit).down:
            battle.record(UnitLost(unit=unit, why="it cannot flee from where it lies", rule="FALL-19"))
        return
        yield

    def unit_slain(self, battle: Play, unit: str) -> Procedure[None]:
        """A slain Giant falls without a test, unless it lay on the ground (FALL-13)."""
        if not battle.state.unit(unit).down:
            yield from fall_over(battle, unit, "slain")
