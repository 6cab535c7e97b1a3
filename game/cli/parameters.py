"""Kinds of values on the command line: directions, inches, sizes in pixels."""

from __future__ import annotations

import re

import click

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_TURNS = re.compile(r"(\d{1,3})(?:[-–](\d{1,3}))?", re.ASCII)
_SIZE = re.compile(r"(\d{1,6})[x×](\d{1,6})", re.ASCII | re.IGNORECASE)


def _number(value: str | float) -> float | None:
    """The finite number that is written there, if it is one."""
    if isinstance(value, str) and not _NUMBER.fullmatch(value.strip()):
        return None
    number = float(value)
    return number if abs(number) < float("inf") else None


class Degrees(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A direction, given as any finite number of degrees."""

    name = "degrees"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Bring it into 0 to below 360."""
        angle = _number(value)
        if angle is None:
            self.fail(f"{value!r} is no number of degrees", param, ctx)
        if not -1e6 < angle < 1e6:
            self.fail(f"{value!r} is no direction: 0 to 360 degrees, counter-clockwise from the right", param, ctx)
        turned = angle % 360.0
        return 0.0 if turned == 360.0 else turned


class Inches(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A length from 0 to ``most`` inches."""

    name = "inches"

    def __init__(self, most: float) -> None:
        self.most = most

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The finite number in this range."""
        length = _number(value)
        if length is None or not 0 <= length <= self.most:
            self.fail(f"{value!r} is no number of inches from 0 to {self.most:g}", param, ctx)
        return length


class WindowSize(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """Width and height of the window in pixels."""

    name = "size"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read ``WIDTHxHEIGHT``."""
        if isinstance(value, tuple):
            return value
        found = _SIZE.fullmatch(value.strip())
        size = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (640 <= size[0] <= 16384 and 480 <= size[1] <= 16384):
            example = "write WIDTHxHEIGHT in pixels, such as 1600x900, 640x480 to 16384x16384"
            self.fail(f"{value!r} is no size: {example}", param, ctx)
        return size


class Turns(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """Game turns: one, or the first and the last of several."""

    name = "turns"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read ``A-B`` or ``A``."""
        if isinstance(value, tuple):
            return value
        found = _TURNS.fullmatch(value.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            self.fail(f"{value!r} is no range of turns: write A-B, such as 2-3, or one turn", param, ctx)
        return first, last


class SidePlayer(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A side and who plays it, as ``hashut=bot:simple``."""

    name = "side=player"

    def convert(
        self, value: str | tuple[str, str], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Part it."""
        if isinstance(value, tuple):
            return value
        side, equals, player = value.partition("=")
        if not (side and equals and player):
            self.fail(f"{value!r} is not SIDE=bot:NAME, such as hashut=bot:simple", param, ctx)
        return side, player
