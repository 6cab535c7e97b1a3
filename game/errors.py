"""Error classes of the whole house; a message says where, what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


class GiantfallError(Exception):
    """Anything that Giantfall reports to a person in a line or a few: never shown as a traceback."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (or doubtful) in a file.

    Attributes:
        text: What was found and what is allowed, one sentence.
        file: The file in which it stands, as the person named it; empty if it is no file.
        line: Line counted from 1; 0 if unknown.
        key: The key path, such as ``unit[2].files``.
        warning: A doubtful thing that does not stop the file from being used.
    """

    text: str
    file: str = ""
    line: int = 0
    key: str = ""
    warning: bool = False

    def __str__(self) -> str:
        place = self.file + (f":{self.line}" if self.line else "")
        parts = [part for part in (place, self.key) if part]
        kind = "warning: " if self.warning else ""
        return ": ".join([*parts, kind + self.text])


@dataclass
class InputError(GiantfallError):
    """The input is wrong: all that is wrong with it at once. The command line ends with exit code 1."""

    problems: Sequence[Problem] = field(default_factory=tuple)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)

    @classmethod
    def of(cls, text: str, file: str = "", line: int = 0, key: str = "") -> InputError:
        """An error with a single problem."""
        return cls((Problem(text, file, line, key),))


class ChoiceRefusedError(GiantfallError):
    """A choice that the pending decision does not allow; the battle is as it was before."""
