"""What tables of one row per participant share: rows of the same person, and rows and options without an outcome."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.look.numbers import plural, whole
from ui.reading.asking import Asking
from ui.reading.facts import MOST_CODES, MOST_WORDS
from ui.reading.names import listed, shown
from ui.reading.numbers import read_number
from ui.reading.table import Table
from ui.reading.words import known_pair, missing_in

SEVERAL_ROWS = "rows of one person"  # the question which of them count
PER_PERSON = "ε per person is up to {} ε"  # what it means that a person counts so often
PER_ROW = "each row is protected with ε/{}"  # the same, where ε is a person's


def rows_of_people(
    table: Table, name: str, options: NDArray[np.int64], kept: NDArray[np.bool_], means: str, asking: Asking
) -> tuple[int, NDArray[np.bool_]]:
    """How many rows one person has at most, and the rows that count: all, or the first of each as the visitor says.

    name: the column of persons, "" if there is none; a row that names no person counts as a separate person.
    means: what several rows mean for epsilon, with {} for their number.
    """
    if not name:
        return 1, kept
    codes, uniques = pd.factorize(table.cells[name].str.strip())
    nobody = missing_in(pd.Series(uniques))[codes] & kept
    if nobody.any():
        rows = int(nobody.sum())
        asking.notes.append(
            f"{rows:,} {'row names' if rows == 1 else 'rows name'} no person in column {shown(name)}: "
            f"{'it' if rows == 1 else 'each'} counts as a different person."
        )
    counted = kept & ~nobody
    times = np.bincount(codes[counted], minlength=len(uniques))
    most = int(times.max(initial=0))
    if most < 2:
        return 1, kept
    who = int(times.argmax())
    different = len(np.unique(options[counted & (codes == who)]))
    said = f"{shown(str(uniques[who]))} has {most:,} rows in {different} option{plural(different)}"
    chosen = asking.choose(
        SEVERAL_ROWS, f"{said}. Which rows count?",
        {"all": f"All rows: {means.format(f'{most:,}')}", "first": "The first row of each person"}, "all",
    )  # fmt: skip
    if chosen == "all":
        return most, kept
    asking.notes.append(f"{said}; only the first row of each person is kept.")
    first = kept.copy()
    places = np.flatnonzero(counted)
    first[places] = ~pd.Series(codes[places]).duplicated().to_numpy()
    return 1, first


def missing_count(
    missing: Sequence[int] | NDArray[np.int64], names: Sequence[str], column: str, value: str, what: str, vary: bool,
    asking: Asking,
) -> bool:  # fmt: skip
    """Whether rows without an outcome count as something, or are left out, as they are unless the visitor says so.

    missing: how many each option has.  column: of the outcomes, "" if each option has a column of its own.
    value, what: the answer that they count, and as what.  vary: whether the other rows have different outcomes; if
    they have not, an empty cell may be the other outcome, and that is asked.
    """
    total = int(np.sum(missing))
    if not total:
        return False
    by_option = ", ".join(f"{shown(name)} {int(rows):,}" for name, rows in zip(names, missing, strict=True) if rows)
    thing = "row" if column else "cell"
    has = f"{whole(total)} {f'{thing} has' if total == 1 else f'{thing}s have'} no outcome"
    has += f"{f' in column {shown(column)}' if column else ''} ({by_option})"
    chosen = asking.choose(
        "missing", f"{has}. How should that count?",
        {"left out": "Left out", value: f"As {what}"}, "left out" if vary else None,
    )  # fmt: skip
    done = "left out" if chosen == "left out" else f"counted as {what}"
    asking.notes.append(f"{has}; {'it is' if total == 1 else 'they are'} {done}.")
    return chosen == value


def neither_of_pair(values: Sequence[str]) -> list[str]:
    """What is left of some values without those of a known pair; nothing if the pair is not among them, or alone."""
    if not 2 < len(values) <= MOST_WORDS:
        return []
    if len(values) > MOST_CODES and all(read_number(value).values for value in values):
        return []
    for pair in combinations(values, 2):
        if len(set((known_pair(pair) or {}).values())) == 2:
            return [value for value in values if known_pair([*pair, value]) is None]
    return []


def left_out_others(others: Sequence[str], name: str, counted: tuple[str, str, str], asking: Asking) -> bool:
    """Whether rows with values beside a known pair are left out.

    counted: the other answer, its label, and what has been done then.  Raises: UnansweredError.
    """
    chosen = asking.choose(
        "others", f"Column {shown(name)} also contains {listed(others)}. What do these rows count as?",
        {"left out": "They have no outcome: leave them out", counted[0]: counted[1]},
    )  # fmt: skip
    done = "left out" if chosen == "left out" else counted[2]
    asking.notes.append(f"{listed(others)} in column {shown(name)} {'is' if len(others) == 1 else 'are'} {done}.")
    return chosen == "left out"


def with_outcomes(names: Sequence[str], rows: Sequence[int], asking: Asking) -> list[int]:
    """The places of the options of which a row has an outcome; that the others are left out is noted."""
    asking.notes += [
        f"{shown(name)} has no row with an outcome and is left out."
        for name, number in zip(names, rows, strict=True)
        if not number
    ]
    return [place for place, number in enumerate(rows) if number]
