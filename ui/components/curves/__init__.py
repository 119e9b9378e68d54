"""The picture of stopping times against epsilon, which draws itself, and the runs that the browser makes for it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.components import assets

HEIGHT = 384  # pixels
ROW = 58  # pixels of the row above the picture that tells of the browser's runs
_component = assets.component(Path(__file__).parent)


def curves(key: str, data: Mapping[str, Any], on_made_change: Callable[[], Any]) -> None:
    """Mount the picture of these `curves_data`; downloads find it by its key.

    It reports the runs that it made in st.session_state[key]["made"], a trigger, which is set for one run only.
    """
    height = HEIGHT + (ROW if data["asked"] else 0)
    _component(key=key, data={**data}, on_made_change=on_made_change, height=height)


def curves_data(
    shown: Mapping[str, Any],
    asked: Mapping[str, Any] | None,
    below: str = "",
    sentences: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What the component gets.

    shown: what ui.stopping.charts makes.  asked: what the browser is to make, by ui.stopping.browser; None if nothing.
    below: the key of a container that tells of the runs; it is faded as long as these belong to earlier inputs.
    sentences: those of ui.shell.page.moving, which it rewrites during a drag, with these given values.
    """
    return {
        "height": HEIGHT,
        "shown": dict(shown),
        "asked": asked and dict(asked),
        "below": below,
        "sentences": dict(sentences or {}),
        "given": dict(given or {}),
    }
