"""The tables of the page about regret: at the horizon, against time, and the published figures that do not come out."""

import math

import numpy as np
import pandas as pd

import dpcore
from ui.look.numbers import count, number
from ui.regret.comparison import PROMISES, beside_counterparts
from ui.regret.study import RegretView, at_horizon, entry_of, label_of
from ui.regret.words import plus_minus

_NOT_READ = ["epsilon", "horizon", "seed", "version"]  # they repeat another column, or are the same in all rows
_READ_AS = {"place on the scale": "at ε", "rho": "ρ", "price": "privacy adds"}
_ROUNDING = 1e-9  # what is smaller beside the largest number of its column is noise of floating point


def summary_table(view: RegretView) -> pd.DataFrame:
    """What the private algorithms lose at the budget looked at, as people read it: one row for each."""
    return pd.DataFrame(
        [
            {
                "algorithm": f"{found.label} ({found.promise})",
                "loses": count(found.private_regret),
                "without privacy": f"{count(found.plain_regret)} ({found.plain_label})",
                "privacy adds": "no valid interval" if found.has_heavy_tails else plus_minus(*at_horizon(found.price)),
                "times": number(found.times) if found.plain_regret > 0 else "–",
            }
            for found in beside_counterparts(view)
        ]
    )


def readable(points: pd.DataFrame) -> pd.DataFrame:
    """The table of `point_table` to read: its numbers have four digits, or all before the point, as in sentences."""
    return points.drop(columns=_NOT_READ, errors="ignore").rename(columns=_READ_AS).apply(_rounded)


def _rounded(column: pd.Series) -> pd.Series:
    if not pd.api.types.is_float_dtype(column):
        return column
    found = column.replace(math.inf, math.nan)
    least = _ROUNDING * found.abs().max()
    return found.map(lambda value: 0.0 if abs(value) < least else _as_said(value))


def _as_said(value: float) -> float:
    return float(round(value)) if 1e3 <= abs(value) < 1e5 else float(f"{value:.4g}")


def point_table(view: RegretView) -> pd.DataFrame:
    """One row of exact figures at the horizon per cell, for the page and the CSV."""
    rows = []
    for cell in view.cells:
        if (result := view.study.results.get(cell)) is None:
            continue
        final, price = result.regret[:, -1], None if math.isinf(cell[1]) else view.study.price(cell)
        rows.append(
            {
                "algorithm": label_of(cell),
                "promise": "none" if math.isinf(cell[1]) else PROMISES[str(entry_of(cell[0]).privacy.budget)],
                "epsilon": result.parameters["epsilon"],
                "rho": result.parameters["rho"],
                "place on the scale": cell[1],
                "horizon": result.parameters["horizon"],
                "runs": result.runs,
                "mean regret": float(final.mean()),
                "standard error": float(result.standard_error[-1]) if result.runs > 1 else None,
                "10 % of runs below": float(np.quantile(final, 0.1)),
                "90 % of runs below": float(np.quantile(final, 0.9)),
                "price": price and float(price.difference[-1]),
                "its standard error": price and float(price.standard_error[-1]),
                "relative price": price and float(price.relative[-1]),
                "its standard error (relative)": price and float(price.relative_standard_error[-1]),
                "seed": result.seed,
                "version": result.version,
            }
        )
    return pd.DataFrame(rows)


def time_table(view: RegretView) -> pd.DataFrame:
    """One row per cell at the epsilon looked at and recorded time."""
    return pd.DataFrame(
        [
            {
                "algorithm": label_of(cell),
                "epsilon or rho": result.parameters["epsilon"] or result.parameters["rho"],
                "pulls": int(step),
                "mean regret": float(mean),
                "runs": result.runs,
                "seed": result.seed,
            }
            for cell in view.at_epsilon
            if (result := view.study.results.get(cell)) is not None
            for step, mean in zip(result.steps, result.mean_regret, strict=True)
        ]
    )


def not_reproduced_table(kind: str) -> pd.DataFrame:
    """The published figures of this kind of bandit that do not come out here."""
    return pd.DataFrame(
        [
            {
                "algorithm": entry_of(each.algorithm).label,
                "figure": each.figure,
                "setting": each.setting,
                "published": each.published,
                "here": each.ours,
                "why": each.explanation,
            }
            for each in dpcore.regret.REGRET_FIGURES_NOT_REPRODUCED
            if entry_of(each.algorithm).environment == kind
        ]
    )
