"""The fixed-budget algorithms of the project, by name.  To add one: write its file (see protocol.py), list it here."""

from dpcore.experiments import Registry
from dpcore.fixed_budget.algorithms import baseline, dp_bai, dp_od, dp_od_axes, od_linbai
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm

_ALGORITHMS = Registry(dp_bai.ALGORITHM, baseline.ALGORITHM, dp_od.ALGORITHM, dp_od_axes.ALGORITHM, od_linbai.ALGORITHM)


def fixed_budget_algorithms() -> Registry[FixedBudgetAlgorithm]:
    """Return every fixed-budget algorithm by name: label, privacy, source, warnings, parameters, schedule.

    list(fixed_budget_algorithms()) are the names that simulate_fixed_budget accepts.
    Examples:
        >>> fixed_budget_algorithms()["dp-bai"].label
        'DP-BAI'
    """
    return _ALGORITHMS
