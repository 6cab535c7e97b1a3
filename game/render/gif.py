"""Moving pictures: a GIF with one palette for all frames, written frame by frame.

Pillow reduces the colours and packs each frame; the blocks are strung together here, so that a long replay needs no
more memory than two frames, and only what changed from frame to frame is stored.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pygame
from PIL import Image, ImageChops

from game.errors import InputError
from game.files import renamed_when_whole
from game.render.picture import FPS, as_image
from game.render.theme import FIRST, HEAT, PARCHMENT, SECOND, WHITE, Colour, mixed

MOST_FRAMES = 1500
"""Frames a moving picture has at most."""
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


@dataclass(frozen=True, slots=True)
class GifWritten:
    """What became of a moving picture: how many frames it has, and whether there would have been more."""

    frames: int
    cut: bool


def save_gif(surfaces: Iterable[pygame.Surface], path: str | Path, fps: int = FPS) -> GifWritten:
    """Write a moving picture that repeats for ever, at most ``MOST_FRAMES`` frames of it.

    Raises:
        InputError: There is no frame, or the file cannot be written.
    """
    with renamed_when_whole(Path(path)) as beside, beside.open("wb") as file:
        return _write(file, surfaces, max(2, round(100 / fps)))


def _write(file: IO[bytes], surfaces: Iterable[pygame.Surface], delay: int) -> GifWritten:
    palette = None
    shown: Image.Image | None = None
    waiting: Image.Image | None = None
    place, held, count, cut = (0, 0), 0, 0, False
    for surface in surfaces:
        if count == MOST_FRAMES:
            cut = True
            break
        count += 1
        image = as_image(surface)
        palette = palette or common_palette(image)
        frame = image.quantize(palette=palette, dither=Image.Dither.NONE)
        if shown is None:
            file.write(_header(frame))
            waiting = frame
        else:
            box = ImageChops.difference(frame.convert("RGB"), shown.convert("RGB")).getbbox()
            if box is not None:
                file.write(_frame(waiting, place, held))
                waiting, place, held = frame.crop(box), (box[0], box[1]), 0
        held += delay
        shown = frame
    if shown is None:
        raise InputError.of("a moving picture needs at least one frame")
    file.write(_frame(waiting, place, held) + b"\x3b")
    return GifWritten(count, cut)


def common_palette(first: Image.Image) -> Image.Image:
    """A palette for every frame: colours of the first one, and those that a battle may bring later."""
    later = list(dict.fromkeys(hue[:3] for hue in _later_colours()))
    small = first.resize((min(first.width, 480), min(first.height, 480)), Image.Resampling.NEAREST)
    reduced = small.quantize(256 - len(later), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    numbers = (reduced.getpalette() or [])[: 3 * (256 - len(later))]
    numbers += [part for hue in later for part in hue]
    palette = Image.new("P", (1, 1))
    palette.putpalette(numbers + [0] * (768 - len(numbers)))
    return palette


def _later_colours() -> list[Colour]:
    """Colours of shadows, templates, heat, casualties and dice, where they lie on each other too."""
    table = PARCHMENT
    colours = [WHITE, table.harm, table.accent, table.plate, table.plate_text, table.ink, table.clear, *HEAT]
    colours += [mixed(mixed(table.cloth, table.ink, dark), table.harm, red) for dark in _DARK for red in _RED]
    for style in (FIRST, SECOND):
        pale = mixed(style.fill, table.cloth, 0.62)
        colours += [style.fill, style.edge, style.gap, style.hatch_colour, pale, mixed(style.fill, table.cloth, 0.35)]
        colours += [
            mixed(style.fill, other, share) for other in (table.cloth, table.harm) for share in (0.2, 0.45, 0.75)
        ]
    return colours


_DARK = (0.0, 0.1, 0.2, 0.3, 0.38)
_RED = (0.05, 0.12, 0.19, 0.26, 0.6)


def _packed(image: Image.Image) -> bytes:
    """The image as a GIF of its own: header, palette of 256 colours, one frame."""
    whole = io.BytesIO()
    padded = image.copy()
    padded.putpalette((image.getpalette() or [])[:768] + [0] * (768 - len((image.getpalette() or [])[:768])))
    padded.save(whole, format="GIF", optimize=False)
    return whole.getvalue()


_START = 13 + 3 * 256
"""Bytes of header and palette."""


def _header(image: Image.Image) -> bytes:
    return b"GIF89a" + _packed(image)[6:_START] + _LOOP


def _frame(image: Image.Image | None, place: tuple[int, int], delay: int) -> bytes:
    if image is None:
        return b""
    packed = _packed(image)
    at = _START
    while packed[at] == 0x21:  # extension blocks: skip kind, then sub-blocks up to an empty one
        at += 2
        while packed[at]:
            at += packed[at] + 1
        at += 1
    left, top = (value.to_bytes(2, "little") for value in place)
    control = b"\x21\xf9\x04\x04" + min(delay, 65535).to_bytes(2, "little") + b"\x00\x00"
    return control + packed[at : at + 1] + left + top + packed[at + 5 : -1]
