"""Made-up revenues of three offers: what the page opens with."""

import numpy as np
import pandas as pd

import dpcore
from ui.look.spreadsheets import csv_file
from ui.outcomes.rows import OutcomeRows

PARTICIPANTS = 3000  # of each offer
NAMES = ("today's price", "discount", "bundle")
# The share who buy, and the median and the spread (of the logarithm) of what they spend.
_OFFERS = ((0.20, 34.0, 0.55), (0.36, 17.0, 0.45), (0.17, 72.0, 0.6))


def revenues() -> list[np.ndarray]:
    """Each offer's revenues, one per participant: most are 0, a few are large."""
    generator = np.random.default_rng(2026)
    return [
        np.where(
            generator.random(PARTICIPANTS) < buyers,
            generator.lognormal(np.log(median), spread, PARTICIPANTS).round(),
            0,
        )
        for buyers, median, spread in _OFFERS
    ]


def example_rows() -> OutcomeRows:
    """The example as read from a file."""
    return OutcomeRows(NAMES, dpcore.bounded.tabulate_outcomes(revenues()))


def example_csv() -> bytes:
    """The example as a file to download."""
    parts = [pd.DataFrame({"arm": name, "outcome": each}) for name, each in zip(NAMES, revenues(), strict=True)]
    return csv_file(pd.concat(parts))
