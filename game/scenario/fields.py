"""What may stand in a key of a scenario file: names, ids, numbers, bases, words of a list; how much of it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, WithJsonSchema

from game.battle.readings import SWITCHES
from game.battle.state import MOST_UNITS
from game.catalogue.names import did_you_mean
from game.catalogue.texts import LONGEST_NAME, fault
from game.table.arcs import ARCS

MOST_ENTRIES = MOST_UNITS
"""Units, and pieces of terrain, of one battle."""
FIRST = "first"
"""Name of the note that says which side has the first turn."""


def word(allowed: Sequence[str]) -> Any:
    """One of these words; the message proposes a near one."""

    def check(found: str) -> str:
        if found not in allowed:
            raise fault(f"allowed: {', '.join(allowed)}{did_you_mean(found, allowed)}")
        return found

    return Annotated[str, AfterValidator(check), WithJsonSchema({"type": "string", "enum": list(allowed)})]


def shaped(pattern: str, words: str) -> Any:
    """A text of this form; the message says so in words."""

    def check(found: str) -> str:
        if not re.fullmatch(pattern, found):
            raise fault(words)
        return found

    return Annotated[str, AfterValidator(check), WithJsonSchema({"type": "string", "pattern": f"^{pattern}$"})]


def _pair(found: Any) -> Any:
    if not isinstance(found, tuple) or len(found) != 2:
        raise fault("write two numbers, such as [36, 24]")
    return found


def _scalar(found: Any) -> int | str:
    if isinstance(found, bool) or not isinstance(found, (int, str)):
        raise fault("write a whole number or a text")
    return found


def _base(found: Any) -> tuple[float, ...]:
    """``[width, depth]`` or ``{ round = diameter }`` in mm, as one number or two."""
    sizes: tuple[Any, ...] | None = found if isinstance(found, tuple) and len(found) == 2 else None
    if isinstance(found, Mapping) and list(found) == ["round"]:
        sizes = (found["round"],)
    good = sizes and all(isinstance(s, (int, float)) and not isinstance(s, bool) and 5 <= s <= 500 for s in sizes)
    if sizes is None or not good:
        raise fault("write [width, depth] in mm, such as [25, 50], or { round = 60 }; 5 to 500 mm")
    return tuple(float(size) for size in sizes)


def _finite(found: Any) -> Any:
    """Any value of TOML without NaN and infinite numbers."""
    if isinstance(found, float) and not math.isfinite(found):
        raise fault("a finite number belongs here")
    for item in found.values() if isinstance(found, Mapping) else found if isinstance(found, (tuple, list)) else ():
        _finite(item)
    return found


def _enough(corners: tuple[Any, ...]) -> tuple[Any, ...]:
    if not 3 <= len(corners) <= 500:
        raise fault(f"an outline has at least 3 corners and at most 500, found {len(corners)}")
    return corners


_SIZE = {"type": "number", "minimum": 5, "maximum": 500}
_ROUND = {"type": "object", "properties": {"round": _SIZE}, "required": ["round"], "additionalProperties": False}
_RECTANGLE = {"type": "array", "items": _SIZE, "minItems": 2, "maxItems": 2}
RULES_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        switch.name: {"enum": list(switch.allowed), "default": switch.values[0], "description": switch.meaning}
        for switch in SWITCHES
    },
}

Id = shaped(r"\w[\w-]{0,79}", "an id has letters, digits and hyphens, at most 80")
Colour = shaped("#[0-9a-fA-F]{6}", "a colour is written '#rrggbb', such as '#d55e00'")
Player = shaped("human|bot:[a-z0-9-]+", "a player is 'human' or 'bot:NAME', such as 'bot:simple'")
Number = Annotated[float, Field(ge=-10_000, le=10_000)]
Point = Annotated[tuple[Number, Number], BeforeValidator(_pair)]
Called = Annotated[str, Field(max_length=LONGEST_NAME)]
"""An id or a name of something else."""
Reference = Annotated[Called, AfterValidator(lambda text: text or None)] | None
"""The id of another; an empty text is none, so that an outer file can take back what an included one says."""
Corners = Annotated[tuple[Point, ...], AfterValidator(_enough)]
Few = Annotated[int, Field(ge=1, le=1000)]
BaseSize = Annotated[Any, PlainValidator(_base), WithJsonSchema({"anyOf": [_RECTANGLE, _ROUND]})]
Scalar = Annotated[Any, PlainValidator(_scalar), WithJsonSchema({"type": ["integer", "string"]})]
Finite = Annotated[Any, AfterValidator(_finite)]
ArcName = word(ARCS)
