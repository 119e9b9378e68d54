"""The project's private stopping rules, by name.  To add one, write its file (see protocol.py) and list it here."""

from dpcore.experiments import Registry
from dpcore.private_stopping.algorithms import dp_nas, exponential_dp_nas, nas
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm

_ALGORITHMS = Registry(nas.ALGORITHM, dp_nas.ALGORITHM, exponential_dp_nas.ALGORITHM)


def private_stopping_algorithms() -> Registry[PrivateStoppingAlgorithm]:
    """Return every stopping rule by name: label, privacy, source, warnings.

    list(private_stopping_algorithms()) are the names that simulate_private_stopping and stop_on_values accept.
    Examples:
        >>> private_stopping_algorithms()["dp-nas"].label
        'DP-NAS'
    """
    return _ALGORITHMS
