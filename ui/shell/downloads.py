"""Buttons that save a chart of this page as PNG or SVG, drawn by the browser itself."""

from pathlib import Path

import streamlit as st

from ui.components import assets

_FILE = Path(__file__)
_component = st.components.v2.component(
    "figure_downloads",
    html='<div class="figure-downloads"></div>',
    css=assets.text(_FILE.with_suffix(".css")),
    js=assets.script(_FILE.with_suffix(".js")),
)


def figure_download_buttons(charts: dict[str, str]) -> None:
    """PNG and SVG buttons for pictures of a page; charts: label -> key of an st.plotly_chart or ui.components.lower."""
    _component(data=charts, key="figure-downloads")
