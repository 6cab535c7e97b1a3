"""A screen in memory and a person's hands on it: Xvfb, its framebuffer as an array, xdotool."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import time
from pathlib import Path

import numpy as np

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]


class Screen:
    """An X server without a window manager; the keyboard belongs to the window under the mouse."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.folder = folder
        reading, writing = os.pipe()
        wide, high = size
        command = [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            f"{wide}x{high}x24",
            "-fbdir",
            str(folder),
            "-nolisten",
            "tcp",
        ]
        self.server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.display = f":{told.readline().strip()}"

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(10)

    def environment(self, **more: str) -> dict[str, str]:
        left_out = ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        return kept | {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"} | more

    def do(self, *words: object) -> str:
        """One order to xdotool."""
        command = ["xdotool", *(str(word) for word in words)]
        return subprocess.run(
            command, env=self.environment(), check=True, capture_output=True, text=True, timeout=20
        ).stdout

    def windows(self) -> list[str]:
        """Ids of the windows that are seen; the root is none."""
        command = ["xdotool", "search", "--onlyvisible", "--class", "."]
        return subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, timeout=20
        ).stdout.split()

    def picture(self) -> np.ndarray:
        """(height, width, 3) what is on the screen, read from Xvfb's XWD file."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", data[:100])
        start, wide, high, bits, stride = head[0] + head[19] * 12, head[4], head[5], head[11], head[12]
        assert bits == 32
        rows = np.frombuffer(data, np.uint8, stride * high, start).reshape(high, stride // 4, 4)
        return rows[:, :wide, 2::-1].astype(np.int16)

    def until(self, holds, what: str, seconds: float = 20.0):
        """Wait until something holds; its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = holds()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} s in vain for {what}")

    def still(self) -> np.ndarray:
        """The picture once it has not changed for a third of a second."""
        last = self.picture()
        for _ in range(60):
            time.sleep(0.35)
            now = self.picture()
            if np.array_equal(now, last):
                return now
            last = now
        raise AssertionError("the picture never stands still")


def coarse(picture: np.ndarray, by: int = 8) -> np.ndarray:
    """The picture with blocks of pixels averaged."""
    high, wide = (length // by * by for length in picture.shape[:2])
    return picture[:high, :wide].reshape(high // by, by, wide // by, by, 3).mean(axis=(1, 3))
