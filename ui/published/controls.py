"""Which published figure is shown, and which part of its setting goes to the page where readers simulate it."""

from typing import Any

import streamlit as st

from ui.published.exhibits import FAMILIES, PANELS, Exhibit, Panel
from ui.regret.presets import controls_of
from ui.state.keys import KEPT


def ask() -> tuple[Exhibit, bool]:
    """Draw the inputs; returns the figure or statement, and whether heuristic thresholds are shown too."""
    family = st.radio("About", list(FAMILIES), key="family", **KEPT)
    exhibits = {exhibit.title: exhibit for exhibit in FAMILIES[family]}
    exhibit = exhibits[st.radio("Printed figure or statement", list(exhibits), key="figure", **KEPT)]
    with_heuristics = isinstance(exhibit, Panel) and st.toggle(
        "Also our runs with the unproven stopping rules", True, key="heuristics", bind="query-params"
    )
    return exhibit, with_heuristics


_FIRST, _SECOND = PANELS[0].boxes, PANELS[1].boxes
_OF_REGRET = {
    "adac-difference": "zCDP on five arms",
    "adac-price": "zCDP on five arms",
    "five-arms": "Pure DP on five arms",
    "staircase": "The staircase of AdaP-KLUCB",
    "asymptotic": "The staircase of AdaP-KLUCB",
    "linear-difference": "zCDP on linear arms",
    "linear-price": "zCDP on linear arms",
    "variant": "AdaC-GOPE and its variant",
    "context-difference": "zCDP on linear contexts",
    "context-price": "zCDP on linear contexts",
}
_ELIMINATIONS = "DP-SE on C2 to 5·10⁷ pulls"


def _of_regret(title: str, **others: str) -> dict[str, Any]:
    """The preset of this title without its many runs: the page opens with few, and more are a click away."""
    controls = {key: value for key, value in controls_of(title).items() if key != "regret-runs"}
    return {"names": "", **controls, **others}


_BOXES = {
    "dp-se-left": {**_FIRST, "algorithms": ["dp-se"]},
    "ctb-left": {**_FIRST, "algorithms": ["ctb-tt", "ttucb"]},
    "ctb-right": {**_SECOND, "algorithms": ["ctb-tt", "ttucb"]},
    "times": {name: _FIRST[name] for name in ("arms", "risk", "names")},
    **{figure: _of_regret(title) for figure, title in _OF_REGRET.items()},
    **{figure: _of_regret(_ELIMINATIONS, **{"regret-instance": figure}) for figure in ("C1", "C2", "C3", "C4")},
}


def along(exhibit: Exhibit) -> dict[str, Any]:
    """What to put into the boxes of the figure's page, by key; empty if the page has none for the setting."""
    if isinstance(exhibit, Panel):
        return exhibit.boxes
    shown = {"arms-algorithms": [*dict.fromkeys(line.algorithm for line in exhibit.lines)]}
    return _BOXES.get(exhibit.figure, {}) | (shown if exhibit.figure == "five-arms" else {})
