"""Scenario texts for tests."""

from pathlib import Path

BASIC = """\
format = 1
name = "A small table"
table = { width = 48, depth = 36 }
seed = 5

[[side]]
id = "red"

[[side]]
id = "blue"

# The big one.
[[unit]]
id = "giant"
side = "red"
type = "siege-giant"
at = [24, 12]
facing = 90

[[unit]]
id = "spears"
side = "blue"
type = "empire-spearmen"
models = 20
files = 5
at = [24, 20]
facing = 270
"""


def put(folder: Path, text: str, name: str = "battle.toml") -> Path:
    """The text as a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def line_of(text: str, part: str, nth: int = 1) -> int:
    """The line, from 1, on which a part of the text stands for the nth time."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if part in line]
    return lines[nth - 1]
