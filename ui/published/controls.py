"""Which published figure is shown; the link says so."""

import streamlit as st

from ui.published.numbers import PANELS, Panel


def ask() -> tuple[Panel, bool]:
    """Draw the inputs; returns the figure's panel, and whether heuristic thresholds are shown too."""
    titles = [panel.title for panel in PANELS]
    title = st.radio("Printed figure", titles, key="figure", bind="query-params")
    with_heuristics = st.toggle(
        "Also our runs with the unproven stopping rules", True, key="heuristics", bind="query-params"
    )
    return PANELS[titles.index(title)], with_heuristics
