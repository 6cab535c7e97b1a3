"""Kinds of values on the command line: directions, inches, sizes in pixels."""

from __future__ import annotations

import re

import click

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
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
