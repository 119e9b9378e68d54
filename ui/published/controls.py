"""Which published figure is shown; the link says so."""

import streamlit as st

from ui.published.numbers import PANELS, Panel


def ask() -> tuple[Panel, bool]:
    """Draw the inputs; returns the figure's panel, and whether heuristic thresholds are shown too."""
    titles = [panel.title for panel in PANELS]
    title = st.segmented_control("Figure", titles, default=titles[0], required=True, key="figure", bind="query-params")
    with_heuristics = st.toggle(
        "Also the heuristic thresholds", True, key="heuristics", bind="query-params", help="Lighter, and not proven."
    )
    return PANELS[titles.index(title)], with_heuristics
