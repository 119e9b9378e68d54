"""The tables of the page about a fixed budget: errors, one run, hardness and bounds, and the arms."""

import math

import numpy as np
import pandas as pd

import dpcore
from dpcore.fixed_budget import FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.fixed_budget.study import RECALLED, BudgetView, Results
from ui.look.numbers import rounded_up, setting


def error_table(results: Results) -> pd.DataFrame:
    """One row of exact figures per cell, for the page and the CSV."""
    return pd.DataFrame(
        {
            "algorithm": line.name,
            "epsilon": line.epsilon,
            "T": budget,
            "runs": result.runs,
            "wrong": result.errors,
            "error rate": result.error_rate,
            "95 % low": result.error_interval[0],
            "95 % high": result.error_interval[1],
            "samples used": float(result.pulls.sum(axis=1).mean()),
            "arms pulled": float((result.pulls > 0).sum(axis=1).mean()),
            "seed": result.seed,
            "version": result.version,
        }
        for (line, budget), result in results.items()
    )


def trace_table(trace: FixedBudgetTrace) -> pd.DataFrame:
    """One row per phase and active arm of one run."""
    rows = []
    for number, phase in enumerate(trace.phases, start=1):
        counts = dict(zip(phase.pulled.tolist(), phase.counts.tolist(), strict=True))
        for arm, estimate in zip(phase.active.tolist(), phase.estimates.tolist(), strict=True):
            rows.append(
                {
                    "phase": number,
                    "arm": arm + 1,
                    "mean": trace.parameters["means"][arm],
                    "private mean": estimate,
                    "pulls": counts.get(arm, 0),
                    "kept": bool(arm in phase.kept),
                }
            )
    return pd.DataFrame(rows)


def hardness_table(view: BudgetView) -> pd.DataFrame:
    """Hardness and bounds at T, with and without privacy."""
    features, theta, rank = view.bandit.features, view.bandit.theta, view.bandit.linear.rank
    is_recalled, rows = view.problem.phases == RECALLED, []
    for epsilon in [*sorted(view.epsilons), math.inf]:
        hardness = dpcore.fixed_budget.fixed_budget_hardness(features, theta, epsilon)
        bound = dpcore.fixed_budget.dp_bai_error_bound(features, theta, view.budget, epsilon)
        exponent = dpcore.fixed_budget.minimax_exponent(view.budget, hardness, rank) if rank > 1 else math.nan
        rows.append(
            {
                "ε": "no privacy" if math.isinf(epsilon) else setting(epsilon),
                "H_BAI = max i/Δ₍ᵢ₎²": hardness.best_arm,
                "H_pri = max i/(ε Δ₍ᵢ₎)": hardness.privacy,
                "H": hardness.total,
                "bound exp(−T/(65 M H))": rounded_up(bound.error_probability, 4) if is_recalled else math.nan,
                "T/(log d · H)": exponent,
            }
        )
    return pd.DataFrame(rows)


def arms_table(bandit: Bandit) -> pd.DataFrame:
    """One row per arm: features, mean, and its coefficients in the arms of the Max-Det collection."""
    chosen = dpcore.fixed_budget.max_det_collection(bandit.features)
    table = pd.DataFrame(bandit.features, columns=[f"a{axis + 1}" for axis in range(len(bandit.theta))])
    table.insert(0, "arm", np.arange(len(bandit.features)) + 1)
    table["mean"] = bandit.linear.means
    for place, arm in enumerate(chosen.arms):
        table[f"coefficient of arm {arm + 1}"] = chosen.coefficients[:, place]
    return table
