"""Which published figure is shown; the link says so."""

import streamlit as st

from ui.published.catalogue import FAMILIES
from ui.published.exhibits import Exhibit, Panel
from ui.state.keys import KEPT


def ask() -> tuple[Exhibit, bool]:
    """Draw the inputs; returns the figure or statement, and whether heuristic thresholds are shown too."""
    family = st.radio("About", list(FAMILIES), key="family", **KEPT)
    exhibits = {exhibit.title: exhibit for exhibit in FAMILIES[family]}
    title = st.radio("Printed figure or statement", list(exhibits), key="figure", **KEPT)
    exhibit = exhibits[title]
    with_heuristics = isinstance(exhibit, Panel) and st.toggle(
        "Also our runs with the unproven stopping rules", True, key="heuristics", bind="query-params"
    )
    return exhibit, with_heuristics
