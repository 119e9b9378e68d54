"""One live picture of a page for other sites' pages and slides: `?embed=true&show=picture`.

Streamlit removes its own bars, and a style sheet hides everything on the page except the part that is asked for, which
it finds by the keys of its containers.  So it is still the same page, with the same state in its address.
"""

from collections.abc import Iterable
from html import escape

import streamlit as st

from ui.shell.menu import Frame

PICTURE, BOTH = SHOWN = ("picture", "both")
WIDTH = 800  # pixels; the width of the frame that we suggest

_CONTROLS = '[class*="st-key-controls-"]'  # the columns of page.picture_and_controls
_PICTURE = '[class*="st-key-picture-of-"]'
_ALWAYS = ('[role="alert"]', ".st-key-compiling")  # messages about a wrong input or about kernels that compile
_ANSWER = (".st-key-verdict", ".st-key-first-answer")


def asked() -> str | None:
    """Which part of the page to show where it is embedded in another page; None where it is not embedded."""
    if not st.context.is_embedded:
        return None
    show = st.query_params.get("show", BOTH)
    return show if show in SHOWN else BOTH


def draw(frame: Frame | None, show: str) -> None:
    """Draw the style sheet that hides all but the part that is asked for; a page without a picture is shown whole."""
    rules = [".stMainBlockContainer { padding: 0.6rem 1rem !important; }"]
    if frame is not None:
        keys = frame.picture if show == PICTURE else (*frame.picture, "instance", *frame.controls)
        rules += _only([*_ANSWER, *(f".st-key-{key}" for key in keys), *([] if show == PICTURE else [_CONTROLS])])
    st.html(f"<style>{' '.join(rules)}</style>")


def code(address: str, frame: Frame, title: str, show: str) -> str:
    """The HTML that embeds this part of the page with this frame at this address."""
    height = (show == BOTH and frame.with_controls) or frame.height
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{WIDTH}" height="{height}" '
        'style="border: 0; max-width: 100%" loading="lazy"></iframe>'
    )


def _only(kept: Iterable[str]) -> list[str]:
    """Rules that hide everything beside these elements, at each level above them, and close the gaps that it leaves."""
    names, always = ", ".join(kept), ", ".join(_ALWAYS)
    block = f".stMainBlockContainer :not({names}, :is({names}) *):has({names})"
    there = f"{names}, {always}, :has({names}, {always})"
    return [
        f"{block} > :not({there}) {{ display: none !important; }}",
        f":is({block}, {_PICTURE}, .st-key-verdict) {{ min-height: 0 !important; gap: 0.5rem; }}",
    ]
