"""From a ``[[unit]]`` table to a unit that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.battle.marks import Mark
from game.battle.unit import Muster, Unit
from game.catalogue import Catalogue, UnitType, Upgrade
from game.catalogue.names import did_you_mean, fold
from game.errors import InputError
from game.scenario.document import Findings
from game.scenario.formations import is_loose, is_machine, usual_formation
from game.scenario.merge import Entry
from game.scenario.schema import UnitForm
from game.scenario.unit_check import check_unit
from game.table.formation import Base, Formation, Loose
from game.table.pose import Pose

CHARGED = ("charge", "charged")
"""Rule and name of the mark that a unit has charged this turn; its value is the id of the unit it charged."""
STUPID = ("Stupidity", "failed")
"""Rule and name of the mark of a failed Stupidity test; it stays until a later test is passed (STUP-04)."""
_RIDDEN = {
    "war-beasts": "cavalry",
    "cavalry": "cavalry",
    "monstrous-beasts": "monstrous-cavalry",
    "infantry": "cavalry",
    "monstrous-infantry": "monstrous-cavalry",
}


@dataclass(frozen=True, eq=False)
class Recruit:
    """A unit that can be read, before others join it.

    Attributes:
        entry: Where it stands in the files.
        form: What they say.
        muster: What does not change in battle.
        base: Base of its models.
        loose: Its models stand apart.
    """

    entry: Entry
    form: UnitForm
    muster: Muster
    base: Base
    loose: bool

    @property
    def models(self) -> int:
        """Models that stand now, without guests."""
        return self.form.models or 1

    def formation(self, guests: int) -> Formation:
        """How it stands with so many guests."""
        form = self.form
        if form.offsets is not None and not guests:
            usual = self.muster.type.crew_base if is_machine(self.muster.type) else None
            plain = (self.base, *((usual or self.base,) * (len(form.offsets) - 1)))
            return Loose(tuple(map(base_from, form.bases)) if form.bases else plain, form.offsets)
        grown = self.models + guests
        plain_formation = usual_formation(
            self.muster.type, grown, form.files, self.base, loose=self.loose, crew=form.crew
        )
        if form.offsets is not None and isinstance(plain_formation, Loose) and len(form.offsets) == grown:
            return replace(plain_formation, offsets=form.offsets)
        return plain_formation

    def check_places(self, guests: int, findings: Findings) -> None:
        """No more files than there ever were models (losses may leave a rank short); an offset for each loose one."""
        files, most = self.form.files, max(self.models, self.muster.models) + guests
        if files is not None and files > most:
            text = f"an impossible formation: {files} files of {most} model{'s' if most != 1 else ''}"
            findings.error(self.entry.at("files"), text)
        offsets = len(self.form.offsets or ())
        if offsets and not is_machine(self.muster.type) and offsets != self.models + guests:
            text = f"found {offsets} offsets for {self.models + guests} models: one for each"
            findings.error(self.entry.at("offsets"), text)

    def unit(self, formation: Formation, pose: Pose) -> Unit:
        """The unit at its place; who has joined whom is seen to later."""
        form = self.form
        marks = [Mark(*STUPID, until="battle")] if form.stupid else []
        if form.charged is not None:
            marks.append(Mark(*CHARGED, form.charged, "player-turn"))
        marks += [Mark(mark.rule, mark.name, mark.value, mark.until) for mark in form.marks]
        return Unit(
            self.muster,
            pose.rounded(),
            formation,
            wounds=form.wounds,
            fate=form.fate,
            fleeing=form.fleeing,
            down=form.down,
            garrison=form.garrison or "",
            marks=tuple(marks),
        )


def base_from(sizes: tuple[float, ...]) -> Base:
    """A base from millimetres, as the form gives them."""
    return Base.from_millimetres(*sizes)


def recruit(
    entry: Entry,
    catalogue: Catalogue,
    sides: tuple[str, ...] | None,
    findings: Findings,
    broken: Sequence[str] = (),
) -> Recruit | None:
    """The unit of an entry; None and its faults among the findings if it cannot be read.

    Args:
        entry: The merged ``[[unit]]``.
        catalogue: The types there are.
        sides: Ids of the sides; None in a fragment, whose units get a side from the file that includes it.
        findings: Takes the faults.
        broken: Ids of sides, too, that are there but cannot be read.
    """
    form = findings.form(UnitForm, entry.values, entry.at)
    if form is None:
        return None
    errors = len(findings.errors)
    if sides is not None and form.side not in broken:
        _check_side(entry, form, sides, findings)
    unit_type = _type(entry, form, catalogue, findings)
    if form.at is None and form.joins is None and form.garrison is None:
        findings.error(
            entry.at("at"), f"the unit '{form.id}' lacks its place: at = [x, y], the centre of its front edge"
        )
    if unit_type is None or len(findings.errors) > errors:
        return None
    equipment = _equipment(entry, form, unit_type, catalogue, findings)
    models = form.models or unit_type.minimum  # the smallest unit of the army list if the file does not say
    check_unit(entry, form, unit_type, models, findings)
    if len(findings.errors) > errors:
        return None
    muster = Muster(
        id=form.id,
        side=form.side or "",
        name=form.name or unit_type.name,
        type=unit_type,
        models=form.started or models,
        command=form.command,
        equipment=equipment,
        general=form.general,
        battle_standard=form.battle_standard,
    )
    base = base_from(form.base) if form.base else unit_type.base
    return Recruit(entry, form.model_copy(update={"models": models}), muster, base, is_loose(unit_type, equipment))


def _check_side(entry: Entry, form: UnitForm, sides: tuple[str, ...], findings: Findings) -> None:
    if form.side is None:
        findings.error(entry.at("side"), f"the key 'side' is missing; the sides are {', '.join(sides) or 'none'}")
    elif form.side not in sides:
        near = did_you_mean(form.side, sides) or f"; the sides are {', '.join(sides) or 'none'}"
        findings.error(entry.at("side"), f"there is no side '{form.side}'{near}")


def _type(entry: Entry, form: UnitForm, catalogue: Catalogue, findings: Findings) -> UnitType | None:
    if form.type is None:
        findings.error(entry.at("type"), "the key 'type' is missing: an entry of the catalogue, such as 'siege-giant'")
        return None
    try:
        unit_type = catalogue.find(form.type)
    except InputError as error:
        findings.error(entry.at("type"), error.problems[0].text)
        return None
    mount = form.mount or next(
        (
            thing.mount
            for name in form.equipment
            if isinstance(thing := catalogue.handbook.equipment.get(name), Upgrade) and thing.mount
        ),
        None,
    )
    if mount is None:
        return unit_type
    try:
        return mounted(unit_type, catalogue.find(mount), catalogue)
    except InputError as error:
        findings.error(entry.at("mount"), error.problems[0].text)
        return None


def mounted(rider: UnitType, mount: UnitType, catalogue: Catalogue) -> UnitType:
    """The rider on his mount as one type: the mount's base and Movement, the rules of both.

    Its id is ``rider+mount``.

    Raises:
        InputError: That type is no character, or rides already.
    """
    if not rider.character or rider.mount is not None:
        raise InputError.of(f"'{rider.id}' takes no mount: only a character on foot does")
    troop_type = catalogue.handbook.troop_types[_RIDDEN.get(mount.troop_type.id, mount.troop_type.id)]
    parts = (*rider.parts, replace(mount.parts[0], role="mount"))
    named = {use.name: use for use in troop_type.rules}
    rules = [use for part in parts for use in part.rules]
    rules += [use for use in named.values() if use.name not in [rule.name for rule in rules]]
    return replace(
        rider,
        id=f"{rider.id}+{mount.id}",
        name=f"{rider.name} on {mount.name}",
        troop_type=troop_type,
        parts=parts,
        points=rider.points + mount.points,
        bases=mount.bases,
        rules=tuple(dict.fromkeys(rules)),
        save=None,
        save_note="",
    )


def _equipment(
    entry: Entry, form: UnitForm, unit_type: UnitType, catalogue: Catalogue, findings: Findings
) -> tuple[str, ...]:
    """The standard equipment and what the unit carries besides."""
    options = [name for name, _ in unit_type.options]
    known = {fold(name): name for name in [*catalogue.handbook.equipment, *options]}
    carried = list(unit_type.equipment)
    for index, name in enumerate(form.equipment):
        place = entry.at(f"equipment[{index}]")
        own = known.get(fold(name))
        if own is None:
            findings.error(place, f"no equipment is named '{name}'{did_you_mean(name, known.values())}")
            continue
        if own not in options and own not in unit_type.equipment:
            allowed = ", ".join(options) or "nothing besides"
            findings.warn(place, f"'{unit_type.id}' may not take '{own}' by its army list; allowed: {allowed}")
        if own not in carried:
            carried.append(own)
    allowed_roles = [role for role, _ in unit_type.command]
    for index, role in enumerate(form.command):
        if role not in allowed_roles:
            allowed = ", ".join(allowed_roles) or "none"
            text = f"'{unit_type.id}' may not have a {role} by its army list; allowed: {allowed}"
            findings.warn(entry.at(f"command[{index}]"), text)
    return tuple(carried)
