"""The vocabulary of charges: reactions, and what a unit remembers of a charge (CHG)."""

from __future__ import annotations

from typing import Literal

Reaction = Literal["hold", "stand-and-shoot", "flee", "fire-and-flee"]
"""How a unit may react to a charge (CHG-10 to CHG-13)."""
