"""A visitor's own counts on Choose ε: a file of almost any kind, or lines that are typed or pasted."""

import streamlit as st

from ui.choose.inputs import given
from ui.choose.own_data import EXAMPLE, OwnData, own_data_in, warnings_of
from ui.choose.question import BEAT
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.terms import explained
from ui.own_table import box
from ui.own_table.given import OwnTable
from ui.reading.counts import read_counts

TYPED = "typed counts"
WAYS = ("a file", TYPED)
NOTHING = "Choose a file, or type your counts."
OWN = OwnTable("own", own_data_in, read_counts, lambda: st.session_state.get("own-way") == TYPED)


def own_data(promise: str) -> OwnData:
    """What the inputs hold, the usual option first where it is to be beaten.

    Raises: ValueError, one sentence that says what is missing, wrong, or asked.
    """
    found = OWN.found(NOTHING)
    if promise != BEAT:
        return found
    return found.with_usual(st.session_state.get(_usual_key()) or found.likely_usual(given("called")))


def _usual_key() -> str:
    return f"own-usual-{OWN.digest()[-8:]}"


def is_given() -> bool:
    """Whether there is a file, or a typed line."""
    return OWN.reading() is not None and (not OWN.is_typed() or bool(st.session_state.get("own-counts", "").strip()))


def ask() -> None:
    """Draw the inputs; nothing of them enters the link."""
    way = st.segmented_control(
        "How will you enter your data?", WAYS, default=WAYS[0], required=True, key="own-way", persist_state="session"
    )
    if way == TYPED:
        st.text_area(
            "One option per line: name, successes, trials",
            key="own-counts",
            placeholder="\n".join(EXAMPLE.splitlines()[1:]),
            height=130,
            persist_state="session",
        )
    else:
        box.upload(OWN, "A table: a row per participant, or one per option")
    if given("promise") == BEAT and (reading := OWN.reading()) is not None and reading.found is not None:
        usual = reading.found.likely_usual(given("called"))
        names = reading.found.with_usual(usual).names
        st.selectbox("Which option is the usual one?", names, key=_usual_key(), persist_state="session")
    box.draw(OWN, warnings_of)
    if way != TYPED:
        st.download_button("Download an example file", EXAMPLE, "example.csv", "text/csv", on_click="ignore")
    st.caption(box.IN_MEMORY)
    st.caption(explained(PRIVATE_DATA_NOTE))
