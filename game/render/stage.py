"""The stage of a window: draws moments on its surface, and only what has changed since the last one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from game.render.camera import Camera
from game.render.nameplate import Plate
from game.render.overlays import ChargeArrow, Faded
from game.render.plates import plates_among, plates_in_view
from game.render.scene import Moment, draw_ground, draw_pieces, kept_clear, nameless
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.theme import Theme


class Stage:
    """Keeps a layer of all that stands still, and lays the rest over it.

    A unit that moves while the camera stands is taken out of the layer the first time, so that each further frame
    costs only its own sprite and the overlays. What is kept is a cache: the picture is that of ``draw_moment``.
    """

    def __init__(self) -> None:
        self.sprites = Sprites()
        self._layer = pygame.Surface((1, 1))
        self._layer_key: Hashable = None
        self._layer_plates: tuple[Plate, ...] = ()
        self._ground_key: Hashable = None
        self._ground = pygame.Surface((1, 1))
        self._dirty: list[pygame.Rect] = []
        self._on: pygame.Surface | None = None

    def forget(self) -> None:
        """Draw everything anew next time: after a resize, or when something else has painted on the surface."""
        self._on = None

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        theme: Theme,
        moment: Moment,
        moving: Sequence[str] = (),
        plates: bool = True,
    ) -> list[pygame.Rect]:
        """Draw a moment within the camera's view.

        Args:
            surface: The window's; fetched again after each resize.
            camera: What is seen; nothing outside its view is touched.
            theme: The look.
            moment: What there is to see.
            moving: Units that will change from frame to frame, such as the one that is dragged.
            plates: Whether names are shown.

        Returns:
            The boxes that have changed, for ``pygame.display.update``.
        """
        view = pygame.Rect(camera.view).clip(surface.get_rect())
        before = surface.get_clip()
        surface.set_clip(view)
        loose = self._loose(moment, moving)
        fresh = self._renew_layer(surface.get_size(), camera, theme, moment, loose, plates) or self._on is not surface
        old = [view] if fresh else self._dirty
        for box in old:
            surface.blit(self._layer, box.topleft, box)
        canvas = SurfaceCanvas(surface, self.sprites)
        shown = [unit for unit in moment.state.standing() if unit.id in loose and unit.id not in moment.hidden]
        names = self._layer_plates if _under_plates(moment) else ()
        if plates and shown:
            clear = kept_clear(camera, theme, moment.overlays)
            named = [unit for unit in shown if unit.id not in nameless(moment.overlays)]
            names += plates_among(moment.state, camera, theme.scale, named, self._layer_plates, clear)
        draw_pieces(canvas, camera, theme, moment.state, shown, moment.overlays, names, self._layer_plates)
        self._dirty = _few(canvas.touched)
        self._on = surface
        surface.set_clip(before)
        return [view] if fresh else _few([*old, *self._dirty])

    def _loose(self, moment: Moment, moving: Sequence[str]) -> frozenset[str]:
        """Units that are not part of the layer."""
        faded = {unit for overlay in moment.overlays if isinstance(overlay, Faded) for unit, _ in overlay.units}
        return frozenset({*moving, *moment.hidden, *faded})

    def _renew_layer(
        self, size: tuple[int, int], camera: Camera, theme: Theme, moment: Moment, loose: frozenset[str], plates: bool
    ) -> bool:
        """Paint the layer of all that stands still if it is not the one we have."""
        state = moment.state
        still = tuple(unit for unit in state.standing() if unit.id not in loose)
        guests = tuple(unit for unit in state.units if unit.host)
        holders = tuple(unit for unit in state.units if unit.garrison)
        ground = (size, camera, theme, state.width, state.depth, state.terrain, state.sides, holders)
        unnamed = nameless(moment.overlays)
        key = (ground, still, guests, plates, unnamed, _under_plates(moment))
        if key == self._layer_key:
            return False
        if ground != self._ground_key:
            self._ground = pygame.Surface(size)
            self._ground.set_clip(pygame.Rect(camera.view))
            draw_ground(SurfaceCanvas(self._ground, self.sprites), camera, theme, state)
            self._ground_key = ground
        if self._layer.get_size() != size:
            self._layer = pygame.Surface(size)
        self._layer.set_clip(pygame.Rect(camera.view))
        self._layer.blit(self._ground, (0, 0))
        self._layer_plates = ()
        if plates:
            wanted = {unit.id for unit in state.units} - loose - {*unnamed}
            every = plates_in_view(state, camera, theme.scale, kept_clear(camera, theme, moment.overlays))
            self._layer_plates = tuple(plate for plate in every if plate.unit in wanted)
        canvas = SurfaceCanvas(self._layer, self.sprites)
        draw_pieces(canvas, camera, theme, state, still, (), () if _under_plates(moment) else self._layer_plates)
        self._layer_key = key
        return True


def _under_plates(moment: Moment) -> bool:
    """Whether something lies between units and plates: the plates are no part of the layer then, they are laid over."""
    return any(isinstance(overlay, ChargeArrow) for overlay in moment.overlays)


def _few(boxes: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Boxes that cover the given ones, those that overlap made one."""
    kept: list[pygame.Rect] = []
    for box in boxes:
        merged = box.copy()
        while (hit := merged.collidelist(kept)) >= 0:
            merged.union_ip(kept.pop(hit))
        kept.append(merged)
    return kept
