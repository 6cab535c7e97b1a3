"""The driver of a battle: session, tape, undo, branch, save, replay."""
