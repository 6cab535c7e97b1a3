"""What the rulebook plays of the special rules that units carry."""

from __future__ import annotations

from dataclasses import replace

from game.catalogue import bundled_catalogue
from game.rules.book import Rulebook
from game.rules.bundled import ALL, BOOK, missing_rules, wanting
from game.rules.special.regeneration import Regeneration


def test_what_is_wanting_of_each_rule_of_a_type_agrees_with_the_list_of_missing_rules():
    catalogue = bundled_catalogue()
    missing = {rule.name: rule.wanting or ALL for rule in missing_rules(catalogue)}
    kinds = set()
    for kind in catalogue.values():
        found = wanting(kind)
        assert list(found) == list(dict.fromkeys(use.name for use in kind.rules))
        for name, text in found.items():
            assert text == missing.get(name, "")
            kinds.add(text if text in ("", ALL) else "part")
    assert kinds == {"", ALL, "part"}


def test_a_book_without_a_rule_plays_nothing_of_it():
    kind = next(kind for kind in bundled_catalogue().values() if any(use.name == "Regeneration" for use in kind.rules))
    assert wanting(kind)["Regeneration"] == Regeneration.not_yet != ALL
    assert wanting(kind, Rulebook(special=()))["Regeneration"] == ALL
    assert wanting(replace(kind, rules=()), BOOK) == {}
