"""The published experiments on regret as settings of the page."""

from dataclasses import dataclass
from typing import Any

import dpcore


@dataclass(frozen=True)
class Preset:
    """A published experiment: where it stands, and the values of the page's controls by key."""

    title: str
    text: str
    controls: dict[str, Any]


def _arms(instance: str, horizon: int, algorithms: list[str], epsilon: float, **others: Any) -> dict[str, Any]:
    return {
        "regret-setting": "arms",
        "regret-instance": instance,
        "arms-count": 5,
        "arms-horizon": horizon,
        "arms-algorithms": algorithms,
        "arms-exploration": 3.1,
        "epsilon": f"{epsilon:.10g}",
        **others,
    }


def _random(kind: str, horizon: int, algorithms: list[str], rho: float, **others: Any) -> dict[str, Any]:
    return {
        "regret-setting": kind,
        f"{kind}-count": 10,
        f"{kind}-dimension": 3,
        f"{kind}-bounded": False,
        f"{kind}-horizon": horizon,
        f"{kind}-algorithms": algorithms,
        "epsilon": f"{dpcore.privacy.epsilon_at_rho(rho):.10g}",
        **others,
    }


PRESETS = (
    Preset(
        "DP-SE on C2 to 5·10⁷ pulls",
        "Sajed & Sheffet (ICML 2019), Figs. 1–12: T = 5·10⁷, ε = 0.25, 30 runs. Choose C1 to C4 and K. You can add "
        "DP-UCB to compare, but it is simulated pull by pull and takes minutes.",
        _arms("C2", 5 * 10**7, ["dp-se"], 0.25, **{"regret-runs": 30}),
    ),
    Preset(
        "Pure DP on five arms",
        "Azize's thesis (2024), Fig. 5.2: T = 10⁷, ε = 1, 20 runs.",
        _arms("C2", 10**7, ["dp-se", "adap-ucb", "adap-klucb"], 1.0, **{"regret-runs": 20}),
    ),
    Preset(
        "The staircase of AdaP-KLUCB",
        "Azize's thesis (2024), Fig. 5.3: one mean of 0.8 and four of 0.1, T = 10⁷, 20 runs.",
        _arms("own", 10**7, ["adap-klucb"], 0.33, arms="0.8, 0.1, 0.1, 0.1, 0.1", **{"regret-runs": 20}),
    ),
    Preset(
        "DP-IMED and DP-KLUCB on five arms",
        "Azize, Wu, Honda, Orabona, Ito & Basu (NeurIPS 2025): T = 10⁶, 100 runs, ε from 0.01 to 1; here at ε = 0.1. "
        "We did not have their figures.",
        _arms("C2", 10**6, ["dp-se", "adap-klucb", "dp-imed", "dp-klucb"], 0.1, **{"regret-runs": 100}),
    ),
    Preset(
        "zCDP on five arms",
        "Azize & Basu (SaTML 2024), Fig. 4 left: T = 10⁷, exploration exponent 1, 100 runs; here at ρ = 0.1.",
        _arms("C2", 10**7, ["adac-ucb"], 0.2**0.5, **{"arms-exploration": 1.0, "regret-runs": 100}),
    ),
    Preset(
        "zCDP on linear arms",
        "Azize & Basu (SaTML 2024), Fig. 4 middle: 10 random arms in R³, T = 10⁷, 100 runs; here at ρ = 0.1.",
        _random("linear", 10**7, ["adac-gope"], 0.1, **{"regret-runs": 100}),
    ),
    Preset(
        "AdaC-GOPE and its variant",
        "Azize's thesis (2024), Fig. C.1: 10 random arms in R³, T = 10⁶; here at ρ = 0.1.",
        _random("linear", 10**6, ["adac-gope", "adac-gope-var"], 0.1, **{"regret-runs": 100}),
    ),
    Preset(
        "zCDP on linear contexts",
        "Azize & Basu (SaTML 2024), Fig. 4 right: 10 contexts in R³, T = 10⁵, here 20 runs (published: 100), ρ = 0.1.",
        _random("contextual", 10**5, ["adac-oful"], 0.1, **{"regret-runs": 20}),
    ),
)


def controls_of(title: str) -> dict[str, Any]:
    """The values of the page's controls in the preset of this title, by key."""
    (controls,) = (preset.controls for preset in PRESETS if preset.title == title)
    return controls
