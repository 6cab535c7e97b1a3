"""What happens at the window, read from pygame's events: mouse in pixels, keys by character whatever the layout."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.app.tool import Key

DIGIT_SCANCODES = {pygame.KSCAN_1 + i: str(i + 1) for i in range(9)} | {pygame.KSCAN_0: "0"}
"""The keys of the digit row: on some layouts they give digits only with Shift."""
LETTER_SCANCODES = {pygame.KSCAN_A + i: chr(ord("a") + i) for i in range(26)}
"""Where letters are on a Latin keyboard: for layouts without Latin letters."""
_NAMED: dict[int, str] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_SPACE: "space",
    pygame.K_RETURN: "return",
    pygame.K_KP_ENTER: "return",
    pygame.K_ESCAPE: "escape",
    pygame.K_DELETE: "delete",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_TAB: "tab",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
} | {getattr(pygame, f"K_F{i}"): f"f{i}" for i in range(1, 13)}
_SIGNS = "+-[]?,."
REPEATED = frozenset({"left", "right", "up", "down", "backspace", "page up", "page down", *"+-[],."})
"""Keys that act again and again while they are held; all others act once. Fields that are typed into take all."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A mouse button went down; ``shift``: with Shift held."""

    x: float
    y: float
    button: int
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Released:
    """A mouse button went up."""

    x: float
    y: float
    button: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The mouse moved; ``held``: with a button down; ``shift``: with Shift held."""

    x: float
    y: float
    held: bool
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Wheeled:
    """The wheel turned by so many steps, away from the person if positive."""

    x: float
    y: float
    steps: float


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down."""

    key: Key


@dataclass(frozen=True, slots=True)
class FocusLost:
    """The window is no longer the one that is written to: nothing is held any more."""


@dataclass(frozen=True, slots=True)
class MouseLeft:
    """The mouse left the window."""


class Echo:
    """Keeps letters that have already done something from being typed as well.

    A key press comes as two events, the key and the text that it types. A shortcut that opens a field is used up by
    the first: its text, and what the key repeats while it is held, must not reach the field. Whatever is typed after
    it must, be it in the same frame.
    """

    def __init__(self) -> None:
        self._used: int | None = None

    def used(self, event: pygame.event.Event) -> None:
        """This event did something else than typing."""
        if event.type == pygame.KEYDOWN:
            self._used = event.key

    def is_spent(self, event: pygame.event.Event) -> bool:
        """Whether this is the text of a key press that was used already; every event is to be shown to it."""
        if event.type == pygame.TEXTINPUT:
            return self._used is not None
        other_key = event.type == pygame.KEYDOWN and event.key != self._used
        let_go = event.type == pygame.KEYUP and event.key == self._used
        if other_key or let_go or event.type == pygame.WINDOWFOCUSLOST:
            self._used = None
        return False


class Down:
    """Knows which keys are down, and so when the system repeats one that is held: it does not say so itself."""

    def __init__(self) -> None:
        self._keys: set[int] = set()

    def again(self, event: pygame.event.Event) -> bool:
        """Whether a key goes down that has not gone up; every event is to be shown to it."""
        if event.type == pygame.KEYDOWN:
            again = event.key in self._keys
            self._keys.add(event.key)
            return again
        if event.type == pygame.KEYUP:
            self._keys.discard(event.key)
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.forget()
        return False

    def forget(self) -> None:
        """No key is known to be down: what goes up elsewhere is never told."""
        self._keys.clear()


Happening = Pressed | Released | Moved | Wheeled | KeyPressed | FocusLost | MouseLeft


def read_key(code: int, character: str, scancode: int, modifiers: int) -> Key:
    """A key by what is printed on it; digits and letters by their place where the layout has none there.

    Args:
        code: The layout's key code.
        character: What it types, or "".
        scancode: Where it lies.
        modifiers: Held with it, as the event itself says.
    """
    shift, ctrl = bool(modifiers & pygame.KMOD_SHIFT), bool(modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META))
    # AltGr types characters on many layouts: it is no Alt.
    alt = bool(modifiers & pygame.KMOD_LALT)
    return Key(_name(code, character, scancode), shift, ctrl, alt)


def _name(code: int, character: str, scancode: int) -> str:
    if code in _NAMED:
        return _NAMED[code]
    if pygame.K_KP1 <= code <= pygame.K_KP9:
        return str(code - pygame.K_KP1 + 1)
    if code == pygame.K_KP0:
        return "0"
    if character and character in _SIGNS:
        return character
    if "a" <= character.lower() <= "z" or character.isdigit():
        return character.lower()
    if 0 < code < 128 and chr(code).isalpha():
        return chr(code).lower()
    if scancode in DIGIT_SCANCODES:
        return DIGIT_SCANCODES[scancode]
    if code < 128 and chr(code) in _SIGNS:
        return chr(code)
    if code == pygame.K_EQUALS:
        return "+"
    return LETTER_SCANCODES.get(scancode, character or "")


def _shift_held() -> bool:
    """Shift as the window system last told: events of the mouse do not say."""
    return pygame.display.get_init() and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


def read_event(event: pygame.event.Event, mouse: tuple[float, float]) -> Happening | None:
    """What an event of pygame means here; None if nothing.

    Args:
        event: The event.
        mouse: Where the mouse was last; events of the wheel do not say.
    """
    if event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3:
        return Pressed(float(event.pos[0]), float(event.pos[1]), event.button, _shift_held())
    if event.type == pygame.MOUSEBUTTONUP and event.button <= 3:
        return Released(float(event.pos[0]), float(event.pos[1]), event.button)
    if event.type == pygame.MOUSEMOTION:
        return Moved(float(event.pos[0]), float(event.pos[1]), any(event.buttons), _shift_held())
    if event.type == pygame.MOUSEWHEEL:
        steps = getattr(event, "precise_y", 0.0) or event.y
        return Wheeled(*mouse, -steps if getattr(event, "flipped", False) else steps)
    if event.type == pygame.KEYDOWN:
        return KeyPressed(read_key(event.key, event.unicode, getattr(event, "scancode", 0), event.mod))
    if event.type == pygame.WINDOWFOCUSLOST:
        return FocusLost()
    if event.type == pygame.WINDOWLEAVE:
        return MouseLeft()
    return None
