"""A talk that covers the page, and the rooms in which a class follows it: see lecture.js."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dpcore.fixed_confidence import fixed_confidence_algorithms
from ui.components import assets
from ui.look import theme

_component = assets.component(Path(__file__).parent)


def lecture(
    key: str,
    talk: Mapping[str, Any] | None,
    overviews: Mapping[str, Any],
    *,
    name: str,
    text: str | None = None,
    scene: int = 0,
    room: str = "",
    notes: bool = False,
    on_left_change: Callable[[], Any],
) -> None:
    """Mount the talk (ui.lecture.prepared); None: that of the room.

    name: of a shipped talk; text: of another one's file.  scene: from 0.  notes: the speaker's own window.
    on_left_change: called when the visitor leaves the talk.
    """
    shown = {"talk": talk, "overviews": overviews, "name": name, "text": text, "scene": scene, "room": room}
    colors = {name: theme.algorithm_color(name) for name in fixed_confidence_algorithms()}
    data = {**shown, "notes": notes, "algorithm_colors": colors}
    _component(key=key, data=data, on_left_change=on_left_change)
