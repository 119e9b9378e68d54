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
    playing: Mapping[str, Any],
    on_left_change: Callable[[], Any],
) -> None:
    """Mount the talk (ui.lecture.prepared); None: that of the room.

    playing: a ui.lecture.controls.Playing, and under "alone" what is said if phones cannot reach the room.
    on_left_change: called when the visitor leaves the talk.
    """
    colors = {name: theme.algorithm_color(name) for name in fixed_confidence_algorithms()}
    data = {**playing, "talk": talk, "overviews": overviews, "algorithm_colors": colors}
    _component(key=key, data=data, on_left_change=on_left_change)
