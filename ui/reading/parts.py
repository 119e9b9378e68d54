"""Several tables of counts below one another, each under the same header: which of them counts is asked."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.names import listed
from ui.reading.options import NONE, OptionColumn
from ui.reading.table import Table

_ALL = "all"


def rows_of_part(table: Table, option: OptionColumn, asking: Asking) -> NDArray[np.bool_]:
    """The rows that count: all, but where the header is repeated and other options follow, those of one table.

    Raises: UnansweredError.
    """
    everything = np.ones(len(table.cells), dtype=bool)
    parts = np.searchsorted(table.repeats, table.cells.index)
    options = [np.unique(option.codes[(parts == part) & (option.codes != NONE)]) for part in range(max(parts) + 1)]
    if len(options) < 2 or min(map(len, options)) < 2 or any(np.isin(*pair).any() for pair in combinations(options, 2)):
        return everything
    labels = {str(place): listed(option.names[code] for code in codes) for place, codes in enumerate(options)}
    chosen = asking.choose(
        "part", "The header is repeated, and other options stand below it each time. Which rows count?",
        {**labels, _ALL: "All of them: they are different participants"},
    )  # fmt: skip
    return everything if chosen == _ALL else parts == int(chosen)
