"""Playing a battle in the window: answering decisions, bots, dice by hand, replays."""
