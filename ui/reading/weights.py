"""For how many participants each row stands, and which rows are totals of others."""

import numpy as np
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.options import NONE
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import counts_in, settled_marks
from ui.reading.totals import total_rows


def weights_of(
    table: Table, roles: Roles, options: NDArray[np.int64], asking: Asking
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For how many participants each row stands, and whether it counts: where it has an option and is no total.

    Raises: ValueError, one sentence; UnansweredError.
    """
    named = options != NONE
    if not roles.weight:
        return np.ones(len(named)), named
    weights = np.nan_to_num(counts_in(table, roles.weight, settled_marks(table.cells[roles.weight], asking, True)))
    labels = [name for name in table.names if name not in (roles.option, roles.weight, roles.person)]
    return weights, named & (weights > 0) & ~total_rows(table, labels, options, (weights,), asking)
