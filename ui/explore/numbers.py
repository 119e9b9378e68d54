"""What the Explorer shows of one instance, gathered from dpcore, and where each number comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

import dpcore
from ui.arms.instance import Instance
from ui.look.documents import named, with_arxiv_links
from ui.look.sentences import filled, marked, said, templates_of
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 121
EPSILONS = np.geomspace(*EPSILON_RANGE, CURVE_POINTS)  # of the curve
WORDS = templates_of(__file__)  # which scripts read too
CONSTANTS = WORDS["constants"]
TOLERANCE: float = CONSTANTS["tolerance"]


@dataclass(frozen=True)
class RegimeNote:
    """What is said about a field of dpcore.times.RegimeBoundaries; holds: "up to" it, "from" it on, or "at" it.

    main: whether it is shown before all bounds are asked for.
    """

    flag: str
    holds: str
    meaning: str
    formula: str
    source: str
    main: bool = False


def _note(note: dict[str, Any]) -> RegimeNote:
    texts = {name: filled(note[name], CONSTANTS) for name in ("meaning", "formula")}
    return RegimeNote(**{**note, **texts})


BOUNDARIES = {name: _note(note) for name, note in WORDS["boundaries"].items()}

MAIN_BOUNDARIES = {name: note for name, note in BOUNDARIES.items() if note.main}


@dataclass(frozen=True, slots=True)
class Numbers(dpcore.times.PriceOverview):
    """One instance: characteristic times as in dpcore, and lower bounds on the participants at its risk."""

    instance: Instance

    @property
    def factor(self) -> float:
        """How many times privacy raises the lower bound at the instance's epsilon."""
        return self.private.time / self.kl.time

    def boundary(self, name: str) -> str:
        """The boundary of this name as every sentence and flag writes it: rounded to the side on which it holds."""
        return said(WORDS["sentences"], f"{name}_place", {name: getattr(self.boundaries, name)})


def asked_in_browsers() -> dict[str, Any]:
    """What a browser needs besides an instance to compute the same numbers."""
    return {"epsilons": EPSILONS.tolist(), "tolerance": TOLERANCE}


@lru_cache(maxsize=256)
def numbers_of(instance: Instance) -> Numbers:
    """The numbers of this instance."""
    means, epsilon, risk, zeta = instance.means, instance.epsilon, instance.risk, instance.indifference
    found = dpcore.times.price_overview(means, epsilon, risk, TOLERANCE, EPSILONS, indifference=zeta)
    return Numbers(found.kl, found.tv, found.private, found.curve, found.boundaries, found.bounds, instance)


def formulas(exactly: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """All numbers as (quantity, value with exact digits, formula, source), in HTML.

    exactly: the values by name (ui.explore.words.exact_numbers).
    """
    value = {name.removesuffix("_exactly"): marked(name, text) for name, text in exactly.items()}
    value["time"] += f"<br>certified: {value['certified']}"
    rows = _formulas(value["epsilon"]) if "tv" in value else _formulas_with_gap(value["epsilon"])
    return [(quantity, value[name], formula, with_arxiv_links(source)) for quantity, name, formula, source in rows]


def _formulas(epsilon: str) -> list[tuple[str, str, str, str]]:
    """The rows, with the names of their values, where every difference matters."""
    factor, kl = "× kl(risk, 1 − risk)", "Garivier & Kaufmann 2016"
    tightest = "Jourdan & Azize 2025, arXiv:2510.17348, Theorem 2"
    return [
        ("T*<sub>KL</sub>", "kl", "without privacy, kl", kl),
        ("T*<sub>TV</sub>", "tv", "1/Δ<sub>min</sub> + Σ 1/Δ<sub>a</sub>", "Azize's thesis, Proposition 4.26"),
        (
            f"T*<sub>ε</sub> at ε = {epsilon}",
            "time",
            "1 / max<sub>w</sub> min<sub>a</sub> of the transportation cost with "
            "d<sub>ε</sub>(m, x) = min<sub>z</sub> ε |m − z| + kl(z, x)",
            tightest,
        ),
        ("participants, without privacy", "non_private", f"T*<sub>KL</sub> {factor}", kl),
        (
            "participants, first published bound",
            "first_private",
            f"max(T*<sub>KL</sub>, T*<sub>TV</sub>/(6 ε)) {factor}",
            "Azize et al. 2023, arXiv:2309.02202",
        ),
        (
            "participants, improved bound",
            "improved_private",
            f"max(T*<sub>KL</sub>, T*<sub>TV</sub>/ε) {factor}",
            "Azize's thesis, Corollary 4.25",
        ),
        ("participants, tightest bound", "tightest_private", f"T*<sub>ε</sub> {factor}", tightest),
        *(
            (f"ε: {note.flag}", name, f"{note.formula}<br>{note.meaning}", note.source)
            for name, note in BOUNDARIES.items()
        ),
    ]


def _formulas_with_gap(epsilon: str) -> list[tuple[str, str, str, str]]:
    """The same where differences of up to ζ do not matter."""
    time = "1 / max<sub>b</sub> max<sub>w</sub> min<sub>a</sub> inf<sub>x</sub> w<sub>b</sub> {0}(μ<sub>b</sub>, x)"
    time += " + w<sub>a</sub> {0}(μ<sub>a</sub>, x + ζ), over good answers b and other arms a"
    source, factor = named("docs/characteristic-times.md, after Degenne & Koolen 2019"), "× kl(risk, 1 − risk)"
    return [
        ("T*<sub>KL,ζ</sub>", "kl", time.format("kl"), source),
        (f"T*<sub>ε,ζ</sub> at ε = {epsilon}", "time", time.format("d<sub>ε</sub>"), source),
        ("participants, without privacy", "non_private", f"T*<sub>KL,ζ</sub> {factor}", source),
        ("participants, with privacy", "tightest_private", f"T*<sub>ε,ζ</sub> {factor}", source),
        *((f"ε: {note.flag}", name, note.meaning, source) for name, note in MAIN_BOUNDARIES.items()),
    ]


def curve_table(numbers: Numbers) -> pd.DataFrame:
    """The main picture and the allocation as a table, one row an epsilon."""
    means, risk, zeta = numbers.instance.means, numbers.instance.risk, numbers.instance.indifference
    limit = "_as_risk_vanishes" if numbers.instance.is_asymptotic else ""
    rows = []
    curve = numbers.curve
    for epsilon, time, allocation in zip(curve.epsilons, curve.times, curve.allocations, strict=True):
        bounds = dpcore.sample_lower_bounds(means, epsilon, risk, indifference=zeta)
        rows.append(
            {
                "epsilon": epsilon,
                "characteristic_time": time,
                **{f"{name}_samples_lower_bound{limit}": samples for name, samples in bounds.items()},
                **{f"allocation_arm_{arm}": share for arm, share in enumerate(allocation, start=1)},
            }
        )
    return pd.DataFrame(rows)
