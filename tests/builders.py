"""Small battles for tests, in the words of the game."""

from __future__ import annotations

from dataclasses import replace

from game.battle.readings import Readings
from game.battle.state import Side, State
from game.battle.terrain import Terrain
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.engine.session import Session
from game.engine.tape import ScriptedDice
from game.rules.bundled import BOOK
from game.rules.free_play import free_play
from game.table.formation import Ranked, Single
from game.table.pose import Pose

RED, BLUE = Side("red", "Red", "#d55e00"), Side("blue", "Blue", "#0072b2")


def unit(
    id: str,
    type: str,
    at: tuple[float, float],
    facing: float = 90.0,
    models: int = 1,
    files: int = 5,
    side: str = "red",
    **state,
) -> Unit:
    """A unit of the catalogue with its standard equipment; ``muster`` fields may be given as ``command`` and so on."""
    kind = bundled_catalogue()[type]
    static = {key: state.pop(key) for key in ("command", "equipment", "general", "battle_standard") if key in state}
    formation = (
        Single(kind.base) if models == 1 and kind.single_model else Ranked(kind.base, models, min(files, models))
    )
    muster = Muster(id, side, id.replace("-", " ").title(), kind, models, **{"equipment": kind.equipment, **static})
    return Unit(muster, Pose(*at, facing), formation, **state)


def joined(host: Unit, guest: Unit, place: int) -> tuple[Unit, Unit]:
    """The host with a place more in its ranks, and the character who takes it."""
    ranks = replace(host.formation, models=host.formation.models + 1)
    return replace(host, formation=ranks), replace(guest, host=host.id, place=place)


def battle(*units: Unit, terrain: tuple[Terrain, ...] = (), **readings) -> State:
    """These units on a table of 72 by 48 inches."""
    return State(72, 48, (RED, BLUE), units, terrain=terrain, readings=Readings(**readings))


def played(state: State, dice: dict | None = None, seed: int = 1) -> Session:
    """A session of free play; with ``dice``, every roll must be scripted."""
    return Session(state, BOOK, free_play, seed, dice=ScriptedDice(dice) if dice is not None else None)


def kinds(session: Session) -> list[str]:
    """The kinds of all events so far."""
    return [entry.event.kind for entry in session.log]


def events(session: Session, kind: str) -> list:
    """The events of one kind so far."""
    return [entry.event for entry in session.log if entry.event.kind == kind]
