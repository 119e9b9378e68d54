"""Buttons that save a chart of this page as PNG or SVG, drawn by the browser itself."""

from pathlib import Path

from ui.components import assets

_component = assets.component(Path(__file__).parent)


def figure_download_buttons(charts: dict[str, str], slide: dict[str, str]) -> None:
    """Draw PNG and SVG buttons for a page's pictures and for its slide.

    charts: label -> key of an st.plotly_chart or ui.components.lower.  slide: key of the picture, title, setting,
    source, and the colours text and background.
    """
    _component(key="figure-downloads", data={"charts": charts, "slide": slide})
