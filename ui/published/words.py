"""Sentences and code about the published figures."""

import pandas as pd

from ui.look.numbers import at_least, percent
from ui.published.numbers import RISK, Panel

AGAIN = "Every row again: python -m benchmarks.published_stopping_times (about ten minutes on two cores)."


def reading(panel: Panel, table: pd.DataFrame) -> str:
    """What the picture's marks are."""
    return (
        f"Lines: medians of {table['runs'].max()} of our runs each; where half of them were capped, the line lies at "
        f"the cap. Red: no algorithm of risk {percent(RISK)} averages fewer than {at_least(panel.lower_bound)} "
        f"samples, even without privacy (arms of means {', '.join(map(str, panel.means))})."
    )


def snippet(panel: Panel, table: pd.DataFrame) -> str:
    """Python code that makes the runs of the table's first algorithm again, at one epsilon."""
    first = table.iloc[0]
    return f"""import dpcore

result = dpcore.simulate_fixed_confidence(
    {first["algorithm"]!r}, {list(panel.means)}, epsilon=0.1, risk={RISK}, runs={first["runs"]},
    seed={first["seed"]}, max_samples={first["max_samples"]}, threshold={first["threshold"]!r},
)
print(result.summary())"""
