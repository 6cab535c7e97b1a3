"""Characters in the ranks: the places they take in the front rank, and keep there (CHAR-02, MOV-04)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.ground import bases_of, closed_up
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.unit import Unit
from game.table.formation import Base, Formation, Loose, Ranked, skirmish
from game.table.pose import Pose

Places = tuple[tuple[str, int], ...]
"""Ids of characters and the places that they take."""


def base_of_models(formation: Formation) -> Base:
    """The base on which ordinary models stand."""
    return formation.bases[-1] if isinstance(formation, Loose) else formation.base


def front_places(formation: Formation) -> tuple[int, ...]:
    """Places of the front rank in the order in which characters take them, from the middle outwards."""
    if isinstance(formation, Loose):
        files = sum(1 for ahead, _ in formation.offsets if ahead == formation.offsets[0][0])
    else:
        files = formation.files if isinstance(formation, Ranked) else 1
    wide = min(files, formation.models)
    return tuple(sorted(range(wide), key=lambda place: (abs(place - (wide - 1) / 2), place)))


def place_for(state: State, host: Unit) -> int | None:
    """The place in the front rank that a joining character takes; None: it is full of characters (CHAR-02)."""
    taken = [guest.place for guest in state.guests(host.id)]
    return next((place for place in front_places(host.formation) if place not in taken), None)


def with_character(host: Unit, guest: Unit, place: int) -> Formation:
    """The ranks of the host after a character has taken this place: the models there step back (CHAR-02)."""
    ranks = host.formation
    base = base_of_models(guest.formation)
    if isinstance(ranks, Loose):
        files = len(front_places(ranks))
        grid = skirmish(base_of_models(ranks), ranks.models + 1, files)
        bases = dict(enumerate((*ranks.bases, base_of_models(ranks)))) | {place: base}
        return Loose(tuple(bases[number] for number in range(grid.models)), grid.offsets)
    if not isinstance(ranks, Ranked):
        raise TypeError(f"{host.name} has no ranks that a character could join")
    others = ranks.others if base == ranks.base else tuple(sorted((*ranks.others, (place, base)), key=lambda o: o[0]))
    return replace(ranks, models=ranks.models + 1, others=others)


def left_by(unit: str) -> Mark:
    """What a unit remembers that this character has left: nobody else leaves it in this turn (CHAR-03)."""
    return Mark("character", "left", unit, "player-turn")


def own_place(host: Unit, guest: Unit) -> Pose:
    """Where a character stands in the ranks: the pose he has when he steps out of them."""
    ranks = bases_of(host)
    x, y = ranks.centre[guest.place].tolist()
    return Pose(x, y, host.pose.facing).shifted(float(ranks.half[guest.place, 0]), 0.0).rounded()


def stepped_out(state: State, unit: str) -> State:
    """The state in which a character stands by himself on the spot that he had in the ranks, which have closed."""
    him = state.unit(unit)
    host = state.unit(him.host)
    formation, places = closed_up(state, host, him.place)
    state = state.with_unit(replace(host, formation=formation))
    for other, place in places:
        state = state.with_unit(replace(state.unit(other), place=place))
    return state.with_unit(replace(him, host="", place=0, pose=own_place(host, him)))


def in_front(state: State, host: Unit, formation: Formation) -> tuple[Formation, Places]:
    """A new formation of the host with its characters in the front rank again, and who of them must move (MOV-04).

    Where the front rank is too narrow for all of them, the last ones stand behind.
    """
    guests = () if host.host else state.guests(host.id)
    if not isinstance(formation, Ranked) or all(guest.place < formation.files for guest in guests):
        return formation, ()
    taken = {guest.place for guest in guests if guest.place < formation.files}
    order = [*front_places(formation), *range(formation.files, formation.models)]
    places: dict[int, int] = {}
    moved: list[tuple[str, int]] = []
    for guest in guests:
        if guest.place < formation.files:
            continue
        place = next(one for one in order if one not in taken)
        taken.add(place)
        places[guest.place] = place
        if place != guest.place:
            moved.append((guest.id, place))
    others = tuple(sorted(((places.get(place, place), base) for place, base in formation.others), key=lambda o: o[0]))
    return replace(formation, others=others), tuple(moved)
