"""Tables as CSV files that spreadsheets show and never execute, no matter who wrote what is in them."""

import re

import pandas as pd

# What spreadsheets take for a formula: =, +, - or @, wide signs too, after blanks; a tab or a line break before it.
# Those that part cells at semicolons or tabs begin cells there too, even inside quotation marks.
_FORMULA = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=[\s\ufeff]*[=+\-@＝＋－＠]|[\t\r\n])")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)


def csv_file(table: pd.DataFrame) -> bytes:
    """The table as a CSV file in UTF-8, without formulas."""
    return without_formulas(table).to_csv(index=False).encode()


def without_formulas(table: pd.DataFrame) -> pd.DataFrame:
    """The table with an apostrophe before every text, and name of a column, that a spreadsheet would execute.

    Numbers stay as they are, also those written as text.
    """
    return table.apply(_safe_column).set_axis([_safe(str(name)) for name in table.columns], axis=1)


def _safe_column(column: pd.Series) -> pd.Series:
    values = column.tolist()
    safe = [_safe(value) for value in values]
    is_safe = all(new is old for new, old in zip(safe, values, strict=True))
    return column if is_safe else pd.Series(safe, column.index, dtype=object)


def _safe(value: object) -> object:
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return _FORMULA.sub("'", value) if _FORMULA.search(value) else value
