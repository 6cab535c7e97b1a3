"""Cutting down those who flee: caught in pursuit, or reached by a charge (PUR-05, CHG-19, ``caught``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.ground import ground_of
from game.battle.procedure import Procedure, part
from game.battle.state import State
from game.battle.words import says
from game.rules.hits import Hits
from game.rules.leadership import leadership_test
from game.rules.panic import friends_perished
from game.rules.profiles import wounds_left
from game.rules.reforming import reform_at_once
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.straight import ground_taken
from game.rules.strength import members, unit_strength
from game.rules.wounding import suffer
from game.table.approach import first_approach
from game.table.bases import ground
from game.table.motion import Translation
from game.table.pose import SLACK, Pose, direction

_BEHIND = 1.0
"""Inches at which a unit that has cut into fleeing enemies stops behind those who are left (CHG-19)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPulledUp(Event):
    """A unit that has cut down fleeing enemies stays behind those who got away (CHG-19).

    Attributes:
        unit: Its id.
        behind: Id of the unit that got away.
        before: Where it stood.
        pose: Where it stands now.
    """

    unit: str
    behind: str
    before: Pose
    pose: Pose

    def apply(self, state: State) -> State:
        """Set it down."""
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose))

    def sentence(self, state: State) -> str:
        """Say behind whom."""
        stop = says(state.unit(self.unit), "pull up", "pulls up")
        return f"{stop} an inch behind what is left of {state.unit(self.behind).name}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.behind)


def run_down(battle: Play, victim: str, catchers: Sequence[str], *, rule: str) -> Procedure[None]:
    """Whoever catches a fleeing unit cuts it down: so many wounds a point of his Unit Strength, no saves (``caught``).

    Args:
        battle: The battle.
        victim: Id of the fleeing unit.
        catchers: Ids of those who have caught it.
        rule: Id of the rule by which they have.
    """
    before = battle.state
    for catcher in catchers:
        name = battle.state.unit(catcher).name
        left = _wounds(battle.state, victim, catcher)
        for member in [one.id for one in members(battle.state, battle.state.unit(victim))]:
            if not left:
                break
            blows = Hits(
                left, 0, f"the blades of {name} in their backs", rule, catcher, armour=False, ward=False, automatic=True
            )
            left -= yield from part(battle, suffer, member, blows)
    yield from finish_step(battle)
    yield from friends_perished(battle, before)


def _wounds(state: State, victim: str, catcher: str) -> int:
    """Wounds that a catcher deals."""
    if state.readings.caught == "destroyed":
        return sum(wounds_left(state, one) for one in members(state, state.unit(victim)))
    each = 2 if state.readings.caught == "two-wounds-per-us" else 1
    return each * unit_strength(state, state.unit(catcher))


def follow_through(battle: Play, charger: str, victim: str) -> Procedure[None]:
    """A charger that has reached a fleeing unit pulls up behind who is left; else it may try to reform (CHG-19).

    Args:
        battle: The battle.
        charger: Id of the charger, which stands in contact.
        victim: Id of the unit that it has cut down.
    """
    if not battle.state.unit(charger).on_table:
        return
    if battle.state.unit(victim).on_table:
        _pull_up(battle, charger, victim)
    elif (yield from leadership_test(battle, charger, "reform test", rule="CHG-19")):
        yield from reform_at_once(battle, charger, "CHG-19")


def _pull_up(battle: Play, charger: str, victim: str) -> None:
    """Set the charger down an inch behind, if there is room: back, or on to where losses have left those it reached.

    It is where it comes within an inch of them if it runs at them from far behind, the way it faces.
    """
    state = battle.state
    who, goal = state.unit(charger), ground_of(state.unit(victim))
    run = state.width + state.depth
    shapes = ground(who.pose.shifted(-run, 0.0), who.formation)
    fx, fy = direction(who.pose.facing)
    met = first_approach(shapes, Translation(2 * run * fx, 2 * run * fy), goal, _BEHIND)
    further = (2 * met.t - 1) * run if met else 0.0
    pose = who.pose.shifted(further, 0.0).rounded()
    if abs(further) > SLACK and not ground_taken(state, who, ground(pose, who.formation)):
        battle.record(UnitPulledUp(unit=charger, behind=victim, before=who.pose, pose=pose, rule="CHG-19"))


EVENTS: tuple[type[Event], ...] = (UnitPulledUp,)
