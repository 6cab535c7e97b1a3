"""Fall Over: Giants that come down on whoever stands beneath (FALL-01 to FALL-26)."""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.decision import Fault
from game.battle.event import Event, Throw
from game.battle.events import FallCause, GiantFell, GiantStoodUp
from game.battle.procedure import Procedure, part, roll
from game.battle.state import State
from game.dice import AtMost, Draw, Total
from game.rules.fall_map import OWN_WOUND_STRENGTH, Covered, Weight, beneath, looked_out, under_template, weight_of
from game.rules.free_play import Tool, unit_faults
from game.rules.special_rule import Play, SpecialRule
from game.rules.steps import finish_step
from game.rules.wounding import Hits, suffer
from game.table.pose import normal_angle, rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class FallTested(Event):
    """A Giant has tested whether it falls (FALL-03).

    Attributes:
        unit: Id of the Giant.
        cause: Why it had to test.
        falls: It does.
    """

    unit: str
    cause: FallCause
    falls: bool

    def apply(self, state: State) -> State:
        """A test changes nothing by itself."""
        return state

    def sentence(self, state: State) -> str:
        """Say how it went."""
        return f"{state.unit(self.unit).name} {'loses its footing' if self.falls else 'keeps its footing'}"


def fall_test(battle: Play, giant: str, cause: FallCause) -> Procedure[bool]:
    """Roll whether a standing Giant falls: on a 1 (FALL-03)."""
    rolled = yield from roll("fall test", giant, AtMost(Total(1), 1))
    throw = Throw("fall test", rolled.faces, "1 falls")
    battle.record(FallTested(unit=giant, cause=cause, falls=rolled.value, rule="FALL-03", dice=(throw,)))
    return rolled.value


def fall_over(battle: Play, giant: str, cause: FallCause, angle: float | None = None) -> Procedure[None]:
    """A Giant falls over, in the order of FALL-11; all casualties leave together at the end.

    Args:
        battle: The battle.
        giant: Id of the Giant.
        cause: Why it falls.
        angle: Direction in degrees; None: the scatter die gives it (FALL-04).
    """
    dice: tuple[Throw, ...] = ()
    if angle is None:
        rolled = yield from roll("scatter", giant, beneath(battle.state, giant).direction)
        angle = rolled.value
        dice = (Throw("scatter", rolled.faces, why=("FALL-04",)),)
    angle = normal_angle(rounded(angle))
    (x, y), under = under_template(battle.state, giant, angle)
    weight = weight_of(battle.state.unit(giant))
    battle.record(
        GiantFell(
            unit=giant,
            cause=cause,
            angle=angle,
            centre=(rounded(x), rounded(y)),
            radius=weight.radius,
            covered=under,
            rule="FALL-05",
            dice=dice,
        )
    )
    yield from part(battle, _crush, giant, weight, under)
    if cause != "slain":
        reading = battle.state.readings.fall_own_wound
        own = Hits(
            1, OWN_WOUND_STRENGTH, "its own fall", "FALL-09", giant, automatic=True,
            armour=reading == "normal-saves", ward=reading != "no-saves",
        )  # fmt: skip
        yield from part(battle, suffer, giant, own)
    yield from part(battle, finish_step)


def _crush(battle: Play, giant: str, weight: Weight, under: Covered) -> Procedure[None]:
    """Hits on everybody under the template: how many, on whom, and what they do (FALL-07, FALL-08)."""
    shares = yield from _shared_out(battle, weight, giant, under)
    for unit, hits, where, throw in shares:
        if not hits:
            continue
        taker = looked_out(battle.state, unit)
        name = battle.state.unit(giant).name
        rule = "TPL-04" if taker != unit else "FALL-08"
        blow = Hits(hits, weight.strength, f"the fall of {name}", rule, giant, weight.multiple, where=where, dice=throw)
        yield from part(battle, suffer, taker, blow)


Share = tuple[str, int, tuple[int, ...], tuple[Throw, ...]]
"""Unit, hits, which models take them if not all that are covered, dice that said so."""


def _shared_out(battle: Play, weight: Weight, giant: str, under: Covered) -> Procedure[list[Share]]:
    reading = battle.state.readings.fall_hits
    if reading == "each-model":
        return [(unit, len(who), (), ()) for unit, who in under]
    if reading == "capped-total":
        return (yield from _one_pool(giant, weight, under))
    ranks: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    for unit, who in under:  # a unit's hits are rolled together with those of the characters in it
        ranks.setdefault(battle.state.unit(unit).host or unit, []).append((unit, who))
    shares: list[Share] = []
    for unit, members in ranks.items():
        shares += yield from _one_pool(unit, weight, tuple(members))
    return shares


def _one_pool(roller: str, weight: Weight, under: Covered) -> Procedure[list[Share]]:
    """So many different models of these, chosen at random, take one hit each; what is left over is lost."""
    covered_models = sum(len(who) for _, who in under)
    if not covered_models:
        return []
    rolled = yield from roll("fall hits", roller, Total(weight.dice, cap=covered_models))
    throw = (Throw("fall hits", rolled.faces, why=(f"{covered_models} covered (FALL-07)",)),)
    if rolled.value >= covered_models:
        return [(unit, len(who), (), throw) for unit, who in under]
    drawn = yield from roll("who is hit", roller, Draw(rolled.value, tuple(len(who) for _, who in under)))
    shares: list[Share] = []
    first = 1
    for (unit, who), hits in zip(under, drawn.value, strict=True):
        places = [int(face) - first for face in drawn.faces if first <= face < first + len(who)]
        where = tuple(who[place] for place in sorted(places))
        shares.append((unit, hits, where, throw))
        first += len(who)
    return shares


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

    def faults(self, state: State) -> tuple[Fault, ...]:
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

    def faults(self, state: State) -> tuple[Fault, ...]:
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


class FallOver(SpecialRule):
    """Giants that fall over when beaten, slain, fleeing, jumping or stumbling."""

    name = "Fall Over"
    rules = tuple(f"FALL-{number:02}" for number in (1, *range(3, 10), 11, 12, 13, 18, 23, 25))
    not_yet = (
        "what a fall scores in a combat (FALL-10, FALL-14), obstacles and flight (FALL-15, FALL-16), "
        "what a Giant on the ground may do in a battle (FALL-17, FALL-19 to FALL-21), panic (FALL-22), "
        "garrisons beneath (FALL-24)"
    )
    events = (FallTested,)
    choices = (LetFall, StandUp)

    def combat_lost(self, battle: Play, unit: str) -> Procedure[None]:
        """A beaten Giant that stands tests, before the Break test (FALL-12)."""
        giant = battle.state.unit(unit)
        if not giant.on_table or giant.down:
            return
        if (yield from fall_test(battle, unit, "beaten")):
            yield from fall_over(battle, unit, "beaten")

    def unit_slain(self, battle: Play, unit: str) -> Procedure[None]:
        """A slain Giant falls without a test, unless it lay on the ground (FALL-13)."""
        if not battle.state.unit(unit).down:
            yield from fall_over(battle, unit, "slain")
