"""Arms as points of the plane and theta as an arrow, dragged by mouse, touch and keyboard while the page follows."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ui.components import assets

_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Points:
    """What is dragged, and what of it is told.

    pulled: the arms of the Max-Det collection, whose parallelogram is drawn.  coefficients: of every arm in them.
    arms: how few and how many there may be.
    """

    features: Sequence[Sequence[float]]
    theta: Sequence[float]
    pulled: Sequence[int]
    coefficients: Sequence[Sequence[float]]
    best_arm: int
    arms: tuple[int, int]


def plane(key: str, shown: Points, sequence: int, on_moved_change: Callable[[], Any]) -> None:
    """Mount the plane, last in its fragment: an answer that carries `sequence` asks for the next report.

    A report is st.session_state[key]["moved"]: {"sequence", "features", "theta", "final"}; `final` on release.
    """
    _component(key=key, data={**asdict(shown), "sequence": sequence}, on_moved_change=on_moved_change)
