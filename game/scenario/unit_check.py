"""What is wrong with one ``[[unit]]`` by its own type: numbers that no such unit has, keys that say nothing to it."""

from __future__ import annotations

from game.catalogue import UnitType
from game.scenario.formations import is_machine
from game.scenario.inspection import Inspection
from game.scenario.schema import UnitForm

_FALLING = "Fall Over"
_SINGLE = frozenset(("single-model", "troop-type", "character"))


def check_unit(look: Inspection, form: UnitForm, unit_type: UnitType, models: int, doubted: frozenset[str]) -> None:
    """Tells every fault of a unit that can be seen without the other units.

    Args:
        look: Takes the faults.
        form: What the files say.
        unit_type: Its type, on its mount.
        models: How many models stand.
        doubted: Keys of the type that are faulty; nothing is said of what hangs on them.
    """
    _check_numbers(look, form, unit_type, models, doubted)
    if form.down and not unit_type.has(_FALLING) and not doubted & {"special-rules", "mount", "troop-type"}:
        look.error("down", f"'{unit_type.id}' does not lie on the ground: it has no '{_FALLING}'")


def check_keys(look: Inspection, form: UnitForm) -> None:
    """Tells what of a unit is wrong whatever its type."""
    if form.at is None and form.joins is None and form.garrison is None and look.sound("at", "joins", "garrison"):
        look.error("at", f"the unit '{form.id}' lacks its place: at = [x, y], the centre of its front edge")
    if form.place and form.joins is None and look.sound("joins"):  # a 0 takes back what an included file says
        look.error("place", f"found place {form.place}, but '{form.id}' joins no unit")
    if form.bases and len(form.bases) != len(form.offsets or ()) and look.sound("bases", "offsets"):
        found = f"found {len(form.bases)} bases and {len(form.offsets or ())} offsets"
        look.error("bases", f"{found}: one of each for each loose model")


def _check_numbers(look: Inspection, form: UnitForm, unit_type: UnitType, models: int, doubted: frozenset[str]) -> None:
    started = form.started or models
    known = look.sound("models") and (form.models is not None or "minimum" not in doubted)
    if known and started < models:
        look.error("started", f"found {started}, but {models} models stand: at least as many started")
    if unit_type.single_model and max(models, started) > 1 and known and not doubted & _SINGLE:
        key = "models" if models > 1 else "started"
        text = f"found {max(models, started)}: a {unit_type.name} is a single model; write a [[unit]] for each"
        look.error(key, text)
    most = max((part.profile.wounds for part in unit_type.parts if part.role in ("model", "mount")), default=1)
    here = (
        form.fate == "on-table" and look.sound("fate", "mount") and (look.sound("equipment") or not unit_type.character)
    )
    if form.wounds >= most and here and not doubted & {"profile", "mount"}:
        text = f"found {form.wounds}: a model of '{unit_type.id}' has {most} Wounds and may have lost {most - 1}"
        look.error("wounds", text)
    if form.crew is not None and not is_machine(unit_type) and "troop-type" not in doubted:
        look.error("crew", f"'{unit_type.id}' is no war machine and has no crew of its own on the table")
    crew = unit_type.crew if form.crew is None else form.crew
    known = look.sound("crew") and not any(key.startswith(("crew", "troop-type")) for key in doubted)
    if is_machine(unit_type) and not crew and here and known:
        look.error("crew", f"the war machine '{unit_type.id}' has no crew left: it does not stand on the table")
