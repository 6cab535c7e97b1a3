"""The command line: one command a file or two; every command answers with text or, on request, with JSON."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of ``giantfall``."""
    from game.cli.commands import giantfall  # noqa: PLC0415 - `import game.cli` alone stays cheap

    sys.exit(giantfall.main(standalone_mode=True))
