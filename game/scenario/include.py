"""Reading a scenario file and the files that it includes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.catalogue import Handbook
from game.catalogue.echo import shown
from game.catalogue.faults import Faults
from game.catalogue.partial import covers, heads, read_partly
from game.catalogue.reader import read_some_types
from game.errors import InputError
from game.resources import folder
from game.scenario.document import Document, Findings, Place, near_files, read_document
from game.scenario.fields import MOST_ENTRIES
from game.scenario.merge import NAMED, Entry, Merged, name_twins, set_down
from game.scenario.schema import FORMAT, LISTS, IncludeForm, ScenarioFile

DEEPEST_INCLUDE = 8
"""Files within files."""
MOST_FILES = 64
"""Files that one scenario may be made of."""
MOST_ROWS = {"step": 1000, "expect": 1000}
"""Tables of a list in one file, where they are not as many as units."""


@dataclass(eq=False)
class Reading:
    """One scenario on its way from its files.

    Attributes:
        handbook: What unit types may refer to.
        root: The outermost file.
        findings: Every problem found so far.
        chain: The files that include each other, from the outermost to the one being read.
        files: How many files were read.
    """

    handbook: Handbook
    root: Document
    findings: Findings
    chain: list[Path] = field(default_factory=list)
    files: int = 0

    def merged(self) -> Merged:
        """The scenario with all its includes; what cannot be read is among the findings and left out."""
        return self._file(self.root)

    def _file(self, document: Document) -> Merged:
        self.chain.append(document.path.resolve())
        self.files += 1
        own = self._own(document)
        if own is None:
            self.chain.pop()
            return Merged(torn=True)
        base = Merged()
        for key, form, wrong in self._includes(document, own):
            fragment = self._included(document, key, form)
            if fragment is None:
                own.torn = True
                continue
            self._set_down(fragment, Place(document, key), form, wrong)
            fragment.over(base)
            base = fragment
        own.over(base)
        listed = _listed(document, own.top.pop("without", document.tables.get("without", [])))
        for place, name in listed:
            known = own.torn or own.nameless or name in own.broken or covers(own.wrong, place.key)
            if not known and not any(entry.id == name for kind in NAMED for entry in own.entries(kind)):
                self.findings.error(place, f"no included file brings '{name}'")
        own.drop(name for _, name in listed)
        self.chain.pop()
        return own

    def _set_down(self, fragment: Merged, place: Place, form: IncludeForm, wrong: frozenset[str]) -> None:
        """Puts a fragment where its ``include`` says; what that says wrongly is unknown of all that it brings."""
        if form.at is not None or form.facing is not None or form.side is not None or form.prefix:
            facing = 90.0 if form.facing is None else form.facing
            set_down(fragment, form.at or (0.0, 0.0), facing, form.side, form.prefix or "")
            self._blur_misplaced(fragment, place, form.file)
        lost = [key for key in ("side", "at", "facing", "prefix") if key in wrong]
        if "prefix" in lost:
            fragment.torn = True
        for name in ("unit", "terrain") if lost else ():
            keys = {"side": ["side"], "prefix": []}
            blurred = [key for one in lost for key in keys.get(one, ["at", "facing", "outline"])]
            fragment.lists[name] = [entry.blurred(blurred) for entry in fragment.entries(name)]

    def _blur_misplaced(self, fragment: Merged, place: Place, file: str) -> None:
        """What a prefix or a place makes of the ids and coordinates of a fragment is the fault of the ``include``."""
        for name in ("unit", "terrain"):
            entries = []
            for entry in fragment.entries(name):
                faults = Faults("")
                partial = read_partly(LISTS[name], entry.values, "", faults)
                fresh = [one for one in faults.found if not covers(entry.wrong, one.key)]
                if fresh:
                    fragment.broken.append(entry.id)
                    what = f"the {name} '{entry.id}'" if entry.id else f"a piece of {name}"
                    text = f"{what} of '{file}' cannot stand so: {fresh[0].key}: {fresh[0].text}"
                    self.findings.error(place, text)
                    entries.append(entry.with_values(partial.values).blurred(heads(partial.wrong)))
                    if "id" in partial.wrong:
                        fragment.nameless |= {name}
                else:
                    entries.append(entry)
            fragment.lists[name] = entries

    def _own(self, document: Document) -> Merged | None:
        """What one file says by itself; None if it is of a newer format."""
        number = document.tables.get("format")
        if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
            text = f"has scenario format {number}; this program reads up to {FORMAT}: a newer Giantfall is needed"
            self.findings.error(Place(document, "format"), text)
            return None
        merged = Merged()
        merged.top, merged.wrong = self._head(document)
        merged.nameless = frozenset(name for name in LISTS if name in merged.wrong)
        for key, value in merged.top.items():
            merged.places[key] = Place(document, key)
            if isinstance(value, dict):
                merged.places.update({f"{key}.{name}": Place(document, f"{key}.{name}") for name in value})
        for name in LISTS:
            rows = document.tables.get(name)
            if isinstance(rows, list) and name == "type":
                read = read_some_types(rows, document.file, self.handbook)
                self.findings.take(read.faults, document)
                merged.types, merged.faulty = dict(read.types), dict(read.wrong)
                merged.nameless |= {"type"} if read.unnamed else frozenset()
            elif isinstance(rows, list):
                merged.lists[name] = self._entries(document, name, rows, merged)
        return merged

    def _head(self, document: Document) -> tuple[dict[str, Any], frozenset[str]]:
        """The keys of the head as far as they can be read, and the paths of those that cannot."""
        faults = Faults(document.file)
        head: dict[str, Any] = {}
        wrong: frozenset[str] = frozenset()
        for key, value in document.tables.items():
            if key == "include" or (key in LISTS and isinstance(value, list)):
                continue
            if key in LISTS:
                self.findings.error(Place(document, key), f"found no list: write [[{key}]] in double brackets")
                wrong |= {key}
                continue
            partial = read_partly(ScenarioFile, {key: value}, "", faults)
            head.update(partial.values)
            wrong |= {path for path in partial.wrong if path == key or path not in document.tables}
        self.findings.take(faults, document)
        return head, wrong

    def _entries(self, document: Document, name: str, rows: list[Any], merged: Merged) -> list[Entry]:
        faults = Faults(document.file)
        entries = []
        if len(rows) > MOST_ROWS.get(name, MOST_ENTRIES):
            most = MOST_ROWS.get(name, MOST_ENTRIES)
            text = f"found {len(rows)} [[{name}]] tables; at most {most} are allowed"
            self.findings.error(Place(document, f"{name}[{most}]"), text)
            rows = rows[:most]
            merged.nameless |= {name}
        for index, row in enumerate(rows):
            key = f"{name}[{index}]"
            partial = read_partly(LISTS[name], row, key, faults)
            wrong, values = partial.wrong, partial.values
            if partial.form is None or "id" in wrong:
                merged.nameless |= {name}
                if isinstance(row, dict) and isinstance(row.get("id"), str):
                    merged.broken.append(row["id"])
            if partial.form is None:
                continue
            if "id" in wrong:
                values.pop("id", None)
            entries.append(Entry(values, {k: Place(document, f"{key}.{k}") for k in row}, Place(document, key), wrong))
        self.findings.take(faults, document)
        if name not in NAMED:
            return entries
        named = name_twins(entries, self.findings, name)
        if any(new is not old for new, old in zip(named, entries, strict=True)):
            merged.nameless |= {name}
        return named

    def _includes(self, document: Document, own: Merged) -> list[tuple[str, IncludeForm, frozenset[str]]]:
        """The ``include`` keys that name a file, and what else of them cannot be read."""
        value = document.tables.get("include", [])
        rows = value if isinstance(value, list) else [value]
        faults = Faults(document.file)
        found = []
        if len(rows) > MOST_FILES:
            text = f"found {len(rows)} includes: a scenario is made of at most {MOST_FILES} files"
            self.findings.error(Place(document, "include"), text)
            rows, own.torn = [], True
        for index, row in enumerate(rows):
            key = f"include[{index}]" if isinstance(value, list) else "include"
            if not isinstance(row, (str, dict)):
                faults.add(
                    key, f'found {shown(row)}: write a path, such as "armies/empire.toml", or {{ file = "..." }}'
                )
                own.torn = True
                continue
            partial = read_partly(IncludeForm, {"file": row} if isinstance(row, str) else row, key, faults)
            if partial.form is None or "file" in partial.wrong:
                own.torn = True
            else:
                found.append((key, partial.form, heads(partial.wrong)))
        own.torn |= "include" in own.wrong
        self.findings.take(faults, document)
        return found

    def _included(self, document: Document, key: str, form: IncludeForm) -> Merged | None:
        place = Place(document, key)
        path = self._find(place, form.file)
        if path is None:
            return None
        if path.resolve() in self.chain:
            self.findings.error(place, f"'{form.file}' includes itself: a circle of {len(self.chain)} files")
            return None
        if len(self.chain) > DEEPEST_INCLUDE:
            self.findings.error(place, f"'{form.file}' is nested deeper than {DEEPEST_INCLUDE} includes")
            return None
        if self.files >= MOST_FILES:
            self.findings.error(place, f"a scenario is made of at most {MOST_FILES} files")
            return None
        try:
            return self._file(read_document(path))
        except InputError as error:
            self.findings.error(place, f"the file '{form.file}' cannot be included: see there")
            self.findings.problems += error.problems
            return None

    def _find(self, place: Place, name: str) -> Path | None:
        """The included file: relative to the file that includes it, else to the bundled scenarios and examples."""
        if "\0" in name or Path(name).is_absolute() or "\\" in name:
            self.findings.error(place, f"found '{name}': write a path relative to this file, with /")
            return None
        bundled = folder("scenarios").resolve()
        trees = (self.root.path.resolve().parent, place.document.path.resolve().parent, bundled)
        beside = Path(os.path.normpath(place.document.path.parent / name))
        for path in (beside, bundled / name, Path(os.path.normpath(bundled / "examples" / name))):
            if path.exists():
                if any(path.resolve().is_relative_to(tree) for tree in trees):
                    return path
                text = f"'{name}' lies outside the folder of this scenario and of the bundled ones"
                self.findings.error(place, text)
                return None
        self.findings.error(place, f"there is no file '{name}'{near_files(beside) or near_files(bundled / name)}")
        return None


def _listed(document: Document, value: Any) -> list[tuple[Place, str]]:
    if not isinstance(value, list):
        return []
    return [(Place(document, f"without[{i}]"), name) for i, name in enumerate(value) if isinstance(name, str)]
