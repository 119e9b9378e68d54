"""The one instance that every page shows: read from the link; edited in boxes, by stories and by dragging; undone."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np
import streamlit as st

import dpcore
from ui.arms import names as arm_names
from ui.arms.stories import STORIES, Story, random_means
from ui.components.bars import bars, bars_data
from ui.look.literal import quoted
from ui.look.terms import explained
from ui.reading.columns import read_box, read_shares
from ui.shell import page
from ui.state import boxes
from ui.state.draft import Draft, hear, listener
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE
from ui.state.messages import number, numbers, texts

UNDO_STEPS = 100
PERCENT = 0.01
_PAGE = "page-of-boxes"  # on which they were last drawn
_MENU = "stories"
_ONE_BEST = "_one-best"  # the last instance that had
LAST_VALID = "The page still shows your last valid values."
TIE = "must have one unique maximum"  # in dpcore's sentence about arms that tie


class ArmWords(NamedTuple):
    """What the boxes call an arm and its mean."""

    arm: str
    mean: str


IN_THEORY = ArmWords("arm", "mean")
IN_A_STUDY = ArmWords("option", "success rate")


@dataclass(frozen=True)
class Instance:
    """Arms, privacy budget and risk that have passed `checked`; names of the first arms, "" where one has none.

    indifference: the smallest difference that matters, in the means' unit; best arms may tie if it is larger than 0.
    """

    means: tuple[float, ...]
    epsilon: float
    risk: float
    names: tuple[str, ...] = ()
    indifference: float = 0.0

    def name(self, arm: int) -> str:
        """What arm number `arm` (from 0) is called: "treatment B", or "arm 2"."""
        return arm_names.name(self.names, arm)

    @property
    def is_tied(self) -> bool:
        """Whether several arms are best."""
        return self.means.count(max(self.means)) > 1

    @property
    def good(self) -> tuple[int, ...]:
        """The arms, from 0, that are good answers: the best one, and those worse by no more than the indifference."""
        return tuple(np.flatnonzero(dpcore.good_answers(self.means, self.indifference)).tolist())

    @property
    def is_asymptotic(self) -> bool:
        """Whether lower bounds are proven as the risk goes to 0 only: several answers are good."""
        return len(self.good) > 1

    @property
    def unnamed(self) -> "Instance":
        """The same for what does not depend on names."""
        return replace(self, names=())


DEFAULT = Instance((0.95, 0.9, 0.9, 0.9, 0.5), 0.1, 0.01)


def read_link() -> None:
    """Take over what a new visit's link says; call it before the menu is drawn, which may interrupt this run."""
    for key in as_texts(DEFAULT):
        if text := st.query_params.get(key):
            st.session_state.setdefault(key, text)


def controls(
    page_path: str,
    visible: bool = True,
    takes_indifference: bool = True,
    takes_risk: bool = True,
    words: ArmWords = IN_THEORY,
) -> None:
    """The boxes of every page; one without an instance hides them, and they keep the link for the others.

    takes_indifference: whether the page knows differences that do not matter; one that does not needs one best arm.
    takes_risk: whether the page depends on the risk.  words: what the page calls arms.
    Only app.py draws them: Streamlit drops a bound query parameter when the page that drew its widget is left, so
    widgets of a page could not keep the link whole across pages.
    """
    default, (low, high), (arm, mean) = as_texts(DEFAULT), EPSILON_RANGE, words

    def box(label: str, key: str, about: str, **look: Any) -> None:
        st.text_input(label, default[key], key=key, bind="query-params", help=about, **look)

    if st.session_state.get(_PAGE) != page_path:
        _keep_link()
    # The style sheet hides what is so narrow, at once; a rule sent here would come when the boxes have stood a while.
    width: Literal["stretch"] | int = "stretch" if visible else 1
    with st.container(key="instance", horizontal=True, vertical_alignment="bottom", width=width):
        box(
            f"{mean.capitalize()}s of the {arm}s",
            "arms",
            f"Enter {ARMS_RANGE[0]} to {ARMS_RANGE[1]} {mean}s strictly between 0 and 1, separated by commas; "
            "0.38 and 38 % are the same. "
            "Exactly one must be the highest, unless you ignore small differences.",
        )
        box(
            f"Names of the {arm}s",
            "names",
            f"Names in the same order as the {mean}s, separated by commas. For an {arm} without a name, put "
            "nothing between two commas.",
            width=200,
            placeholder=f"{arm} 1, {arm} 2, …",
        )
        about_epsilon = f"The privacy budget per participant, {low:g} to {high:g}. Smaller is more private."
        box("Epsilon", "epsilon", about_epsilon, width=100)
        box("Risk", "risk", f"The allowed probability of naming a wrong {arm}, between 0 and 1/2.", width=100)
        box(
            "Ignore differences below",
            "indifference",
            f"Differences that do not matter, in the unit of the {mean}s: 0.01 is one percentage point. "
            f"Any {arm} within this distance of the best then counts as correct. 0 means that only the best one does.",
            width=185,
        )
        with_one_best()
        if visible:
            _menu_and_buttons()
    if visible and not takes_indifference:
        page.hide("indifference")
    if visible and not takes_risk:
        page.hide("risk")
    problem = _draft.box_problem if visible else ""
    if takes_indifference and TIE in problem:
        problem = f"{problem}. Separate them, or ignore differences below some number"
    if visible and not takes_indifference and current().is_tied:
        problem = problem or "These arms tie, but this page needs one best arm"
    page.problem(problem and f"{problem}. {LAST_VALID}")
    st.session_state[_PAGE] = page_path


def _menu_and_buttons() -> None:
    menu = st.popover("Stories", key=_MENU, on_change="rerun")
    if st.session_state[_MENU]:
        with menu:
            for story in STORIES:
                with st.container(gap=None):
                    st.button(story.title, on_click=_tell, args=(story,), type="tertiary")
                    st.caption(explained(story.text))
            arms = len(current().means)
            st.button(f"{arms} random arms", on_click=lambda: _tell(Story("", "", random_means(arms))), type="tertiary")
    st.button("Undo", on_click=_draft.undo, disabled=not _draft.can_undo, key="undo")
    st.button("Reset", on_click=_draft.write, args=(DEFAULT,), key="reset")


def current() -> Instance:
    """This visitor's last valid instance."""
    return _draft.current()


def refusal() -> str:
    """Why what stands in the boxes, or in the link, is no instance; "" if it is one."""
    return _draft.box_problem


def with_one_best() -> Instance:
    """The same without its indifference; while its best arms tie, the last one whose did not."""
    instance = current()
    if not instance.is_tied:
        st.session_state[_ONE_BEST] = replace(instance, indifference=0.0)
    found: Instance = st.session_state.get(_ONE_BEST, DEFAULT)
    return found


def strip() -> None:
    """Small bars of this visitor's last valid instance, draggable on release, for the top of a page."""
    draggable("strip", current(), live=False)
    page.problem(drag_problem())


def live() -> Instance:
    """The instance under the visitor's finger during a drag, else the last valid one."""
    return _draft.live()


def released() -> bool:
    """Whether a drag has just ended: then boxes.draw_again() the whole page, not only the fragment."""
    return _draft.drag.has_ended()


def draw_again_when(is_time: Callable[[], bool], seconds: float) -> None:
    """Ask every so many seconds whether it is time to draw the whole page again; a drag is not disturbed."""

    @st.fragment(run_every=seconds)
    def poll() -> None:
        if live() == current() and is_time():
            boxes.draw_again()

    poll()


def drag_problem() -> str:
    """Why the bars, where they were last dragged to, are not shown; empty if they are."""
    problem = _draft.drag.problem
    return problem and f"{problem}. {LAST_VALID}"


def draggable(key: str, instance: Instance, **show: Any) -> None:
    """The bars and sliders that edit the instance; `show` and where to mount it: see ui.components.bars."""
    data = bars_data(asdict(instance), _draft.drag.sequence, **show)
    bars(key, data, listener(key, lambda: _draft.moved(key)))


def checked(
    means: Sequence[float], epsilon: float, risk: float, names: Sequence[str] = (), indifference: float = 0.0
) -> Instance:
    """The instance, or a ValueError that says what is wrong with it."""
    if len(means) > ARMS_RANGE[1]:
        raise ValueError(f"there must be at most {ARMS_RANGE[1]} means here, not {len(means)}")
    if math.isnan(indifference):
        raise ValueError("“Ignore differences below” must be a number, not NaN")
    if not 0 <= indifference < 1:
        raise ValueError(f"“Ignore differences below” must be at least 0 and less than 1, not {indifference}")
    dpcore.sample_lower_bounds(means, epsilon, risk, indifference=indifference)
    low, high = EPSILON_RANGE
    if not low <= epsilon <= high:
        raise ValueError(f"epsilon must be between {low:g} and {high:g} here, not {epsilon:g}")
    named = arm_names.checked(names, len(means))
    return Instance(tuple(float(mean) for mean in means), float(epsilon), float(risk), named, abs(float(indifference)))


def parsed(texts: dict[str, str]) -> Instance:
    """The instance that these texts of the boxes (or a link) describe, or a ValueError."""
    means, names = _means(texts["arms"]), arm_names.split(texts["names"])
    epsilon, risk = _number("epsilon", texts["epsilon"]), _number("risk", texts["risk"], PERCENT)
    indifference = _number("“Ignore differences below”", texts.get("indifference", "0"), PERCENT)
    return checked(means, epsilon, risk, names, indifference)


def as_texts(instance: Instance) -> dict[str, str]:
    """The texts of the boxes, and of a link, for this instance."""
    return {
        "arms": ", ".join(f"{mean:.10g}" for mean in instance.means),
        "epsilon": f"{instance.epsilon:.10g}",
        "risk": f"{instance.risk:.10g}",
        "names": ", ".join(instance.names),
        "indifference": f"{instance.indifference:.10g}",
    }


def _means(text: str) -> list[float]:
    """The means as a link writes them, or as people type them: 38 %, or 0,38."""
    bare = text.strip(" ,;[]()")
    parts = [part for part in re.split(r"[,;\s]+", re.sub(r"\s+%", "%", bare)) if part]
    with suppress(ValueError):
        if all(0 < float(part) < 1 for part in parts):
            return [float(part) for part in parts]
    return list(read_shares(bare)) or [_number("each mean", part, PERCENT) for part in parts]


def _number(name: str, text: str, percent: float = 0.0) -> float:
    """percent: what one per cent counts as, 0 where it takes none."""
    with suppress(ValueError):
        return float(text)
    try:
        return read_box(text, -math.inf, math.inf, percent=percent)
    except ValueError as error:
        raise ValueError(f"{name} must be a number, not {quoted(text.strip())}") from error


def _dragged(fields: Mapping[str, Any], _: Instance) -> Instance:
    means, names = numbers(fields, "means", ARMS_RANGE[1]), texts(fields, "names", ARMS_RANGE[1])
    epsilon, risk, indifference = (number(fields, name) for name in ("epsilon", "risk", "indifference"))
    return checked(means, epsilon, risk, names, indifference)


def _keep_link() -> None:
    """Write into the link of the page just opened what it should have brought along.

    A click in the menu carries only the parameters whose boxes the browser shows: none, if it came before they stood.
    """
    for key in as_texts(DEFAULT):
        if key in st.session_state and key not in st.query_params:
            st.session_state[key] = st.session_state[key]


_draft = Draft("instance", DEFAULT, as_texts, parsed, _dragged, UNDO_STEPS)


def _tell(story: Story) -> None:
    hear()
    before = current()
    epsilon, risk = story.epsilon or before.epsilon, story.risk or before.risk
    _draft.write(Instance(story.means, epsilon, risk, story.names, before.indifference))
    st.session_state[_MENU] = False
