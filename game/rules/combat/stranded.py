"""Units whose contact the fallen have broken are brought together again (CC-17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.ground import ground_of
from game.battle.state import Engagement, State
from game.battle.words import says
from game.rules.special_rule import Play
from game.rules.terrain import terrain_gap
from game.rules.way import closed_terrain
from game.table.bases import ground
from game.table.contact import in_contact, overlapping
from game.table.distance import closest_points, on_table
from game.table.pose import Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitNudged(Event):
    """A unit has closed up to an enemy from whom the fallen had parted it.

    Attributes:
        unit: Its id.
        enemy: Id of the enemy.
        before: Where it stood.
        pose: Where it stands now, as it faced.
    """

    unit: str
    enemy: str
    before: Pose
    pose: Pose

    def apply(self, state: State) -> State:
        """Set it down there."""
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose))

    def sentence(self, state: State) -> str:
        """Say to whom."""
        return f"{says(state.unit(self.unit), 'close up', 'closes up')} to {state.unit(self.enemy).name}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.enemy)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactLost(Event):
    """Two units do not reach each other any more, and neither can close up: they fight each other no longer."""

    unit: str
    enemy: str

    def apply(self, state: State) -> State:
        """They are not in combat with each other."""
        pair = (self.unit, self.enemy)
        left = tuple(one for one in state.engagements if (one.a, one.b) != pair)
        return replace(state, engagements=left)

    def sentence(self, state: State) -> str:
        """Say so."""
        return f"{state.unit(self.unit).name} and {state.unit(self.enemy).name} have lost touch with each other"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.enemy)


def apart(state: State) -> tuple[Engagement, ...]:
    """The engagements whose units do not touch; garrisons fight through their walls."""
    return tuple(pair for pair in state.engagements if not _touch(state, pair))


def _touch(state: State, pair: Engagement) -> bool:
    a, b = state.unit(pair.a), state.unit(pair.b)
    return bool(a.garrison or b.garrison) or in_contact(ground_of(a), ground_of(b))


def close_up(battle: Play, members: Sequence[str], winner: str | None = None, *, parts: bool = True) -> None:
    """Bring those together again who fight each other: the winner moves, or if he cannot the loser (CC-17).

    Args:
        battle: The battle.
        members: Ids of the units that fight.
        winner: Id of the side that has won the round; None: the side whose turn it is moves first.
        parts: Those who cannot be brought together fight each other no longer; while blows still fall they do.
    """
    first = winner or battle.state.clock.side
    for pair in apart(battle.state):
        if pair.a not in members or _touch(battle.state, pair):  # closing up to another may have joined these too
            continue
        ours = battle.state.unit(pair.a).side == first
        movers = ((pair.a, pair.b), (pair.b, pair.a)) if ours else ((pair.b, pair.a), (pair.a, pair.b))
        for unit, enemy in movers:
            pose = _closed_up(battle.state, unit, enemy)
            if pose is not None:
                before = battle.state.unit(unit).pose
                battle.record(UnitNudged(unit=unit, enemy=enemy, before=before, pose=pose, rule="CC-17"))
                break
        if parts and not _touch(battle.state, pair):
            battle.record(ContactLost(unit=pair.a, enemy=pair.b, rule="CC-17"))


def _closed_up(state: State, unit: str, enemy: str) -> Pose | None:
    """Where a unit touches an enemy again by the shortest way; None: somebody or something is in its way there."""
    who = state.unit(unit)
    (x, y), (to_x, to_y) = closest_points(ground_of(who), ground_of(state.unit(enemy)))
    pose = replace(who.pose, x=who.pose.x + to_x - x, y=who.pose.y + to_y - y).rounded()
    shapes = ground(pose, who.formation)
    if not on_table(shapes, state.width, state.depth):
        return None
    if any(overlapping(shapes, ground_of(other)) for other in state.standing() if other.id != unit):
        return None
    if any(terrain_gap(shapes, piece) < 0 for piece in closed_terrain(state, who)):
        return None
    foes = (state.unit(foe) for foe in state.enemies_in_combat(unit))
    kept = all(
        in_contact(shapes, ground_of(foe))
        for foe in foes
        if foe.id == enemy or in_contact(ground_of(who), ground_of(foe))
    )
    return pose if kept else None


EVENTS: tuple[type[Event], ...] = (UnitNudged, ContactLost)
