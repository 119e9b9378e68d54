"""The two pictures below the one that is dragged, which move with it: see lower.js."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from ui.components import assets
from ui.state.keys import EPSILON_RANGE

HEIGHT = 380  # pixels
_component = assets.component(Path(__file__).parent)


def lower(key: str, kind: Literal["allocation", "map"], shown: Mapping[str, Any]) -> None:
    """Mount a picture; downloads find it by its key.  shown: what ui.explore.lower makes."""
    _component(key=key, data=lower_data(kind, shown), height=HEIGHT)


def lower_data(kind: Literal["allocation", "map"], shown: Mapping[str, Any]) -> dict[str, Any]:
    """What the component gets."""
    return {**shown, "kind": kind, "height": HEIGHT, "range": EPSILON_RANGE}
