"""Values as a rule example writes them, and whether a written one agrees with what is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.engine.wording import shown

NEAR = 1e-6
"""Numbers agree that differ by no more than this."""
Written = Mapping[str, Any]


def words_of(value: Event | Choice | Decision) -> dict[str, Any]:
    """The fields of an event, a choice or a decision as a file would write them."""
    return {one.name: plain(getattr(value, one.name)) for one in fields(value) if one.repr}


def plain(value: Any) -> Any:
    """A value as a file would write it: tables and lists all the way down."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value) if one.repr}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def agrees(found: Any, written: Any) -> bool:
    """Whether what is there is what is written: numbers within 1e-6, of a table the keys that are written."""
    if isinstance(written, Mapping):
        return isinstance(found, Mapping) and all(key in found and agrees(found[key], written[key]) for key in written)
    if isinstance(written, list | tuple):
        return (
            isinstance(found, list | tuple)
            and len(found) == len(written)
            and all(agrees(one, other) for one, other in zip(found, written, strict=True))
        )
    if isinstance(found, bool) or isinstance(written, bool):
        return found is written
    if isinstance(found, int | float) and isinstance(written, int | float):
        return abs(found - written) <= NEAR
    return bool(found == written)


def told(written: Written) -> str:
    """Keys and values in a line: ``unit = 'orcs', reach = 9``."""
    return ", ".join(f"{key} = {shown(value)}" for key, value in written.items())


def differences(found: Written, written: Written) -> str:
    """What does not agree, in a line: ``reach is 8, not 9``."""
    wrong = [key for key in written if not agrees(found.get(key), written[key])]
    return ", ".join(
        f"{key} is {shown(found[key])}, not {shown(written[key])}" if key in found else f"there is no '{key}'"
        for key in wrong
    )
