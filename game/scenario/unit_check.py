"""What is wrong with one ``[[unit]]`` by its own type: numbers that no such unit has, keys that say nothing to it."""

from __future__ import annotations

from game.catalogue import UnitType
from game.scenario.document import Findings
from game.scenario.formations import is_machine
from game.scenario.merge import Entry
from game.scenario.schema import UnitForm

_FALLING = "Fall Over"


def check_unit(entry: Entry, form: UnitForm, unit_type: UnitType, models: int, findings: Findings) -> None:
    """Adds every fault of a unit that can be seen without the other units.

    Args:
        entry: Where it stands in the files.
        form: What they say.
        unit_type: Its type, on its mount.
        models: How many models stand.
        findings: Takes the faults.
    """
    _check_numbers(entry, form, unit_type, models, findings)
    if form.down and not unit_type.has(_FALLING):
        findings.error(entry.at("down"), f"'{unit_type.id}' does not lie on the ground: it has no '{_FALLING}'")
    if form.place and form.joins is None:  # a 0 takes back what an included file says
        findings.error(entry.at("place"), f"found place {form.place}, but '{form.id}' joins no unit")
    if form.bases and len(form.bases) != len(form.offsets or ()):
        found = f"found {len(form.bases)} bases and {len(form.offsets or ())} offsets"
        findings.error(entry.at("bases"), f"{found}: one of each for each loose model")


def _check_numbers(entry: Entry, form: UnitForm, unit_type: UnitType, models: int, findings: Findings) -> None:
    started = form.started or models
    if started < models:
        findings.error(entry.at("started"), f"found {started}, but {models} models stand: at least as many started")
    if unit_type.single_model and max(models, started) > 1:
        key = "models" if models > 1 else "started"
        text = f"found {max(models, started)}: a {unit_type.name} is a single model; write a [[unit]] for each"
        findings.error(entry.at(key), text)
    most = max((part.profile.wounds for part in unit_type.parts if part.role in ("model", "mount")), default=1)
    if form.wounds >= most and form.fate == "on-table":
        text = f"found {form.wounds}: a model of '{unit_type.id}' has {most} Wounds and may have lost {most - 1}"
        findings.error(entry.at("wounds"), text)
    if form.crew is not None and not is_machine(unit_type):
        findings.error(entry.at("crew"), f"'{unit_type.id}' is no war machine and has no crew of its own on the table")
