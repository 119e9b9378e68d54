"""One row per option, or per option and day: successes of trials added up; running totals noticed."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.options import NONE, read_options
from ui.reading.participants import PER_PERSON, missing_count
from ui.reading.parts import rows_of_part
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import Tally, counts_in, place, settled_marks, summary_of
from ui.reading.totals import total_options, total_rows
from ui.reading.words import known_pair, missing_in


def tally_counts(table: Table, roles: Roles, asking: Asking) -> Tally:
    """Rows of successes and trials, or of successes and failures.

    Raises: ValueError, one sentence; UnansweredError.
    """
    second = roles.trials or roles.failures
    option = read_options(table, roles.option, asking, may_miss=False, others=[roles.successes, second])
    marks = settled_marks(pd.concat([table.cells[roles.successes], table.cells[second]]), asking, True)
    successes = counts_in(table, roles.successes, marks)
    trials = counts_in(table, second, marks) + (successes if roles.failures else 0)
    labels = [name for name in table.names if name not in (roles.option, roles.successes, second, roles.person)]
    named = (option.codes != NONE) & rows_of_part(table, option, asking)
    of_totals = total_rows(table, labels, option.codes, (successes, trials), asking)
    named &= ~of_totals
    kept = named & _complete(table, successes, trials, asking) & (trials > 0)
    for row in map(int, np.flatnonzero(kept & (successes > trials))[:1]):
        raise ValueError(
            f"{place(table, row, roles.successes)}: {int(successes[row]):,} successes are more than the "
            f"{int(trials[row]):,} trials in {table.source.cell} {shown(second)}."
        )
    untried = int(((trials == 0) & named).sum())
    if untried:
        asking.notes.append(f"{untried:,} {'row has' if untried == 1 else 'rows have'} 0 trials: left out.")
    rows = _Rows(option.codes[kept], successes[kept], trials[kept], _dates(table, roles, kept))
    codes, is_cumulative = _settled_days(rows, asking)
    sums = np.array([np.bincount(rows.codes[codes], weights=values[codes], minlength=len(option.names))
                     for values in (rows.successes, rows.trials)])  # fmt: skip
    found = [number for number in range(len(option.names)) if sums[1, number] > 0]
    of_one = times_of_one(table, roles.person, np.where(kept, trials, 0), PER_PERSON, asking)
    totals = total_options(option.names, sums, found, asking)
    left = [number for number in found if number not in totals]
    counted = int(np.isin(rows.codes, left).sum())
    if counted > len(left) and not is_cumulative:
        asking.notes.append(f"{counted:,} rows were added up to {len(left)} options.")
    against = f"{shown(roles.successes)} {'of' if roles.trials else 'against'} {shown(second)}"
    said = [*(["rows of totals"] if of_totals.any() else []), *(shown(option.names[total]) for total in totals)]
    asking.summary = summary_of(counted, len(left), against, totals=said)
    return Tally(
        tuple(option.names[number] for number in left), tuple(int(sums[0, number]) for number in left),
        tuple(int(sums[1, number]) for number in left), of_one,
    )  # fmt: skip


def times_of_one(
    table: Table, person: str, times: NDArray[np.float64] | NDArray[np.int64], means: str, asking: Asking
) -> int:  # fmt: skip
    """How often one person counts at most, where each row says who it is.

    times: how often each row counts.  person: the column of persons, "" if there is none.
    means: what that means for epsilon, with {} for the number.
    """
    if not person:
        return 1
    codes, uniques = pd.factorize(table.cells[person].str.strip())
    nobody = missing_in(pd.Series(uniques))[codes]
    of_each = np.bincount(codes, weights=np.where(nobody, 0, times), minlength=len(uniques))
    most = int(max(of_each.max(initial=1), times[nobody].max(initial=1)))
    if most > 1:
        who = shown(str(uniques[of_each.argmax()]))
        asking.notes.append(f"{who} in column {shown(person)} counts {most:,} times: {means.format(f'{most:,}')}.")
    return most


def tally_columns(table: Table, roles: Roles, asking: Asking) -> Tally:
    """A column of 0 and 1 per option."""
    values = [_zero_one(table.cells[name]) for name in roles.options]
    empty = [int(np.isnan(column).sum()) for column in values]
    vary = len(np.unique(np.concatenate(values))) > 1 + bool(sum(empty))
    if missing_count(empty, roles.options, "of an option", "failures", "failures", vary, asking):
        values = [np.nan_to_num(column) for column in values]
    asking.notes.append("Each row counts once for every option whose column is not empty.")
    asking.summary = summary_of(len(table.cells), len(roles.options), "1 = success", sum(empty))
    return Tally(
        roles.options, tuple(int(np.nansum(column)) for column in values),
        tuple(int((~np.isnan(column)).sum()) for column in values),
        times_of_one(table, roles.person, np.sum([~np.isnan(column) for column in values], axis=0), PER_PERSON, asking),
    )  # fmt: skip


def _zero_one(column: pd.Series) -> NDArray[np.float64]:
    codes, uniques = pd.factorize(column.str.strip())
    known = known_pair([text for text in uniques if text[:1].isdigit()]) or {}
    return np.array([float(known[text]) if text in known else np.nan for text in uniques])[codes]


def _complete(
    table: Table, successes: NDArray[np.float64], trials: NDArray[np.float64], asking: Asking
) -> NDArray[np.bool_]:
    complete = ~(np.isnan(successes) | np.isnan(trials))
    rows = table.cells.index[~complete]
    if len(rows):
        which = f"{table.source.row} {rows[0]:,} lacks" if len(rows) == 1 else f"{len(rows):,} rows lack"
        asking.notes.append(f"{which} a count: left out.")
    return complete


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows that count, of each its option, successes, trials and date."""

    codes: NDArray[np.int64]
    successes: NDArray[np.float64]
    trials: NDArray[np.float64]
    dates: NDArray[np.int64] | None


def _dates(table: Table, roles: Roles, kept: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """The order of each row's date, by time where all can be read, else by the order in the file."""
    if not roles.date:
        return None
    texts = table.cells[roles.date][kept].str.strip()
    codes, uniques = pd.factorize(texts)
    numbers = pd.to_numeric(pd.Series(uniques), errors="coerce")
    times = numbers if numbers.notna().all() else _times(uniques)
    order = (
        np.argsort(np.argsort(times, kind="stable"), kind="stable") if times is not None else np.arange(len(uniques))
    )
    return np.asarray(order)[codes]


def _times(texts: pd.Index) -> NDArray[np.datetime64] | None:
    iso = pd.to_datetime(pd.Series(texts), errors="coerce", format="ISO8601", utc=True)
    return iso.to_numpy() if iso.notna().all() else None


def _settled_days(rows: _Rows, asking: Asking) -> tuple[NDArray[np.int64], bool]:
    """The rows to add up: all, or of counts that are cumulative the last of each option."""
    everything = np.arange(len(rows.codes))
    if not _may_be_cumulative(rows):
        return everything, False
    chosen = asking.choose(
        "cumulative", "The counts of each option never fall from row to row. Are they the counts of each day, or "
        "running totals?",
        {"daily": "Counts of each day: add them up", "cumulative": "Running totals: use the last of each"},
    )  # fmt: skip
    if chosen == "daily":
        return everything, False
    ordered = np.lexsort((rows.successes, rows.trials))
    last = {int(rows.codes[row]): row for row in ordered}
    asking.notes.append("The counts are running totals: the last one of each option is used.")
    return np.array(sorted(last.values()), dtype=np.int64), True


def _may_be_cumulative(rows: _Rows) -> bool:
    """Whether every option's counts never fall in time: from two dates on, or from three rows without a date."""
    series: list[NDArray[np.float64]] = []
    for code in np.unique(rows.codes):
        mine = rows.codes == code
        counts = np.column_stack((rows.successes[mine], rows.trials[mine]))
        if rows.dates is None:
            series.append(counts)
        else:
            _, days = np.unique(rows.dates[mine], return_inverse=True)
            series.append(np.column_stack([np.bincount(days, weights=column) for column in counts.T]))
    if not series or min(map(len, series)) < (2 if rows.dates is not None else 3):
        return False
    rising = [(np.diff(counts, axis=0) >= 0).all() for counts in series]
    falling = [(np.diff(counts, axis=0) <= 0).all() for counts in series]
    if rows.dates is None:
        return all((np.diff(counts[:, 1]) > 0).all() for counts in series) and all(rising)
    return all(rising) or (all(falling) and _is_in_file_order(rows.dates))


def _is_in_file_order(dates: NDArray[np.int64]) -> bool:
    """Whether only the order in the file, which may be newest first, tells the dates."""
    return bool((np.diff(np.unique(dates, return_index=True)[1]) > 0).all())
