"""Arms as bars whose tops are dragged, epsilon and risk on log sliders, and the picture they move.

One component for all of it, without a build step: by mouse, touch and keyboard.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ui.components import assets
from ui.components.modules import address_of
from ui.look.sentences import as_html
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, RISK_RANGE

_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Answer:
    """What is shown of the arms: the browser computes all of it while something moves, and reports on release.

    picture: what ui.explore.charts.picture_of makes.  shares: the allocation, written under the arms.  sentences: as
    ui.shell.page.moving draws them; the verdict is shown in full screen too.  given: the values in them that no hand
    moves.
    """

    picture: Mapping[str, Any]
    shares: Iterable[float]
    sentences: Mapping[str, str]
    given: Mapping[str, Any]


def bars(key: str, data: Mapping[str, Any], on_moved_change: Callable[[], Any]) -> None:
    """Mount the bars of these `bars_data`, after what they move: their `sequence` asks for the next report.

    A report is st.session_state[key]["moved"]: the instance, "sequence" and "final", which is true on release.
    """
    _component(key=key, data={**data}, on_moved_change=on_moved_change)


def bars_data(
    instance: Mapping[str, Any],
    sequence: int = 0,
    answer: Answer | None = None,
    problem: str = "",
    live: bool = True,
    curve: Iterable[float] | None = None,
    below: str = "",
) -> dict[str, Any]:
    """What the component gets.

    instance: {"means", "epsilon", "risk", "names", "indifference"}, see ui.arms.instance.
    answer: without it the bars and sliders stand alone.  A browser that cannot compute it reports all the time.
    curve: without an answer, the epsilons at which another one of the page draws the bound; the browser then tells it
    all, by the window's event "overview", and reports on release as well.
    live: whether there are sliders too; else they are small bars, that report on release only.
    problem: why the place where they were dragged to is not shown.
    below: the key of the page's container that pales while the hand is elsewhere.
    """
    return {
        **instance,
        "sequence": sequence,
        "module": address_of("overview"),
        "limits": {"arms": ARMS_RANGE, "epsilon": EPSILON_RANGE, "risk": RISK_RANGE},
        "picture": answer and answer.picture,
        "shares": [float(share) for share in answer.shares] if answer else [],
        "sentences": {name: as_html(told) for name, told in answer.sentences.items()} if answer else {},
        "given": answer and answer.given,
        "problem": problem,
        "live": live,
        "below": below,
        "curve": None if curve is None else [float(epsilon) for epsilon in curve],
    }
