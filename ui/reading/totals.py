"""For how many participants rows stand, and which count other rows together: left out and said, or asked about."""

from collections.abc import Collection, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.merged import filled_down, is_merged
from ui.reading.names import listed, shown
from ui.reading.options import NONE
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import counts_in, settled_marks
from ui.reading.words import is_total, may_be_total

_CLEAR_TOTAL = 100  # trials from which it is no coincidence that a row is the sum of the others
_MOST_LABELS = 20_000  # different texts of a column that can name totals; of more than these each is a person's


def total_rows(
    table: Table, names: Collection[str], options: NDArray[np.int64], counts: Sequence[NDArray[np.float64]],
    asking: Asking,
) -> NDArray[np.bool_]:  # fmt: skip
    """The rows that are totals by a label in one of these columns, none of which is that of the options.

    options: the place of each row's option.  counts: what each row counts.
    """
    found = np.zeros(len(table.cells), dtype=bool)
    where: list[str] = []
    is_clear = True
    for name in names:
        column = table.cells[name].str.strip()
        codes, labels = pd.factorize(filled_down(column) if is_merged(column) else column)
        if len(labels) > _MOST_LABELS:
            continue
        sure = [place for place, label in enumerate(labels) if is_total(label)]
        words = sure or [place for place, label in enumerate(labels) if may_be_total(label)]
        rows = np.isin(codes, words) & (options >= 0)
        if rows.any() and not (rows | found).all():
            is_clear = is_clear and (bool(sure) or _add_up(rows & ~found, ~rows & ~found, options, counts))
            where.append(f"{listed(labels[place] for place in words)} in column {shown(name)}")
            found |= rows
    if not where:
        return found
    said = " and ".join(where)
    chosen = asking.choose(
        "totals", f"Are the rows with {said} sums of other rows?",
        {"left out": "Yes, they are totals: leave them out", "rows": "No, they are rows like the others"},
        "left out" if is_clear else None,
    )  # fmt: skip
    if chosen == "rows":
        return np.zeros_like(found)
    left = int(found.sum())
    one = left == 1
    asking.notes.append(
        f"{left:,} row with {said} is left out as a total."
        if one
        else f"{left:,} rows with {said} are left out as totals."
    )
    return found


def _add_up(
    totals: NDArray[np.bool_], rows: NDArray[np.bool_], options: NDArray[np.int64],
    counts: Sequence[NDArray[np.float64]],
) -> bool:  # fmt: skip
    """Whether of every option these totals are the sums of the rows."""
    for values in map(np.nan_to_num, counts):
        first, second = (np.bincount(options[of] + 1, values[of], options.max() + 2) for of in (totals, rows))
        if not np.array_equal(first[1:], second[1:]):
            return False
    return True


def total_options(names: Sequence[str], sums: NDArray[np.float64], found: Sequence[int], asking: Asking) -> list[int]:
    """The options that are totals of others, to be left out.  sums: successes and trials (2, options)."""
    by_name = [number for number in found if is_total(names[number]) or may_be_total(names[number])]
    others = [number for number in found if number not in by_name]
    totals = by_name or [number for number in reversed(others) if _is_sum(number, others, sums)][:1]
    if not others or not totals:
        return []
    are_sums = all(_is_sum(number, others, sums) for number in totals)
    last = sums[:, totals[-1]]
    is_sum_of_all = (
        totals[-1] == found[-1] and (2 * last == sums[:, others].sum(axis=1)).all() and last[1] >= _CLEAR_TOTAL
    )
    is_clear = all(is_total(names[number]) for number in totals) or (are_sums and bool(by_name or is_sum_of_all))
    one = len(totals) == 1
    why = f"{'is the sum' if one else 'are sums'} of other options"
    if not are_sums:
        why = "has the name of a total" if one else "have the names of totals"
    said = listed(names[number] for number in totals)
    chosen = asking.choose(
        "total", f"{said} {why}. {'Is it an option' if one else 'Are they options'}?",
        {"left out": f"No, {'it is a total: leave it' if one else 'they are totals: leave them'} out",
         "option": f"Yes, {'it is an option' if one else 'they are options'}"},
        "left out" if is_clear else None,
    )  # fmt: skip
    if chosen == "option":
        return []
    asking.notes.append(f"{said} {why} and {'is left out as a total' if one else 'are left out as totals'}.")
    return totals


def _is_sum(number: int, others: Sequence[int], sums: NDArray[np.float64]) -> bool:
    """Whether an option counts all others together, or two and more of them that stand right above it."""
    above = [other for other in others if other < number]
    groups = [[other for other in others if other != number], *(above[-most:] for most in range(2, len(above)))]
    return any(len(group) > 1 and bool((sums[:, group].sum(axis=1) == sums[:, number]).all()) for group in groups)


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
