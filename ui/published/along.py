"""The part of a figure's setting that is taken to the page where readers simulate it."""

from typing import Any

from ui.published.catalogue import PANELS
from ui.published.exhibits import Exhibit, Panel
from ui.regret.presets import controls_of

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
