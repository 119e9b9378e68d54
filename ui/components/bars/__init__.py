"""Arms as bars whose tops are dragged, epsilon and risk on log sliders, and the picture they move.

One component for all of it, without a build step: by mouse, touch and keyboard.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ui.components import assets
from ui.components.modules import address_of
from ui.look.sentences import as_html
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, RISK_RANGE

_component = assets.component(Path(__file__).parent)


def bars(
    key: str, instance: Mapping[str, Any], sequence: int, on_moved_change: Callable[[], Any], **shown: Any
) -> None:
    """Mount the bars, after what they move: an answer that carries `sequence` asks for the next report.

    A report is st.session_state[key]["moved"]: the instance, "sequence" and "final", which is true on release.
    shown: see `bars_data`.
    """
    _component(key=key, data=bars_data(instance, sequence, **shown), on_moved_change=on_moved_change)


def bars_data(
    instance: Mapping[str, Any],
    sequence: int = 0,
    picture: dict[str, Any] | None = None,
    shares: Iterable[float] = (),
    sentences: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
    problem: str = "",
    live: bool = True,
    curve: Iterable[float] | None = None,
    below: str = "",
) -> dict[str, Any]:
    """What the component gets.

    instance: {"means", "epsilon", "risk", "names", "indifference"}, see ui.arms.instance.
    picture: what ui.explore.charts.picture_of makes; without it the bars and sliders stand alone.
    shares: the allocation, written under the arms.  sentences: HTML by name, as ui.shell.page.moving draws it; the
    verdict is shown in full screen too.  given: the values in them that no hand moves.
    With a picture the browser computes all of this while something moves, and reports on release; where it cannot, it
    reports all the time.
    curve: without a picture, the epsilons at which another one of the page draws the bound; the browser then tells it
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
        "picture": picture,
        "shares": [float(share) for share in shares],
        "sentences": {name: as_html(sentence) for name, sentence in (sentences or {}).items()},
        "given": given,
        "problem": problem,
        "live": live,
        "below": below,
        "curve": None if curve is None else [float(epsilon) for epsilon in curve],
    }
