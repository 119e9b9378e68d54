"""The regret algorithms of the project, by name.  To add one: write its file (see protocol.py), list it here."""

from collections.abc import Mapping
from types import MappingProxyType

from dpcore._validation import check_choice
from dpcore.regret.algorithms import (
    adac_gope,
    adac_gope_var,
    adac_oful,
    adac_ucb,
    adap_klucb,
    adap_ucb,
    dp_se,
    dp_ucb,
    gope,
    rs_oful,
    ucb_episodes,
)
from dpcore.regret.protocol import RegretAlgorithm

_ALGORITHMS: Mapping[str, RegretAlgorithm] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            ucb_episodes.ALGORITHM,
            dp_se.ALGORITHM,
            dp_ucb.ALGORITHM,
            adap_ucb.ALGORITHM,
            adap_klucb.ALGORITHM,
            adac_ucb.ALGORITHM,
            gope.ALGORITHM,
            adac_gope.ALGORITHM,
            adac_gope_var.ALGORITHM,
            rs_oful.ALGORITHM,
            adac_oful.ALGORITHM,
        )
    }
)


def regret_algorithms() -> Mapping[str, RegretAlgorithm]:
    """Return every regret algorithm by name: environment, privacy, budget, counterpart, parameters, source, warnings.

    list(regret_algorithms()) are the names that simulate_regret accepts.
    """
    return _ALGORITHMS


def find_algorithm(name: str) -> RegretAlgorithm:
    """The algorithm with this name; ValueError names those that exist."""
    return _ALGORITHMS[check_choice("algorithm", name, tuple(_ALGORITHMS))]
