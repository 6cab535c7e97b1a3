"""Players drive a battle: who is asked, who is written on the tape, whose numbers are whose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from game.engine.tape import Chosen, Rolled
from game.errors import InputError
from game.players.player import NoAnswerError, answer_one, play, view_of
from game.players.random_bot import RandomBot
from game.players.roster import player_named, players_of
from game.players.script import ScriptError, ScriptPlayer
from game.players.simple_bot import SimpleBot
from tests.builders import played
from tests.players.made_up import ANSWERS, MADE_UP, START, Nothing, Rest, Step, made_up


def orders(session):
    return [(entry.decision, entry.choice, entry.by) for entry in session.tape if isinstance(entry, Chosen)]


def test_they_play_to_the_end_and_the_tape_says_who():
    session = made_up()
    play(session, {"red": SimpleBot(), "blue": RandomBot(3)})
    assert session.finished
    assert [by for _, _, by in orders(session)] == ["bot:simple", "bot:random"] * (ANSWERS // 2)
    assert not session.may_undo  # no choice of a person is among them


def test_a_side_that_nobody_plays_waits_and_so_does_free_play():
    session = made_up()
    play(session, {"red": SimpleBot()})
    assert session.pending is not None and session.pending.side == "blue" and len(orders(session)) == 1
    table = played(START)
    assert not answer_one(table, {"red": SimpleBot(), "blue": SimpleBot()}) and not table.tape


def test_until_stops_between_two_answers():
    session = made_up()
    players = {"red": SimpleBot(), "blue": SimpleBot()}
    play(session, players, until=lambda one: len(one.log) == 2)
    assert len(session.log) == 2 and not session.finished
    assert answer_one(session, players) and len(session.log) == 3
    play(session, players)
    assert session.finished and not answer_one(session, players)
    with pytest.raises(NoAnswerError, match="over"):
        view_of(session)


def test_the_random_bot_takes_each_answer_equally_often():
    view, bot = view_of(made_up()), RandomBot(1)
    counts = Counter(bot.answer(replace(view, answered=number)) for number in range(4000))
    assert len(counts) == 4
    assert all(880 < count < 1120 for count in counts.values())  # 1000 and four standard deviations of 27


def test_its_numbers_are_its_own():
    """Neither the seed nor the salt of the battle's dice changes what it orders; its own seed does."""

    def played_by(bot_seed, seed, *, new_dice=False):
        session = made_up(seed)
        if new_dice:
            session.new_dice()
        play(session, {"red": RandomBot(bot_seed), "blue": RandomBot(bot_seed)})
        return [choice for _, choice, _ in orders(session)], [one for one in session.tape if isinstance(one, Rolled)]

    first, dice = played_by(5, seed=1)
    second, others = played_by(5, seed=2)
    assert first == second and dice != others
    assert played_by(5, seed=1, new_dice=True)[0] == first
    assert any(played_by(seed, seed=1)[0] != first for seed in range(6, 9))


@pytest.mark.parametrize("bot", [RandomBot(), SimpleBot()])
def test_a_decision_without_choices_is_told(bot):
    with pytest.raises(NoAnswerError, match="'nothing' offers nothing to choose"):
        bot.answer(view_of(made_up(question=Nothing)))


def test_players_come_from_the_scenario_and_the_command_line():
    players = players_of(START, {"blue": "bot:random"}, seed=4)
    assert isinstance(players["red"], SimpleBot)  # a person without a window
    assert isinstance(players["blue"], RandomBot) and players["blue"].seed == 4
    with pytest.raises(InputError, match="did you mean 'bot:simple'"):
        player_named("bot:simpel")
    with pytest.raises(InputError, match="there is no side 'green'; the sides are red, blue"):
        players_of(START, {"green": "bot:simple"})


def test_a_script_makes_its_choices_and_is_quiet_in_between():
    session = made_up()
    script = ScriptPlayer(
        [
            {"decision": "who-steps", "unit": "men"},
            {"decision": "other-question"},
        ]
    )
    play(session, {"red": script, "blue": script})
    assert session.finished
    assert [choice for _, choice, _ in orders(session)] == [Step(unit="men", inches=1), *[Rest()] * 5]
    assert script.left == [{"decision": "other-question"}]
    with pytest.raises(ScriptError, match="the decision 'nothing' @orcs .side red. waits"):
        ScriptPlayer([]).answer(view_of(made_up(question=Nothing)))


def test_what_is_written_by_anybody_is_played_again():
    session = made_up(7)
    play(session, {"red": RandomBot(1), "blue": SimpleBot()})
    again = type(session)(START, MADE_UP, session.flow, 7, tape=list(session.tape))
    assert again.state == session.state and again.log == session.log
