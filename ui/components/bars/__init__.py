"""Arms as bars whose tops are dragged, epsilon and risk on log sliders, and the picture they move.

One component for all of it, without a build step: by mouse, touch and keyboard.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ui.components import assets
from ui.look import theme
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, RISK_RANGE

_component = assets.component(Path(__file__).parent)


def bars(
    key: str,
    instance: Mapping[str, Any],
    sequence: int,
    on_moved_change: Callable[[], Any],
    picture: dict[str, Any] | None = None,
    shares: Sequence[float] = (),
    verdict: str = "",
    live: bool = True,
) -> None:
    """Mount the bars, after what they move: an answer that carries `sequence` asks for the next report.

    instance: {"means", "epsilon", "risk", "names"}, see ui.arms.instance.
    A report is st.session_state[key]["moved"]: the same, "sequence" and "final", which is true on release.
    picture: what ui.explore.charts.picture_of makes; without it the bars and sliders stand alone.
    live: whether they report while they move; else they are small bars without sliders, that report on release only.
    shares: the allocation, written under the arms.  verdict: shown in full screen.
    """
    _component(
        key=key,
        data={
            **instance,
            "sequence": sequence,
            "limits": {"arms": ARMS_RANGE, "epsilon": EPSILON_RANGE, "risk": RISK_RANGE},
            "picture": picture,
            "shares": [float(share) for share in shares],
            "verdict": verdict,
            "live": live,
            "colors": asdict(theme.palette()),
            "arm_colors": theme.ARM_COLORS,
        },
        on_moved_change=on_moved_change,
    )
