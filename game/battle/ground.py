"""Where the models of a battle stand: the table's geometry asked by unit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.state import State
from game.battle.unit import Unit
from game.table.bases import bases, ground
from game.table.formation import Bases, Formation, Loose, Single, make_bases


@dataclass(frozen=True, slots=True)
class ModelOwner:
    """Whose model stands in a place of a formation: the unit itself or a character who joined it."""

    unit: str
    model: int


def bases_of(unit: Unit) -> Bases:
    """Every base in the unit's formation, those of joined characters included."""
    return bases(unit.pose, unit.formation)


def ground_of(unit: Unit) -> Bases:
    """The ground the unit covers as few shapes."""
    return ground(unit.pose, unit.formation)


def base_of(state: State, unit: Unit) -> Bases:
    """The bases of this unit alone: of a joined character his own base in the ranks of his host."""
    if not unit.host:
        return bases_of(unit)
    ranks = bases_of(state.unit(unit.host))
    place = slice(unit.place, unit.place + 1)
    return make_bases(ranks.centre[place].copy(), ranks.half[place].copy(), ranks.round[place].copy(), ranks.facing)


def owners(state: State, unit: Unit) -> tuple[ModelOwner, ...]:
    """For each place of the unit's formation whose model it is; a unit's models keep their place numbers."""
    places = {guest.place: guest.id for guest in state.guests(unit.id)}
    return tuple(
        ModelOwner(places[i], 0) if i in places else ModelOwner(unit.id, i) for i in range(unit.formation.models)
    )


def own_models(state: State, unit: Unit) -> int:
    """How many models the unit itself has on the table, joined characters not counted; of a war machine its crew."""
    if not unit.on_table:
        return 0
    if unit.type.troop_type.id == "war-machine" and isinstance(unit.formation, Loose):
        return unit.formation.models - 1  # the first base is the machine's own
    return unit.formation.models - (0 if unit.host else len(state.guests(unit.id)))


def wounds_of(unit: Unit) -> int:
    """Wounds of one model; of a war machine those of a crewman (DMG-18: the best of rider and mount)."""
    if unit.type.troop_type.id == "war-machine" and unit.type.crew_parts:
        return unit.type.crew_parts[0].profile.wounds or 1
    return max(profile.wounds for profile in unit.type.profiles)


def closed_up(state: State, host: Unit, place: int) -> tuple[Formation, tuple[tuple[str, int], ...]]:
    """A unit's formation after the character at this place has left it, and whom of the others that moves to where.

    The model of the last place steps into the gap.
    """
    ranks = host.formation
    if isinstance(ranks, Single) or ranks.models == 1:
        return ranks, ()
    last = ranks.models - 1
    moved = tuple((guest.id, place) for guest in state.guests(host.id) if place != guest.place == last)
    if isinstance(ranks, Loose):
        bases = (*ranks.bases[:place], ranks.bases[last], *ranks.bases[place + 1 : last])
        return Loose(bases[:last], ranks.offsets[:last]), moved
    others = ((place if model == last else model, base) for model, base in ranks.others if model != place)
    closed = replace(ranks, models=last, files=min(ranks.files, last), others=tuple(sorted(others, key=lambda o: o[0])))
    return closed, moved
