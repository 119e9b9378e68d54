"""How clearly the means in a file say which option is best; the simulated runs take them for the truth."""

import math
from typing import NamedTuple

import numpy as np

from ui.outcomes.question import OutcomeView

FEW_ROWS = 30  # of an option; with fewer its standard error is itself uncertain
CLEAR = 3.0  # standard errors


class Lead(NamedTuple):
    """The best option's lead over the rival over which it is least clear, once outcomes are clipped.

    errors: in standard errors of a difference of two means of independent rows; 0 where an option has one row.
    """

    rival: str
    errors: float


def smallest_lead(view: OutcomeView) -> Lead | None:
    """The best option's least clear lead in the file; None if several options are best."""
    if view.best is None:
        return None
    means, sizes = view.laws.unit_means, view.data.outcomes.sizes
    squares = view.laws.variances / np.maximum(sizes - 1, 1)  # of the means' standard errors
    leads = []
    for rival, name in enumerate(view.data.names):
        if rival == view.best:
            continue
        error = math.sqrt(squares[view.best] + squares[rival])
        if min(sizes[view.best], sizes[rival]) == 1:
            errors = 0.0
        else:
            errors = float(means[view.best] - means[rival]) / error if error > 0 else math.inf
        leads.append(Lead(name, errors))
    return min(leads, key=lambda lead: lead.errors)
