"""The options that a column names: one spelling each, what looks alike asked, and what names none left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.merged import named_rows
from ui.reading.names import alike, clean_name, listed, shown
from ui.reading.roles import MOST_OPTIONS
from ui.reading.table import Table, doubtful_letters
from ui.reading.tally import place as place_of
from ui.reading.words import is_missing, is_total

NONE = -1


@dataclass(frozen=True, eq=False)
class OptionColumn:
    """The options in the order of their first row; of each row the place of its option, NONE where it names none."""

    names: tuple[str, ...]
    codes: NDArray[np.int64]


def read_options(
    table: Table, name: str, asking: Asking, may_miss: bool = True, others: Sequence[str] = ()
) -> OptionColumn:
    """The options of a column.

    others: the names of other columns that are shown.
    may_miss: whether NA, none and the like may stand for a missing option, as in rows of participants.
    Raises: ValueError, one sentence; UnansweredError.
    """
    codes, uniques = pd.factorize(table.cells[name])
    if len(uniques) > 50 * MOST_OPTIONS:
        raise ValueError(_too_many(name, len(uniques)))
    if not all(text.strip() for text in uniques):
        codes, uniques = pd.factorize(named_rows(table.cells[name], name, asking))
    cleaned = [_cleaned(table, name, text, codes == place) for place, text in enumerate(uniques)]
    empty = int(np.isin(codes, [place for place, text in enumerate(cleaned) if not text]).sum())
    spellings = _one_spelling(uniques, cleaned, name, empty, may_miss, asking)
    names = tuple(dict.fromkeys(spelling for spelling in spellings if spelling))
    if len(names) > MOST_OPTIONS:
        raise ValueError(_too_many(name, len(names)))
    doubtful_letters(table, [name, *others, *names], asking)
    place = {spelling: number for number, spelling in enumerate(names)} | {"": NONE}
    return OptionColumn(names, np.array([place[text] for text in spellings], dtype=np.int64)[codes])


def _too_many(name: str, options: int) -> str:
    return (
        f"Column {shown(name)} holds {options:,} different texts, but at most {MOST_OPTIONS} options can be compared; "
        "choose another column, or keep the rows of fewer options."
    )


def _cleaned(table: Table, name: str, text: str, rows: NDArray[np.bool_]) -> str:
    try:
        return clean_name(text)
    except ValueError as error:
        raise ValueError(f"{place_of(table, int(np.argmax(rows)), name)}: {shown(text)} {error}") from error


def _one_spelling(
    uniques: Sequence[str], cleaned: Sequence[str], name: str, empty: int, may_miss: bool, asking: Asking
) -> list[str]:
    """Of each text the option that it names, "" if it names none."""
    spellings = dict.fromkeys(cleaned)
    unified = [text for text in spellings if text and cleaned.count(text) > 1]
    if unified:
        asking.notes.append(f"{listed(unified)}: spellings that look the same are read as one name.")
    if empty:
        asking.notes.append(
            f"{_rows(empty)} no option in column {shown(name)} and {'is' if empty == 1 else 'are'} left out."
        )
    spelled = {text: text for text in spellings}
    nameless = [text for text in spellings if may_miss and text and is_missing(text)]
    if nameless:
        kind = asking.choose(
            "nameless", f"Is {listed(nameless)} in column {shown(name)} an option?",
            {"left out": "No, these rows name no option", "option": "Yes, it is an option"},
        )  # fmt: skip
        if kind == "left out":
            spelled |= dict.fromkeys(nameless, "")
    totals = [text for text in spellings if may_miss and is_total(text)]
    if totals:
        kind = asking.choose(
            "total", f"Is {listed(totals)} in column {shown(name)} an option, or a total?",
            {"left out": "A total: leave it out", "option": "An option"}, "left out",
        )  # fmt: skip
        if kind == "left out":
            done = "is left out as a total" if len(totals) == 1 else "are left out as totals"
            asking.notes.append(f"{listed(totals)} in column {shown(name)} {done}.")
            spelled |= dict.fromkeys(totals, "")
    groups = alike(text for text in spelled.values() if text)
    if groups:
        said = "; ".join(listed(group) for group in groups[:4])
        kind = asking.choose(
            "alike", f"These names look alike: {said}. Do they mean the same option?",
            {"same": "Yes, they are one option", "different": "No, they are different options"},
        )  # fmt: skip
        if kind == "same":
            spelled |= {text: group[0] for group in groups for text in group}
    return [spelled[text] for text in cleaned]


def _rows(number: int) -> str:
    return "1 row names" if number == 1 else f"{number:,} rows name"


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
        "part", "The header is repeated, with other options below it each time. Which rows count?",
        {**labels, "all": "All of them: they are different participants"},
    )  # fmt: skip
    return everything if chosen == "all" else parts == int(chosen)
