"""The stakeholder's inputs in the stakeholder's words; everything but own data lives in the link."""

from collections.abc import Callable, Sequence

import streamlit as st

from ui.arms import instance as instances
from ui.choose.own_data import EXAMPLE, OwnData, read_csv
from ui.choose.pins import MOST_PINS, ask_to_pin, plan_name, unpin
from ui.choose.question import (
    EXTRA_PERCENT_RANGE,
    MOST_A_DAY,
    MOST_PARTICIPANTS,
    TRUST_MODELS,
    ChoiceProblem,
    Question,
    difference_means,
    option_names,
)
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.controls.log_slider import epsilon_slider, risk_slider
from ui.shell import page
from ui.state.keys import ARMS_RANGE, KEPT

Options = tuple[tuple[str, ...], tuple[float, ...], OwnData | None]
PRESET: Options = (option_names(3), difference_means(3, 0.3, 0.1), None)


def ask() -> Question:
    """Draw the inputs and return the question; an impossible input is explained, and the last possible one kept."""
    mode = st.segmented_control(
        "What do you know about the options?",
        ["a difference", "the rates", "own data"],
        default="the rates" if instances.current() != instances.DEFAULT else "a difference",
        required=True,
        key="know",
        **KEPT,
    )
    if mode != "the rates":
        page.hide("instance")
    names, means, data = _last_possible(
        mode, {"a difference": _difference, "the rates": _rates, "own data": _own_data}[mode]
    )
    participants, per_day = _participants()
    risk = instances.current().risk if mode == "the rates" else risk_slider("wrong")
    trust_model = st.radio(
        "Who may see the raw outcomes?",
        TRUST_MODELS,
        captions=["a trusted team; what it releases is made private", "nobody; each participant randomises the answer"],
        key="trust",
        **KEPT,
    )
    extra = st.number_input(
        "Acceptable extra participants for privacy (%)",
        *EXTRA_PERCENT_RANGE,
        10.0,
        1.0,
        format="%.5g",
        key="extra",
        help="Decides the change of regime. Simulated figures are good to a few percent: less than 1 % says nothing.",
        **KEPT,
    )
    return Question(
        mode=mode,
        problem=ChoiceProblem(names, means, risk, trust_model, data),
        participants=participants,
        per_day=per_day,
        extra=extra / 100,
        epsilon=instances.current().epsilon,
    )


def _last_possible(mode: str, draw: Callable[[], Options]) -> Options:
    """What the inputs say; if that is impossible, one sentence why, and what they last said that was possible."""
    kept: dict[str, Options] = st.session_state.setdefault("possible-options", {})
    try:
        kept[mode] = draw()
    except ValueError as error:
        page.problem(f"{error} What you see is the last valid input.")
    return kept.get(mode, PRESET)


def _difference() -> Options:
    options = st.number_input("Number of options", 2, ARMS_RANGE[1], 3, key="options", **KEPT)
    usual = st.number_input(
        "Success rate of the usual option (%)", 0.1, 99.8, 30.0, 1.0, format="%.5g", key="usual", **KEPT
    )
    difference = st.number_input(
        "Smallest difference that matters (points)",
        0.01,
        99.0,
        10.0,
        1.0,
        format="%.5g",
        key="better",
        help="The hardest case is planned for: one option better by exactly this, all others at the usual rate.",
        **KEPT,
    )
    means = difference_means(options, usual / 100, difference / 100)
    st.caption(f"Read as: one option succeeds in {100 * means[0]:g} %, every other one in {usual:g} %.")
    return option_names(options), means, None


def _rates() -> Options:
    shared = instances.strip()
    st.caption("These rates, and the risk and ε above, are the ones that every page shares.")
    return option_names(len(shared.means)), shared.means, None


def _own_data() -> Options:
    file = st.file_uploader(
        "A CSV with columns arm, outcome (0 or 1) or arm, successes, trials",
        type=["csv", "txt", "tsv"],
        key="own-data",
        max_upload_size=5,
    )
    st.download_button("Download an example file", EXAMPLE, "example.csv", "text/csv", on_click="ignore")
    st.caption("Your file is read in memory for this visit; it is not stored and not sent anywhere else.")
    st.caption(PRIVATE_DATA_NOTE)
    if file is None:
        data = read_csv(EXAMPLE.encode())
        st.info("Until you choose a file, you see the example file's answer.")
    else:
        data = _read(file.file_id, file.getvalue())
    return data.names, tuple(data.posterior.means.tolist()), data


def _read(identity: str, content: bytes) -> OwnData:
    """The file's counts, read once per upload."""
    known = st.session_state.get("own-data-counts")
    if known is None or known[0] != identity:
        known = (identity, read_csv(content))
        st.session_state["own-data-counts"] = known
    return known[1]


def _participants() -> tuple[int, float | None]:
    """The budget, and the daily number if it is given that way."""
    pace = st.segmented_control(
        "Participants available", ["in total", "per day"], default="in total", required=True, key="pace", **KEPT
    )
    if pace == "in total":
        return st.number_input(
            "Participants",
            2,
            MOST_PARTICIPANTS,
            10_000,
            100,
            key="people",
            label_visibility="collapsed",
            **KEPT,
        ), None
    left, right = st.columns(2, vertical_alignment="bottom")
    per_day = left.number_input("A day", 1, MOST_A_DAY, 200, key="daily", **KEPT)
    days = right.number_input("For how many days", 1, 36_500, 50, key="days", **KEPT)
    return min(per_day * days, MOST_PARTICIPANTS), float(per_day)


def ask_epsilon(question: Question) -> float:
    """The epsilon to look at: the shared one where the rates are shared, else a slider of this page."""
    if question.mode == "the rates":
        return instances.current().epsilon
    return epsilon_slider("look")


def pin_buttons(question: Question, plans: Sequence[Question]) -> None:
    """Pin the plan on show, or remove one of those that are pinned."""
    row = st.container(horizontal=True)
    full, known = len(plans) == MOST_PINS, question in plans
    why_not = "Four plans are pinned: remove one." if full else "This plan is pinned." if known else None
    row.button("Pin this plan", key="pin", on_click=ask_to_pin, disabled=why_not is not None, help=why_not)
    for place in range(len(plans)):
        row.button(f"Remove {plan_name(place)}", on_click=unpin, args=(place,), type="tertiary", key=f"unpin-{place}")
