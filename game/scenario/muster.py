"""From a ``[[unit]]`` table to a unit that stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.battle.marks import Mark
from game.battle.unit import Muster, Unit
from game.catalogue import Catalogue, UnitType, Upgrade
from game.catalogue.names import did_you_mean, fold
from game.catalogue.partial import heads
from game.errors import InputError
from game.rules.flight_events import BROKEN
from game.rules.pursuit_events import WIPED_OUT
from game.scenario.document import Findings
from game.scenario.formations import LOOSE, is_loose, is_machine, usual_formation
from game.scenario.inspection import Inspection, Names
from game.scenario.merge import Entry
from game.scenario.schema import UnitForm
from game.scenario.unit_check import check_keys, check_unit
from game.table.formation import Base, Formation, Loose
from game.table.pose import Pose

CHARGED = ("charge", "charged")
"""Rule and name of the mark that a unit has charged this turn; its value is the id of the unit it charged."""
STUPID = ("Stupidity", "failed")
"""Rule and name of the mark of a failed Stupidity test; it stays until a later test is passed (STUP-04)."""
_PLACING = (
    "type", "mount", "models", "files", "at", "facing", "base", "bases", "offsets", "crew", "joins", "garrison", "fate",
)  # fmt: skip
"""Keys that say where the bases of a unit are."""
_STANDING = ("troop-type", "crew-base", "crew", "single-model", "character", "special-rules")
"""The same of a type, besides its bases."""
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
        look: Where it stands in the files, and what is wrong with it.
        form: What they say.
        muster: What does not change in battle.
        base: Base of its models.
        loose: Its models stand apart.
    """

    look: Inspection
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

    def check_places(self, guests: int) -> None:
        """No more files than there ever were models (losses may leave a rank short); an offset for each loose one."""
        files, most = self.form.files, max(self.models, self.muster.models) + guests
        if files is not None and files > most and self.look.sound("started"):
            text = f"an impossible formation: {files} files of {most} model{'s' if most != 1 else ''}"
            self.look.error("files", text)
        offsets = len(self.form.offsets or ())
        if offsets and not is_machine(self.muster.type) and offsets != self.models + guests:
            text = f"found {offsets} offsets for {self.models + guests} models: one for each"
            self.look.error("offsets", text)

    def unit(self, formation: Formation, pose: Pose) -> Unit:
        """The unit at its place; who has joined whom is seen to later."""
        form = self.form
        marks = [Mark(*STUPID, until="battle")] if form.stupid else []
        if form.charged is not None:
            marks.append(Mark(*CHARGED, form.charged, "player-turn"))
        marks += [mark for mark, is_set in ((BROKEN, form.broken), (WIPED_OUT, form.wiped_out)) if is_set]
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


@dataclass(frozen=True, eq=False)
class Listed:
    """A unit as the files list it, whether it can be put on the table or not.

    Attributes:
        look: Where it stands in them, and what is wrong with it.
        form: What they say, as far as it can be read.
        type: Its type, on its mount; None if that is not known.
        recruit: The unit itself; None if it is not known how it stands.
    """

    look: Inspection
    form: UnitForm
    type: UnitType | None
    recruit: Recruit | None


@dataclass(frozen=True, eq=False)
class Register:
    """What units refer to.

    Attributes:
        catalogue: The types there are, faulty ones included.
        faulty: Of each faulty type the key paths that are not known.
        types: The names of the types.
        sides: Those of the sides; None in a fragment, whose units get a side from the file that includes it.
    """

    catalogue: Catalogue
    faulty: Mapping[str, frozenset[str]]
    types: Names
    sides: Names | None

    def doubted(self, type_id: str) -> frozenset[str]:
        """Keys of a type, or of a rider and his mount, that are faulty."""
        return heads(frozenset(path for one in type_id.split("+") for path in self.faulty.get(one, ())))

    def stands_known(self, unit_type: UnitType) -> bool:
        """It is known on what bases its units stand and how."""
        paths = [path for one in unit_type.id.split("+") for path in self.faulty.get(one, ())]
        crewed = any(path.startswith("crew[") and ("." not in path or path.endswith(".count")) for path in paths)
        return not crewed and not any(path in _STANDING for path in paths)


def enlist(entry: Entry, register: Register, findings: Findings) -> Listed | None:
    """The unit of an entry, every fault that is seen without the others among the findings; None if it is no table."""
    form = findings.form(UnitForm, entry.values, entry.at)
    if form is None:
        return None
    look = Inspection(entry, findings)
    if register.sides is not None:
        _check_side(look, form, register.sides)
    unit_type = _type(look, form, register)
    check_keys(look, form)
    equipment = _equipment(look, form, unit_type, register)
    if unit_type is None:
        return Listed(look, form, None, None)
    models = form.models or unit_type.minimum  # the smallest unit of the army list if the file does not say
    check_unit(look, form, unit_type, models, register.doubted(unit_type.id))
    listed = form.model_copy(update={"models": models})
    if not _stands(look, form, unit_type, register):
        return Listed(look, listed, unit_type, None)
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
    recruit = Recruit(look, listed, muster, base, is_loose(unit_type, equipment))
    return Listed(look, listed, unit_type, recruit)


def _stands(look: Inspection, form: UnitForm, unit_type: UnitType, register: Register) -> bool:
    """All is known that says where its bases are."""
    if not look.sound(*_PLACING):
        return False
    if form.models is None and "minimum" in register.doubted(unit_type.id):
        return False
    if not look.sound("equipment") and any(_reshapes(name, register) for name, _ in unit_type.options):
        return False
    if form.base is None and "bases" in register.doubted(unit_type.id):
        return False
    return register.stands_known(unit_type)


def _reshapes(option: str, register: Register) -> bool:
    """An option with which a unit stands in another way: skirmishers, mounts."""
    thing = register.catalogue.handbook.equipment.get(option)
    return option == LOOSE or (isinstance(thing, Upgrade) and bool(thing.mount))


def _check_side(look: Inspection, form: UnitForm, sides: Names) -> None:
    if not look.sound("side"):
        return
    if form.side is None:
        if not sides.torn:  # the file that is not there may bring it
            look.error("side", f"the key 'side' is missing; the sides are {', '.join(sides.ids) or 'none'}")
    elif sides.lacks(form.side):
        near = did_you_mean(form.side, sides.ids) or f"; the sides are {', '.join(sides.ids) or 'none'}"
        look.error("side", f"there is no side '{form.side}'{near}")


def _type(look: Inspection, form: UnitForm, register: Register) -> UnitType | None:
    if not look.sound("type"):
        return None
    if form.type is None:
        if not register.types.torn:
            look.error("type", "the key 'type' is missing: an entry of the catalogue, such as 'siege-giant'")
        return None
    unit_type = _found(look, "type", form.type, register)
    if unit_type is None:
        return None
    catalogue = register.catalogue
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
    ridden = _found(look, "mount", mount, register)
    if ridden is None:
        return unit_type
    try:
        return mounted(unit_type, ridden, catalogue)
    except InputError as error:
        if not register.doubted(unit_type.id) & {"character", "mount"}:
            look.error("mount", error.problems[0].text)
        return unit_type


def _found(look: Inspection, key: str, name: str, register: Register) -> UnitType | None:
    """The type of that name; None and a fault if there surely is none."""
    try:
        return register.catalogue.find(name)
    except InputError as error:
        several = fold(name) in (fold(one.name) for one in register.catalogue.values())
        if several or register.types.lacks(name):
            look.error(key, error.problems[0].text)
        else:
            look.doubted.append(key)
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


def _equipment(look: Inspection, form: UnitForm, unit_type: UnitType | None, register: Register) -> tuple[str, ...]:
    """The standard equipment and what the unit carries besides."""
    handbook = register.catalogue.handbook
    options = [name for name, _ in unit_type.options] if unit_type else []
    doubted = register.doubted(unit_type.id) if unit_type else frozenset(("options", "equipment", "command"))
    # Where a type's options are not known any special rule may be one.
    more = options if "options" not in doubted else [*options, *handbook.rules.names]
    known = {fold(name): name for name in [*handbook.equipment, *more]}
    carried = list(unit_type.equipment) if unit_type else []
    for index, name in enumerate(form.equipment):
        key = f"equipment[{index}]"
        own = known.get(fold(name))
        if own is None:
            look.error(key, f"no equipment is named '{name}'{did_you_mean(name, known.values())}")
            continue
        if (
            unit_type
            and own not in options
            and own not in unit_type.equipment
            and not doubted & {"options", "equipment"}
        ):
            allowed = ", ".join(options) or "nothing besides"
            look.warn(key, f"'{unit_type.id}' may not take '{own}' by its army list; allowed: {allowed}")
        if own not in carried:
            carried.append(own)
    if unit_type and not doubted & {"command", "troop-type", "single-model", "character"}:
        _check_command(look, form, unit_type)
    return tuple(carried)


def _check_command(look: Inspection, form: UnitForm, unit_type: UnitType) -> None:
    allowed_roles = [role for role, _ in unit_type.command]
    for index, role in enumerate(form.command):
        if role not in allowed_roles:
            allowed = ", ".join(allowed_roles) or "none"
            text = f"'{unit_type.id}' may not have a {role} by its army list; allowed: {allowed}"
            look.warn(f"command[{index}]", text)
