"""Who is taken off the table at the end of a step (DMG-16)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.events import CasualtiesRemoved
from game.battle.ground import bases_of, closed_up, own_models, wounds_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import Play
from game.table.formation import Formation, Loose, Ranked
from game.table.pose import Pose


def remove_casualties(battle: Play, rule: str = "DMG-16") -> tuple[str, ...]:
    """Take off the table everybody who has lost all Wounds: the one event at the end of a step.

    Returns:
        Ids of the units that were destroyed by it.
    """
    destroyed = []
    for unit in battle.state.units:
        each = wounds_of(unit)
        if not unit.on_table or unit.wounds < each:
            continue
        removed = min(unit.wounds // each, own_models(battle.state, unit))
        battle.record(_removal(battle.state, unit, removed, unit.wounds - removed * each, rule))
        if not battle.state.unit(unit.id).on_table:
            destroyed.append(unit.id)
    return tuple(destroyed)


def _removal(state: State, unit: Unit, removed: int, wounds: int, rule: str) -> CasualtiesRemoved:
    gone = removed >= own_models(state, unit)
    guests = () if unit.host else state.guests(unit.id)
    formation: Formation = unit.formation
    places: tuple[tuple[str, int], ...] = ()
    freed: tuple[tuple[str, Pose], ...] = ()
    ranks: Formation | None = None
    if gone and unit.host:
        ranks, places = closed_up(state, state.unit(unit.host), unit.place)
    elif gone:
        freed = tuple((guest.id, _own_pose(unit, guest)) for guest in guests)
    else:
        formation, places = shrunk(unit, removed, guests)
    return CasualtiesRemoved(
        unit=unit.id,
        removed=removed,
        wounds=0 if gone else wounds,
        formation=formation,
        pose=unit.pose,
        destroyed=gone,
        places=places,
        freed=freed,
        host=unit.host if gone else "",
        host_formation=ranks,
        rule=rule,
    )


def _own_pose(host: Unit, guest: Unit) -> Pose:
    """The pose of a joined character if he stays where he stands and his host is gone."""
    ranks = bases_of(host)
    centre = ranks.centre[guest.place]
    at = Pose(float(centre[0]), float(centre[1]), host.pose.facing)
    return at.shifted(float(ranks.half[guest.place, 0]), 0.0).rounded()


def shrunk(unit: Unit, removed: int, guests: tuple[Unit, ...]) -> tuple[Formation, tuple[tuple[str, int], ...]]:
    """The formation without so many models of its rear, and the new places of joined characters (DMG-16).

    A single rank loses its models evenly from both ends: its front edge stays centred.
    """
    formation = unit.formation
    left = formation.models - removed
    if isinstance(formation, Loose):
        return Loose(formation.bases[:left], formation.offsets[:left]), ()
    if not isinstance(formation, Ranked):
        return formation, ()
    taken = {guest.place for guest in guests if guest.place < left}
    moved: dict[int, int] = {}
    for guest in sorted(guests, key=lambda guest: guest.place):
        if guest.place >= left:
            place = next(place for place in range(left - 1, -1, -1) if place not in taken)
            taken.add(place)
            moved[guest.place] = place
    kept = ((moved.get(model, model), base) for model, base in formation.others)
    others = tuple(sorted(((model, base) for model, base in kept if model < left), key=lambda pair: pair[0]))
    places = tuple((guest.id, moved[guest.place]) for guest in guests if guest.place in moved)
    return replace(formation, models=left, files=min(formation.files, left), others=others), places
