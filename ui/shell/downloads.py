"""Buttons that save a chart of this page as PNG or SVG, drawn by the browser itself."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from ui.components import assets

_FILE = Path(__file__)


@functools.cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "figure_downloads",
        html='<div class="figure-downloads"></div>',
        css=assets.text(_FILE.with_suffix(".css")),
        js=assets.loading(_FILE.with_suffix(".js")),
    )


def figure_download_buttons(charts: dict[str, str], slide: dict[str, str]) -> None:
    """Draw PNG and SVG buttons for a page's pictures and for its slide.

    charts: label -> key of an st.plotly_chart or ui.components.lower.  slide: key of the picture, title, setting,
    source, and the colours text and background.
    """
    _component()(data={"charts": charts, "slide": slide}, key="figure-downloads")
