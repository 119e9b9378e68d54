"""Arms as points of the plane and theta as an arrow, dragged by mouse, touch and keyboard while the page follows."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ui.components import assets

_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Points:
    """What can be dragged, and what is shown with it.

    pulled: the arms of the Max-Det collection, whose parallelogram is drawn.  coefficients: those of every arm in that
    collection.  arms: the smallest and the largest number of arms.
    """

    features: Sequence[Sequence[float]]
    theta: Sequence[float]
    pulled: Sequence[int]
    coefficients: Sequence[Sequence[float]]
    best_arm: int
    arms: tuple[int, int]


def plane(key: str, shown: Points, sequence: int, on_moved_change: Callable[[], Any]) -> None:
    """Mount the plane at the end of its fragment: an answer that carries `sequence` asks for the next report.

    A report is in st.session_state[key]["moved"]: {"sequence", "features", "theta", "final"}; "final" is true on
    release.
    """
    _component(key=key, data={**asdict(shown), "sequence": sequence}, on_moved_change=on_moved_change)
