"""Moving a unit: what a path of manoeuvres costs, what forbids it, and where it ends (MOV, FORM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from game.battle.decision import Fault
from game.battle.events import UnitMoved
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.errors import InputError
from game.rules.movement import is_lone, may_march, movement_of, reforms_freely
from game.rules.terrain import closed_to, terrain_gap
from game.table.bases import bases, ground
from game.table.cores import Cores, cores, outline_cores
from game.table.displacement import displacements
from game.table.distance import on_table
from game.table.formation import Bases, Floats, Formation, Ranked
from game.table.manoeuvre import About, Advance, Back, Manoeuvre, Pivot, Reform, Sideways, Turn, Wheel, cost
from game.table.manoeuvre_text import parse
from game.table.motion import Motion
from game.table.passage import front_edge, run_into, starting_gaps
from game.table.pose import SLACK, Pose, rounded
from game.table.sweep import swept_path

GAP = 1.0
"""Inches that a moving unit keeps from every other unit and from impassable terrain (FORM-09)."""


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
class Move:
    """A move as it would be made; asking changes nothing.

    Attributes:
        unit: Id of the unit.
        steps: Its manoeuvres in order.
        cost: Inches of movement used in all.
        movement: The unit's M; None if it moves by dice.
        pose: Where it ends, as an event would store it.
        formation: How it stands then.
        faults: Every reason why it is not allowed, each with its rule and place.
    """

    unit: str
    steps: tuple[Step, ...]
    cost: float
    movement: float | None
    pose: Pose
    formation: Formation
    faults: tuple[Fault, ...]

    @property
    def marches(self) -> bool:
        """It goes farther than M."""
        return self.movement is not None and self.cost > self.movement + SLACK


def check_move(state: State, unit: str, path: Sequence[str | Manoeuvre]) -> Move:
    """What a move costs, where it ends, and all that is wrong with it.

    Args:
        state: The battle.
        unit: Id of the unit.
        path: Manoeuvres, or their words.

    Raises:
        InputError: A piece of the path can't be read.
        KeyError: There is no such unit.
    """
    manoeuvres = tuple(one for piece in path for one in (parse(piece) if isinstance(piece, str) else (piece,)))
    who = state.unit(unit)
    pose, formation = who.pose, who.formation
    steps: list[Step] = []
    faults: list[Fault] = []
    for manoeuvre in manoeuvres:
        motions = manoeuvre.motions(pose, formation)
        inches = cost(manoeuvre, formation, state.readings.wheel_cost)
        steps.append(Step(manoeuvre, inches, motions, pose, formation))
        try:
            pose, formation = manoeuvre.after(pose, formation)
        except InputError as error:
            faults.append(Fault("FORM-03", error.problems[0].text, (pose.x, pose.y)))
    pose = pose.rounded()
    spent = sum(step.cost for step in steps)
    move = Move(unit, tuple(steps), spent, movement_of(state, who), pose, formation, ())
    faults += _state_faults(state, who)
    faults += _budget_faults(who, move)
    faults += _kind_faults(who, move)
    faults += _reform_faults(state, who, move)
    faults += _way_faults(state, who, move)
    faults += _end_faults(state, who, move)
    return Move(unit, move.steps, spent, move.movement, pose, formation, tuple(faults))


def move_event(state: State, unit: str, path: Sequence[str], rule: str = "MOV-01") -> UnitMoved:
    """The event of a move that was found to be without fault."""
    move = check_move(state, unit, path)
    words = tuple(str(step.manoeuvre) for step in move.steps)
    before = state.unit(unit).pose
    return UnitMoved(
        unit=unit,
        path=words,
        cost=rounded(move.cost),
        before=before,
        pose=move.pose,
        formation=move.formation,
        rule=rule,
    )


def _state_faults(state: State, unit: Unit) -> Iterator[Fault]:
    at = (unit.pose.x, unit.pose.y)
    if unit.host:
        yield Fault("CHAR-03", f"{unit.name} has joined a unit and moves with it", at)
    if unit.garrison:
        yield Fault("GAR-03", f"{unit.name} holds a building", at)
    foes = state.enemies_in_combat(unit.id)
    if foes:
        yield Fault("SEQ-06", f"{unit.name} is in combat with {state.unit(foes[0]).name} and makes no other move", at)
    if unit.mark("charge", "charged"):
        yield Fault("SEQ-06", f"{unit.name} has charged this turn and makes no other move", at)
    if unit.fleeing:
        yield Fault("FLEE-09", f"{unit.name} flees and makes no other move", at)
    if unit.down:
        yield Fault("FALL-17", f"{unit.name} lies on the ground and cannot move", at)


def _budget_faults(unit: Unit, move: Move) -> Iterator[Fault]:
    if move.movement is None:
        yield Fault("SPC-02", f"{unit.name} moves by dice only")
        return
    if move.movement <= 0:
        yield Fault("MEAS-05", f"{unit.name} has Movement 0 and cannot move")
    limit = 2 * move.movement if may_march(unit) else move.movement
    if move.cost > limit + SLACK:
        what = "a march" if may_march(unit) else "a move: it never marches"
        text = f"the move costs {move.cost:.2f} inches; {unit.name} has {limit:g} inches for {what}"
        yield Fault("MOV-07" if may_march(unit) else "MOV-01", text, (move.pose.x, move.pose.y))
    elif move.marches and not all(_may_march_with(unit, step.manoeuvre) for step in move.steps):
        text = f"a march ({move.cost:.2f} inches, more than M {move.movement:g}) goes forward and wheels, nothing else"
        yield Fault("MOV-07", text, (move.pose.x, move.pose.y))


def _may_march_with(unit: Unit, manoeuvre: Manoeuvre) -> bool:
    if isinstance(manoeuvre, Advance | Wheel):
        return True
    free_turn = is_lone(unit) and isinstance(manoeuvre, Pivot | About | Turn)
    return free_turn or (reforms_freely(unit) and _on_the_spot(manoeuvre))


def _on_the_spot(manoeuvre: Manoeuvre) -> bool:
    return isinstance(manoeuvre, Reform | About | Turn | Pivot)


def _kind_faults(unit: Unit, move: Move) -> Iterator[Fault]:
    """One direction for a whole move, and who may turn on the spot (MOV-01, MOV-04 to MOV-08)."""
    kinds = [type(step.manoeuvre) for step in move.steps]
    modes = [
        ("forward", Advance in kinds or Wheel in kinds),
        ("backward", Back in kinds),
        ("sideways", Sideways in kinds),
    ]
    used = [name for name, is_used in modes if is_used]
    if len(used) > 1:
        yield Fault("MOV-01", f"a move goes in one direction only, this one goes {' and '.join(used)}")
    sides = {step.manoeuvre.side for step in move.steps if isinstance(step.manoeuvre, Sideways)}
    if len(sides) > 1:
        yield Fault("MOV-01", "a move goes in one direction only, this one goes to both sides")
    if is_lone(unit) or not move.steps:
        return
    turns = [number for number, step in enumerate(move.steps) if _on_the_spot(step.manoeuvre)]
    if not turns or (len(move.steps) == 1 and not isinstance(move.steps[0].manoeuvre, Pivot)):
        return
    if reforms_freely(unit):
        if any(number not in (0, len(move.steps) - 1) for number in turns):
            yield Fault("SPC-05", f"{unit.name} may reform before the move and after it, not in between")
        return
    swift = "musician" in unit.muster.command and isinstance(move.steps[0].manoeuvre, Pivot) and turns == [0]
    if swift and not move.marches:
        return
    if swift:
        yield Fault("MOV-05", "after a swift reform a unit may not march")
    elif any(isinstance(move.steps[number].manoeuvre, Pivot) for number in turns):
        text = f"{unit.name} may not pivot: lone models may, and a unit with a musician once before it moves"
        yield Fault("MOV-05", text)
    else:
        yield Fault("MOV-04", "a reform (an about-face and a turn are reforms) is the whole move of a unit")


def _reform_faults(state: State, unit: Unit, move: Move) -> Iterator[Fault]:
    if not any(_on_the_spot(step.manoeuvre) for step in move.steps) or is_lone(unit):
        return
    formation = move.formation
    if isinstance(formation, Ranked):
        ranks = formation.complete_ranks(unit.type.troop_type.files_for_rank)
        if state.readings.rank_limit == "all-ranks":
            ranks = formation.ranks
        if ranks > formation.files:
            text = f"{formation.files} files and {ranks} ranks: a unit never has more ranks than files"
            yield Fault("FORM-03", text, (move.pose.x, move.pose.y))
    if move.movement is None:
        return
    for step, after in zip(
        move.steps, [*[(s.pose, s.formation) for s in move.steps[1:]], (move.pose, formation)], strict=True
    ):
        if not _on_the_spot(step.manoeuvre):
            continue
        farthest = float(displacements(bases(step.pose, step.formation), bases(*after)).max(initial=0.0))
        if farthest > 2 * move.movement + SLACK:
            text = f"a model would move {farthest:.1f} inches, more than twice M {move.movement:g}"
            yield Fault("MOV-02", text, (move.pose.x, move.pose.y))


def _way_faults(state: State, unit: Unit, move: Move) -> Iterator[Fault]:
    """What it runs into on its way (FORM-09, FORM-10, TER-02).

    Of a wheel only the front edge must find its way free, the rear corners swing over others (``wheel_sweep``); a pivot
    and a reform are judged by their end alone.
    """
    others = [other for other in state.standing() if other.id != unit.id]
    names = [other.name for other in others]
    shapes = cores([ground_of(other) for other in others])
    for number, step in enumerate(move.steps):
        if not step.motions or isinstance(step.manoeuvre, Pivot):
            continue
        moving = ground(step.pose, step.formation)
        if isinstance(step.manoeuvre, Wheel) and state.readings.wheel_sweep == "front-edge":
            moving = front_edge(step.pose, step.formation)
        inches = sum(earlier.cost for earlier in move.steps[:number])
        yield from _run_into_units(moving, step, inches, names, shapes)
        yield from _run_into_terrain(moving, step, inches, [one for one in state.terrain if closed_to(unit, one)])
        yield from _river_faults(state, move, step)


def _run_into_units(moving: Bases, step: Step, inches: float, names: Sequence[str], others: Cores) -> Iterator[Fault]:
    gaps = starting_gaps(moving, others, GAP)
    met = run_into(moving, step.motions, others, gaps)
    if met is None:
        return
    through = run_into(moving, step.motions, others, np.minimum(gaps, 0.0))
    rate = step.cost / max(sum(motion.length for motion in step.motions), 1e-9)
    if through is not None:
        text = f"runs into {names[through.unit]} after {inches + through.inches * rate:.2f} inches"
        yield Fault("FORM-10", text, (rounded(through.x), rounded(through.y)))
    if through is None or met.unit != through.unit:
        text = f"comes within 1 inch of {names[met.unit]} after {inches + met.inches * rate:.2f} inches"
        yield Fault("FORM-09", text, (rounded(met.x), rounded(met.y)))


def _run_into_terrain(moving: Bases, step: Step, inches: float, terrain: Sequence[Terrain]) -> Iterator[Fault]:
    if not terrain:
        return
    edges = outline_cores([np.array(piece.outline) for piece in terrain])
    met = run_into(moving, step.motions, edges, starting_gaps(moving, edges, GAP))
    if met is not None:
        rate = step.cost / max(sum(motion.length for motion in step.motions), 1e-9)
        name = terrain[met.unit].name or terrain[met.unit].kind
        text = f"comes within 1 inch of {name} after {inches + met.inches * rate:.2f} inches"
        yield Fault("FORM-09", text, (rounded(met.x), rounded(met.y)))


def _river_faults(state: State, move: Move, step: Step) -> Iterator[Fault]:
    """Nobody marches through a river (TER-05)."""
    rivers = [piece for piece in state.terrain if piece.kind == "river"] if move.marches else []
    for river in rivers:
        way = swept_path(ground(step.pose, step.formation), step.motions)
        if way.intersection(shapely.Polygon(river.outline)).area > SLACK:
            name = river.name or river.kind
            yield Fault("TER-05", f"a march ({move.cost:.2f} inches) may not lead through {name}", river.outline[0])


def _end_faults(state: State, unit: Unit, move: Move) -> Iterator[Fault]:
    """Where it ends: on the table, and no nearer to anybody than 1 inch, or than it was (FORM-09, MOV-09)."""
    end = ground(move.pose, move.formation)
    at = (move.pose.x, move.pose.y)
    if not on_table(end, state.width, state.depth):
        yield Fault("MOV-09", f"{unit.name} would not end wholly on the table", at)
    start = ground_of(unit)
    others = [other for other in state.standing() if other.id != unit.id]
    kept, gaps = _unit_gaps(start, others), _unit_gaps(end, others)
    for number in np.flatnonzero(gaps < kept - SLACK).tolist():
        gap = float(gaps[number])
        what = f"{gap:.2f} inches from" if gap > 0 else "on"
        text = f"{unit.name} would end {what} {others[number].name}"
        yield Fault("FORM-09" if gap > 0 else "FORM-10", text, at)
    for piece in state.terrain:
        if closed_to(unit, piece) and terrain_gap(end, piece) < min(GAP, terrain_gap(start, piece)) - SLACK:
            name = piece.name or piece.kind
            yield Fault("FORM-09", f"{unit.name} would end within 1 inch of {name}", at)


def _unit_gaps(shapes: Bases, others: Sequence[Unit]) -> Floats:
    """(n,) inches from a unit to each of the others, 1 at most; negative where they overlap."""
    ground_shapes = cores([ground_of(other) for other in others])
    gaps = np.full(len(others), GAP)
    if others:
        gaps[ground_shapes.unit] = starting_gaps(shapes, ground_shapes, GAP)[0]
    return gaps
