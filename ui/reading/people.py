"""Persons with several rows: how many at most, and whether each keeps only the first."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.table import Table
from ui.reading.words import missing_in


@dataclass(frozen=True, eq=False)
class People:
    """How many people there are, and who has the most rows, in how many options; the first row of each."""

    number: int
    most: int
    who: str
    options: int
    first: NDArray[np.bool_]


def rows_of_people(
    table: Table, name: str, options: NDArray[np.int64], kept: NDArray[np.bool_], asking: Asking
) -> People:
    """The people among the rows that are kept; a row that names nobody is a person of its own."""
    codes, uniques = pd.factorize(table.cells[name].str.strip())
    nobody = missing_in(pd.Series(uniques))[codes] & kept
    if nobody.any():
        rows = int(nobody.sum())
        asking.notes.append(
            f"{rows:,} {'row names' if rows == 1 else 'rows name'} nobody in column {shown(name)}: "
            "each counts as another person."
        )
    counted = kept & ~nobody
    times = np.bincount(codes[counted], minlength=len(uniques))
    most = int(times.max(initial=0))
    if most < 2:
        return People(int(kept.sum()), 1, "", 1, kept)
    first = kept.copy()
    places = np.flatnonzero(counted)
    first[places] = ~pd.Series(codes[places]).duplicated().to_numpy()
    who = int(times.argmax())
    different = len(np.unique(options[counted & (codes == who)]))
    return People(int((times > 0).sum() + nobody.sum()), most, str(uniques[who]), different, first)


def one_row_each(people: People, asking: Asking) -> bool:
    """Whether only the first row of each person is kept; all are, unless the visitor says otherwise."""
    where = "1 option" if people.options == 1 else f"{people.options} options"
    said = f"{shown(people.who)} has {people.most:,} rows in {where}"
    chosen = asking.choose(
        "rows of one person", f"{said}. Which rows count?",
        {"all": f"All rows: ε per person is up to {people.most:,} ε", "first": "The first row of each person"}, "all",
    )  # fmt: skip
    if chosen == "first":
        asking.notes.append(f"{said}; of each person the first row is kept.")
        return True
    asking.notes.append(f"{said}: ε per person is up to {people.most:,} ε.")
    return False
