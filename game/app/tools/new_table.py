"""New table: a table of one's own, empty or with two of the bundled armies facing each other."""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import GiantfallError, InputError
from game.resources import folder
from game.scenario.document import parse_document, read_document
from game.scenario.loader import Scenario, scenario_of

SIZES = ((36.0, 36.0), (48.0, 36.0), (48.0, 48.0), (72.0, 48.0), (96.0, 48.0))
"""Usual tables: width and depth, inches."""
LEAST, MOST = 6.0, 240.0
"""Inches that a table measures at least and at most."""
SIDES = (("first", "First army", "#d55e00"), ("second", "Second army", "#0072b2"))
FROM_EDGE = 12.0
"""Inches from the table's edge to an army's front line; on a small table a quarter of its depth."""


@dataclass(frozen=True, slots=True)
class Army:
    """A bundled army.

    Attributes:
        file: Its file in the folder of the armies.
        name: What people call it.
        about: What it is about.
    """

    file: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a new table is made of.

    Attributes:
        width: Inches along x.
        depth: Inches along y.
        armies: File of the army at the near edge and at the far one; "" for none.
    """

    width: float = 72.0
    depth: float = 48.0
    armies: tuple[str, str] = ("", "")


def bundled_armies() -> tuple[Army, ...]:
    """The armies that come with Giantfall, by name; files that cannot be read are left out."""
    armies = []
    for path in sorted((folder("scenarios") / "armies").glob("*.toml")):
        try:
            head = read_document(path).tables
        except GiantfallError:
            continue
        name = head.get("name") or path.stem.replace("-", " ").replace("_", " ").title()
        armies.append(Army(path.name, str(name), str(head.get("about", ""))))
    return tuple(sorted(armies, key=lambda army: army.name))


def table_text(new: NewTable) -> str:
    """The scenario file of a new table.

    Raises:
        InputError: The table would be too small or too large.
    """
    if not (LEAST <= new.width <= MOST and LEAST <= new.depth <= MOST):
        raise InputError.of(f"a table measures {LEAST:g} to {MOST:g} inches, not {new.width:g} x {new.depth:g}")
    known = {army.file: army.name for army in bundled_armies()}
    in_from_edge = min(FROM_EDGE, new.depth / 4)
    places = ((in_from_edge, 90), (new.depth - in_from_edge, 270))
    includes = [
        f'{{ file = "armies/{file}", side = "{side}", at = [{new.width / 2:g}, {y:g}], facing = {facing},'
        f' prefix = "{side}-" }}'
        for file, (side, _, _), (y, facing) in zip(new.armies, SIDES, places, strict=True)
        if file
    ]
    sides = "".join(
        f'\n[[side]]\nid = "{side}"\nname = "{_plain(known.get(file, name))}"\ncolour = "{colour}"\n'
        for (side, name, colour), file in zip(SIDES, new.armies, strict=True)
    )
    head = f'format = 1\nname = "New table"\ntable = {{ width = {new.width:g}, depth = {new.depth:g} }}\n'
    return f"{head}start = {{ turn = 0 }}\ninclude = [{', '.join(includes)}]\n{sides}"


def _plain(name: str) -> str:
    """A name as it may stand between quotation marks."""
    return name.replace("\\", "").replace('"', "'")


def new_table(new: NewTable) -> Scenario:
    """A new table, ready for free play.

    Raises:
        InputError: It is too small for its armies, or an army cannot be read.
    """
    path = folder("scenarios") / "new-table.toml"
    return scenario_of(parse_document(table_text(new), path, "new table"))
