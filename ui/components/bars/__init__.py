"""Arms as bars whose tops are dragged, epsilon and risk on log sliders, and the picture they move.

One component, without a build step, does all of it, for mouse, touch and keyboard.
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
    """What is shown about the arms: the browser computes all of it while something moves, and reports on release.

    picture: what ui.explore.charts.picture_of makes.  shares: the allocation, written under the arms.  sentences: as
    ui.shell.page.moving draws them; the verdict is shown in full screen too.  given: the values in them that a drag
    does not change.
    """

    picture: Mapping[str, Any]
    shares: Iterable[float]
    sentences: Mapping[str, str]
    given: Mapping[str, Any]


def bars(key: str, data: Mapping[str, Any], on_moved_change: Callable[[], Any]) -> None:
    """Mount the bars of these `bars_data`, after everything that they move: their `sequence` asks for the next report.

    A report is in st.session_state[key]["moved"]: the instance, "sequence", and "final", which is true on release.
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
    answer: without it there are only the bars and sliders.  A browser that cannot compute it reports all the time.
    curve: if there is no answer, the epsilons at which another picture of the page draws the bound.  The browser then
    sends that picture everything by the window's event "overview", and reports on release as well.
    live: whether there are sliders too; otherwise the bars are small and report only on release.
    problem: why the arms are not shown where they were dragged to.
    below: the key of the page's container that is faded while a drag shows other arms.
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
