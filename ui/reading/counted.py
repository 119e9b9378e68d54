"""One row per option, or per option and day: successes of trials added up; running totals noticed."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.options import NONE, read_options, rows_of_part
from ui.reading.participants import PER_PERSON, missing_count
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
            f"{place(table, row, roles.successes)}: the number of successes, {int(successes[row]):,}, is larger than "
            f"the number of trials, {int(trials[row]):,}, in {table.source.cell} {shown(second)}."
        )
    untried = int(((trials == 0) & named).sum())
    if untried:
        asking.notes.append(
            f"{untried:,} {'row has 0 trials and is' if untried == 1 else 'rows have 0 trials and are'} left out."
        )
    rows = pd.DataFrame({"option": option.codes, "successes": successes, "trials": trials})[kept]
    if roles.date:
        rows = rows.assign(date=_places_in_time(table.cells[roles.date][kept]))
    added = _rows_to_add(rows, asking)
    sums = np.array([np.bincount(added["option"], weights=added[column], minlength=len(option.names))
                     for column in ("successes", "trials")])  # fmt: skip
    found = [number for number in range(len(option.names)) if sums[1, number] > 0]
    of_one = times_of_one(table, roles.person, np.where(kept, trials, 0), PER_PERSON, asking)
    totals = total_options(option.names, sums, found, asking)
    left = [number for number in found if number not in totals]
    counted = int(rows["option"].isin(left).sum())
    if counted > len(left) and len(added) == len(rows):
        asking.notes.append(f"{counted:,} rows were added up into one row for each of {len(left)} options.")
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
    if missing_count(empty, roles.options, "", "failures", "failures", vary, asking):
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
        one = f"{table.source.row} {rows[0]:,} lacks a count and is left out."
        asking.notes.append(one if len(rows) == 1 else f"{len(rows):,} rows lack a count and are left out.")
    return complete


def _places_in_time(dates: pd.Series) -> NDArray[Any]:
    """The place of each date among all, by time where all can be read, else by the order in the file."""
    codes, uniques = pd.factorize(dates.str.strip())
    times = pd.to_numeric(pd.Series(uniques), errors="coerce")
    if times.isna().any():
        times = pd.to_datetime(pd.Series(uniques), errors="coerce", format="ISO8601", utc=True)
    return codes if times.isna().any() else times.rank(method="first").to_numpy()[codes]


def _rows_to_add(rows: pd.DataFrame, asking: Asking) -> pd.DataFrame:
    """The rows to add up: all, or of counts that are cumulative the last of each option."""
    if not _may_be_cumulative(rows):
        return rows
    chosen = asking.choose(
        "cumulative", "The counts of each option never fall from row to row. Are they the counts of each day, or "
        "running totals?",
        {"daily": "Daily counts: add them up", "cumulative": "Running totals: use the last of each"},
    )  # fmt: skip
    if chosen == "daily":
        return rows
    asking.notes.append("The counts are running totals: the last one of each option is used.")
    return rows.sort_values(["trials", "successes"], kind="stable").drop_duplicates("option", keep="last")


def _may_be_cumulative(rows: pd.DataFrame) -> bool:
    """Whether every option's counts never fall in time: from two dates on, or from three rows without a date."""
    is_dated = "date" in rows
    days = rows.groupby(["option", "date"]).sum() if is_dated else rows.set_index("option")
    of_option = days.groupby(level="option")
    if days.empty or of_option.size().min() < (2 if is_dated else 3):
        return False
    steps = of_option.diff().dropna()
    is_rising = bool((steps >= 0).all(axis=None))
    if not is_dated:
        return is_rising and bool((steps["trials"] > 0).all())
    is_in_file_order = rows["date"].drop_duplicates().is_monotonic_increasing  # which may be newest first
    return is_rising or (is_in_file_order and bool((steps <= 0).all(axis=None)))
