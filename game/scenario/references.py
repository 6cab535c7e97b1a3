"""What is wrong between the units that a scenario lists: whom they join and fight, what they hold, who leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.catalogue.names import did_you_mean
from game.scenario.inspection import Inspection, Names
from game.scenario.muster import Listed, Register
from game.scenario.schema import EngagedForm

_LEADERS = (("general", "General"), ("battle-standard", "battle standard"))


def engaged_with(one: Listed) -> tuple[tuple[str, EngagedForm], ...]:
    """The enemies that the unit is engaged with, each with its key; without those that cannot be read."""
    rows = ((f"engaged[{number}]", form) for number, form in enumerate(one.form.engaged))
    return tuple((key, form) for key, form in rows if one.look.readable(key))


def check_references(
    listed: Mapping[str, Listed], units: Names, pieces: Mapping[str, Inspection], terrain: Names, register: Register
) -> None:
    """Tells every fault of what units say of each other and of terrain, as far as it can be seen without measuring.

    Args:
        listed: The units by id.
        units: All ids of units, those of units that cannot be read as well.
        pieces: The terrain by id.
        terrain: All ids of terrain.
        register: The types and what is doubtful about them.
    """
    for one in listed.values():
        for key, name in (("charged", one.form.charged), ("joins", one.form.joins)):
            if name is not None:
                _check_named(one, key, name, units)
        for key, enemy in engaged_with(one):
            if _check_named(one, key, enemy.unit, units) and enemy.unit in listed:
                _check_enemy(one, key, listed[enemy.unit])
        host = listed.get(one.form.joins or "")
        if host is not None and one.look.sound("joins"):
            _check_host(one, host, register)
    _check_broken(listed)
    _check_garrisons(list(listed.values()), pieces, terrain)
    _check_leaders(list(listed.values()))


def _check_broken(listed: Mapping[str, Listed]) -> None:
    """Units break in combat (PUR-00)."""
    fighting = fighters(listed)
    for name, one in listed.items():
        if one.form.broken and fighting is not None and name not in fighting and one.look.sound("broken"):
            one.look.error("broken", f"'{name}' is engaged with nobody: units break in combat")


def _check_named(one: Listed, key: str, name: str, units: Names) -> bool:
    """Whether there is another unit of that name."""
    if name != one.form.id and not units.lacks(name):
        return name in units.ids
    if not one.look.sound("id") and name == one.form.id:
        return False
    others = [each for each in units.ids if each != one.form.id]
    one.look.error(key, f"there is no other unit '{name}'{did_you_mean(name, others)}")
    return False


def _check_enemy(one: Listed, key: str, enemy: Listed) -> None:
    """Enemies are of the other side, and those that touch are engaged: no guests, nobody who is not on the table."""
    if one.look.sound("side") and enemy.look.sound("side") and one.form.side == enemy.form.side:
        one.look.error(key, f"'{enemy.form.id}' is of the same side")
        return
    for each in (one, enemy):
        form, look = each.form, each.look
        if form.joins is not None and look.sound("joins"):
            one.look.error(key, f"'{form.id}' has joined '{form.joins}'; the units that touch are engaged")
            return
        away = form.fate != "on-table" and look.sound("fate")
        if away or (form.garrison is not None and look.sound("garrison")):
            one.look.error(key, f"'{form.id}' does not stand on the table; the units that touch are engaged")
            return


def _check_host(guest: Listed, host: Listed, register: Register) -> None:
    name, texts = host.form.id, []
    if guest.type and not guest.type.character and not register.doubted(guest.type.id) & {"character"}:
        texts.append(f"'{guest.type.id}' is no character: only characters join units")
    if guest.look.sound("side") and host.look.sound("side") and guest.form.side != host.form.side:
        texts.append(f"'{name}' is of another side")
    fates = guest.look.sound("fate") and host.look.sound("fate")
    if fates and guest.form.fate == "on-table" != host.form.fate:
        texts.append(f"'{name}' does not stand on the table (fate = \"{host.form.fate}\")")
    single = host.type and host.type.single_model and not register.doubted(host.type.id) & _SINGLE
    if (host.form.joins is not None and host.look.sound("joins")) or single:
        texts.append(f"'{name}' is no unit that a character can join")
    for text in texts:
        guest.look.error("joins", text)


_SINGLE = frozenset(("single-model", "troop-type", "character"))


def _check_garrisons(listed: Sequence[Listed], pieces: Mapping[str, Inspection], terrain: Names) -> None:
    holders: dict[str, str] = {}
    for one in listed:
        name, look = one.form.garrison, one.look
        if name is None or not look.sound("garrison"):
            continue
        if terrain.lacks(name):
            look.error("garrison", f"there is no terrain '{name}'{did_you_mean(name, terrain.ids)}")
        piece = pieces.get(name)
        if piece is None or one.form.fate != "on-table" or not look.sound("fate"):
            continue
        kind = piece.entry.values.get("kind")
        if piece.sound("kind") and kind != "building":
            look.error("garrison", f"'{name}' is no building but {kind}")
        elif one.form.joins is None and look.sound("joins"):
            if name in holders:
                look.error("garrison", f"'{name}' is held by '{holders[name]}' already: one unit holds a building")
            holders.setdefault(name, one.form.id)


def _check_leaders(listed: Sequence[Listed]) -> None:
    """Doubtful, as all of the army list is: on a table in free play a second General may be put down."""
    for key, name in _LEADERS:
        seen: dict[str, str] = {}
        for one in listed:
            side = one.form.side if one.look.sound("side") else None
            if side and getattr(one.form, key.replace("-", "_")) and one.look.sound(key):
                if side in seen:
                    one.look.warn(key, f"'{seen[side]}' is the {name} already: a side has one")
                seen.setdefault(side, one.form.id)


def hosts_in_doubt(listed: Mapping[str, Listed]) -> tuple[str, ...]:
    """Units that a faulty character has joined, or may have joined: how many models they are is not known."""
    doubtful: list[str] = []
    for one in listed.values():
        joins = one.form.joins
        if joins is not None and joins in listed and one.look.sound("joins", "fate"):
            if one.recruit is None:
                doubtful.append(joins)
        elif joins is not None or not one.look.sound("joins"):
            doubtful += listed
    return tuple(dict.fromkeys(doubtful))


def fighters(listed: Mapping[str, Listed]) -> tuple[str, ...] | None:
    """Units that are engaged, also with one that cannot be put on the table; None where it cannot be known."""
    if not all(one.look.sound("engaged", "id") for one in listed.values()):
        return None
    pairs = [(name, enemy.unit) for name, one in listed.items() for _, enemy in engaged_with(one)]
    return tuple(dict.fromkeys(unit for pair in pairs for unit in pair))
