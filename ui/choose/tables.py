"""Figures and own data as tables, and as plain values."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import pandas as pd

from ui.choose.question import BAND, ChoiceProblem
from ui.look.numbers import percent


class Figure(NamedTuple):
    """A figure of an answer: its name in JSON and on the page, its value, how that is said, and how it is known.

    Without a name it is not in the JSON, without words not in the table.
    """

    name: str
    text: str
    value: Any
    said: str
    known: str


def readings_table(figures: Iterable[Figure]) -> pd.DataFrame:
    """The figures that are said, and what each of them is."""
    rows = [(figure.text, figure.said, figure.known) for figure in figures if figure.said]
    return pd.DataFrame(rows, columns=["figure", "value", "what it is"])


def readings(epsilon: float | None, figures: Iterable[Figure]) -> dict[str, Any]:
    """The chosen epsilon and the figures as plain values, by name."""
    return {"chosen epsilon": epsilon} | {each.name: json_value(each.value) for each in figures if each.name}


def data_table(problem: ChoiceProblem) -> pd.DataFrame:
    """Own data per option, with the posterior's mean and band."""
    if problem.data is None:
        return pd.DataFrame()
    low, high = problem.data.posterior.intervals(BAND).T
    counts = zip(problem.data.successes, problem.data.trials, strict=True)
    return pd.DataFrame(
        {
            "option": problem.data.whole_names or problem.names,
            "successes": problem.data.successes,
            "trials": problem.data.trials,
            "rate": [percent(successes / trials) for successes, trials in counts],
            "estimate (uniform prior)": [percent(mean) for mean in problem.means],
            f"{percent(BAND)} band": [f"{percent(a)} to {percent(b)}" for a, b in zip(low, high, strict=True)],
        }
    )


def json_value(value: Any) -> Any:
    """The value as JSON can hold it: infinite figures are written "infinite", unknown ones are None."""
    if isinstance(value, dict):
        return {name: json_value(each) for name, each in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "infinite"
    return value
