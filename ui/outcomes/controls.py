"""The inputs of the page about own outcomes; all but the file live in the link."""

import streamlit as st

from ui.controls.log_slider import epsilon_slider, log_slider
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.outcomes import words
from ui.outcomes.example import example_csv, example_rows
from ui.outcomes.question import OutcomeProblem, OutcomeStudy, OutcomeView
from ui.outcomes.rows import LARGEST, MAX_BYTES, OutcomeRows, read_rows
from ui.state.keys import KEPT, RISK_RANGE
from ui.state.visit import remembered

_SOURCES = {"example": "the made-up example", "file": "my own file"}
_MOST_RUNS = 1000


def ask() -> OutcomeView:
    """Draw the inputs and return what they ask for.  Raises: ValueError, one sentence, when they ask for nothing."""
    source = one_of("Outcomes", _SOURCES, "example", "outcome-source")
    if source == "file":
        st.file_uploader(
            "A CSV: arm,outcome, one row per participant",
            type=["csv", "txt", "tsv"],
            key="outcome-file",
            max_upload_size=MAX_BYTES // 2**20,
        )
        st.caption(
            "A column id is optional: participants with several rows. Your data are read in memory for this visit; "
            "they are not "
            f"stored and not sent anywhere else. {words.PRIVATE_DATA_NOTE}"
        )
    epsilon = epsilon_slider("outcome-epsilon", 0.5)
    ends = st.columns(3)
    low = _number(ends[0], "Clip below", "outcome-low", 0.0)
    high = _number(ends[1], "Clip above", "outcome-high", 100.0)
    threshold = _number(ends[2], "Yes from", "outcome-yes", 1.0)
    st.caption(
        "What is outside the clip counts as its end. An outcome from the third number on is a yes, for comparison."
    )
    with st.expander("Risk, runs, seed"):
        risk = log_slider("Risk of a wrong choice", "outcome-risk", RISK_RANGE, 0.01, ("more certain", "less certain"))
        numbers = st.columns(2)
        runs = numbers[0].number_input("Runs", 20, _MOST_RUNS, 100, key="outcome-runs", **KEPT)
        with numbers[1]:
            seed = seed_box("outcome-seed", **KEPT)
        st.download_button("The example as a file", example_csv, "outcomes.csv", "text/csv", on_click="ignore")
    data = _data(source)
    if not low < high:
        raise ValueError(f"Clip below must be smaller than clip above, but they are {low:g} and {high:g}.")
    study = remembered("outcomes", OutcomeProblem(data, low, risk, seed), OutcomeStudy)
    return OutcomeView(data, source == "example", high, threshold, epsilon, int(runs), study)


def _number(place: st.delta_generator.DeltaGenerator, label: str, key: str, default: float) -> float:
    value: float = place.number_input(label, -LARGEST, LARGEST, default, step=1.0, format="%.6g", key=key, **KEPT)
    return value


def _data(source: str) -> OutcomeRows:
    """The outcomes, read once.  Raises: ValueError, one sentence."""
    if source == "example":
        return remembered("outcome-example", "example", lambda _: example_rows())
    file = st.session_state.get("outcome-file")
    if file is None:
        raise ValueError("Choose a file with the columns arm and outcome, or look at the example.")
    return remembered("outcome-rows", file.file_id, lambda _: read_rows(file.getvalue()))
