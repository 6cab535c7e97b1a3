"""What may stand in a name or in a longer text, of the catalogue and of scenarios."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

LONGEST_NAME = 200
"""Characters of a name."""
SAID = "said"
"""Kind of the faults whose message is complete."""
_TURNERS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def fault(text: str) -> PydanticCustomError:
    """What pydantic reports for a value that does not fit."""
    return PydanticCustomError(SAID, "{text}", {"text": text})


def _one_line(text: str) -> str:
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text) or _TURNERS.search(text):
        raise fault("a name has no control characters and no line breaks")
    return text


def _visible(text: str) -> str:
    """At least one letter, digit or sign: blanks, zero-width characters and bare accents show nothing."""
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        raise fault("a name has at least one letter")
    return text


def _prose(text: str) -> str:
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t\r" for letter in text):
        raise fault("a text has no control characters but line breaks")
    return text


Line = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_one_line)]
"""A short text, or none."""
Name = Annotated[str, Field(max_length=LONGEST_NAME, min_length=1), AfterValidator(_one_line), AfterValidator(_visible)]
Prose = Annotated[str, Field(max_length=10_000), AfterValidator(_prose)]
