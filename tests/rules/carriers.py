"""Units with special rules more than the catalogue gives them, face to face."""

from __future__ import annotations

from dataclasses import replace

from game.battle.marks import Mark
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from tests.builders import unit

FIRST, LAST = "Always Strikes First", "Always Strikes Last"


def uses(*rules: str) -> tuple[RuleUse, ...]:
    return tuple(RuleUse.parse(rule) for rule in rules)


def having(one: Unit, *rules: str, part: int = 0) -> Unit:
    """The unit with rules more on one part of its models."""
    kind = one.type
    parts = [
        replace(each, rules=(*each.rules, *uses(*rules))) if number == part else each
        for number, each in enumerate(kind.parts)
    ]
    kind = replace(kind, parts=tuple(parts), rules=(*kind.rules, *uses(*rules)))
    return replace(one, muster=replace(one.muster, type=kind))


def men(type="empire-spearmen", *rules, id="men", models=10, **state):
    return having(unit(id, type, (20, 20), models=models, **state), *rules)


def foes(type="orc-boyz", *rules, id="foes", models=10, **state):
    return having(unit(id, type, (20, 25), 270, models=models, side="blue", **state), *rules)


def charged(one: Unit, target: str = "foes") -> Unit:
    return one.marked(Mark("charge", "charged", target, "player-turn"))
