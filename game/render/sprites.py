"""The store of pictures that are painted once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

ROOM = 64 * 1024 * 1024
"""Bytes of pictures that are kept at a scale of 1; a window with larger letters has larger pictures."""
_FRAME = 200
"""Bytes that a picture takes beside its pixels, about."""


class Sprites:
    """Pictures by key, the least recently used dropped first: a cache, nothing depends on what it holds.

    Attributes:
        room: Bytes that the pictures may take together; the one that was asked for last is kept in any case.
    """

    def __init__(self, most: int = 3000, room: float = ROOM) -> None:
        self.room = room
        self._most = most
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def size(self) -> int:
        """Bytes that the pictures take, about."""
        return self._bytes

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture of this key, made if there is none."""
        found = self._kept.get(key)
        if found is None:
            found = make()  # may ask for others that it is made of
            self._keep(key, found)
        else:
            self._kept.move_to_end(key)
        return found

    def _keep(self, key: Hashable, picture: pygame.Surface) -> None:
        before = self._kept.pop(key, None)
        self._bytes += _bytes(picture) - (0 if before is None else _bytes(before))
        self._kept[key] = picture
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._bytes > self.room):
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height() + _FRAME
