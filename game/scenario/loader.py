"""Loading and checking scenario files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.battle.state import State
from game.catalogue import Catalogue, bundled_catalogue
from game.catalogue.partial import covers
from game.errors import InputError, Problem
from game.resources import folder
from game.scenario.check import check_state
from game.scenario.document import Document, Findings, Place, read_document
from game.scenario.include import Reading
from game.scenario.merge import Merged
from game.scenario.resolve import Resolver, example_parts
from game.scenario.shared_check import check_shared, is_shared

_BARE = {"format", "name", "about"}
"""Keys that alone are no scenario."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario, ready to be played.

    Attributes:
        state: The first state of its battle.
        seed: Of the dice.
        path: The file.
        warnings: What is doubtful about it.
        catalogue: The types there are, its own included.
        rule: Of a rule example: the id of the rule it shows.
        about: What it is about, in words.
        unscripted: Of a rule example: what a roll without a script does, ``fail`` or ``seed``.
        steps: The ``[[step]]`` tables.
        expects: The ``[[expect]]`` tables.
        included: Ids that included files bring.
    """

    state: State
    seed: int
    path: Path
    warnings: tuple[Problem, ...]
    catalogue: Catalogue
    rule: str = ""
    about: str = ""
    unscripted: str = "fail"
    steps: tuple[dict[str, Any], ...] = ()
    expects: tuple[dict[str, Any], ...] = ()
    included: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What people call it."""
        return self.state.name


def load_scenario(path: Path, catalogue: Catalogue | None = None) -> Scenario:
    """Reads a scenario or a rule example with all its includes.

    Args:
        path: The file.
        catalogue: Types there are; the bundled ones if None. The scenario's own types join them.

    Raises:
        InputError: With every problem of it, doubtful things included.
    """
    return scenario_of(read_document(Path(path)), catalogue)


def scenario_of(document: Document, catalogue: Catalogue | None = None) -> Scenario:
    """The scenario of a document that has been read.

    Raises:
        InputError: With every problem of it, doubtful things included.
    """
    scenario, findings = _read(document, catalogue or bundled_catalogue(), wanted=True)
    if findings.errors:
        raise InputError(findings.told())
    return scenario


def check_file(path: Path, catalogue: Catalogue | None = None) -> tuple[Problem, ...]:
    """Every fault and doubt of a scenario, fragment, rule example or file of the catalogue; none if it is well."""
    try:
        document = read_document(Path(path))
        known = catalogue or bundled_catalogue()
        if is_shared(document):
            findings = Findings()
            check_shared(document, known.handbook, findings)
        else:
            _, findings = _read(document, known, wanted=False)
    except InputError as error:
        return tuple(error.problems)
    return findings.told()


def _read(document: Document, catalogue: Catalogue, *, wanted: bool) -> tuple[Scenario, Findings]:
    """The scenario, as far as it can be read, and what was found.

    Args:
        document: The outermost file.
        catalogue: The types there are.
        wanted: A whole scenario is wanted: a fragment is a fault.

    Raises:
        InputError: There is nothing in it.
    """
    if set(document.tables) <= _BARE:
        text = "holds nothing: a scenario has format = 1, a table, [[side]] and [[unit]] tables"
        raise InputError.of(text, document.file, 1)
    findings = Findings()
    merged = Reading(catalogue.handbook, document, findings).merged()
    own = catalogue.with_types(merged.types.values()) if merged.types else catalogue
    newer = bool(findings.errors) and not merged.top and not merged.lists
    resolver = Resolver(merged, document, own, findings)
    if wanted and not newer:
        _check_whole(merged, document, findings)
        resolver.fragment = False
    types_only = bool(document.tables.get("type")) and set(document.tables) <= {"type", "format", "name", "about"}
    state = resolver.state()
    if not newer and not (types_only and not wanted):
        bare = resolver.fragment or ("table" not in merged.top and resolver.sized())
        sized = resolver.sized()
        check_state(state, resolver.looks, resolver.register, resolver.fighting, fragment=bare, sized=sized)
        if not resolver.fragment and not wanted:
            _check_whole(merged, document, findings)
    _check_examples(merged, findings)
    rule, about, unscripted = example_parts(merged.top)
    scenario = Scenario(
        state=state,
        seed=int(merged.top.get("seed", 0)),
        path=document.path,
        warnings=findings.warnings,
        catalogue=own,
        rule=rule,
        about=about,
        unscripted=unscripted,
        steps=tuple(entry.values for entry in merged.entries("step")),
        expects=tuple(entry.values for entry in merged.entries("expect")),
        included=tuple(merged.included),
    )
    return scenario, findings


def _check_whole(merged: Merged, document: Document, findings: Findings) -> None:
    """A scenario has a format and a table; what could not be read has been reported already."""
    if merged.torn:  # what is not there may bring both
        return
    if "table" not in merged.top and "table" not in document.tables and not covers(merged.wrong, "table"):
        text = (
            "the key 'table' is missing: table = { width = 72, depth = 48 }; without one this is a fragment to include"
        )
        findings.error(Place(document, "table"), text)
    if "format" not in merged.top and "format" not in document.tables and not covers(merged.wrong, "format"):
        findings.error(Place(document, "format"), "the key 'format' is missing: format = 1")


def _check_examples(merged: Merged, findings: Findings) -> None:
    facts = ("event", "never", "unit", "decision", "fault")
    for entry in merged.entries("expect"):
        named = [fact for fact in facts if fact in entry.values or fact in entry.wrong]
        if len([fact for fact in named if fact != "unit"]) > 1 or not named:
            text = f"found {', '.join(named) or 'none'} of them: an [[expect]] has exactly one of {', '.join(facts)}"
            findings.error(entry.at(), text)
    for entry in merged.entries("step"):
        if set(entry.values) <= {"refused"} and not entry.wrong:
            findings.error(entry.at(), "a [[step]] has 'choose', 'dice' or both")


def bundled_scenarios() -> tuple[Path, ...]:
    """The scenarios that come with Giantfall, by name; neither army fragments nor rule examples."""
    return tuple(sorted(folder("scenarios").glob("*.toml")))
