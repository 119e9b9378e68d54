"""Tables whose values have types, Parquet and JSON records: each value becomes a text that cannot be misread."""

import io
import json
import re
from collections.abc import Collection
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ui.reading.dialect import MOST_COLUMNS
from ui.reading.hints import ROLES, hint
from ui.reading.text import MOST_TEXT, WAY_OUT

_SHAPE = "Give a list of records with the same keys: " + '[{"option": "A", "outcome": 1}, …].'
_OF_KEYS = "option"  # the column of the keys of records or values
_MOST_FILLED = 20  # columns of a table of as many rows as can be read
_INDEX = re.compile("__index_level_[0-9]+__")  # what pandas calls the numbers of rows that it stores
_TOO_MUCH = f"The file unpacks to more than {MOST_TEXT // 2**20} MB; {WAY_OUT}."


def text_of_value(value: object) -> str:
    """A stored value as a text that cannot be misread: a fraction with three decimals gets a fourth."""
    if value is None or value is pd.NaT or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        text = repr(float(value))
        return f"{text}0" if re.fullmatch(r"-?[0-9]{1,3}\.[0-9]{3}", text) else text
    return str(value)


def as_texts(columns: dict[str, list[Any]]) -> pd.DataFrame:
    """Columns of values as columns of texts."""
    return pd.DataFrame(
        {name: pd.Series(list(map(text_of_value, column)), dtype="str") for name, column in columns.items()}
    )


def json_table(text: str, most_rows: int) -> pd.DataFrame:
    """The table in JSON: a list of records, one record a line, or columns as pandas writes them.

    Raises: ValueError, one sentence.
    """
    try:
        data = _lines_or_whole(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"The JSON in the file is broken, or nested too deeply. {_SHAPE}") from error
    if isinstance(data, dict):
        lists = [key for key, value in data.items() if isinstance(value, list) and value and isinstance(value[0], dict)]
        data = data[lists[0]] if len(lists) == 1 else _of_columns(data)
    if not isinstance(data, list) or not data or not all(isinstance(record, dict) for record in data):
        raise ValueError(f"The JSON in the file is not a table. {_SHAPE}")
    if len(data) > most_rows:
        raise ValueError(f"The file has more than the {most_rows:,} rows that can be read; {WAY_OUT}.")
    names = list(dict.fromkeys(name for record in data for name in record))
    if len(names) > MOST_COLUMNS or len(names) * len(data) > _MOST_FILLED * most_rows:
        raise ValueError(
            f"The records have {len(names):,} different keys, too many for a table; keep those that matter."
        )
    try:
        "".join(names).encode()
        return as_texts({name: [_plain(record.get(name)) for record in data] for name in names})
    except UnicodeEncodeError as error:
        raise ValueError("The JSON in the file contains half a character (a lone surrogate); save it again.") from error


def _lines_or_whole(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if error.msg != "Extra data" or len(lines) < 2:
            raise
        return [json.loads(line) for line in lines]


def _of_columns(data: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Records from columns, as lists or by row, or from rows by their names; a single record stays one.

    {"arm": ["A", ...]}, {"arm": {"0": "A", ...}}, {"A": {"successes": 118, ...}}, or {"columns": [...], "data": [...]}.
    """
    if isinstance(data.get("columns"), list) and isinstance(data.get("data"), list):
        names = list(map(str, data["columns"]))
        rows = [row for row in data["data"] if isinstance(row, list) and len(row) == len(names)]
        return [dict(zip(names, row, strict=True)) for row in rows] if len(rows) == len(data["data"]) else None
    keyed = {name: column for name, column in data.items() if isinstance(column, dict)}
    lists = {name: column for name, column in data.items() if isinstance(column, list)}
    if not keyed and not lists:
        return [data]
    if len(keyed) == len(data):
        return _of_keyed(keyed)
    if len(lists) < len(data) or len(set(map(len, lists.values()))) != 1:
        return None
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _of_keyed(columns: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Records from columns whose values have keys, or from records that have them; keys that are names are kept."""
    inner = list(dict.fromkeys(key for column in columns.values() for key in column))
    if _speak(inner) > _speak(columns):
        return [{_OF_KEYS: key, **record} for key, record in columns.items()]
    names = {} if all(key.isdecimal() for key in inner) else {key: {_OF_KEYS: key} for key in inner}
    return [names.get(key, {}) | {name: column.get(key) for name, column in columns.items()} for key in inner]


def _speak(names: Collection[str]) -> float:
    """How much of some names is known as those of columns."""
    return sum(any(hint(role, name) > 1 for role in ROLES) for name in names) / len(names) if names else 0.0


def _plain(value: Any) -> Any:
    return "" if isinstance(value, dict | list) else value


def parquet_table(content: bytes, most_rows: int) -> pd.DataFrame:
    """The columns of plain values in a Parquet file.  Raises: ValueError, one sentence."""
    try:
        file = pq.ParquetFile(io.BytesIO(content))
        plain = [field for field in file.schema_arrow
                 if not pa.types.is_nested(field.type) and not _INDEX.fullmatch(field.name)]  # fmt: skip
        # Not by columns: pyarrow ends the whole process where their statistics are broken.
        size = sum(file.metadata.row_group(place).total_byte_size for place in range(file.metadata.num_row_groups))
        if file.metadata.num_rows > most_rows:
            raise ValueError(f"The file has more than the {most_rows:,} rows that can be read; {WAY_OUT}.")
        if size > MOST_TEXT or len(plain) * file.metadata.num_rows > _MOST_FILLED * most_rows:
            raise ValueError(_TOO_MUCH)
        if not 0 < len(plain) <= MOST_COLUMNS:
            raise ValueError(f"The file has {len(plain):,} columns of plain values; 1 to {MOST_COLUMNS:,} can be read.")
        texts = [
            field.name for field in plain if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
        ]
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        table = file.read(columns=[field.name for field in plain], use_threads=False)
        left = 4 * MOST_TEXT
        columns = {}
        for name, column in zip(table.column_names, table.columns, strict=True):
            left -= _text_size(column)
            if left < 0:
                raise ValueError(_TOO_MUCH)
            columns[name] = _texts(column)
    except (pa.ArrowException, OSError, MemoryError, UnicodeDecodeError) as error:
        raise ValueError(
            "The Parquet file is damaged, or of a kind that cannot be read; save the table as CSV."
        ) from error
    return pd.DataFrame(columns)


def _text_size(column: pa.ChunkedArray) -> int:
    """How long its texts are all together once each row has its own."""
    return sum(
        pc.sum(pc.take(pc.binary_length(chunk.dictionary), chunk.indices)).as_py() or 0
        for chunk in column.chunks
        if pa.types.is_dictionary(chunk.type)
    )


def _texts(column: pa.ChunkedArray) -> pd.Series:
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
    if pa.types.is_boolean(kind):
        column = pc.if_else(column, "TRUE", "FALSE")
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        codes, uniques = pd.factorize(column.cast(pa.float64()).to_pandas())
        texts = pd.Series([*map(text_of_value, map(float, uniques)), ""], dtype="str")
        return texts.iloc[codes].reset_index(drop=True)
    column = column.cast(pa.string()).fill_null("")
    column.validate(full=True)  # broken letters would be found by pandas, and much later
    return pd.Series(column.to_pandas(), dtype="str")
