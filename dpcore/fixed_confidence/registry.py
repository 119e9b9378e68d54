"""The fixed-confidence algorithms by name.  To add one: write its file (see protocol.py) and list it here."""

from dpcore.experiments import Registry
from dpcore.fixed_confidence.algorithms import (
    adap_tt,
    adap_tt_star,
    ctb_tt,
    dp_se,
    dp_tt,
    eb_tci,
    gaussian_dp_tt,
    gaussian_pb_tas,
    pb_tas,
    prise,
    track_and_stop,
    ttucb,
)
from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm

_ALGORITHMS = Registry(
    ttucb.ALGORITHM,
    eb_tci.ALGORITHM,
    track_and_stop.ALGORITHM,
    ctb_tt.ALGORITHM,
    dp_se.ALGORITHM,
    adap_tt.ALGORITHM,
    adap_tt_star.ALGORITHM,
    dp_tt.ALGORITHM,
    pb_tas.ALGORITHM,
    prise.ALGORITHM,
    gaussian_pb_tas.ALGORITHM,
    gaussian_dp_tt.ALGORITHM,
)


def fixed_confidence_algorithms() -> Registry[FixedConfidenceAlgorithm]:
    """Return every fixed-confidence algorithm by name: label, privacy, thresholds, parameters, source, warnings.

    list(fixed_confidence_algorithms()) are the names that simulate_fixed_confidence accepts.
    Examples:
        >>> fixed_confidence_algorithms()["prise"].label
        'PRISE'
    """
    return _ALGORITHMS
