"""The project's regret algorithms, by name.  To add one, write its file (see protocol.py) and list it here."""

from dpcore.experiments import Registry
from dpcore.regret.algorithms import (
    adac_gope,
    adac_gope_var,
    adac_oful,
    adac_ucb,
    adap_klucb,
    adap_ucb,
    dp_imed,
    dp_klucb,
    dp_se,
    dp_ucb,
    gope,
    rs_oful,
    ucb_episodes,
)
from dpcore.regret.protocol import RegretAlgorithm

_ALGORITHMS = Registry(
    ucb_episodes.ALGORITHM,
    dp_se.ALGORITHM,
    dp_ucb.ALGORITHM,
    adap_ucb.ALGORITHM,
    adap_klucb.ALGORITHM,
    dp_imed.ALGORITHM,
    dp_klucb.ALGORITHM,
    adac_ucb.ALGORITHM,
    gope.ALGORITHM,
    adac_gope.ALGORITHM,
    adac_gope_var.ALGORITHM,
    rs_oful.ALGORITHM,
    adac_oful.ALGORITHM,
)


def regret_algorithms() -> Registry[RegretAlgorithm]:
    """Return every regret algorithm by name: environment, privacy, counterpart, parameters, source, warnings, bound.

    list(regret_algorithms()) are the names that simulate_regret accepts.
    Examples:
        >>> regret_algorithms()["adap-ucb"].label
        'AdaP-UCB'
    """
    return _ALGORITHMS
