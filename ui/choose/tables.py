"""Own data as a table, and figures as plain values."""

import math

import pandas as pd

from ui.choose.question import BAND, ChoiceProblem
from ui.look.numbers import percent


def data_table(problem: ChoiceProblem) -> pd.DataFrame:
    """Own data per option, with the posterior's mean and band."""
    if problem.data is None:
        return pd.DataFrame()
    low, high = problem.data.posterior.intervals(BAND).T
    return pd.DataFrame(
        {
            "option": problem.data.whole_names or problem.names,
            "successes": problem.data.successes,
            "trials": problem.data.trials,
            "posterior mean": [percent(mean) for mean in problem.means],
            f"{percent(BAND)} band": [f"{percent(a)} to {percent(b)}" for a, b in zip(low, high, strict=True)],
        }
    )


def json_value(value: float | None) -> float | str | None:
    """The value as JSON can hold it."""
    if value is not None and math.isnan(value):
        return None
    return "infinite" if value is not None and math.isinf(value) else value
