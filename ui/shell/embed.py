"""One live picture of a page for other sites' pages and slides: `?embed=true&show=picture`.

Streamlit takes away its bars; a style sheet takes away all of the page but what is asked for, by the keys of its
containers.  So the page itself is the same one, with the same state in its address.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import streamlit as st

PICTURE, CONTROLS, BOTH = SHOWN = ("picture", "controls", "both")
WIDTH = 800  # pixels of the frame that is proposed

_CONTROLS = '[class*="st-key-controls-"]'  # the columns of page.picture_and_controls
_PICTURE = '[class*="st-key-picture-of-"]'
_ALWAYS = ('[role="alert"]', ".st-key-compiling")  # what is wrong with an input, and what the page waits for
_ANSWER = (".st-key-verdict", ".st-key-first-answer")


@dataclass(frozen=True)
class _Places:
    """Keys of the containers of a page's main picture, with its handles, and of controls beside the usual column."""

    picture: tuple[str, ...]
    controls: tuple[str, ...] = ()
    height: int = 540  # pixels of the frame that is proposed for the picture: all of it, and no empty place


_PLACES = {
    "": _Places(("explorer-picture",), ("all-bounds",), height=480),
    "choose_epsilon": _Places(("participants-against-epsilon",), height=580),
    "stopping_times": _Places(("stopping-times",), ("stopping-arms", "stopping-choices")),
    "one_run": _Places(("participants", "guess-open", "guess-made", "player"), height=490),
    "same_decision": _Places(("same-pair", "guess-open", "guess-made", "same-curve"), height=560),
    "own_outcomes": _Places(("participants-against-clip",), height=490),
    "one_mean": _Places(("one-run", "mean-handle"), height=570),
    "one_budget": _Places(("shares-and-participants",), height=420),
    "what_is_promised": _Places(("promise-bars", "delta-against-epsilon", "promise-handle"), height=720),
    "audit": _Places(("audit-bound",), height=520),
    "regret": _Places(("cost-against-budget",), ("regret-choices",), height=480),
    "fixed_budget": _Places(("error-against-budget", "budget-handle"), ("budget-choices",)),
    "published": _Places(("published-figure",), height=500),
    "sweeps": _Places(("sweep-picture",)),
}


def asked() -> str | None:
    """What of the page is to be shown, where it stands embedded in another; None where it does not."""
    if not st.context.is_embedded:
        return None
    show = st.query_params.get("show", BOTH)
    return show if show in SHOWN else BOTH


def draw(page: str, show: str) -> None:
    """The style sheet that leaves of the page at this address what is asked for; one without a picture stays whole."""
    rules = [".stMainBlockContainer { padding: 0.6rem 1rem !important; }"]
    if places := _PLACES.get(page):
        rules += _only(_kept(places, show))
    st.html(f"<style>{' '.join(rules)}</style>")


def code(address: str, page: str, title: str) -> str:
    """The HTML that embeds the page at this address."""
    height = _PLACES.get(page, _Places(())).height
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{WIDTH}" height="{height}" '
        'style="border: 0; max-width: 100%" loading="lazy"></iframe>'
    )


def _kept(places: _Places, show: str) -> list[str]:
    answer = [*_ANSWER, *map(_of_key, places.picture)]
    controls = [_CONTROLS, ".st-key-instance", *map(_of_key, places.controls)]
    return [*(answer if show != CONTROLS else []), *(controls if show != PICTURE else [])]


def _of_key(key: str) -> str:
    return f".st-key-{key}"


def _only(kept: Iterable[str]) -> list[str]:
    """Rules that hide whatever stands beside these, at each level above them, and the room that it would need."""
    names, always = ", ".join(kept), ", ".join(_ALWAYS)
    block = f".stMainBlockContainer :not({names}, :is({names}) *):has({names})"
    there = f"{names}, {always}, :has({names}, {always})"
    return [
        f"{block} > :not({there}) {{ display: none !important; }}",
        f":is({block}, {_PICTURE}, .st-key-verdict) {{ min-height: 0 !important; gap: 0.5rem; }}",
    ]
