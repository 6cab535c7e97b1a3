"""What ``giantfall move`` answers: cost, end and faults of a path of manoeuvres."""

from __future__ import annotations

from pathlib import Path

from game.battle.state import State
from game.cli.outputs import kind_of
from game.cli.telling import tell, tell_json
from game.rules.bundled import BOOK
from game.rules.moving import CheckedMove, check_move


def _asked(state: State, unit: str, path: str) -> CheckedMove:
    return check_move(BOOK, state, unit, [path])


def tell_move(state: State, unit: str, path: str, *, as_json: bool) -> None:
    """Print what each manoeuvre costs, where the unit ends and every reason why it may not."""
    move = _asked(state, unit, path)
    if as_json:
        steps = [
            {"move": type(step.manoeuvre).__name__.lower(), "text": str(step.manoeuvre), "cost": step.cost}
            for step in move.steps
        ]
        faults = [{"rule": fault.rule, "text": fault.text, "at": fault.at} for fault in move.faults]
        result = {
            "unit": unit,
            "steps": steps,
            "cost": move.cost,
            "movement": move.movement,
            "at": [move.pose.x, move.pose.y],
            "facing": move.pose.facing,
            "faults": faults,
        }
        tell_json(result)
        return
    for step in move.steps:
        tell(f"{step.manoeuvre!s:<24} {step.cost:6.2f} inches")
    budget = "by dice only" if move.movement is None else f"of {move.movement:g}, {2 * move.movement:g} as a march"
    tell(f"{'in all':<24} {move.cost:6.2f} inches {budget}")
    tell(f"ends at {move.pose.x:.3f}, {move.pose.y:.3f}, facing {move.pose.facing:.2f} degrees")
    for fault in move.faults:
        place = f" at {fault.at[0]:.2f}, {fault.at[1]:.2f}" if fault.at else ""
        tell(f"not allowed{place}: {fault.text} ({fault.rule})")


def draw(state: State, unit: str, path: str, output: Path) -> None:
    """Draw the move with its swept path, or, as GIF, the unit on its way."""
    from game.cli.pictures import draw_move, draw_moving  # noqa: PLC0415

    move = _asked(state, unit, path)
    if kind_of(output) == ".gif":
        draw_moving(state, move, output)
    else:
        draw_move(state, move, output)
