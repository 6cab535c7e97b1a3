"""From merged tables to the first state of a battle."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from game.battle.phases import PHASES
from game.battle.readings import SWITCHES, Readings
from game.battle.state import MOST_MODELS, Clock, Side, State
from game.battle.terrain import Terrain, usual_sight
from game.battle.unit import Unit
from game.catalogue import Catalogue
from game.catalogue.echo import shortened, shown
from game.catalogue.faults import F
from game.catalogue.names import did_you_mean
from game.scenario.combats import engagements
from game.scenario.document import Document, Findings, Place
from game.scenario.fields import FIRST, MOST_ENTRIES
from game.scenario.formations import front_places, with_guests
from game.scenario.merge import NAMED, Entry, Merged, warn_of_cases
from game.scenario.muster import Recruit, recruit
from game.scenario.schema import SideForm, StartForm, TableForm, TerrainForm
from game.table.formation import Base, Formation, Single, layout
from game.table.pose import Pose, rounded

COLOURS = ("#d55e00", "#0072b2")
"""Colours of the two sides where a scenario names none; told apart by all eyes."""


class Resolver:
    """Makes the parts of a state out of merged tables and notes every fault on the way."""

    def __init__(self, merged: Merged, document: Document, catalogue: Catalogue, findings: Findings) -> None:
        self.merged = merged
        self.document = document
        self.catalogue = catalogue
        self.findings = findings
        self.fragment = "table" not in merged.top and "table" not in document.tables
        self.places: dict[str, Entry] = {}

    def state(self) -> State:
        """The state; where there are faults, of what could be read."""
        top = self.merged.top
        for kind in NAMED:
            warn_of_cases(self.merged.entries(kind)[:MOST_ENTRIES], self.findings)
        sides = self._sides()
        terrain = self._terrain()
        units = self._units(tuple(side.id for side in sides), tuple(piece.id for piece in terrain))
        table = self._top(TableForm, "table", {"width": 72.0, "depth": 48.0}) or TableForm(width=72.0, depth=48.0)
        clock, first = self._clock(sides)
        notes = {**top.get("notes", {}), **({FIRST: first} if first else {})}
        state = State(
            width=float(table.width),
            depth=float(table.depth),
            sides=sides,
            units=units,
            terrain=terrain,
            readings=self._readings(),
            turns=int(top.get("turns", 6)),
            clock=clock,
            notes=tuple(sorted(notes.items(), key=lambda note: note[0])),
            name=str(top.get("name", "")),
        )
        models = sum(unit.formation.models for unit in units)
        if models > MOST_MODELS:
            place = self.merged.entries("unit")[0].at("models")
            self.findings.error(place, f"found {models} models on the table; at most {MOST_MODELS} are allowed")
            return replace(state, units=())
        return replace(state, engagements=engagements(state, self.places, self.merged.broken, self.findings))

    def _top(self, form: type[F], key: str, usual: dict[str, Any]) -> F | None:
        """A table of the head as the files together say it."""

        def place(name: str) -> Place:
            return self.merged.place(f"{key}.{name}", self.document)

        return self.findings.form(form, self.merged.top.get(key, usual), place)

    def _sides(self) -> tuple[Side, ...]:
        sides = []
        for number, entry in enumerate(self.merged.entries("side")):
            form = self.findings.form(SideForm, entry.values, entry.at)
            if form is not None:
                colour = form.colour or COLOURS[number % 2]
                sides.append(Side(form.id, form.name or form.id, colour, form.player))
        if len(sides) > 2:
            text = f"found {len(sides)} sides: a battle has two"
            self.findings.error(self.merged.entries("side")[2].at(), text)
        if not sides and not self.fragment and not self.document.tables.get("side"):
            self.findings.error(
                self.merged.place("side", self.document), "there is no [[side]]: a battle has two sides"
            )
        if len(sides) == 1 and not self.fragment:
            other = "other-side" if sides[0].id != "other-side" else "foes"
            free = next(colour for colour in COLOURS[::-1] if colour != sides[0].colour)
            sides.append(Side(other, "The other side", free))
        return tuple(sides)

    def _not_too_many(self, kind: str) -> list[Entry]:
        entries = self.merged.entries(kind)
        if len(entries) > MOST_ENTRIES:
            text = f"found {len(entries)} [[{kind}]] tables; at most {MOST_ENTRIES} are allowed"
            self.findings.error(entries[MOST_ENTRIES].at(), text)
        return entries[:MOST_ENTRIES]

    def _terrain(self) -> tuple[Terrain, ...]:
        pieces: list[Terrain] = []
        taken = {entry.id for entry in self.merged.entries("terrain") if entry.id}
        for number, entry in enumerate(self._not_too_many("terrain"), 1):
            form = self.findings.form(TerrainForm, entry.values, entry.at)
            if form is None:
                continue
            missing = [key for key in ("kind", "outline") if getattr(form, key) is None]
            for key in missing:
                self.findings.error(entry.at(key), f"the key '{key}' is missing")
            if form.kind is None or form.outline is None:
                continue
            usual = usual_sight(form.kind, form.floors, form.levels)
            name = form.id or next(free for n in count(number) if (free := f"{form.kind}-{n}") not in taken)
            taken.add(name)
            outline = tuple((rounded(x), rounded(y)) for x, y in form.outline)
            sight = usual if form.sight is None else form.sight
            pieces.append(Terrain(name, form.kind, outline, sight, form.name or "", form.floors))
            self.places[f"terrain {name}"] = entry
        return tuple(pieces)

    def _units(self, sides: tuple[str, ...], terrain: tuple[str, ...]) -> tuple[Unit, ...]:
        known = None if self.fragment else sides
        recruits: dict[str, Recruit] = {}
        for entry in self._not_too_many("unit"):
            self.places[entry.id] = entry
            if one := recruit(entry, self.catalogue, known, self.findings, self.merged.broken):
                recruits[entry.id] = one
        ids = [entry.id for entry in self.merged.entries("unit")] + self.merged.broken
        guests: dict[str, list[Recruit]] = {}
        for one in recruits.values():
            self._check_names(one, ids, terrain)
            if (
                one.form.joins in recruits
                and one.form.joins != one.form.id
                and self._may_join(one, recruits[one.form.joins])
            ):
                guests.setdefault(one.form.joins, []).append(one)
        return tuple(self._assembled(recruits, guests))

    def _check_names(self, one: Recruit, ids: list[str], terrain: tuple[str, ...]) -> None:
        form, entry = one.form, one.entry
        for key, name in (("charged", form.charged), ("joins", form.joins)):
            if name is not None and (name not in ids or name == form.id):
                others = [each for each in ids if each != form.id]
                self.findings.error(entry.at(key), f"there is no other unit '{name}'{did_you_mean(name, others)}")
        if form.garrison is not None and form.garrison not in terrain:
            near = did_you_mean(form.garrison, terrain)
            self.findings.error(entry.at("garrison"), f"there is no terrain '{form.garrison}'{near}")

    def _may_join(self, guest: Recruit, host: Recruit) -> bool:
        errors = len(self.findings.errors)
        place = guest.entry.at("joins")
        if not guest.muster.type.character:
            self.findings.error(place, f"'{guest.muster.type.id}' is no character: only characters join units")
        if guest.muster.side != host.muster.side:
            self.findings.error(place, f"'{host.muster.id}' is of another side")
        if guest.form.fate == "on-table" != host.form.fate:
            self.findings.error(place, f"'{host.muster.id}' does not stand on the table (fate = \"{host.form.fate}\")")
        if host.form.joins is not None or host.muster.type.single_model:
            self.findings.error(place, f"'{host.muster.id}' is no unit that a character can join")
        return len(self.findings.errors) == errors

    def _assembled(self, recruits: dict[str, Recruit], guests: dict[str, list[Recruit]]) -> list[Unit]:
        units: dict[str, Unit] = {}
        for host in recruits.values():
            joined = guests.get(host.muster.id, [])
            present = [guest for guest in joined if guest.form.fate == "on-table"]
            host.check_places(len(present), self.findings)
            formation = host.formation(len(present))
            pose = self._pose(host)
            places = self._guest_places(present, formation)
            formation = with_guests(formation, tuple((place, guest.base) for guest, place in places))
            units[host.muster.id] = host.unit(formation, pose)
            for guest, place in [*places, *((one, one.form.place or 0) for one in joined if one not in present)]:
                own = self._pose(guest) if guest.form.at else _pose_in_ranks(formation, pose, place, guest.base)
                unit = guest.unit(Single(guest.base), own)
                units[f"guest {guest.muster.id}"] = replace(unit, host=host.muster.id, place=place)
        order = [one for name, one in recruits.items() if one.form.joins is None or f"guest {name}" in units]
        return [units.get(f"guest {one.muster.id}") or units[one.muster.id] for one in order]

    def _pose(self, one: Recruit) -> Pose:
        x, y = one.form.at or (0.0, 0.0)
        if one.form.at is None and one.form.garrison is not None:
            for entry in self.merged.entries("terrain"):
                corners = entry.values.get("outline", [])
                if entry.id == one.form.garrison and corners:
                    x, y = (sum(corner[i] for corner in corners) / len(corners) for i in (0, 1))
        return Pose(x, y, 90.0 if one.form.facing is None else one.form.facing).rounded()

    def _guest_places(self, joined: list[Recruit], formation: Formation) -> list[tuple[Recruit, int]]:
        """Each guest with a place of the front rank: his own, or the free one nearest to the middle."""
        free = list(front_places(formation))
        for guest in joined:
            wanted = guest.form.place
            if wanted is not None and wanted not in free:
                last = len(front_places(formation)) - 1
                text = f"place {wanted} is no free place of the front rank; its places are 0 to {last}"
                self.findings.error(guest.entry.at("place"), text)
            elif wanted is not None:
                free.remove(wanted)
        places = []
        for guest in joined:
            if guest.form.place is not None:
                places.append((guest, guest.form.place if guest.form.place < formation.models else 0))
            elif free:
                places.append((guest, free.pop(0)))
            else:
                self.findings.error(guest.entry.at("joins"), "the front rank of that unit is full of characters")
        return places

    def _clock(self, sides: tuple[Side, ...]) -> tuple[Clock, str]:
        top, ids = self.merged.top, [side.id for side in sides]
        first = str(top.get("first", ids[0] if ids else ""))
        start = self._top(StartForm, "start", {}) or StartForm()
        if first not in ids and not self.fragment and ids:
            self._no_side("first", first, ids)
        if start.side and start.side not in ids and not self.fragment and ids:
            self._no_side("start.side", start.side, ids)
        steps = [name for phase in PHASES if phase.id == start.phase for name, _ in phase.steps]
        if start.step and start.step not in steps:
            near = did_you_mean(start.step, steps) or f"; allowed: {', '.join(steps) or 'none'}"
            place = self.merged.place("start.step", self.document)
            self.findings.error(place, f"'{start.phase}' has no step '{start.step}'{near}")
        turns = int(top.get("turns", 6))
        if start.turn > turns:
            place = self.merged.place("start.turn", self.document)
            self.findings.error(place, f"found turn {start.turn}, but the battle lasts {turns} turns")
        if start.turn == 0:
            return Clock(), first
        return Clock(start.turn, start.side or first, start.phase, start.step), first

    def _no_side(self, key: str, found: str, ids: list[str]) -> None:
        near = did_you_mean(found, ids) or f"; the sides are {', '.join(ids)}"
        self.findings.error(self.merged.place(key, self.document), f"there is no side '{found}'{near}")

    def _readings(self) -> Readings:
        known = {switch.name: switch for switch in SWITCHES}
        taken: dict[str, Any] = {}
        for name, value in self.merged.top.get("rules", {}).items():
            place = self.merged.place(f"rules.{name}", self.document)
            switch = known.get(name)
            if switch is None:
                if not self.findings.full:
                    near = did_you_mean(name, known) or f"; the readings are {', '.join(known)}"
                    self.findings.error(place, f"there is no reading '{shortened(name)}'{near}")
                continue
            same = [one for one in switch.values if type(one) is type(value) and one == value]
            words = ", ".join(shown(one) for one in switch.values)
            if not same:
                near = did_you_mean(str(value), map(str, switch.values)) if isinstance(value, str) else ""
                self.findings.error(place, f"found {shown(value)}; allowed: {words}{near}")
            elif value not in switch.allowed:
                only = shown(switch.allowed[0])
                self.findings.error(place, f"found {shown(value)}, which is not played yet; allowed: {only}")
            else:
                taken[name] = value
        return Readings(**taken)


def _pose_in_ranks(formation: Formation, pose: Pose, place: int, base: Base) -> Pose:
    """Where a joined character stands: the centre of the front edge of his place."""
    forward, left = (float(value) for value in layout(formation).centre[min(place, formation.models - 1)])
    return pose.shifted(forward + base.depth / 2, left).rounded()


def example_parts(top: dict[str, Any]) -> tuple[str, str, str]:
    """The rule, the text and what unscripted rolls do, of a rule example; its keys have been read one by one."""
    return str(top.get("rule", "")), str(top.get("about", "")), str(top.get("unscripted", "fail"))
