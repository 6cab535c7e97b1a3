"""Several files as one scenario: tables merge, the outer file wins, lists append, the same id overrides named keys.

Each value remembers the file and the key from which it came, so that a fault names the file in which it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from game.catalogue.names import fold
from game.catalogue.partial import heads
from game.catalogue.types import UnitType
from game.scenario.document import Document, Findings, Place
from game.table.pose import Pose, normal_angle, rounded

NAMED = ("side", "unit", "terrain")
"""Lists whose entries have ids."""
_REFERENCES = ("id", "charged", "joins", "garrison")


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of a list, such as a ``[[unit]]``.

    Attributes:
        values: Its keys as the files give them.
        places: Where each of them stands.
        place: Where the entry itself stands.
        wrong: Key paths below it of what could not be read and has been told; ``values`` has stand-ins, or lacks them.
    """

    values: dict[str, Any]
    places: dict[str, Place]
    place: Place
    wrong: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Its id; empty if it has none."""
        return str(self.values.get("id", ""))

    def at(self, key: str = "") -> Place:
        """The place of a key, or of the entry if it lacks that key; ``key`` may go on, as in ``engaged[1]``."""
        name = key.replace("[", ".", 1).split(".", 1)[0]
        if name not in self.places:
            return replace(self.place, key=f"{self.place.key}.{key}" if key else self.place.key)
        place = self.places[name]
        return replace(place, key=place.key + key[len(name) :])

    def merged(self, other: Entry) -> Entry:
        """This entry with the keys that another, farther out, overrides."""
        lost = heads(other.wrong)
        mended = {path for path in self.wrong if heads(frozenset([path])) <= other.values.keys()}
        values = {key: value for key, value in self.values.items() if key not in lost}
        places = {**self.places, **other.places}
        return Entry({**values, **other.values}, places, self.place, (self.wrong - mended) | other.wrong)

    def blurred(self, keys: Iterable[str]) -> Entry:
        """This entry without keys of which nobody knows what should stand there."""
        gone = frozenset(keys)
        values = {key: value for key, value in self.values.items() if key not in gone}
        return replace(self, values=values, wrong=self.wrong | gone)

    def with_values(self, values: dict[str, Any]) -> Entry:
        """This entry with other values; new keys stand where the entry stands."""
        return replace(self, values=values)


@dataclass(eq=False)
class Merged:
    """A scenario whose includes are resolved.

    Attributes:
        top: Keys and tables of the head, such as ``table``.
        places: Where each of these stands; of a table's key as ``table.width``.
        lists: Entries of each list of tables.
        types: The scenario's own unit types.
        broken: Ids of units, sides and terrain that are there but are no ids or are there twice.
        faulty: Of each own type that is faulty the key paths that are not known.
        wrong: Key paths of the head that could not be read and have been told.
        nameless: Lists in which there are ids that cannot be read: none that is named can be said not to be there.
        torn: A file to include could not be read, or not all of it.
        included: Ids that included files bring.
    """

    top: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    lists: dict[str, list[Entry]] = field(default_factory=dict)
    types: dict[str, UnitType] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    faulty: dict[str, frozenset[str]] = field(default_factory=dict)
    wrong: frozenset[str] = frozenset()
    nameless: frozenset[str] = frozenset()
    torn: bool = False
    included: list[str] = field(default_factory=list)

    def entries(self, name: str) -> list[Entry]:
        """The entries of a list."""
        return self.lists.get(name, [])

    def place(self, key: str, document: Document) -> Place:
        """Where a key of the head stands; in ``document`` if nowhere."""
        return self.places.get(key) or self.places.get(key.split(".", maxsplit=1)[0]) or Place(document, key)

    def over(self, inner: Merged) -> None:
        """Lays this scenario, the outer one, over ``inner`` and takes all it has."""
        top = dict(inner.top)
        for key, value in self.top.items():
            both = isinstance(value, dict) and isinstance(top.get(key), dict)
            top[key] = {**top[key], **value} if both else value
        own = self.places
        self.top, self.places = top, {**inner.places, **self.places}
        names = dict.fromkeys([*inner.lists, *self.lists])
        self.lists = {name: _laid_over(inner.entries(name), self.entries(name), name) for name in names}
        old = {name: wrong for name, wrong in inner.faulty.items() if name not in self.types}
        self.types, self.faulty = {**inner.types, **self.types}, {**old, **self.faulty}
        self.wrong |= {path for path in inner.wrong if path not in own}
        self.nameless |= inner.nameless
        self.torn |= inner.torn
        self.broken = [*inner.broken, *self.broken]
        self.included = [
            *inner.included,
            *self.included,
            *(entry.id for name in NAMED for entry in inner.entries(name)),
        ]

    def drop(self, ids: Iterable[str]) -> None:
        """Leaves out the entries of these ids."""
        gone = list(ids)
        for name in NAMED:
            self.lists[name] = [entry for entry in self.entries(name) if entry.id not in gone]


def _laid_over(inner: list[Entry], outer: list[Entry], name: str) -> list[Entry]:
    entries = list(inner)
    for entry in outer:
        same = [i for i, old in enumerate(entries) if entry.id and old.id == entry.id] if name in NAMED else []
        if same:
            entries[same[0]] = entries[same[0]].merged(entry)
        else:
            entries.append(entry)
    return entries


def name_twins(entries: list[Entry], findings: Findings, what: str) -> list[Entry]:
    """The entries of one file; one whose id is there already, which is a fault, loses it."""
    seen: dict[str, Entry] = {}
    kept = []
    for entry in entries:
        first = seen.get(entry.id) if entry.id else None
        if first is None:
            seen[entry.id] = entry
            kept.append(entry)
        else:
            line = first.place.document.problem(first.at("id").key, "").line
            findings.error(
                entry.at("id"), f"the id '{entry.id}' is there twice; the first {what} of it is on line {line}"
            )
            kept.append(entry.blurred(["id"]))
    return kept


def warn_of_cases(entries: Iterable[Entry], findings: Findings) -> None:
    """Ids that only capital letters, or two ways to write an accent, tell apart are doubtful."""
    seen: dict[str, str] = {}
    for entry in entries:
        first = seen.setdefault(fold(entry.id), entry.id)
        if first != entry.id:
            findings.warn(entry.at("id"), f"the id '{entry.id}' looks like '{first}': is it another one?")


def set_down(fragment: Merged, at: tuple[float, float], facing: float, side: str | None, prefix: str) -> None:
    """Moves a fragment to where an ``include`` places it: its origin to ``at``, its 90 degrees to ``facing``."""
    turn = facing - 90.0

    def moved(point: Any) -> list[float]:
        pose = Pose(point[0] + at[0], point[1] + at[1], 0.0).turned_about(*at, turn)
        return [rounded(pose.x), rounded(pose.y)]

    if side is not None:
        fragment.lists.pop("side", None)
    for number, entry in enumerate(fragment.entries("unit")):
        values = dict(entry.values)
        if "at" in values:
            values["at"] = moved(values["at"])
        if "at" in values or "facing" in values:
            values["facing"] = normal_angle(rounded(values.get("facing", 90.0) + turn))
        if side is not None:
            values["side"] = side
        fragment.lists["unit"][number] = entry.with_values(_prefixed(values, prefix))
    for number, entry in enumerate(fragment.entries("terrain")):
        values = {**entry.values}
        if "outline" in values:
            values["outline"] = [moved(point) for point in values["outline"]]
        fragment.lists["terrain"][number] = entry.with_values(_prefixed(values, prefix))


def _prefixed(values: dict[str, Any], prefix: str) -> dict[str, Any]:
    if not prefix:
        return values
    values = {key: f"{prefix}{value}" if key in _REFERENCES else value for key, value in values.items()}
    if "engaged" in values:
        values["engaged"] = [
            {**one, "unit": prefix + one["unit"]} if isinstance(one, dict) else prefix + one
            for one in values["engaged"]
        ]
    return values
