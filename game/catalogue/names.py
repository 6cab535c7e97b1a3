"""Names as people type them: folding of letters and near names (typographic letters, C154)."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

_SAME_LETTER = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201b": "'",
        "\u02bc": "'",
        "\u00b4": "'",
        "`": "'",
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
    }
)
_LONGEST = 100


def fold(text: str) -> str:
    """The text after NFKC, folding of apostrophes and dashes, and case folding; runs of blanks become one."""
    # Apostrophes go first: NFKC takes the acute accent apart.
    plain = unicodedata.normalize("NFKC", text.translate(_SAME_LETTER)).translate(_SAME_LETTER)
    return " ".join(plain.casefold().split())


def near_names(found: str, allowed: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """At most ``count`` of the allowed names that resemble ``found``, best first, in their own spelling.

    Never ``found`` itself: where that very word is wrong, it is no advice. A text of a hundred letters resembles none.
    """
    if len(found) > _LONGEST:
        return ()
    spelling = {fold(name): name for name in allowed if name != found}
    matches = difflib.get_close_matches(fold(found), spelling, n=count, cutoff=0.6)
    return tuple(spelling[match] for match in matches)


def did_you_mean(found: str, allowed: Iterable[str]) -> str:
    """The end of a message: ``; did you mean 'a' or 'b'?``, or, if nothing is near, nothing."""
    near = near_names(found, allowed)
    return f"; did you mean {' or '.join(repr(name) for name in near)}?" if near else ""
