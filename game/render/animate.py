"""How an event is drawn at t in 0..1: moves along their rigid motion, a Giant's topple, casualties that fade."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.events import CasualtiesRemoved, GiantFell, GiantStoodUp, WoundsSuffered
from game.battle.ground import base_of
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import Casualties, DiceShown, Faded, Overlay, Shadow, Struck, Template
from game.render.scene import Moment
from game.render.tween import between, eased
from game.render.ways import Way, way_of

SHORTEST_MOVE, LONGEST_MOVE, LONGEST_WAY = 0.15, 0.35, 0.9
"""Seconds: of a leg of a way, and of a whole way of several legs at most."""
TOPPLE = 0.9
REMOVAL = 0.35
DICE = 0.45
STILL = 0.0


@dataclass(frozen=True, slots=True)
class Act:
    """Events that are drawn as one: a state before, what happened, a state after.

    Attributes:
        before: State before the first event.
        events: One event, or a fall with the wounds and casualties that follow it.
        after: State after the last one.
    """

    before: State
    events: tuple[Event, ...]
    after: State

    @property
    def seconds(self) -> float:
        """How long it takes at normal speed; 0: there is nothing to be seen."""
        first = self.events[0]
        if isinstance(first, GiantFell):
            return TOPPLE
        if isinstance(first, GiantStoodUp | CasualtiesRemoved):
            return REMOVAL
        lasting = [self._lasting(*pair) for pair in self.changed]
        if lasting:
            return max(lasting)
        return DICE if any(throw.faces for event in self.events for throw in event.dice) else STILL

    @property
    def moves(self) -> bool:
        """Something on the table is seen to move, fall, come or go."""
        return isinstance(self.events[0], GiantFell | GiantStoodUp | CasualtiesRemoved) or bool(self.changed)

    @property
    def changed(self) -> tuple[tuple[Unit | None, Unit | None], ...]:
        """Units whose place or presence on the table differs, before (None: not there) and after."""
        pairs = ((_standing(self.before, id_), _standing(self.after, id_)) for id_ in self.moving)
        return tuple(
            (a, b)
            for a, b in pairs
            if (a is None) != (b is None) or (a and b and (a.pose, a.formation) != (b.pose, b.formation))
        )

    def way(self, before: Unit, after: Unit) -> Way:
        """How a unit goes: as the first event tells it that is about it alone, else straight."""
        event = next((one for one in self.events if getattr(one, "unit", "") == before.id), self.events[0])
        return way_of(event, before, after)

    def _lasting(self, before: Unit | None, after: Unit | None) -> float:
        """Seconds that a unit takes: each leg of its way some, all of them together not too many."""
        if before is None or after is None:
            return LONGEST_MOVE
        legs = self.way(before, after).legs
        return min(LONGEST_WAY, sum(min(LONGEST_MOVE, SHORTEST_MOVE + leg.effort * 0.02) for leg in legs))

    @property
    def moving(self) -> tuple[str, ...]:
        """Units that change while it is drawn: those that a stage keeps out of its layer."""
        ids = [id_ for event in self.events for id_ in event.units()]
        return tuple(dict.fromkeys(ids))

    def moment(self, t: float) -> Moment:
        """What is to be seen at ``t`` in 0..1."""
        first = self.events[0]
        if t >= 1.0:
            return Moment(self.after)
        if isinstance(first, GiantFell):
            return _falling(self, first, t)
        if isinstance(first, GiantStoodUp):
            return _standing_up(self, first, t)
        if isinstance(first, CasualtiesRemoved):
            return _removal(self, first, t)
        return _moving(self, t)


def acts(state: State, events: Sequence[Event]) -> tuple[Act, ...]:
    """A list of events as acts, from the state before the first: a fall is one with what it does."""
    found: list[Act] = []
    i = 0
    while i < len(events):
        end = _last_of_fall(events, i) if isinstance(events[i], GiantFell) else i
        group, before = tuple(events[i : end + 1]), state
        for event in group:
            state = event.apply(state)
        found.append(Act(before, group, state))
        i = end + 1
    return tuple(found)


def _last_of_fall(events: Sequence[Event], fall: int) -> int:
    """Index of the last event that belongs to a fall: wounds and casualties that follow it at once."""
    last = fall
    while last + 1 < len(events) and isinstance(events[last + 1], WoundsSuffered | CasualtiesRemoved):
        last += 1
    return last


def _standing(state: State, id: str) -> Unit | None:  # noqa: A002 - the file's own word
    return next((unit for unit in state.standing() if unit.id == id), None)


def _moving(act: Act, t: float) -> Moment:
    """Units on their way; those that come or go fade. Whatever event did it, with its dice."""
    state, faded = act.after, []
    for before, after in act.changed:
        if after is None and before is not None:
            state = act.before if len(act.changed) == 1 else state
            faded.append((before.id, 1.0 - eased(t)))
        elif before is None and after is not None:
            faded.append((after.id, eased(t)))
        elif before is not None and after is not None:
            pose = act.way(before, after).at(t)
            formation = before.formation if t < 0.5 else after.formation
            state = state.with_unit(replace(after, pose=pose, formation=formation))
    return Moment(state, (*((Faded(tuple(faded)),) if faded else ()), *_dice(act)))


def _falling(act: Act, fall: GiantFell, t: float) -> Moment:
    """Shadow first, then the template, then casualties fade."""
    unit = act.before.unit(fall.unit)
    base = base_of(act.before, unit)
    x, y = float(base.centre[0, 0]), float(base.centre[0, 1])
    way = math.hypot(fall.centre[0] - x, fall.centre[1] - y) + fall.radius
    lean, struck, gone = between(t, 0.0, 0.4), between(t, 0.36, 0.52), between(t, 0.62, 1.0)
    overlays: list[Overlay] = []
    if lean > 0:
        width = float(base.half[0].min()) * 2 + (2 * fall.radius - float(base.half[0].min()) * 2) * lean
        overlays.append(Shadow(x, y, fall.angle, way * lean, width * (0.45 + 0.55 * lean), 1.0 - 0.8 * gone))
    if struck > 0:
        total = sum(len(models) for _, models in fall.covered)
        words = f"{fall.angle:.1f}° · {total} model{'' if total == 1 else 's'}"
        strength = struck * (1.0 - gone * 0.9)
        radius = fall.radius * (1.25 - 0.25 * struck)
        overlays.append(Template(*fall.centre, radius, words if struck >= 1 else "", (x, y), strength))
        slain, spared = _fates(act, fall)
        overlays += [Struck(spared, struck * (1.0 - gone)), Casualties(slain, gone)]
    overlays.extend(_dice(act) if t < 0.36 else ())
    state = act.before if struck < 0.5 else fall.apply(act.before)
    return Moment(state, tuple(overlays))


Places = tuple[tuple[str, tuple[int, ...]], ...]


def _fates(act: Act, fall: GiantFell) -> tuple[Places, Places]:
    """Of the models under the template as many as their unit loses in this act, and the others."""
    lost: dict[str, int] = {}
    for event in act.events:
        if isinstance(event, CasualtiesRemoved):
            lost[event.unit] = lost.get(event.unit, 0) + event.removed
    slain = tuple((id_, models[: lost.get(id_, 0)]) for id_, models in fall.covered)
    spared = tuple((id_, models[lost.get(id_, 0) :]) for id_, models in fall.covered)
    return slain, spared


def _standing_up(act: Act, event: GiantStoodUp, t: float) -> Moment:
    """The one who lies fades into the one who stands."""
    state = act.before if t < 0.5 else act.after
    strength = 1.0 - eased(2 * t) * 0.6 if t < 0.5 else 0.4 + 0.6 * eased(2 * t - 1)
    return Moment(state, (Faded(((event.unit, strength),)), *_dice(act)))


def _removal(act: Act, event: CasualtiesRemoved, t: float) -> Moment:
    """Those who leave are crossed out and fade; then the ranks close."""
    unit = act.before.unit(event.unit)
    if event.destroyed:
        faded = Faded(((event.unit, 1.0 - eased(t)),))
        everyone = tuple(range(unit.formation.models))
        return Moment(act.before, (faded, Casualties(((event.unit, everyone),), eased(t))))
    models = unit.formation.models
    last = tuple(range(max(models - event.removed, 0), models))
    if t < 0.75:
        return Moment(act.before, (Casualties(((event.unit, last),), between(t, 0.1, 0.75)),))
    return Moment(act.after)


def _dice(act: Act) -> tuple[Overlay, ...]:
    """The dice of an act's first event that has any, above the unit it happened to."""
    for event in act.events:
        spot = _spot(act.before, event)
        if spot is None:
            continue
        for throw in event.dice:
            if not throw.faces:
                continue
            if "scatter" in throw.name or any(face != int(face) for face in throw.faces):
                return (DiceShown(*spot, angle=float(throw.faces[-1]), label=throw.name),)
            words = f"{throw.name} {throw.needed}".strip()
            return (DiceShown(*spot, tuple(int(face) for face in throw.faces), label=words),)
    return ()


def _spot(state: State, event: Event) -> tuple[float, float] | None:
    """A table point two inches above the unit that an event happened to."""
    for id_ in event.units():
        unit = next((unit for unit in state.units if unit.id == id_ and unit.on_table), None)
        if unit is not None:
            base = base_of(state, unit)
            return float(base.centre[:, 0].mean()), float((base.centre[:, 1] + base.half.max(axis=1)).max()) + 1.2
    return None


def frames(act: Act, fps: int) -> Iterator[Moment]:
    """The moments of an act at so many frames a second, its end included; one where nothing moves."""
    count = max(1, round(act.seconds * fps))
    for i in range(1, count + 1):
        yield act.moment(i / count)
