"""The fixed-budget algorithms of the project, by name.  To add one: write its file (see protocol.py), list it here."""

from collections.abc import Mapping
from types import MappingProxyType

from dpcore._validation import check_choice
from dpcore.fixed_budget.algorithms import baseline, dp_bai, dp_od, od_linbai
from dpcore.fixed_budget.protocol import Algorithm

_ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {entry.name: entry for entry in (dp_bai.ALGORITHM, baseline.ALGORITHM, dp_od.ALGORITHM, od_linbai.ALGORITHM)}
)


def fixed_budget_algorithms() -> Mapping[str, Algorithm]:
    """Return every fixed-budget algorithm by name: label, privacy, source, warnings.

    list(fixed_budget_algorithms()) are the names that simulate_fixed_budget accepts.
    """
    return _ALGORITHMS


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with this name; ValueError names those that exist."""
    return _ALGORITHMS[check_choice("algorithm", name, tuple(_ALGORITHMS))]
