"""Looking at one entry of a scenario for all that is wrong with it, each thing told once and at its own place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.catalogue.names import near_names
from game.catalogue.partial import covers, heads
from game.scenario.document import Findings
from game.scenario.merge import Entry, Merged


@dataclass(eq=False)
class Inspection:
    """One ``[[unit]]`` or ``[[terrain]]`` and what is known to be wrong with it.

    Attributes:
        entry: Where it stands in the files, and what they say.
        findings: Take the faults.
        doubted: Keys of which it is not known what should stand there.
    """

    entry: Entry
    findings: Findings
    doubted: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.doubted = sorted(heads(self.entry.wrong))

    def sound(self, *keys: str) -> bool:
        """Nothing is wrong with these keys, as far as is known."""
        return not any(key in self.doubted for key in keys)

    def readable(self, key: str) -> bool:
        """Nothing has been told of this very place when the files were read."""
        return not covers(self.entry.wrong, key)

    def error(self, key: str, text: str) -> None:
        """Something is wrong at a key, or at a part of it such as ``engaged[1]``; nothing is said of it twice."""
        if self.readable(key):
            self.findings.error(self.entry.at(key), text)
            self.doubted.append(key.split("[", maxsplit=1)[0])

    def warn(self, key: str, text: str) -> None:
        """Something is doubtful."""
        if self.readable(key):
            self.findings.warn(self.entry.at(key), text)


@dataclass(frozen=True, slots=True)
class Names:
    """The ids that there are of one kind.

    Attributes:
        ids: Those that can be read.
        whole: There are no others.
        torn: There may be others in a file that cannot be included.
    """

    ids: Sequence[str]
    whole: bool = True
    torn: bool = False

    def lacks(self, name: str) -> bool:
        """Surely none is called so. Of files that cannot be read nobody knows: then a near one must be there."""
        if name in self.ids or not self.whole:
            return False
        return not self.torn or bool(near_names(name, self.ids, 1))


def names_of(merged: Merged, kind: str, ids: Sequence[str]) -> Names:
    """The ids of a list of the merged files."""
    return Names(ids, kind not in merged.nameless, merged.torn)
