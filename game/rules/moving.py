"""Moving a unit: what a path of manoeuvres costs, what forbids it, and where it ends (MOV, FORM)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.battle.decision import Fault
from game.battle.event import Event
from game.battle.events import UnitMoved
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.errors import InputError
from game.rules.character_places import in_front
from game.rules.manoeuvring import doing_faults, free_turn
from game.rules.movement import flight_of, movement_of
from game.rules.room import Room, room_for
from game.rules.special_rule import Play
from game.rules.standing_orders import still_faults
from game.rules.way import end_faults, way_faults
from game.table.formation import Formation
from game.table.manoeuvre import Manoeuvre, cost
from game.table.manoeuvre_text import parse
from game.table.motion import Motion
from game.table.pose import SLACK, Pose, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitNudged(Event):
    """A unit was shifted a little to make room for another one's pivot (FORM-09).

    Attributes:
        unit: Its id.
        by: Id of the unit that pivots.
        before: Where it stood.
        pose: Where it stands now.
    """

    unit: str
    by: str
    before: Pose
    pose: Pose

    def apply(self, state: State) -> State:
        """Set it down there."""
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose))

    def sentence(self, state: State) -> str:
        """Say for whom."""
        yields, by = says(state.unit(self.unit), "give", "gives"), state.unit(self.by)
        return f"{yields} way to {says(by, 'as they pivot', 'as it pivots')}"


@dataclass(frozen=True, slots=True)
class Step:
    """One manoeuvre of a move.

    Attributes:
        manoeuvre: What is done.
        cost: Inches of movement it uses.
        motions: Its rigid motions; none if it is done on the spot.
        pose: Where the unit stands before it.
        formation: How it stands before it.
    """

    manoeuvre: Manoeuvre
    cost: float
    motions: tuple[Motion, ...]
    pose: Pose
    formation: Formation


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """A move as it would be made; asking changes nothing.

    Attributes:
        unit: Id of the unit.
        steps: Its manoeuvres in order.
        cost: Inches of movement used in all.
        movement: Inches of a move that is no march: M, or what the unit flies; None if it moves by dice.
        pose: Where it ends, as an event would store it.
        formation: How it stands then.
        faults: Every reason why it is not allowed, each with its rule and place.
        march: Whether a march was declared; None: it is one if it goes farther than M.
        fly: It flies.
        places: New places of joined characters who must step forward again, after a reform (MOV-04).
        nudged: Units that give way to a pivot, and where they stand then (FORM-09).
    """

    unit: str
    steps: tuple[Step, ...]
    cost: float
    movement: float | None
    pose: Pose
    formation: Formation
    faults: tuple[Fault, ...] = ()
    march: bool | None = None
    fly: bool = False
    places: tuple[tuple[str, int], ...] = ()
    nudged: tuple[tuple[str, Pose], ...] = ()

    @property
    def marches(self) -> bool:
        """It is a march: declared as one, or, where nobody declares, farther than M."""
        if self.march is not None:
            return self.march
        return self.movement is not None and self.cost > self.movement + SLACK


def check_move(
    book: Rulebook,
    state: State,
    unit: str,
    path: Sequence[str | Manoeuvre],
    *,
    march: bool | None = None,
    fly: bool = False,
) -> CheckedMove:
    """What a move costs, where it ends, and all that is wrong with it.

    Args:
        book: The rulebook.
        state: The battle.
        unit: Id of the unit.
        path: Manoeuvres, or their words.
        march: Whether a march was declared; None: nobody declares, whatever goes farther than M is a march.
        fly: The unit flies (SPC-04).

    Raises:
        InputError: A piece of the path can't be read.
        KeyError: There is no such unit.
    """
    move = reckon_move(book, state, unit, path, march=march, fly=fly)
    return replace(move, faults=(*still_faults(book, state, state.unit(unit)), *move.faults))


def reckon_move(
    book: Rulebook,
    state: State,
    unit: str,
    path: Sequence[str | Manoeuvre],
    *,
    march: bool | None = None,
    fly: bool = False,
    through: str = "",
    touching: str = "",
) -> CheckedMove:
    """A move like :func:`check_move`, whatever the unit has done before: fights, flees, has moved or rallied.

    Args:
        book: The rulebook.
        state: The battle.
        unit: Id of the unit.
        path: Manoeuvres, or their words.
        march: See :func:`check_move`.
        fly: See :func:`check_move`.
        through: Id of a unit whose models are not in the way: the one that a character leaves (FORM-10).
        touching: Id of a unit or a building that it may touch: it joins or enters it (FORM-09).

    Raises:
        InputError: A piece of the path can't be read.
        KeyError: There is no such unit.
    """
    who = state.unit(unit)
    steps, pose, formation, faults = _followed(state, who, path)
    formation, places = in_front(state, who, formation)
    flown = flight_of(book, state, who) if fly else None
    inches = flown if flown is not None else movement_of(book, state, who)
    room = _room(state, who, steps, pose, formation)
    spent = sum(step.cost for step in steps)
    move = CheckedMove(
        unit, steps, spent, inches, room.pose, formation, march=march, fly=fly, places=places, nudged=room.nudged
    )
    if fly and flown is None:
        faults.append(Fault("SPC-04", f"{who.name} cannot fly"))
    faults += doing_faults(book, state, who, move)
    after = state
    for other, place in room.nudged:
        after = after.with_unit(replace(after.unit(other), pose=place))
    if not fly:
        faults += way_faults(book, after, who, move, through=through, touching=touching)
    faults += end_faults(after, who, move, through=through, touching=touching)
    return replace(move, faults=tuple(faults))


def _followed(
    state: State, who: Unit, path: Sequence[str | Manoeuvre]
) -> tuple[tuple[Step, ...], Pose, Formation, list[Fault]]:
    """The steps of a path, where it ends, and what cannot be done at all."""
    pose, formation = who.pose, who.formation
    steps: list[Step] = []
    faults: list[Fault] = []
    for manoeuvre in (one for piece in path for one in (parse(piece) if isinstance(piece, str) else (piece,))):
        inches = cost(manoeuvre, formation, state.readings.wheel_cost)
        steps.append(Step(manoeuvre, inches, manoeuvre.motions(pose, formation), pose, formation))
        try:
            pose, formation = manoeuvre.after(pose, formation)
        except InputError as error:
            faults.append(Fault("FORM-03", error.problems[0].text, (pose.x, pose.y)))
    return tuple(steps), pose.rounded(), formation, faults


def _room(state: State, who: Unit, steps: tuple[Step, ...], pose: Pose, formation: Formation) -> Room:
    """Where a move ends: one that ends with a pivot makes room for itself (FORM-09)."""
    if steps and free_turn(who, steps[-1].manoeuvre):
        return room_for(state, who, pose, formation)
    return Room(pose)


def move_along(battle: Play, move: CheckedMove, rule: str = "MOV-01") -> None:
    """Make a move that was found to be without fault; who stands in the way of its pivot gives way first."""
    for other, place in move.nudged:
        before = battle.state.unit(other).pose
        battle.record(UnitNudged(unit=other, by=move.unit, before=before, pose=place, rule="FORM-09"))
    battle.record(moved_event(battle.state, move, rule))


def moved_event(state: State, move: CheckedMove, rule: str = "MOV-01") -> UnitMoved:
    """The event of such a move."""
    return UnitMoved(
        unit=move.unit,
        path=tuple(str(step.manoeuvre) for step in move.steps),
        cost=rounded(move.cost),
        before=state.unit(move.unit).pose,
        pose=move.pose,
        formation=move.formation,
        marched=move.marches,
        flew=move.fly,
        places=move.places,
        rule=rule,
    )


EVENTS: tuple[type[Event], ...] = (UnitNudged,)
