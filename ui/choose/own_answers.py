"""What a visitor has given as own data on Choose ε."""

import streamlit as st

from ui.choose.own_data import OwnData, own_data_in
from ui.own_table.given import OwnTable
from ui.reading.counts import read_counts

TYPED = "typed counts"  # one of the ways to give them
NOTHING = "Choose a file, or type your counts."
OWN = OwnTable("own", own_data_in, read_counts, lambda: st.session_state.get("own-way") == TYPED)


def own_data() -> OwnData:
    """What the inputs hold.  Raises: ValueError, one sentence that says what is missing, wrong, or asked."""
    return OWN.found(NOTHING)


def is_given() -> bool:
    """Whether there is a file, or a typed line."""
    return OWN.reading() is not None and (not OWN.is_typed() or bool(st.session_state.get("own-counts", "").strip()))
