"""From merged tables to the first state of a battle."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from game.battle.phases import PHASES
from game.battle.readings import SWITCHES, Readings
from game.battle.state import MOST_MODELS, Clock, Side, State
from game.battle.terrain import Kind, Terrain, usual_sight
from game.battle.unit import Unit
from game.catalogue import Catalogue
from game.catalogue.echo import shortened, shown
from game.catalogue.faults import F
from game.catalogue.names import did_you_mean
from game.catalogue.partial import covers, heads
from game.scenario.combats import engagements
from game.scenario.document import Document, Findings, Place
from game.scenario.fields import FIRST, MOST_ENTRIES
from game.scenario.formations import front_places, with_guests
from game.scenario.inspection import Inspection, names_of
from game.scenario.merge import NAMED, Entry, Merged, warn_of_cases
from game.scenario.muster import Listed, Recruit, Register, enlist
from game.scenario.references import check_references, fighters, hosts_in_doubt
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
        known = "table" in merged.top or "table" in document.tables or covers(merged.wrong, "table")
        self.fragment = not known
        self.looks: dict[str, Inspection] = {}
        self.fighting: tuple[str, ...] | None = ()
        self.register = Register(catalogue, merged.faulty, names_of(merged, "type", tuple(catalogue)), None)

    def state(self) -> State:
        """The state; where there are faults, of what could be read."""
        top = self.merged.top
        for kind in NAMED:
            warn_of_cases(self.merged.entries(kind)[:MOST_ENTRIES], self.findings)
        sides = self._sides()
        terrain = self._terrain()
        listed = self._listed(tuple(side.id for side in sides))
        self.fighting = fighters(listed)
        units = self._units(listed)
        usual = {"width": 72.0, "depth": 48.0} if self.sized() else {"width": 240.0, "depth": 240.0}
        table = self._top(TableForm, "table", usual) or TableForm(width=72.0, depth=48.0)
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
        return replace(state, engagements=engagements(state, listed, hosts_in_doubt(listed)))

    def _top(self, form: type[F], key: str, usual: dict[str, Any]) -> F | None:
        """A table of the head as the files together say it."""

        def place(name: str) -> Place:
            return self.merged.place(f"{key}.{name}", self.document)

        return self.findings.form(form, self.merged.top.get(key, usual), place)

    def sized(self) -> bool:
        """The size of the table is known."""
        return "table" not in heads(self.merged.wrong)

    def _sound(self, key: str) -> bool:
        """A key of the head, or of a table in it, can be read."""
        return not covers(self.merged.wrong, key)

    def _sides(self) -> tuple[Side, ...]:
        sides = []
        entries = [entry for entry in self.merged.entries("side") if "id" not in entry.wrong]
        for number, entry in enumerate(entries):
            form = self.findings.form(SideForm, entry.values, entry.at)
            if form is not None:
                colour = form.colour or COLOURS[number % 2]
                sides.append(Side(form.id, form.name or form.id, colour, form.player))
        if len(sides) > 2:
            self.findings.error(entries[2].at(), f"found {len(sides)} sides: a battle has two")
        whole = "side" not in self.merged.nameless and not self.merged.torn
        if not sides and whole and not self.fragment and not self.document.tables.get("side"):
            self.findings.error(
                self.merged.place("side", self.document), "there is no [[side]]: a battle has two sides"
            )
        if len(sides) == 1 and whole and not self.fragment:
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
        """The pieces whose outlines are known; one of an unknown kind passes for open ground."""
        pieces: list[Terrain] = []
        taken = {entry.id for entry in self.merged.entries("terrain") if entry.id}
        for number, entry in enumerate(self._not_too_many("terrain"), 1):
            form = self.findings.form(TerrainForm, entry.values, entry.at)
            if form is None:
                continue
            look = Inspection(entry, self.findings)
            for key in ("kind", "outline"):
                if getattr(form, key) is None and look.sound(key) and not self.merged.torn:
                    look.error(key, f"the key '{key}' is missing")
            kind: Kind = form.kind or "open"
            what = form.kind or "terrain"
            name = form.id or next(free for n in count(number) if (free := f"{what}-{n}") not in taken)
            taken.add(name)
            self.looks[f"terrain {name}"] = look
            if form.outline is None:
                continue
            usual = usual_sight(kind, form.floors, form.levels)
            outline = tuple((rounded(x), rounded(y)) for x, y in form.outline)
            sight = usual if form.sight is None else form.sight
            pieces.append(Terrain(name, kind, outline, sight, form.name or "", form.floors))
        return tuple(pieces)

    def _listed(self, sides: tuple[str, ...]) -> dict[str, Listed]:
        """The units by id, each looked at alone and then all together; one without a readable id gets one."""
        known = None if self.fragment else names_of(self.merged, "side", [*sides, *self.merged.broken])
        self.register = replace(self.register, sides=known)
        taken = [*(entry.id for entry in self.merged.entries("unit")), *self.merged.broken]
        listed: dict[str, Listed] = {}
        for number, entry in enumerate(self._not_too_many("unit")):
            if not entry.id:
                name = next(free for n in count(number) if (free := f"unit-{n}") not in (*taken, *listed))
                entry = entry.with_values({**entry.values, "id": name})  # noqa: PLW2901
            if one := enlist(entry, self.register, self.findings):
                listed[entry.id] = one
                self.looks[entry.id] = one.look
        units = names_of(self.merged, "unit", [name for name in taken if name])
        pieces = {key.removeprefix("terrain "): look for key, look in self.looks.items() if key not in listed}
        terrain = names_of(self.merged, "terrain", [*pieces, *self.merged.broken])
        check_references(listed, units, pieces, terrain, self.register)
        return listed

    def _units(self, listed: dict[str, Listed]) -> tuple[Unit, ...]:
        recruits = {name: one.recruit for name, one in listed.items() if one.recruit is not None}
        guests: dict[str, list[Recruit]] = {}
        for name, one in recruits.items():
            if one.form.joins in recruits and one.form.joins != name and one.look.sound("joins"):
                guests.setdefault(one.form.joins, []).append(one)
        return tuple(self._assembled(recruits, guests, hosts_in_doubt(listed)))

    def _assembled(
        self, recruits: dict[str, Recruit], guests: dict[str, list[Recruit]], in_doubt: tuple[str, ...]
    ) -> list[Unit]:
        units: dict[str, Unit] = {}
        for host in recruits.values():
            joined = guests.get(host.muster.id, [])
            present = [guest for guest in joined if guest.form.fate == "on-table"]
            if host.muster.id not in in_doubt:
                host.check_places(len(present))
                if not host.look.sound("files", "offsets"):
                    continue
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
        found = [units.get(f"guest {one.muster.id}") or units.get(one.muster.id) for one in order]
        return [unit for unit in found if unit is not None]

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
                guest.look.error("place", text)
            elif wanted is not None:
                free.remove(wanted)
        places = []
        for guest in joined:
            if guest.form.place is not None:
                places.append((guest, guest.form.place if guest.form.place < formation.models else 0))
            elif free:
                places.append((guest, free.pop(0)))
            else:
                guest.look.error("joins", "the front rank of that unit is full of characters")
        return places

    def _clock(self, sides: tuple[Side, ...]) -> tuple[Clock, str]:
        top, ids = self.merged.top, [side.id for side in sides]
        first = str(top.get("first", ids[0] if ids else ""))
        start = self._top(StartForm, "start", {}) or StartForm()
        if "first" in top:
            self._check_named_side("first", first, ids)
        if start.side:
            self._check_named_side("start.side", start.side, ids)
        steps = [name for phase in PHASES if phase.id == start.phase for name, _ in phase.steps]
        if start.step and start.step not in steps and self._sound("start.phase"):
            near = did_you_mean(start.step, steps) or f"; allowed: {', '.join(steps) or 'none'}"
            place = self.merged.place("start.step", self.document)
            self.findings.error(place, f"'{start.phase}' has no step '{start.step}'{near}")
        turns = int(top.get("turns", 6))
        if start.turn > turns and self._sound("turns") and self._sound("start.turn"):
            place = self.merged.place("start.turn", self.document)
            self.findings.error(place, f"found turn {start.turn}, but the battle lasts {turns} turns")
        if start.turn == 0:
            return Clock(), first
        return Clock(start.turn, start.side or first, start.phase, start.step), first

    def _check_named_side(self, key: str, found: str, ids: list[str]) -> None:
        sides = self.register.sides or names_of(self.merged, "side", [*ids, *self.merged.broken])
        if self.fragment or not ids or not sides.lacks(found):
            return
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
