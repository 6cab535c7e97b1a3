"""What can be laid over the table, as values: chances, templates, ghosts, rulers, handles. Inches and degrees."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.formation import Formation
from game.table.pose import Pose

Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A chance on each base, with one legend of one meaning.

    Attributes:
        chances: ``(unit, model, chance 0..1)``; models count by the place in the unit's formation.
        legend: What the chance means, such as ``hit if the Giant falls now``.
        top: The chance that gets the hottest colour; 0: the highest of the chances, rounded up.
    """

    chances: tuple[tuple[str, int, float], ...]
    legend: str
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class Template:
    """A round template: centre and radius, inches; ``label`` on a plate at its rim; ``origin`` it fell from."""

    x: float
    y: float
    radius: float
    label: str = ""
    origin: Point | None = None
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class FallPath:
    """The outlines of all ground that a template can reach; drawn pale beneath the units."""

    outlines: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class Casualties:
    """Models that are slain: crossed out; ``faded`` 0..1 of the way to gone. ``(unit, model places)``."""

    models: tuple[tuple[str, tuple[int, ...]], ...]
    faded: float = 0.0


@dataclass(frozen=True, slots=True)
class Struck:
    """Models that are hit, whatever becomes of them: tinted red. ``(unit, model places)``; ``strength`` 0..1."""

    models: tuple[tuple[str, tuple[int, ...]], ...]
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a unit would stand: pale, red-edged if it may not. ``fault`` is the reason, said beside it."""

    pose: Pose
    formation: Formation
    side: str
    ok: bool = True
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Swept:
    """The ground a move passes over: polygons in inches."""

    outlines: tuple[Outline, ...]
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Obstruction:
    """Where and why something is forbidden."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured distance; ``label`` replaces the inches. ``ok``: within what was wanted."""

    a: Point
    b: Point
    inches: float
    label: str = ""
    ok: bool = True


@dataclass(frozen=True, slots=True)
class ArcLines:
    """The border lines of a unit's arcs, ``reach`` inches long; ``arcs`` are shaded and named."""

    pose: Pose
    formation: Formation
    arcs: tuple[str, ...] = ("front",)
    reach: float = 12.0


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line of sight: whole and green if clear, broken and red if not, ``stopped`` where."""

    a: Point
    b: Point
    clear: bool
    stopped: Point | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """A unit that is selected: a gold outline."""

    unit: str


@dataclass(frozen=True, slots=True)
class Hover:
    """A unit, or one model of it, under the mouse: a thin light outline."""

    unit: str
    model: int = -1


@dataclass(frozen=True, slots=True)
class Offered:
    """Units that can be answered with: a broad pale golden band around each."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handles:
    """The move tool's handles around a unit. Their places: ``handle_points``.

    Attributes:
        pose: Around which they stand.
        formation: The same.
        active: The one that is lit.
        offered: Those that are shown.
        forbidden: Those of them that do nothing now: greyed.
        unit: Id of the unit whose name plate makes room for them.
    """

    pose: Pose
    formation: Formation
    active: str = ""
    offered: tuple[str, ...] = ("wheel-left", "wheel-right", "advance", "pivot", "back", "left", "right")
    forbidden: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ChargeArrow:
    """A declared charge: from the charger's front to its target."""

    a: Point
    b: Point
    label: str = ""
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Faded:
    """Units drawn at part of their strength, 0..1: ``(unit, strength)``."""

    units: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of something tall that tips over: a soft dark ellipse from a base along an angle, inches."""

    x: float
    y: float
    angle: float
    length: float
    width: float
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class DiceShown:
    """Dice beside a table point: faces, or for one ``angle`` a compass needle; ``good`` tells the colour, if any."""

    x: float
    y: float
    faces: tuple[int, ...] = ()
    angle: float | None = None
    label: str = ""
    good: bool | None = None


Overlay = (
    HeatMap | Template | FallPath | Casualties | Ghost | Swept | Obstruction | Ruler | ArcLines | SightLine
    | Struck | Selection | Hover | Offered | Handles | ChargeArrow | Faded | Shadow | DiceShown
)  # fmt: skip
"""Whatever may be passed to ``scene.draw_scene``; drawn in the order given, below or above the units as fits it."""
