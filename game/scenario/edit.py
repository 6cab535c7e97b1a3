"""Changing the blocks of a scenario's text so that they say what the battle has become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from game.battle.state import State
from game.catalogue import Catalogue, UnitType
from game.scenario.arrange import Piece, arranged
from game.scenario.blocks import Block, new_block
from game.scenario.loader import Scenario
from game.scenario.tables import Table, head_table, side_table, terrain_table, unit_table
from game.scenario.type_tables import type_table

Manner = Literal["changes", "keys", "whole"]
"""Only what changed; every key of each table of the file anew; that, and what included files bring, too."""


@dataclass(eq=False)
class Edit:
    """One text on its way to another.

    Attributes:
        blocks: Of the text so far; only a head for a new file.
        old: What the text said; None for a new file.
        catalogue: Types there are without the scenario's own.
        manner: How much is written anew.
    """

    blocks: list[Block]
    old: Scenario | None
    catalogue: Catalogue
    manner: Manner

    def text(self, state: State, seed: int) -> str:
        """The new text."""
        before = self.old.state if self.old else None
        self.newline = "\r\n" if any("\r\n" in block.text for block in self.blocks) else "\n"
        self._head(state, seed)
        self._list(
            "side",
            {s.id: side_table(s) for s in before.sides} if before else {},
            {s.id: side_table(s) for s in state.sides},
        )
        self._types(state)
        self._list(
            "unit",
            {u.id: unit_table(before, u) for u in before.units} if before else {},
            {u.id: unit_table(state, u) for u in state.units},
        )
        self._list(
            "terrain",
            {t.id: terrain_table(t) for t in before.terrain} if before else {},
            {t.id: terrain_table(t) for t in state.terrain},
        )
        parts: list[str] = []
        for block in self.blocks:
            if parts and parts[-1] and not parts[-1].endswith("\n"):
                parts.append(self.newline)
            parts.append(block.text)
        return "".join(part for part in parts if part)

    @property
    def head(self) -> Block:
        """The head of the file."""
        return self.blocks[0]

    @head.setter
    def head(self, block: Block) -> None:
        self.blocks[0] = block

    # --- the head -------------------------------------------------------------------------------------------------

    def _head(self, state: State, seed: int) -> None:
        new = head_table(state, seed)
        old = head_table(self.old.state, self.old.seed) if self.old else {}
        if self.manner == "whole":
            self.head = self.head.without_key("include").without_key("without")
        for key, value in new.items():
            if self.manner != "whole" and old.get(key) == value:
                continue
            if isinstance(value, dict):
                self._head_table(key, value)
            elif value != "" and self.head.values().get(key) != value:
                self.head = self.head.with_key(key, value)
            elif value == "":
                self.head = self.head.without_key(key)

    def _head_table(self, key: str, value: Table) -> None:
        """A table of the head, wherever the file has it: a block of its own, an inline table, dotted keys."""
        own = next((i for i, block in enumerate(self.blocks) if block.kind == key and not block.array), None)
        if own is not None:
            block = self.blocks[own]
            for name in [name for name in block.values() if name not in value]:
                block = block.without_key(name)
            for name, item in value.items():
                if block.values().get(name) != item:
                    block = block.with_key(name, item)
            self.blocks[own] = block
            return
        present = self.head.values().get(key)
        if present == value or (not value and present is None):
            return
        if isinstance(present, dict) and not self.head.inline(key):
            for name in present:
                self.head = self.head.without_key(f"{key}.{name}")
        self.head = self.head.with_key(key, value) if value else self.head.without_key(key)

    # --- lists ----------------------------------------------------------------------------------------------------

    def _list(self, kind: str, old: dict[str, Table], new: dict[str, Table]) -> None:
        own = self._own(kind, list(old))
        brought = self._brought(old, own)
        pieces: list[Piece] = []
        for name, table in new.items():
            if name in own:
                block = self._changed(self.blocks[own[name]], old.get(name, {}), table, within=name in brought)
                pieces.append(Piece(block, own[name]))
            elif name not in old or self.manner == "whole":
                pieces.append(Piece(new_block(kind, table, self.newline), None))
            elif old[name] != table:
                override = {"id": name, **{k: v for k, v in table.items() if old[name].get(k) != v}}
                override |= {k: neutral(v) for k, v in old[name].items() if k not in table}
                pieces.append(Piece(new_block(kind, override, self.newline), None))
        if self.manner != "whole":
            gone = [name for name in old if name not in new and name in brought]
            if gone:
                self.head = self.head.with_key("without", [*self.head.values().get("without", []), *gone])
        if kind == "terrain" and list(old) != list(new):
            pieces = [
                replace(piece, block=_with_id(piece.block, name)) for name, piece in self._named(pieces, new, own)
            ]
        self.blocks = arranged(self.blocks, kind, pieces)

    def _own(self, kind: str, old: Sequence[str]) -> dict[str, int]:
        """The blocks of a list by the ids of what they say; terrain may have none of its own in the text."""
        found = {i: block.id for i, block in enumerate(self.blocks) if block.kind == kind and block.array}
        nameless = [i for i, name in found.items() if not name]
        unmatched = [name for name in old if name not in found.values()]
        found.update(zip(reversed(nameless), reversed(unmatched), strict=False))
        return {name: i for i, name in found.items()}

    def _brought(self, old: dict[str, Table], own: dict[str, int]) -> list[str]:
        """Ids that included files bring, whether this one changes them or not."""
        included = self.old.included if self.old else ()
        return [name for name in old if name in included or name not in own]

    def _named(self, pieces: list[Piece], new: dict[str, Table], own: dict[str, int]) -> list[tuple[str, Piece]]:
        names = {index: name for name, index in own.items()}
        return [(names[piece.origin] if piece.origin is not None else piece.block.id, piece) for piece in pieces if new]

    def _changed(self, block: Block, old: Table, new: Table, *, within: bool) -> Block:
        """The block with what changed; ``within``: an included file has the same id and shines through."""
        if self.manner == "changes":
            if old == new:
                return block
            for key, value in new.items():
                if old.get(key) != value:
                    block = block.with_key(key, value)
            gone = [key for key in old if key not in new]
        else:
            values = block.values()
            for key, value in new.items():
                if values.get(key) != value:
                    block = block.with_key(key, value)
            gone = [key for key in {**values, **(old if within else {})} if key not in new]
        for key in gone:
            shines = within and self.manner != "whole" and key in old
            block = block.with_key(key, neutral(old[key])) if shines else block.without_key(key)
        return block

    # --- types ----------------------------------------------------------------------------------------------------

    def _types(self, state: State) -> None:
        """Types of units that neither the catalogue nor the text has are written with it."""
        own: dict[str, UnitType] = {}
        if self.old:
            written = [block.id for block in self.blocks if block.kind == "type"]
            whole = self.manner == "whole"
            own = {one.id: one for one in self.old.catalogue.values() if not whole or one.id in written}
        known: dict[str, UnitType] = {**self.catalogue.types, **own}
        missing: dict[str, UnitType] = {}
        for unit in state.units:
            if "+" not in unit.type.id and known.get(unit.type.id) != unit.type:
                missing[unit.type.id] = unit.type
        blocks = [block for block in self.blocks if not (block.kind == "type" and block.id in missing)]
        self.blocks = blocks + [new_block("type", type_table(one), self.newline) for one in missing.values()]


def _with_id(block: Block, name: str) -> Block:
    return block if block.has("id") else block.with_key("id", name)


def neutral(value: Any) -> Any:
    """What takes back a key that an included file says."""
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return ""
    return [] if isinstance(value, list) else 0
