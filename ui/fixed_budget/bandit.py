"""The linear bandit of the page Fixed budget: read from its boxes and the link, set by presets, or dragged."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import streamlit as st

import dpcore
from dpcore.fixed_budget.instance import LinearInstance, check_instance
from ui.components.plane import plane_drag
from ui.look.literal import quoted
from ui.shell import page

MAX_ARMS = 40
UNSTRUCTURED = "unstructured"
REWARDS = {"uniform": "uniform", "bernoulli": "0 or 1"}
_DRAG = "budget-plane"
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Bandit:
    """Features, theta and rewards that have passed `checked`."""

    features: Rows
    theta: tuple[float, ...]
    rewards: str

    @property
    def linear(self) -> LinearInstance:
        """Its means, gaps and rank."""
        return check_instance(self.features, self.theta, self.rewards)

    @property
    def in_plane(self) -> bool:
        """Whether the arms are points of the plane, and so can be dragged."""
        return len(self.theta) == 2

    @property
    def is_unstructured(self) -> bool:
        """Whether no arm tells anything about another: a_i = e_i."""
        return self.features == _unit_vectors(len(self.theta))


def _unit_vectors(count: int) -> Rows:
    return tuple(map(tuple, np.eye(count).tolist()))


def _published() -> Bandit:
    features, theta = dpcore.published_fixed_budget_instance(0)
    return Bandit(tuple(map(tuple, features.round(4).tolist())), tuple(theta.tolist()), "uniform")


PUBLISHED = _published()
_UNSTRUCTURED_MEANS = (0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2)
PRESETS = {
    "Published study": PUBLISHED,
    "Six arms": Bandit(((1, 0.1), (0.9, 0.5), (0.6, 0.8), (0.2, 1), (0.5, 0.4), (0.3, 0.3)), (0.4, 0.5), "bernoulli"),
    "The slides' three": Bandit(((1, 4), (2, 5), (2, 6)), (0.05, 0.1), "bernoulli"),
    "Unstructured": Bandit(_unit_vectors(len(_UNSTRUCTURED_MEANS)), _UNSTRUCTURED_MEANS, "bernoulli"),
}


@dataclass
class _State:
    """What one visitor has done to the bandit."""

    committed: Bandit = PUBLISHED
    live: Bandit | None = None  # during a drag
    texts: dict[str, str] = field(default_factory=dict)  # of the boxes when last read
    dropped: dict[str, str] = field(default_factory=dict)  # of the boxes as the last drag left them
    box_problem: str = ""
    drag_problem: str = ""
    released: bool = False
    sequence: int = 0


def controls() -> None:
    """Presets and boxes."""
    with st.container(horizontal=True, gap="small"):
        for name, bandit in PRESETS.items():
            st.button(name, on_click=_write_boxes, args=(bandit,), key=f"preset-{name}")
    default = as_texts(PUBLISHED)
    st.text_area(
        "Features of the arms",
        default["budget-features"],
        key="budget-features",
        bind="query-params",
        persist_state="session",
        height=96,
        help=f"One arm after the other with semicolons between: x, y; x, y; … At most {MAX_ARMS} arms. More than two "
        f"numbers an arm are allowed, but cannot be dragged. The word {UNSTRUCTURED} stands for arms that tell nothing "
        "about each other.",
    )
    theta, rewards = st.columns(2)
    theta.text_input(
        "θ (unstructured: the means)",
        default["budget-theta"],
        key="budget-theta",
        bind="query-params",
        persist_state="session",
        help="The mean of an arm is the scalar product of its features and θ.",
    )
    rewards.selectbox(
        "Rewards",
        list(REWARDS),
        format_func=REWARDS.__getitem__,
        key="budget-rewards",
        help="Uniform on [0, 2 mean], as in the published study, which needs means of at most 1/2; or 0 or 1.",
        bind="query-params",
        persist_state="session",
    )
    _accept_boxes()
    if problem := _state().box_problem:
        page.problem(f"{problem}. What you see is the last valid bandit.")


def current() -> Bandit:
    """This visitor's last valid bandit."""
    return _state().committed


def live() -> Bandit:
    """The bandit under the visitor's finger during a drag, else the last valid one."""
    return _state().live or _state().committed


def is_dragged() -> bool:
    """Whether an arm or theta is being dragged."""
    return _state().live is not None


def released() -> bool:
    """Whether a drag has ended since the last call: then the whole page follows (st.rerun), not only the fragment."""
    state = _state()
    ended, state.released = state.released, False
    return ended


def draggable(bandit: Bandit) -> None:
    """The plane, mounted last in its fragment, and why its latest position is not shown, if so."""
    if problem := _state().drag_problem:
        page.problem(f"{problem}. What you see is the last valid bandit.")
    chosen = dpcore.max_det_collection(bandit.features)
    plane_drag(
        _DRAG,
        bandit.features,
        bandit.theta,
        pulled=chosen.arms.tolist(),
        coefficients=chosen.coefficients.tolist(),
        best_arm=bandit.linear.best_arm,
        sequence=_state().sequence,
        on_moved_change=_moved,
    )


def checked(features: Sequence[Sequence[float]], theta: Sequence[float], rewards: str) -> Bandit:
    """The bandit, or a ValueError that says what is wrong with it."""
    if max(len(features), len(theta)) > MAX_ARMS:
        raise ValueError(f"at most {MAX_ARMS} arms and dimensions here, got {max(len(features), len(theta))}")
    widths = {len(row) for row in features}
    if len(widths) > 1:
        raise ValueError(f"features must have equally many numbers for each arm, got {sorted(widths)}")
    linear = check_instance(features, theta, rewards)
    return Bandit(tuple(map(tuple, linear.features.tolist())), tuple(linear.theta.tolist()), rewards)


def parsed(texts: dict[str, str]) -> Bandit:
    """The bandit that these texts of the boxes (or a link) describe, or a ValueError."""
    theta = _numbers(texts["budget-theta"])
    text = texts["budget-features"].strip()
    if text.lower() == UNSTRUCTURED:
        if not 1 < len(theta) <= MAX_ARMS:
            raise ValueError(f"means must be 2 to {MAX_ARMS} numbers, got {len(theta)}")
        features = _unit_vectors(len(theta))
    else:
        features = tuple(_numbers(row) for row in re.split(r"[;\n]", text) if row.strip())
    return checked(features, theta, texts["budget-rewards"])


def as_texts(bandit: Bandit) -> dict[str, str]:
    """The texts of the boxes, and of a link, for this bandit."""
    rows = "; ".join(_text(row) for row in bandit.features)
    return {
        "budget-features": UNSTRUCTURED if bandit.is_unstructured and not bandit.in_plane else rows,
        "budget-theta": _text(bandit.theta),
        "budget-rewards": bandit.rewards,
    }


def _text(numbers: Sequence[float]) -> str:
    return ", ".join(f"{value:.10g}" for value in numbers)


def _numbers(text: str) -> tuple[float, ...]:
    parts = [part for part in re.split(r"[,\s]+", text.strip(" ,;[]()")) if part]
    try:
        return tuple(float(part) for part in parts)
    except ValueError as error:
        raise ValueError(f"features and θ must be numbers, got {quoted(text.strip())}") from error


def _state() -> _State:
    return st.session_state.setdefault("_budget-bandit", _State())


def _accept_boxes() -> None:
    """Take over what the boxes now say."""
    state = _state()
    texts = {name: str(st.session_state[name]) for name in as_texts(PUBLISHED)}
    if texts == state.texts:
        return
    state.texts = texts
    state.box_problem = ""
    if texts != state.dropped:
        state.drag_problem = ""
    try:
        state.committed = parsed(texts)
    except ValueError as error:
        state.box_problem = sentence(error)


def _moved() -> None:
    """A report of the plane: show it, and on release keep it, as far as it is valid."""
    state = _state()
    report = st.session_state[_DRAG]["moved"]
    state.sequence = int(report["sequence"])
    try:
        state.live = checked(report["features"], report["theta"], state.committed.rewards)
        state.drag_problem = ""
    except ValueError as error:
        state.drag_problem = sentence(error)
    if report["final"]:
        state.dropped = as_texts(state.live or state.committed)
        st.session_state.update(state.dropped)
        state.live = None
        state.released = True


def sentence(error: Exception) -> str:
    """The error's text with a capital."""
    text = str(error)
    return text[0].upper() + text[1:]


def _write_boxes(bandit: Bandit) -> None:
    st.session_state.update(as_texts(bandit))
