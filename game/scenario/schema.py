"""The form of a scenario file: which keys there are and what may stand in them.

Every key is optional here where an included file may bring it; the loader says what is missing in the end.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, PlainValidator, WithJsonSchema

from game.battle.marks import Until
from game.battle.phases import PHASE_IDS
from game.battle.terrain import Kind
from game.battle.unit import Fate
from game.catalogue.forms import CommandRole, Form, TypeForm
from game.catalogue.texts import Line, Name, Prose, fault
from game.scenario.fields import (
    MOST_ENTRIES,
    RULES_SCHEMA,
    ArcName,
    BaseSize,
    Called,
    Colour,
    Corners,
    Few,
    Finite,
    Id,
    Number,
    Player,
    Point,
    Reference,
    Scalar,
    word,
)
from game.table.arcs import ARCS

FORMAT = 1
"""Number of the newest form of scenario that this program reads, and of the one that it writes."""


class ScenarioForm(Form):
    """A table of a scenario file: strict, nothing unknown, no NaN and no infinite numbers."""

    model_config = ConfigDict(allow_inf_nan=False)


class TableForm(ScenarioForm):
    """The table, in inches."""

    width: Annotated[float, Field(ge=6, le=240)]
    depth: Annotated[float, Field(ge=6, le=240)]


class StartForm(ScenarioForm):
    """Where the battle begins: default turn 1, the first side, movement. Turn 0 is a table in free play."""

    turn: Annotated[int, Field(ge=0, le=100)] = 1
    side: Called = ""
    phase: word(PHASE_IDS) = PHASE_IDS[0]  # type: ignore[valid-type]
    step: Called = ""


class SideForm(ScenarioForm):
    """An army. ``player`` is ``human`` or ``bot:NAME``."""

    id: Id
    name: Name | None = None
    colour: Colour | None = None
    player: Player = "human"


class MarkForm(ScenarioForm):
    """Something a special rule remembers about a unit."""

    rule: Line
    name: Line
    value: Scalar = 0
    until: word(get_args(Until)) = "battle"  # type: ignore[valid-type]


class EngagedForm(ScenarioForm):
    """An enemy in combat with the unit, as a saved battle notes it: with both sides, and its number among all.

    Attributes:
        unit: Id of the enemy.
        side: Side of this unit that is touched.
        theirs: Side of the enemy that is touched.
        number: Order among all engagements of the battle.
    """

    unit: Called
    side: ArcName | None = None
    theirs: ArcName | None = None
    number: Annotated[int, Field(ge=0)] | None = None


def _engaged(found: Any) -> EngagedForm:
    if isinstance(found, str):
        return EngagedForm(unit=found)
    try:
        return EngagedForm.model_validate(found)
    except ValueError:
        sides = "|".join(ARCS)
        raise fault(f'write the id of an enemy, or {{ unit = "id", side = "{sides}", theirs = "{sides}" }}') from None


Engaged = Annotated[
    Any,
    PlainValidator(_engaged),
    WithJsonSchema({"anyOf": [{"type": "string"}, EngagedForm.model_json_schema()]}),
]


class UnitForm(ScenarioForm):
    """A unit. Needed in the end: id, side, type and, unless it joins another unit or holds a building, at.

    Attributes:
        type: Entry of the catalogue.
        models: Models that stand now, joined characters not counted.
        started: Models at the start of the battle, if there were more.
        files: Models in a full rank.
        at: Centre of the front edge, inches.
        facing: Degrees, counter-clockwise from +x; 90 looks up the table.
        base: ``[width, depth]`` in mm or ``{ round = 60 }``: another base than the catalogue's.
        wounds: Lost; of a block on its wounded model.
        charged: Id of the unit it charged this turn.
        broken: It has failed its Break test and flees when its combat is ended; it is engaged.
        wiped_out: It has won its combat and no enemy is left in it.
        engaged: Ids of the enemies in base contact with whom it fights.
        joins: Id of the unit a character has joined.
        place: Model place that a joined character takes in his host's formation.
        mount: Type that a character rides.
        garrison: Id of the building it holds.
        crew: Crew left of a war machine.
        offsets: ``[forward, left]`` of each loose model from the centre of the front edge, inches.
        bases: Base of each loose model, where they are not the usual ones.
    """

    id: Id
    side: Called | None = None
    type: Called | None = None
    name: Name | None = None
    models: Few | None = None
    started: Few | None = None
    files: Annotated[int, Field(ge=1, le=200)] | None = None
    command: Annotated[tuple[word(get_args(CommandRole)), ...], Field(max_length=10)] = ()  # type: ignore[valid-type]
    equipment: Annotated[tuple[Called, ...], Field(max_length=100)] = ()
    at: Point | None = None
    facing: Number | None = None
    base: BaseSize | None = None
    wounds: Annotated[int, Field(ge=0, le=1000)] = 0
    fleeing: bool = False
    down: bool = False
    stupid: bool = False
    charged: Reference = None
    broken: bool = False
    wiped_out: bool = False
    engaged: Annotated[tuple[Engaged, ...], Field(max_length=MOST_ENTRIES)] = ()
    joins: Reference = None
    place: Annotated[int, Field(ge=0, le=1000)] | None = None
    mount: Reference = None
    general: bool = False
    battle_standard: bool = False
    garrison: Reference = None
    crew: Annotated[int, Field(ge=0, le=50)] | None = None
    fate: word(get_args(Fate)) = "on-table"  # type: ignore[valid-type]
    offsets: Annotated[tuple[Point, ...], Field(min_length=1, max_length=1000)] | None = None
    bases: Annotated[tuple[BaseSize, ...], Field(max_length=1000)] | None = None
    marks: Annotated[tuple[MarkForm, ...], Field(max_length=MOST_ENTRIES)] = ()


class TerrainForm(ScenarioForm):
    """A piece of terrain.

    Attributes:
        outline: Its corners in order, inches.
        sight: Line of sight value, where it is not the usual one of its kind.
        floors: Of a building.
        levels: Of a hill.
    """

    id: Id | None = None
    kind: word(get_args(Kind)) | None = None  # type: ignore[valid-type]
    name: Name | None = None
    outline: Corners | None = None
    sight: Annotated[int, Field(ge=0, le=100)] | None = None
    floors: Annotated[int, Field(ge=1, le=20)] = 1
    levels: Annotated[int, Field(ge=1, le=20)] = 1


class IncludeForm(ScenarioForm):
    """A fragment set down on the table: its origin at ``at``, its 90 degrees turned to ``facing``.

    Attributes:
        file: Relative to this file, or to the bundled scenarios.
        side: Side of all its units.
        prefix: Put before the ids of its units and terrain, so that the same army may stand there twice.
    """

    file: Annotated[str, Field(min_length=1, max_length=400)]
    side: Called | None = None
    at: Point | None = None
    facing: Number | None = None
    prefix: Id | None = None


class StepForm(ScenarioForm):
    """What happens next in a rule example: a choice, the dice that fall, or both; used up before the next step begins.

    Attributes:
        choose: ``decision`` (its kind), ``choice`` (kind of the answer, where fields alone fit several) and the fields
            of the answer; a key that the answer does not have is one of the decision.
        refused: The choice must be refused; the question waits on.
        dice: Faces by the name of their roll, with ``@unit`` where several roll.
    """

    choose: dict[str, Finite] | None = None
    refused: bool = False
    dice: dict[str, tuple[Number, ...]] | None = None


class ExpectForm(ScenarioForm):
    """A fact that a rule example expects: exactly one of event, never, unit, decision, fault; then its fields.

    Attributes:
        event: Kind of an event that comes, after those expected before it, with these of its fields.
        never: Kind of an event that never comes with these fields.
        unit: Id of a unit that stands so at the end: ``models``, ``files``, ``wounds``, ``at``, ``facing``, ``fate``,
            ``fleeing``, ``down``, ``engaged``, ``joins``, ``garrison``, ``movement``, ``strength``, ``sight``,
            ``marks``; with ``towards``, the id of another unit, also ``distance``, ``sees`` and ``arcs``.
        decision: Kind of a decision that is asked: with exactly these ``options``, or one of whose possible choices,
            named by the other keys as in ``choose``, a rule ``forbids``.
        fault: Id of a rule by which a choice with ``refused`` is refused; written twice, two are.
    """

    model_config = ConfigDict(extra="allow")

    event: str | None = None
    never: str | None = None
    unit: str | None = None
    decision: str | None = None
    fault: str | None = None


class ScenarioFile(ScenarioForm):
    """A scenario, a fragment (no ``table``) or a rule example.

    Attributes:
        include: Other files: tables merge and this file wins, lists append, the same id overrides the named keys.
        without: Ids of units, sides or terrain that included files bring and this scenario leaves out.
        start: Where the battle begins.
        rules: Readings where the rulebook can be read two ways.
        notes: What rules keep about the battle as a whole.
        rule: Id of the rule that an example shows.
        unscripted: What a roll without a script does in an example.
    """

    format: Annotated[int, Field(ge=1)] | None = None
    name: Name | None = None
    about: Prose = ""
    include: str | IncludeForm | tuple[str | IncludeForm, ...] = ()
    without: Annotated[tuple[Called, ...], Field(max_length=1000)] = ()
    table: TableForm | None = None
    turns: Annotated[int, Field(ge=1, le=100)] = 6
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    first: Called | None = None
    start: StartForm | None = None
    rules: Annotated[dict[str, Any], WithJsonSchema(RULES_SCHEMA)] = Field(default_factory=dict)
    notes: dict[str, Scalar] = Field(default_factory=dict)
    rule: Line = ""
    unscripted: Literal["fail", "seed"] = "fail"
    side: tuple[SideForm, ...] = ()
    unit: tuple[UnitForm, ...] = ()
    terrain: tuple[TerrainForm, ...] = ()
    type: tuple[TypeForm, ...] = ()
    step: tuple[StepForm, ...] = ()
    expect: tuple[ExpectForm, ...] = ()


LISTS: dict[str, type[Form]] = {
    "side": SideForm,
    "unit": UnitForm,
    "terrain": TerrainForm,
    "type": TypeForm,
    "step": StepForm,
    "expect": ExpectForm,
}
"""The lists of tables of a scenario file and the form of their entries."""
