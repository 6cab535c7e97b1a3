"""Pictures and moving pictures, without a display and the same bytes each time."""

import hashlib
import os

import numpy as np
import pygame
import pytest
from PIL import Image

from game.errors import InputError
from game.render import gif
from game.render.gif import save_gif
from game.render.overlays import HeatMap, Selection
from game.render.picture import draw_picture, fall_frames, move_frames, picture, save_png, still_camera
from game.render.scene import Moment
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.theme import FIRST, PARCHMENT, SECOND, Theme
from tests.render.test_animate import fall, moved


def pixels(surface):
    return pygame.image.tobytes(surface, "RGB")


def share_of(surface, hue):
    """How many pixels have this colour, but for the rounding of a blend."""
    array = pygame.surfarray.array3d(surface).astype(int)
    return int((np.abs(array - hue[:3]) <= 2).all(axis=2).sum())


def test_the_same_picture_has_the_same_bytes(battle, tmp_path):
    overlays = (HeatMap((("spears", 0, 0.3),), "hit"), Selection("cut"))
    save_png(picture(battle, 10.0, overlays), tmp_path / "a.png")
    save_png(picture(battle, 10.0, overlays), tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png"]


def test_kept_sprites_change_nothing(battle):
    sprites, camera = Sprites(), still_camera(battle, 12.0)
    first = pixels(draw_picture(Moment(battle), camera, Theme(), sprites))
    assert pixels(draw_picture(Moment(battle), camera, Theme(), sprites)) == first
    assert pixels(draw_picture(Moment(battle), camera, Theme(), Sprites(3))) == first


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_picture_shows_units_in_their_colours(battle, scale):
    surface = picture(battle, 16.0 * scale, theme=Theme(scale=scale))
    for hue in (FIRST.fill, PARCHMENT.cloth, PARCHMENT.plate):
        assert share_of(surface, hue) > 200 * scale


def test_size_and_crop(battle):
    assert picture(battle, size=(1280, 720)).get_size() == (1280, 720)
    assert picture(battle, 10.0, crop=(10, 10, 30, 20)).get_size() == (200, 100)
    whole = still_camera(battle, size=(1280, 720))
    left, low, right, top = whole.visible()
    assert left < 0
    assert low < 0
    assert right > battle.width
    assert top > battle.depth


@pytest.mark.parametrize("wish", [{"ppi": 0.0}, {"crop": (5, 5, 5, 9)}, {"size": (0, 5)}, {"ppi": 900.0}])
def test_impossible_pictures_are_refused(battle, wish):
    with pytest.raises(InputError):
        picture(battle, **wish)


def test_a_folder_that_is_not_there(battle, tmp_path):
    with pytest.raises(InputError):
        save_png(picture(battle, 4.0), tmp_path / "nowhere" / "a.png")


def test_a_moving_picture_of_a_fall(battle, tmp_path):
    events = (moved(battle, "cut", battle.unit("cut").pose.shifted(3, 0)), *fall(battle, 2))
    camera = still_camera(battle, 12.0, crop=(28, 16, 46, 32))
    written = save_gif(move_frames(battle, events, camera, fps=10), tmp_path / "fall.gif", fps=10)
    assert not written.cut
    with Image.open(tmp_path / "fall.gif") as image:
        assert image.size == (216, 192)
        assert 5 <= image.n_frames <= written.frames
        first = np.asarray(image.convert("RGB"), dtype=int)
        image.seek(image.n_frames - 1)
        last = np.asarray(image.convert("RGB"), dtype=int)
        assert sum(_delays(image)) == written.frames * 100
    true = pygame.surfarray.array3d(draw_picture(Moment(battle), camera, Theme(), Sprites())).swapaxes(0, 1)
    assert np.abs(first - true).mean() < 2.5
    assert np.abs(last - first).mean() > 0.5


def _delays(image):
    found = []
    for number in range(image.n_frames):
        image.seek(number)
        found.append(image.info["duration"])
    return found


def test_the_same_moving_picture_has_the_same_bytes(battle, tmp_path):
    camera = still_camera(battle, 8.0, crop=(28, 16, 46, 32))
    digests = []
    for name in ("a.gif", "b.gif"):
        save_gif(fall_frames(battle, fall(battle, 2), camera, fps=5), tmp_path / name, fps=5)
        digests.append(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
    assert digests[0] == digests[1]


def test_a_long_replay_is_cut_and_says_so(battle, tmp_path, monkeypatch):
    monkeypatch.setattr(gif, "MOST_FRAMES", 7)
    camera = still_camera(battle, 4.0)
    surface = draw_picture(Moment(battle), camera, Theme(), Sprites())
    written = save_gif((surface for _ in range(50)), tmp_path / "long.gif")
    assert (written.frames, written.cut) == (7, True)
    assert not save_gif((surface for _ in range(7)), tmp_path / "long.gif").cut


def test_a_moving_picture_needs_a_frame(tmp_path):
    with pytest.raises(InputError):
        save_gif((), tmp_path / "none.gif")
    assert not list(tmp_path.iterdir())


def test_the_palette_has_the_colours_that_come_later(battle):
    camera = still_camera(battle, 8.0)
    from game.render.picture import as_image

    first = as_image(draw_picture(Moment(battle), camera, Theme(), Sprites()))
    numbers = gif.common_palette(first).getpalette()
    colours = {tuple(numbers[i : i + 3]) for i in range(0, 768, 3)}
    assert PARCHMENT.harm[:3] in colours
    assert PARCHMENT.accent[:3] in colours


def test_sprites_are_bounded():
    sprites = Sprites(2)
    made = []
    for key in ("a", "b", "a", "c", "b"):
        sprites.get(key, lambda key=key: made.append(key) or pygame.Surface((1, 1)))
    assert made == ["a", "b", "c", "b"]
    assert len(sprites) == 2


def test_sprites_are_bounded_by_the_bytes_they_take():
    sprites = Sprites(room=100_000)
    for number in range(20):
        sprites.get(number, lambda: pygame.Surface((80, 80), pygame.SRCALPHA))  # 25,600 bytes each
    assert len(sprites) == 3
    assert sprites.size <= 100_000
    large = sprites.get("large", lambda: pygame.Surface((400, 400), pygame.SRCALPHA))
    assert sprites.get("large", lambda: pygame.Surface((1, 1))) is large, "what is larger than the room is kept alone"
    assert len(sprites) == 1
    sprites.get("small", lambda: pygame.Surface((10, 10), pygame.SRCALPHA))
    assert (len(sprites), sprites.size < 1000) == (1, True)


def test_stamps_have_smooth_edges_without_a_dark_fringe():
    surface = pygame.Surface((40, 40))
    surface.fill((255, 255, 255))
    canvas = SurfaceCanvas(surface)
    canvas.stamp("disc", (-12, -12, 24, 24), 20, 20, lambda on: on.circle(0, 0, 10, (255, 255, 255)))
    assert pygame.surfarray.array3d(surface).min() >= 250


def test_a_weak_stamp_lets_the_ground_through():
    surface = pygame.Surface((40, 40))
    surface.fill((255, 255, 255))
    SurfaceCanvas(surface).stamp("disc", (-12, -12, 24, 24), 20, 20, lambda on: on.circle(0, 0, 10, (0, 0, 0)), 0.5)
    assert abs(surface.get_at((20, 20))[0] - 128) <= 2


def test_what_is_larger_than_a_sprite_is_painted_straight(battle):
    near = picture(battle, 240.0, crop=(34, 24, 40, 30))
    assert share_of(near, FIRST.fill) > 10_000
    assert share_of(near, SECOND.fill) > 100_000


def test_drawing_can_be_imported_without_a_word_on_stdout():
    """Standard output may be JSON that another program reads."""
    import subprocess
    import sys

    names = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    command = [sys.executable, "-c", "import game.render.picture"]
    told = subprocess.run(command, env=names, capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == ""
