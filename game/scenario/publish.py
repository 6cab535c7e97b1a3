"""The JSON Schema of a scenario file, by which editors complete and check it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from game.files import write_whole
from game.resources import folder
from game.scenario.schema import ScenarioFile


def schema_text() -> str:
    """The JSON Schema of a scenario file, for editors."""
    schema = TypeAdapter(ScenarioFile).json_schema(by_alias=True)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_without_null(schema),
        "title": "A scenario of Giantfall",
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _without_null(part: Any) -> Any:
    """TOML has no null: a key that may be left out need not say so."""
    if isinstance(part, list):
        return [_without_null(item) for item in part]
    if not isinstance(part, dict):
        return part
    plain = {key: _without_null(value) for key, value in part.items() if not (key == "default" and value is None)}
    branches = plain.get("anyOf")
    if isinstance(branches, list):
        rest = [branch for branch in branches if branch != {"type": "null"}]
        if len(rest) == 1:
            del plain["anyOf"]
            return {**rest[0], **plain}
        plain["anyOf"] = rest
    return plain


def publish_schema() -> Path:
    """Writes the JSON Schema to ``assets/schema/scenario.json`` and says where that is.

    Raises:
        InputError: It cannot be written.
    """
    path = folder("assets") / "schema" / "scenario.json"
    path.parent.mkdir(exist_ok=True)
    write_whole(path, schema_text())
    return path
