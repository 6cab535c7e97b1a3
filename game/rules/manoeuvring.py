"""What a move may be made of: its length, its directions, turns on the spot and reforms (MOV-01 to MOV-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.battle.decision import Fault
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.movement import is_lone, march_fault, reforms_freely
from game.rules.terrain import closed_to, stands_in
from game.table.bases import bases
from game.table.displacement import displacements
from game.table.formation import Formation, Ranked
from game.table.manoeuvre import About, Advance, Back, Manoeuvre, Pivot, Reform, Sideways, Turn, Wheel
from game.table.pose import SLACK, Pose

if TYPE_CHECKING:
    from game.rules.book import Rulebook
    from game.rules.moving import CheckedMove


def doing_faults(book: Rulebook, state: State, unit: Unit, move: CheckedMove) -> Iterator[Fault]:
    """All that is wrong with what the unit does, wherever it stands."""
    free = reforms_freely(book, state, unit)
    yield from _length_faults(book, state, unit, move)
    yield from _direction_faults(move)
    yield from _stuck_faults(state, unit, move)
    yield from _turn_faults(unit, move, free=free)
    yield from _reform_faults(state, unit, move, free=free)


def _length_faults(book: Rulebook, state: State, unit: Unit, move: CheckedMove) -> Iterator[Fault]:
    if move.movement is None:
        yield Fault("SPC-02", f"{unit.name} moves by dice only")
        return
    if move.movement <= 0:
        yield Fault("MEAS-05", f"{unit.name} has Movement 0 and cannot move")
    never = march_fault(book, state, unit)
    if move.march and never is not None:
        yield never
    marches = move.march if move.march is not None else never is None
    limit = 2 * move.movement if marches else move.movement
    if move.cost > limit + SLACK:
        what = "a march" if marches else "a move: it never marches" if never else "a move that is no march"
        text = f"the move costs {move.cost:.2f} inches; {unit.name} has {limit:g} inches for {what}"
        yield Fault("MOV-07" if marches or not never else "MOV-01", text, (move.pose.x, move.pose.y))
    elif move.marches and not all(marching(book, state, unit, step.manoeuvre) for step in move.steps):
        why = f"{move.cost:.2f} inches, more than M {move.movement:g}" if move.march is None else "as it was declared"
        yield Fault("MOV-07", f"a march ({why}) goes forward and wheels, nothing else", (move.pose.x, move.pose.y))


def _stuck_faults(state: State, unit: Unit, move: CheckedMove) -> Iterator[Fault]:
    """A war machine that was deployed in terrain which is closed to it only pivots (CHAR-04)."""
    if unit.type.troop_type.id != "war-machine" or all(on_the_spot(step.manoeuvre) for step in move.steps):
        return
    for piece in state.terrain:
        if closed_to(unit, piece) and stands_in(ground_of(unit), piece):
            yield Fault("CHAR-04", f"{unit.name} stands in {piece.name or piece.kind}: there it only pivots")


def marching(book: Rulebook, state: State, unit: Unit, manoeuvre: Manoeuvre) -> bool:
    """Whether this may be part of a march of the unit (MOV-07, MOV-08, SPC-06)."""
    if isinstance(manoeuvre, Advance | Wheel):
        return True
    if is_lone(unit) and isinstance(manoeuvre, Pivot | About | Turn):
        return True
    return on_the_spot(manoeuvre) and reforms_freely(book, state, unit)


def on_the_spot(manoeuvre: Manoeuvre) -> bool:
    """It turns or re-forms the unit where it stands."""
    return isinstance(manoeuvre, Reform | About | Turn | Pivot)


def free_turn(unit: Unit, manoeuvre: Manoeuvre) -> bool:
    """A turn on the spot that costs nothing and re-forms nobody: a pivot, and any turn of a lone model (MOV-08)."""
    return isinstance(manoeuvre, Pivot) or (is_lone(unit) and isinstance(manoeuvre, About | Turn))


def may_swiftly_reform(unit: Unit) -> bool:
    """It has a musician (MOV-05)."""
    return "musician" in unit.muster.command


def _direction_faults(move: CheckedMove) -> Iterator[Fault]:
    """One direction for a whole move (MOV-01, MOV-06)."""
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


def _turn_faults(unit: Unit, move: CheckedMove, *, free: bool) -> Iterator[Fault]:
    """Who may turn on the spot, and when (MOV-04, MOV-05, MOV-08, SPC-05, SPC-06)."""
    if is_lone(unit) or not move.steps:
        return
    turns = [number for number, step in enumerate(move.steps) if on_the_spot(step.manoeuvre)]
    if not turns or (len(move.steps) == 1 and not isinstance(move.steps[0].manoeuvre, Pivot)):
        return
    if free:
        if any(number not in (0, len(move.steps) - 1) for number in turns):
            yield Fault("SPC-06", f"{unit.name} may reform before the move and after it, not in between")
        return
    swift = may_swiftly_reform(unit) and isinstance(move.steps[0].manoeuvre, Pivot) and turns == [0]
    if swift and not move.marches:
        return
    if swift:
        yield Fault("MOV-05", "after a swift reform a unit may not march")
    elif any(isinstance(move.steps[number].manoeuvre, Pivot) for number in turns):
        text = f"{unit.name} may not pivot: lone models may, and a unit with a musician once before it moves"
        yield Fault("MOV-05", text)
    else:
        yield Fault("MOV-04", "a reform (an about-face and a turn are reforms) is the whole move of a unit")


def _reform_faults(state: State, unit: Unit, move: CheckedMove, *, free: bool) -> Iterator[Fault]:
    """The formation after a reform, and how far its models have gone (FORM-03, MOV-02, SPC-06)."""
    turns = [number for number, step in enumerate(move.steps) if on_the_spot(step.manoeuvre)]
    if not turns or is_lone(unit):
        return
    at = (move.pose.x, move.pose.y)
    yield from rank_faults(state, unit, move.formation, at)
    if move.movement is None:
        return
    places = [(step.pose, step.formation) for step in move.steps] + [(move.pose, move.formation)]
    for number in turns:
        yield from _too_far("MOV-02", places[number], places[number + 1], move.movement, at)
    if free and len(move.steps) > 1:
        yield from _too_far("SPC-06", places[0], places[-1], move.movement, at)


def rank_faults(state: State, unit: Unit, formation: Formation, at: tuple[float, float]) -> Iterator[Fault]:
    """A unit never has more ranks than files (FORM-03)."""
    if not isinstance(formation, Ranked):
        return
    ranks = formation.complete_ranks(unit.type.troop_type.files_for_rank)
    if state.readings.rank_limit == "all-ranks":
        ranks = formation.ranks
    if ranks > formation.files:
        yield Fault("FORM-03", f"{formation.files} files and {ranks} ranks: a unit never has more ranks than files", at)


def _too_far(
    rule: str, start: tuple[Pose, Formation], end: tuple[Pose, Formation], movement: float, at: tuple[float, float]
) -> Iterator[Fault]:
    farthest = float(displacements(bases(*start), bases(*end)).max(initial=0.0))
    if farthest > 2 * movement + SLACK:
        yield Fault(rule, f"a model would move {farthest:.1f} inches, more than twice M {movement:g}", at)
