"""Where blocks of a list go when some of them are gone, new or in another order."""

from __future__ import annotations

from dataclasses import dataclass

from game.scenario.blocks import Block

_BEFORE = {
    "side": ("type", "unit", "terrain", "step", "expect"),
    "unit": ("step", "expect"),
    "terrain": ("step", "expect"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of the new text and its number in the old one; None if it is new."""

    block: Block
    origin: int | None


def arranged(blocks: list[Block], kind: str, pieces: list[Piece]) -> list[Block]:
    """The blocks with those of one list replaced by ``pieces``, in their order.

    What stays stays where it was; a new block follows the one before it; blocks in another order share out the places.
    """
    slots = sorted(piece.origin for piece in pieces if piece.origin is not None)
    if not slots:
        return _all_new(blocks, kind, [piece.block for piece in pieces])
    places = iter(slots)
    groups: dict[int, list[Block]] = {slot: [] for slot in slots}
    place, leading = slots[0], True
    early: list[Block] = []
    for piece in pieces:
        if piece.origin is not None:
            place, leading = next(places), False
        (early if leading else groups[place]).append(piece.block)
    groups[slots[0]] = early + groups[slots[0]]
    result: list[Block] = []
    for number, block in enumerate(blocks):
        if number in groups:
            result += groups[number]
        elif not (block.kind == kind and block.array):
            result.append(block)
    return result


def _all_new(blocks: list[Block], kind: str, new: list[Block]) -> list[Block]:
    """New blocks where those of the list were; if there were none, before what comes after them in a scenario."""
    old = [i for i, block in enumerate(blocks) if block.kind == kind and block.array]
    later = [i for i, block in enumerate(blocks) if block.array and block.kind in _BEFORE.get(kind, ())]
    place = old[0] if old else later[0] if later else len(blocks)
    before = [block for block in blocks[:place] if not (block.kind == kind and block.array)]
    after = [block for block in blocks[place:] if not (block.kind == kind and block.array)]
    return [*before, *new, *after]
