"""What a person wrote, as a message repeats it: on one line, short, and with nothing that turns a terminal over."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import Any

LONGEST_ECHO = 60
"""Characters of a value that a message repeats."""
_LONGEST_TEXT = 2000
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of control and format characters, of halves of pairs, and of what is no character."""
_QUOTED = re.compile(r"'([^']*)'")


def escaped(text: str) -> str:
    """The text with every character that cannot be seen written by its number, as TOML does."""
    if text.isprintable():
        return text
    return "".join(_escape(letter) if unicodedata.category(letter) in _UNSEEN else letter for letter in text)


def _escape(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shortened(text: str, most: int = LONGEST_ECHO) -> str:
    """The beginning of a text that is too long, and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def tidy(text: str) -> str:
    """A whole message: nothing unseen in it, and what it quotes is short."""
    short = _QUOTED.sub(lambda match: f"'{shortened(match[1])}'", text)
    return escaped(shortened(short, _LONGEST_TEXT))


def shown(found: Any) -> str:
    """A value as TOML writes it, shortened; of a long list or a table only that it is one."""
    if isinstance(found, str):
        return f"'{escaped(shortened(found))}'"
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, (int, float)):
        return shortened(repr(found))
    if isinstance(found, (dt.date, dt.time)):
        return f"the date or time {found.isoformat()}"
    if isinstance(found, (list, tuple)):
        text = f"[{', '.join(map(shown, found[:LONGEST_ECHO]))}]"
        return text if len(text) <= LONGEST_ECHO else f"a list of {len(found)} entries"
    return "a table" if isinstance(found, dict) else "another value"
