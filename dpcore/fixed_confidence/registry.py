"""The fixed-confidence algorithms by name.  To add one: write its file (see protocol.py) and list it here."""

from collections.abc import Mapping
from types import MappingProxyType

from dpcore._validation import check_choice
from dpcore.fixed_confidence.algorithms import (
    adap_tt,
    adap_tt_star,
    ctb_tt,
    dp_se,
    dp_tt,
    eb_tci,
    pb_tas,
    track_and_stop,
    ttucb,
)
from dpcore.fixed_confidence.protocol import Algorithm

_ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            ttucb.ALGORITHM,
            eb_tci.ALGORITHM,
            track_and_stop.ALGORITHM,
            ctb_tt.ALGORITHM,
            dp_se.ALGORITHM,
            adap_tt.ALGORITHM,
            adap_tt_star.ALGORITHM,
            dp_tt.ALGORITHM,
            pb_tas.ALGORITHM,
        )
    }
)


def fixed_confidence_algorithms() -> list[str]:
    """Return the names that simulate_fixed_confidence accepts; find_algorithm tells about each."""
    return list(_ALGORITHMS)


def find_algorithm(name: str) -> Algorithm:
    """Return the entry of an algorithm: privacy model, thresholds, parameters, source, warnings.

    Raises: ValueError that lists the names when there is none like this.
    """
    return _ALGORITHMS[check_choice("algorithm", name, tuple(_ALGORITHMS))]
