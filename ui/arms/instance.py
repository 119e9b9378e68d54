"""The one instance that every page shows: read from the link; edited in boxes, by stories and by dragging; undone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

import dpcore
from ui.arms.stories import STORIES, Story, random_means
from ui.components.bars import drag
from ui.look.literal import quoted
from ui.shell import page

MAX_ARMS = 20
EPSILON_RANGE = (1e-3, 1e2)
UNDO_STEPS = 100


@dataclass(frozen=True)
class Instance:
    """Arms, privacy budget and risk that have passed `checked`."""

    means: tuple[float, ...]
    epsilon: float
    risk: float


DEFAULT = Instance((0.95, 0.9, 0.9, 0.9, 0.5), 0.1, 0.01)


@dataclass
class _State:
    """What one visitor has done to the instance."""

    committed: Instance = DEFAULT
    live: Instance | None = None  # during a drag
    texts: dict[str, str] = field(default_factory=dict)  # of the boxes when last read
    dropped: dict[str, str] = field(default_factory=dict)  # of the boxes as the last drag left them
    box_problem: str = ""
    drag_problem: str = ""
    released: bool = False
    sequence: int = 0
    undo: list[Instance] = field(default_factory=list)


def controls(visible: bool = True) -> None:
    """The boxes at the top of every page; a page without an instance hides them, and they keep the link for the others.

    Only app.py draws them: Streamlit drops a bound query parameter when the page that drew its widget is left, so
    widgets of a page could not keep the link whole across pages.
    """
    default = as_texts(DEFAULT)
    with st.container(key="instance", horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Means of the arms",
            default["arms"],
            key="arms",
            bind="query-params",
            help=f"2 to {MAX_ARMS} numbers strictly between 0 and 1, one of them the largest, with commas between.",
        )
        st.text_input(
            "Epsilon",
            default["epsilon"],
            key="epsilon",
            bind="query-params",
            width=100,
            help="The privacy budget per participant, .001 to 100. Smaller is more private.",
        )
        st.text_input(
            "Risk",
            default["risk"],
            key="risk",
            bind="query-params",
            width=100,
            help="The allowed probability of naming a wrong arm, between 0 and 1/2.",
        )
        _accept_boxes()
        with st.popover("Stories"):
            _stories()
        st.button("Undo", on_click=_undo, disabled=not _state().undo)
        st.button("Reset", on_click=_write_boxes, args=(DEFAULT,))
    if not visible:
        st.html("<style>.st-key-instance { display: none !important; }</style>")
    elif problem := _state().box_problem:
        page.problem(f"{problem}. What you see below is the last valid instance.")


def current() -> Instance:
    """This visitor's last valid instance."""
    _accept_boxes()
    return _state().committed


def strip() -> Instance:
    """Small bars, draggable on release, for the top of a page; returns this visitor's last valid instance."""
    instance = current()
    draggable("strip", instance)
    if problem := drag_problem():
        page.problem(problem)
    return instance


def live() -> Instance:
    """The instance under the visitor's finger during a drag, else the last valid one."""
    return _state().live or current()


def released() -> bool:
    """Whether a drag has just ended: then the whole page follows (st.rerun), not only the fragment."""
    state = _state()
    ended, state.released = state.released, False
    return ended


def drag_problem() -> str:
    """Why the bars, where they were last dragged to, are not shown; empty if they are."""
    problem = _state().drag_problem
    return f"{problem}. What you see is the last valid instance." if problem else ""


def draggable(key: str, instance: Instance, **show: Any) -> None:
    """The bars and sliders that edit the instance; `show` and where to mount it: see ui.components.bars."""
    drag(key, instance.means, instance.epsilon, instance.risk, _state().sequence, lambda: _moved(key), **show)


def checked(means: Sequence[float], epsilon: float, risk: float) -> Instance:
    """The instance, or a ValueError that says what is wrong with it."""
    if len(means) > MAX_ARMS:
        raise ValueError(f"means must hold at most {MAX_ARMS} arms here, got {len(means)}")
    dpcore.sample_lower_bounds(means, epsilon, risk)
    low, high = EPSILON_RANGE
    if not low <= epsilon <= high:
        raise ValueError(f"epsilon must lie between {low:g} and {high:g} here, got {epsilon:g}")
    return Instance(tuple(float(mean) for mean in means), float(epsilon), float(risk))


def parsed(texts: dict[str, str]) -> Instance:
    """The instance that these texts of the boxes (or a link) describe, or a ValueError."""
    means = [_number("each mean", part) for part in re.split(r"[,;\s]+", texts["arms"].strip(" ,;[]()")) if part]
    return checked(means, _number("epsilon", texts["epsilon"]), _number("risk", texts["risk"]))


def as_texts(instance: Instance) -> dict[str, str]:
    """The texts of the boxes, and of a link, for this instance."""
    return {
        "arms": ", ".join(f"{mean:.10g}" for mean in instance.means),
        "epsilon": f"{instance.epsilon:.10g}",
        "risk": f"{instance.risk:.10g}",
    }


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ValueError(f"{name} must be a number, got {quoted(text.strip())}") from error


def _state() -> _State:
    return st.session_state.setdefault("_instance", _State())


def _accept_boxes() -> None:
    """Take over what the boxes (or the link, before they are drawn) now say."""
    state = _state()
    texts = {
        name: str(st.session_state.get(name, st.query_params.get(name, default)))
        for name, default in as_texts(DEFAULT).items()
    }
    if texts == state.texts:
        return
    first = not state.texts
    state.texts = texts
    state.box_problem = ""
    if texts != state.dropped:
        state.drag_problem = ""
    try:
        instance = parsed(texts)
    except ValueError as error:
        state.box_problem = _sentence(error)
        return
    if instance != state.committed:
        if not first:
            state.undo = [*state.undo, state.committed][-UNDO_STEPS:]
        state.committed = instance


def _moved(key: str) -> None:
    """A report of the bars: show it, and on release keep it, as far as it is valid."""
    state = _state()
    report = st.session_state[key]["moved"]
    state.sequence = int(report["sequence"])
    try:
        state.live = checked(report["means"], report["epsilon"], report["risk"])
        state.drag_problem = ""
    except ValueError as error:
        state.drag_problem = _sentence(error)
    if report["final"]:
        state.dropped = as_texts(state.live or state.committed)
        st.session_state.update(state.dropped)
        state.live = None
        state.released = True


def _sentence(error: ValueError) -> str:
    text = str(error)
    return text[0].upper() + text[1:]


def _write_boxes(instance: Instance) -> None:
    st.session_state.update(as_texts(instance))


def _undo() -> None:
    state = _state()
    state.committed = state.undo.pop()
    _write_boxes(state.committed)


def _stories() -> None:
    for story in STORIES:
        with st.container(gap=None):
            st.button(story.title, on_click=_tell, args=(story,), type="tertiary")
            st.caption(story.text)
    arms = len(_state().committed.means)
    st.button(f"{arms} random arms", on_click=lambda: _tell(Story("", "", random_means(arms))), type="tertiary")


def _tell(story: Story) -> None:
    before = _state().committed
    _write_boxes(Instance(story.means, story.epsilon or before.epsilon, story.risk or before.risk))
