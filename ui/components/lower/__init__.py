"""The two pictures below the one that is dragged, which follow the hand: see lower.js."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from ui.components import assets
from ui.look import theme
from ui.state.keys import EPSILON_RANGE

HEIGHT = 380  # pixels
_component = assets.component(Path(__file__).parent)


def lower(key: str, kind: Literal["allocation", "map"], shown: Mapping[str, Any]) -> None:
    """Mount a picture; downloads know it by its key.  shown: what ui.explore.lower makes."""
    _component(key=key, data=lower_data(key, kind, shown, theme.palette()), height=HEIGHT)


def lower_data(
    key: str, kind: Literal["allocation", "map"], shown: Mapping[str, Any], colors: theme.Palette
) -> dict[str, Any]:
    """What the component gets."""
    return {
        **shown,
        "kind": kind,
        "name": key,
        "height": HEIGHT,
        "range": EPSILON_RANGE,
        "colors": asdict(colors),
        "arm_colors": theme.ARM_COLORS,
    }
