"""Arms as points of the plane and theta as an arrow, dragged by mouse, touch and keyboard while the page follows."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ui.components import assets

_component = assets.component(Path(__file__).parent)


def plane(
    key: str,
    features: Sequence[Sequence[float]],
    theta: Sequence[float],
    *,
    pulled: Sequence[int],
    coefficients: Sequence[Sequence[float]],
    best_arm: int,
    arms: tuple[int, int],
    sequence: int,
    on_moved_change: Callable[[], Any],
) -> None:
    """Mount the plane, last in its fragment: an answer that carries `sequence` asks for the next report.

    A report is st.session_state[key]["moved"]: {"sequence", "features", "theta", "final"}; `final` on release.
    pulled: the arms of the Max-Det collection, whose parallelogram is drawn.  coefficients: of every arm in them.
    arms: how few and how many there may be.
    """
    _component(
        key=key,
        data={
            "features": [list(row) for row in features],
            "theta": list(theta),
            "pulled": list(pulled),
            "coefficients": [list(row) for row in coefficients],
            "best_arm": best_arm,
            "arms": arms,
            "sequence": sequence,
        },
        on_moved_change=on_moved_change,
    )
