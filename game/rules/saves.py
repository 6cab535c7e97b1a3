"""Armour and ward saves: what each is made of (DMG-03 to DMG-10, NARM-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue import armour_pieces, bundled_catalogue
from game.catalogue.special_rules import RuleUse
from game.rules.charts import IMPOSSIBLE, save_after, save_of
from game.rules.combat.blows import weapon_bonuses, wields
from game.rules.hits import Hits

if TYPE_CHECKING:
    from game.rules.book import Rulebook

ANYTHING = Hits(0, 0, "", "")
"""Hits of no special kind: what a save is worth in general."""


def armour_save(book: Rulebook, state: State, unit: Unit, hits: Hits = ANYTHING) -> tuple[int, tuple[str, ...]]:
    """The unmodified armour save against such hits (7: none) and what makes it (DMG-03)."""
    known = bundled_catalogue().handbook.equipment
    weapon = wields(unit)
    used = weapon.name if weapon is not None and hits.against == "combat" else ""
    worn = armour_pieces(
        unit.type, unit.muster.equipment, known, against=hits.against, arc=hits.arc, weapon=used, rules=()
    )
    printed = unit.type.chassis_save is not None  # the printed save of a chassis holds all it has
    hide = () if printed else tuple(piece for rule in book.rules_of(state, unit.id) for piece in rule.armour(unit))
    pieces = hide if hits.hide_only else (*worn, *hide)
    points = sum(points for _, points in pieces)
    why = tuple(f"{name} +{points} (DMG-03)" for name, points in pieces)
    return (save_of(points, state.readings) if points else IMPOSSIBLE), why


def armour_needed(book: Rulebook, state: State, unit: Unit, hits: Hits) -> tuple[int, tuple[str, ...]]:
    """The armour roll needed against such hits (7: none), and why."""
    if not hits.armour:
        return IMPOSSIBLE, ()
    save, made_of = armour_save(book, state, unit, hits)
    modifier = max(0, hits.strength - 3)
    why = (*made_of, f"S{hits.strength} -{modifier} (DMG-04)")
    if hits.piercing:
        why = (*why, f"Armour Piercing -{hits.piercing} (DMG-04)")
    return save_after(save, hits.strength, hits.piercing), why


def protecting_rules(state: State, unit: Unit) -> tuple[RuleUse, ...]:
    """The special rules that may shield a unit: its own, and those of the weapon it wields (Parry)."""
    part = unit.type.parts[0]
    if wields(unit) is None:
        return unit.rules
    return (*unit.rules, *(use for _, bonus in weapon_bonuses(state, unit, part) for use in bonus.rules))


def ward_save(book: Rulebook, state: State, unit: Unit, hits: Hits = ANYTHING) -> tuple[int, tuple[str, ...]]:
    """The ward save needed against such hits (7: none) and what makes it (DMG-07).

    All sources add; a combination is never better than 4+, a single one stays what it is.
    """
    if not hits.ward:
        return IMPOSSIBLE, ()
    uses = protecting_rules(state, unit)
    saves = [
        (str(use), save)
        for rule in book.special
        for use in uses
        if use.name == rule.name and (save := rule.ward_save(state, unit, hits, use)) < IMPOSSIBLE
    ]
    if not saves:
        return IMPOSSIBLE, ()
    together = IMPOSSIBLE - sum(IMPOSSIBLE - save for _, save in saves)
    why = tuple(f"{name} (DMG-07)" for name, _ in saves)
    return min(max(together, 4), *(save for _, save in saves)), why
