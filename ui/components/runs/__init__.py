"""Simulated runs that the visitor's browser makes while a page looks on; nothing is drawn."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.components import assets
from ui.components.modules import address_of

_component = assets.component(Path(__file__).parent)


def runs(key: str, order: Mapping[str, Any], module: str, on_made_change: Callable[[], None]) -> None:
    """Mount it: the browser makes the order's runs by this module, and reports in st.session_state[key]["made"]."""
    _component(key=key, data={**order, "module": address_of(module)}, on_made_change=on_made_change)
