"""Tables of counts that lie on their side: the options are columns, or each count of an option has a row of its own."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from ui.reading.asking import Asking
from ui.reading.hints import hint
from ui.reading.names import listed, shown
from ui.reading.numbers import read_number
from ui.reading.table import Table
from ui.reading.words import are_opposites, is_missing, is_total, known_pair

_MOST_ROWS = 6  # of a table whose columns are options, with its totals
_MOST_LONG = 10_000  # rows of a table in which each count has a row
_OPTION = "option"  # what the column of the options is called, where the file has none


def upright(table: Table, asking: Asking) -> Table:
    """The table with a row per option and a column per count; as it is, where it does not lie on its side.

    Raises: UnansweredError.
    """
    turned = _of_columns(table) or _of_long(table)
    if turned is None:
        return table
    label = table.names[0] if turned.source.cell == "row" else _label_of(table)
    chosen = asking.choose(
        "turned", f"Does column {shown(label)} say what the numbers count?",
        {"yes": f"Yes: {listed(name for name in turned.names if name not in table.names and name != _OPTION)}",
         "no": "No, it says something else"}, "yes",
    )  # fmt: skip
    if chosen == "no":
        return table
    left = [name for name in table.names[1:] if turned.source.cell == "row" and name not in {*turned.cells[_OPTION]}]
    if left:
        one = f"{listed(left)} is the sum of other options and is left out as a total."
        asking.notes.append(
            one if len(left) == 1 else f"{listed(left)} are sums of other options and are left out as totals."
        )
    return turned


def lies_on_its_side(table: Table) -> bool:
    """Whether `upright` would turn the table."""
    return (_of_columns(table) or _of_long(table)) is not None


def _of_columns(table: Table) -> Table | None:
    """A column per option, with a row for each count."""
    first, *options = table.names
    words = [text.strip() for text in table.cells[first].iloc[: _MOST_ROWS + 1]]
    if not 2 <= len(words) <= _MOST_ROWS or len(options) < 2 or not _say_counts(words):
        return None
    cells = table.cells[options]
    plain = cells.loc[:, [not is_total(name) for name in options]]
    if not all(read_number(text).values for text in plain.to_numpy().ravel() if not is_missing(text)):
        return None
    if any(hint("trials", name) == 3 or (hint("trials", name) and _is_sum(cells, name)) for name in options):
        cells = cells[[name for name in options if not hint("trials", name)]]
    if cells.shape[1] < 2:
        return None
    columns = {_OPTION: list(cells.columns), **dict(zip(words, cells.to_numpy().tolist(), strict=True))}
    rows = [table.names.index(name) + 1 for name in cells.columns]
    turned = pd.DataFrame(columns, index=rows, dtype="str")
    return replace(table, cells=turned, source=replace(table.source, row="Column", cell="row"))


def _is_sum(cells: pd.DataFrame, name: str) -> bool:
    """Whether a column is the sum of the others."""
    values = {each: [read_number(text).value or 0 for text in cells[each]] for each in cells.columns}
    whole = values.pop(name)
    return bool(np.array_equal(np.sum([*values.values()], axis=0), whole))


def _of_long(table: Table) -> Table | None:
    """A row for each count of each option: columns such as variant, metric, value."""
    label = _label_of(table)
    if not label or len(table.cells) > _MOST_LONG:
        return None
    numbers = [name for name in table.names if name != label and _all_numbers(table.cells[name])]
    if not numbers or len(table.names) - len(numbers) < 2:
        return None
    value = numbers[-1]
    others = [name for name in table.names if name not in (label, value)]
    cells = table.cells.assign(**{label: table.cells[label].str.strip()})
    if cells.duplicated([*others, label]).any():
        return None
    firsts = cells.loc[~cells.duplicated(others), others]
    counts = cells.pivot(index=others, columns=label, values=value).fillna("").reset_index()
    wide = firsts.merge(counts, on=others, how="left").set_axis(firsts.index)
    return replace(table, cells=wide)


def _label_of(table: Table) -> str:
    """The column that says what the number in each row counts, "" if there is none."""
    for name in table.names if len(table.names) > 2 else ():
        words = list(dict.fromkeys(text.strip() for text in table.cells[name].iloc[:_MOST_LONG].unique()[:5]))
        if len(words) < 5 and _are_names_of_counts([word for word in words if not is_total(word)]):
            return name
    return ""


def _all_numbers(column: pd.Series) -> bool:
    return all(read_number(text).values for text in column.unique() if not is_missing(text))


def _say_counts(words: Sequence[str]) -> bool:
    """Whether these words, totals aside, are an outcome and its opposite, or successes and trials."""
    plain = [word for word in words if not is_total(word)]
    pair = known_pair(plain) if len(plain) == 2 else None
    return len({*(pair or {}).values()}) == 2 or _are_names_of_counts(plain)


def _are_names_of_counts(words: Sequence[str]) -> bool:
    """Whether one of two words names successes, and the other one failures or trials."""
    if len(words) != 2:
        return False
    return any(
        (are_opposites(first, second) and not known_pair(words))
        or (hint("successes", first) > 1 and hint("trials", second) > 1)
        for first, second in (words, words[::-1])
    )
