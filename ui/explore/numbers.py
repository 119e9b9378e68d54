"""What the Explorer shows of one instance, gathered from dpcore, and where each number comes from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import dpcore
from ui.arms.instance import Instance
from ui.components import assets
from ui.look.documents import named, with_arxiv_links
from ui.look.sentences import filled, marked, said, templates_of
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 121
EPSILONS = np.geomspace(*EPSILON_RANGE, CURVE_POINTS)  # of the curve
WORDS = templates_of(__file__)  # which scripts read too
FORMULAS = json.loads(assets.text(Path(__file__).with_name("formulas.json")))
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
    every_difference_matters = "tv" in value
    rows = FORMULAS["all" if every_difference_matters else "with_gap"]
    told = [(filled(row["quantity"], value), value[row["value"]], row["formula"], row["source"]) for row in rows]
    for name, note in (BOUNDARIES if every_difference_matters else MAIN_BOUNDARIES).items():
        about = (f"{note.formula}<br>{note.meaning}", note.source)
        if not every_difference_matters:
            about = note.meaning, rows[0]["source"]
        told.append((f"ε: {note.flag}", value[name], *about))
    return [(*cells, with_arxiv_links(named(source))) for *cells, source in told]


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
