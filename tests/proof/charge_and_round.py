"""One charge at a Terror-causer and one round of combat in which a Giant may fall: the shape's hardest case.

It is a small game of its own, by the house's own parts: the flow reads one note of the state and gives the next order;
orders are procedures that read top to bottom; geometry, wounds and the fall are those of the program.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.decision import Choice, Decision
from game.battle.event import Event, Throw
from game.battle.events import UnitMoved, UnitsEngaged
from game.battle.ground import bases_of, ground_of, own_models
from game.battle.procedure import Order, Procedure, ask, part, roll
from game.battle.state import Clock, Engagement, Side, State
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.dice import AtMost, Count, Total
from game.rules.book import Rulebook
from game.rules.charts import ordinary_charge_roll
from game.rules.hits import Hits
from game.rules.profiles import wounds_left
from game.rules.special.fall_over import FallOver
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.wounding import suffer
from game.table.approach import first_approach
from game.table.arcs import charged_arc
from game.table.contact import contact_pairs
from game.table.distance import distance
from game.table.formation import Ranked, Single
from game.table.motion import Translation
from game.table.pose import Pose, direction
from tests.proof.terror import Fled, ProofTerror


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReached(Event):
    """The proof goes on to its next stage."""

    stage: str

    def apply(self, state: State) -> State:
        return state.with_note("stage", self.stage)

    def sentence(self, state: State) -> str:
        return self.stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Choice):
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseCharge(Decision):
    """Whom does the unit charge?"""

    def question(self, state: State) -> str:
        return f"Whom do {state.unit(self.unit).name} charge?"

    def options(self, state: State) -> tuple[Choice, ...]:
        enemies = (unit.id for unit in state.standing() if unit.side != self.side)
        return (*(Attack(target=enemy) for enemy in enemies), Attack(target=""))


def charge(battle: Play) -> Procedure[None]:
    """SEQ-04: declare, Terror, roll, move straight into contact."""
    charger = "spearmen"
    battle.record(StageReached(stage="over"))
    target = (yield from ask(ChooseCharge(side="empire", unit=charger), Attack)).target
    if not target:
        return
    for rule in tuple(battle.book.rules_of(battle.state, target)):
        if not (yield from part(battle, rule.before_charge, charger, target)):
            return
    unit, enemy = battle.state.unit(charger), battle.state.unit(target)
    movement = int(unit.type.profile.movement)
    needed = distance(ground_of(unit), ground_of(enemy))
    rolled = yield from roll("charge", charger, ordinary_charge_roll(battle.state.readings))
    inches = movement + rolled.value if movement + rolled.value >= needed else rolled.value
    dx, dy = direction(unit.pose.facing)
    way = Translation(dx * inches, dy * inches)
    hit = first_approach(ground_of(unit), way, ground_of(enemy))
    pose = unit.pose.shifted(inches * (hit.t if hit else 1.0), 0.0).rounded()
    throw = Throw("charge", rolled.faces, f"{needed:.1f} inches")
    path = (f"advance {inches * (hit.t if hit else 1.0):.6f}",)
    battle.record(
        UnitMoved(
            unit=charger,
            path=path,
            cost=inches,
            before=unit.pose,
            pose=pose,
            formation=unit.formation,
            rule="CHG-09",
            dice=(throw,),
        )
    )
    if hit is None:
        return
    unit = battle.state.unit(charger)
    side = charged_arc(enemy.pose, enemy.formation, unit.pose, unit.formation).winner
    battle.record(UnitsEngaged(engagement=Engagement(charger, target, "front", side or "front")))
    battle.record(StageReached(stage="combat"))


def strike(battle: Play, attacker: str, defender: str, attacks: int, strength: int) -> Procedure[int]:
    """Blows of one side: 4+ to hit, the rest by the program's own rules."""
    rolled = yield from roll("to hit", attacker, Count(attacks, 4))
    hits = Hits(rolled.value, strength, "blows", "CC-13", attacker)
    return (yield from part(battle, suffer, defender, hits))


def fight(battle: Play) -> Procedure[None]:
    """One round: the chargers strike, the Giant swings, the loser takes what comes."""
    battle.record(StageReached(stage="over"))
    men, giant = "spearmen", "gorak"
    unit, enemy = battle.state.unit(men), battle.state.unit(giant)
    fighting = len({model for model, _ in contact_pairs(bases_of(unit), bases_of(enemy))})
    supporting = min(fighting, max(0, own_models(battle.state, unit) - unit.formation.files))
    ours = yield from part(battle, strike, men, giant, fighting + supporting, 3)
    yield from part(battle, finish_step)
    theirs = 0
    if battle.state.unit(giant).on_table and not battle.state.unit(giant).down:
        swing = yield from roll("swing", giant, Total(2))
        theirs = yield from part(battle, strike, giant, men, swing.value, 6)
        yield from part(battle, finish_step)
    score = ours + 1 + 3 - theirs  # a charge and three ranks against the Giant's wounds
    if score > 0 and battle.state.unit(giant).on_table:
        for rule in tuple(battle.book.rules_of(battle.state, giant)):
            yield from part(battle, rule.combat_lost, giant)
        if battle.state.unit(giant).on_table:
            yield from part(battle, break_test, giant, 10)
    elif score < 0 and battle.state.unit(men).on_table:
        yield from part(battle, break_test, men, max(0, 7 + score))


def break_test(battle: Play, unit: str, leadership: int) -> Procedure[None]:
    rolled = yield from roll("break test", unit, AtMost(Total(2), leadership))
    if not rolled.value:
        battle.record(Fled(unit=unit, rule="BRK-02"))


def flow(state: State) -> Order[Rulebook] | None:
    return {"charge": Order("charge", charge), "combat": Order("combat", fight)}.get(str(state.note("stage")))


BOOK = Rulebook(
    special=(ProofTerror(), FallOver()), events=(StageReached, Fled), decisions=(ChooseCharge,), choices=(Attack,)
)


def start(models: int = 20, angle: float = 0.0, apart: float = 7.4, facing: float = 90.0) -> State:
    """Spearmen in ranks of five, ``apart`` inches in front of a Giant, the whole world turned by ``facing`` - 90."""
    types = bundled_catalogue()
    pike, giant = types["empire-spearmen"], types["siege-giant"]
    turned = Pose(36, 24, facing)
    spear_pose = turned.rounded()
    x, y = turned.point(apart, 0.0)
    units = (
        Unit(
            Muster("spearmen", "empire", "Spearmen", pike, models, equipment=pike.equipment),
            spear_pose,
            Ranked(pike.base, models, 5),
        ),
        Unit(
            Muster("gorak", "hashut", "Old Gorak", giant, 1, equipment=giant.equipment),
            Pose(x, y, facing + 180 + angle).rounded(),
            Single(giant.base),
        ),
    )
    sides = (Side("empire", "Empire", "#0072b2"), Side("hashut", "Chaos Dwarfs", "#d55e00"))
    return State(72, 48, sides, units, clock=Clock(1, "empire", "movement", "charge"), notes=(("stage", "charge"),))


def summary(state: State) -> tuple[int, int, bool, bool, bool]:
    """What the proof counts: men left, Giant's wounds left, Giant down, who flees."""
    men, giant = state.unit("spearmen"), state.unit("gorak")
    left = wounds_left(state, giant) if giant.on_table else 0
    return own_models(state, men), left, giant.down, men.fleeing, giant.fleeing
