"""What ``giantfall rules --vocabulary`` answers: the words of rule examples.

With ``--json``: ``rolls`` of ``{name, kind, module, about}``; ``decisions``, ``choices`` and ``events`` of ``{kind,
about, fields}``, a field being ``{name, type, about, needed}``.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby

from game.cli.telling import tell, tell_json
from game.rules.bundled import BOOK
from game.rules.vocabulary import Word, roll_words, words_of


def tell_vocabulary(*, as_json: bool) -> None:
    """Print the names of all rolls, decisions, choices and events, with their fields."""
    rolls = roll_words()
    words = {
        "decisions": words_of(BOOK.every_decision()),
        "choices": words_of(BOOK.every_choice()),
        "events": words_of(BOOK.every_event()),
    }
    if as_json:
        listed = {name: [asdict(word) for word in found] for name, found in words.items()}
        tell_json({"rolls": [asdict(rolled) for rolled in rolls], **listed})
        return
    tell("rolls")
    for name, group in groupby(rolls, key=lambda rolled: rolled.name):
        tell(f"  {name}")
        for rolled in group:
            tell(f"      {rolled.kind or 'as the moment has it'}  ({rolled.module})")
    for title, found in words.items():
        tell("")
        tell(title)
        for word in found:
            _tell_word(word)


def _tell_word(word: Word) -> None:
    tell(f"  {word.kind}: {word.about}")
    for field in word.fields:
        tell(
            f"      {field.name}: {field.type}{'' if field.needed else ', may be missing'}; {field.about}".rstrip("; ")
        )
