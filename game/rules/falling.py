"""How a Giant falls: the test, the template, the hits and its own wound (FALL-03 to FALL-11)."""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.event import Event, Throw
from game.battle.events import FALL, FallCause, GiantFell
from game.battle.marks import Mark
from game.battle.procedure import Procedure, part, roll
from game.battle.state import State
from game.dice import AtMost, Draw, Total
from game.rules.fall_map import OWN_WOUND_STRENGTH, Covered, Weight, beneath, looked_out, under_template, weight_of
from game.rules.flight_events import FLED
from game.rules.hits import Hits
from game.rules.rallying import TESTED as RALLY_TRIED
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.wounding import suffer
from game.table.pose import normal_angle, rounded

TESTED = Mark(FALL, "tested in flight", 0, "player-turn")
"""It has tested at the start of this Movement phase because it flees."""


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
        """A test changes nothing by itself; one taken in flight is taken once a turn (FALL-16, ``fallen_fleer``)."""
        if self.cause != "fleeing":
            return state
        lies = self.falls and state.readings.fallen_fleer == "stays-down"
        giant = state.unit(self.unit)
        for mark in (TESTED, *((RALLY_TRIED, FLED) if lies else ())):
            giant = giant.marked(mark)
        return state.with_unit(giant)

    def sentence(self, state: State) -> str:
        """Say how it went."""
        where = {"fleeing": " in its flight", "obstacle": " at the obstacle"}.get(self.cause, "")
        return f"{state.unit(self.unit).name} {'loses' if self.falls else 'keeps'} its footing{where}"


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
