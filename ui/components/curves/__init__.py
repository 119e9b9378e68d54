"""The picture of stopping times against epsilon, which draws itself: see stopping_picture.js."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ui.components import assets
from ui.look import theme

HEIGHT = 384  # pixels
_component = assets.component(Path(__file__).parent)


def curves(key: str, shown: Mapping[str, Any]) -> None:
    """Mount the picture; downloads know it by its key.  shown: what ui.stopping.charts makes."""
    _component(key=key, data=curves_data(key, shown, theme.palette()), height=HEIGHT)


def curves_data(key: str, shown: Mapping[str, Any], colors: theme.Palette) -> dict[str, Any]:
    """What the component gets."""
    return {"name": key, "height": HEIGHT, "shown": dict(shown), "colors": asdict(colors)}
