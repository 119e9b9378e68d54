"""Arms as points of the plane and theta as an arrow, dragged by mouse, touch and keyboard while the page follows."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.components import assets

_component = assets.component(Path(__file__).parent)


def plane(key: str, shown: Mapping[str, Any], sequence: int, on_moved_change: Callable[[], Any]) -> None:
    """Mount the plane at the end of its fragment: an answer that carries `sequence` asks for the next report.

    shown: "features", "theta" and "best_arm" of what can be dragged; "pulled": the arms of the Max-Det collection,
    whose parallelogram is drawn; "coefficients": those of every arm in that collection; "arms": the smallest and the
    largest number of arms.
    A report is in st.session_state[key]["moved"]: {"sequence", "features", "theta", "final"}; "final" is true on
    release.
    """
    _component(key=key, data={**shown, "sequence": sequence}, on_moved_change=on_moved_change)
