"""The one grammar of numbers, of files, boxes and pasted text: what a text may mean, and which marks a column has."""

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

LONGEST_NUMBER = 64  # characters; no number that a person or a program writes is longer

_MANY = 20_000  # different texts that are looked at one by one
_SAME = {"\u2212": "-", "\u2013": "-", "\uff0d": "-", "\u2019": "'", "\u066b": ".", "\u066c": "'", "\u066a": "%"}
_CODES = "US\\$|R\\$|USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|BRL|MXN|CNY|kr\\.?|zł|Kč|Fr\\."
_CURRENCY = f"(?:{_CODES}|[$¢£¤¥€₹₽₺₩₪₫₴₦฿])"
_WRAPPED = re.compile(
    rf"(?P<open>\()? ?(?P<sign>[-+])? ?(?P<before>{_CURRENCY}|%)? ?(?P<inner>[-+])? ?"
    rf"(?P<body>[0-9.,][0-9.,' ]*?)(?P<power>[eE][-+]?[0-9]{{1,3}})? ?(?P<after>{_CURRENCY}|%)? ?(?P<close>\))? ?"
    r"(?P<last>-)?"
)
_IN_GROUPS = {",": ",", ".": "[.]", "'": "['’]", " ": "[ \u00a0\u2009\u202f]"}  # marks between thousands
_DIGITS = "[-+]?[0-9]*"
_PLAIN = r"[-+0-9.,'eE\s]*"
# Texts that plainly show their marks, and all that then say no more: with one decimal mark, or with thousands, too.
_PLAINLY = tuple(
    (certain.replace("D", decimal).replace("T", thousands), same.replace("D", decimal).replace("T", thousands))
    for decimal, thousands in (("[.]", ","), (",", "[.]"))
    for certain, same in (
        ("[-+]?(?:[0-9]*D(?:[0-9]{0,2}|[0-9]{4,})|(?:0[0-9]*|[0-9]{4,})D[0-9]*)", "[-+]?[0-9]*D[0-9]*"),
        ("[-+]?[1-9][0-9]{0,2}(?:T[0-9]{3})+D[0-9]*", "[-+]?[1-9][0-9]{0,2}(?:T[0-9]{3})+D[0-9]*"),
    )
)


@dataclass(frozen=True)
class Marks:
    """The decimal mark, and the mark between thousands; "" where none has been seen."""

    decimal: str = ""
    thousands: str = ""


@dataclass(frozen=True)
class Read:
    """What a text may mean as a number: nothing, one value, or two where a mark may be of either kind."""

    values: tuple[float, ...] = ()
    marks: tuple[Marks, ...] = ()
    percent: bool = False
    currency: str = ""

    @property
    def value(self) -> float | None:
        """The number, where the text means exactly one."""
        return self.values[0] if len(self.values) == 1 else None

    @property
    def is_ambiguous(self) -> bool:
        """Whether a mark may stand before decimals or between thousands."""
        return len(self.values) > 1


@dataclass(frozen=True)
class FoundMarks:
    """The marks of a column; texts that leave them open; two texts that contradict each other.

    shown: a text whose marks are not those of plain numbers.  settled: one that leaves them open, which others settle.
    """

    marks: Marks = Marks()
    shown: str = ""
    unclear: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    settled: str = ""


def _grammars() -> tuple[tuple[Marks, re.Pattern[str]], ...]:
    """What a number looks like for each pair of marks; groups of two digits are Indian (12,34,567)."""
    found = []
    for decimal, thousands in product(".,", ".,' "):
        if decimal != thousands:
            d, t = re.escape(decimal), re.escape(thousands)
            grouped = rf"[1-9][0-9]{{0,2}}(?:{t}[0-9]{{3}})+" + (
                rf"|[1-9][0-9]?(?:{t}[0-9]{{2}})+{t}[0-9]{{3}}" if thousands == "," else ""
            )
            whole = rf"(?:(?P<grouped>{grouped})|(?P<plain>[0-9]+))(?:{d}(?P<digits>[0-9]*))?|{d}(?P<only>[0-9]+)"
            found.append((Marks(decimal, thousands), re.compile(whole)))
    return tuple(found)


_GRAMMARS = _grammars()


def read_number(text: str, marks: Marks | None = None) -> Read:
    """The number that a text means: "1,250" by itself means 1.25 or 1250, and the marks of its column decide which.

    Decimal comma or point; thousands separated by . , ' or a space; %, currency, minus or parentheses; 1.18E+05.
    A percentage keeps its number: 12.5 % is 12.5 with `percent`.  marks: those of the column; None: nothing is known.
    """
    line = _plain(text)
    if not 0 < len(line) <= LONGEST_NUMBER or not (wrapped := _WRAPPED.fullmatch(line)):
        return Read()
    signs = [sign for sign in (wrapped["sign"], wrapped["inner"], wrapped["last"], wrapped["open"]) if sign]
    if len(signs) > 1 or bool(wrapped["open"]) != bool(wrapped["close"]) or (wrapped["before"] and wrapped["after"]):
        return Read()
    unit = wrapped["before"] or wrapped["after"] or ""
    sign, power = -1.0 if signs and signs[0] != "+" else 1.0, wrapped["power"] or ""
    found: dict[Marks, float] = {}
    for grammar, pattern in _GRAMMARS:
        if match := pattern.fullmatch(wrapped["body"]):
            used = Marks(
                grammar.decimal if match["digits"] is not None or match["only"] else "",
                grammar.thousands if match["grouped"] else "",
            )
            if (marks is None or _agree(used, marks)) and not (power and used.thousands):
                whole = re.sub(r"[^0-9]", "", match["grouped"] or match["plain"] or "0")
                found.setdefault(used, sign * float(f"{whole}.{match['digits'] or match['only'] or 0}{power}"))
    if not all(map(math.isfinite, found.values())):
        return Read()
    return Read(tuple(found.values()), tuple(found), unit == "%", "" if unit == "%" else unit)


def _agree(used: Marks, known: Marks) -> bool:
    """Whether a number that uses these marks can stand in a column that has those."""
    return (
        (not used.decimal or used.decimal == known.decimal or not known.decimal)
        and used.decimal not in (known.thousands or "none",)
        and used.thousands not in (known.decimal or "none",)
    )


def _plain(text: str) -> str:
    """On one line, with ASCII's digits, signs and spaces."""
    line = text if len(text) <= 2 * LONGEST_NUMBER else text[: 2 * LONGEST_NUMBER]
    if line.isascii():
        return line.strip()
    digits = (str(unicodedata.decimal(letter, _SAME.get(letter, letter))) for letter in line)
    return "".join(" " if letter.isspace() else letter for letter in digits).strip()


def marks_of(texts: Iterable[str], whole: bool = False) -> FoundMarks:
    """The marks that a column's numbers have in common; what is no number is passed over.

    whole: the numbers are counts, so that "12.345" can only be 12,345.
    Returns: the marks, or the texts that leave them open ("12.000" beside "40.000"), or two that contradict each other.
    """
    decimals: dict[str, str] = {}
    thousands: dict[str, str] = {}
    unclear: list[str] = []
    for text in texts:
        read = read_number(text)
        certain = read.marks[0] if read.marks else Marks()
        if read.is_ambiguous:
            by_decimal = dict(zip((bool(marks.decimal) for marks in read.marks), read.values, strict=True))
            if not (whole and by_decimal[True] % 1):
                unclear.append(text)
                continue
            certain = next(marks for marks in read.marks if marks.thousands)
        if certain.decimal:
            decimals.setdefault(certain.decimal, text)
        if certain.thousands:
            thousands.setdefault(certain.thousands, text)
    return _common(decimals, thousands, unclear)


def _common(decimals: dict[str, str], thousands: dict[str, str], unclear: list[str]) -> FoundMarks:
    """What texts that certainly show a decimal or a thousands mark say of those that do not."""
    if len(decimals) == 2:
        return FoundMarks(mixed=tuple(decimals.values()))
    if both := [mark for mark in decimals if mark in thousands]:
        return FoundMarks(mixed=(decimals[both[0]], thousands[both[0]]))
    if {".", ","} <= set(thousands):
        return FoundMarks(mixed=(thousands["."], thousands[","]))
    decimal = next(iter(decimals), "")
    if not decimal:
        other = {".": ",", ",": "."}
        decimal = next((other[mark] for mark in thousands if mark in other), "")
    if not decimal and unclear and thousands:  # spaces or apostrophes separate the thousands
        decimal = "." if "." in unclear[0] else ","
    marks = Marks(decimal, next(iter(thousands), ""))
    if unclear and not decimal:
        return FoundMarks(marks, unclear=tuple(unclear[:3]))
    seen = next(iter([*thousands.values(), decimals.get(",", "")]), "")
    return FoundMarks(marks, seen, settled=next(iter([*unclear, seen if read_number(seen).is_ambiguous else ""]), ""))


def column_marks(column: pd.Series, whole: bool = False) -> FoundMarks:
    """`marks_of` the different texts of a column; of very many, one stands for all that say the same as plainly."""
    texts = pd.Series(column.unique(), dtype=column.dtype)
    if len(texts) > _MANY:
        texts = _without_unit(texts)
        texts = texts[~texts.str.fullmatch(_DIGITS)]
        examples = []
        for certain, same in _PLAINLY:
            plain = texts.str.fullmatch(certain)
            if plain.any():
                examples.append(texts[plain].iloc[:1])
                texts = texts[~texts.str.fullmatch(same)]
        texts = pd.concat([*examples, texts])
    return marks_of(texts.tolist(), whole)


def _without_unit(texts: pd.Series) -> pd.Series:
    """The texts without a % or currency at one end, if that is the unit of the first that is no plain number."""
    first = texts[~texts.str.fullmatch(_PLAIN)].head(1)
    read = read_number(first.iloc[0]) if len(first) else Read()
    unit = "%" if read.percent else read.currency
    if not unit:
        return texts
    if first.iloc[0].rstrip().endswith(unit):
        return texts.str.replace(rf"\s*{re.escape(unit)}\s*$", "", regex=True)
    signed = texts.str.replace(rf"^\s*-\s*{re.escape(unit)}\s*", "-", regex=True)
    return signed.str.replace(rf"^\s*{re.escape(unit)}\s*", "", regex=True)


def column_numbers(column: pd.Series, marks: Marks) -> NDArray[np.float64]:
    """The numbers of a column with these marks, nan where a text is none."""
    codes, uniques = pd.factorize(column)
    texts = pd.Series(uniques, dtype=column.dtype)
    if len(texts) > _MANY:
        texts = _without_unit(texts)
    grouped = f"|[1-9][0-9]{{0,2}}(?:{_IN_GROUPS[marks.thousands]}[0-9]{{3}})+" if marks.thousands else ""
    decimals = f"(?:{re.escape(marks.decimal)}[0-9]*)?" if marks.decimal else ""
    usual = texts.str.fullmatch(f"[-+]?(?:[0-9]+{grouped})?{decimals}(?:[eE][-+]?[0-9]{{1,3}})?")
    plain = texts.where(usual, "")
    if marks.thousands:
        plain = plain.str.replace(_IN_GROUPS[marks.thousands], "", regex=True)
    if marks.decimal == ",":
        plain = plain.str.replace(",", ".", regex=False)
    values = pd.to_numeric(plain, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan, copy=True)
    values[np.isinf(values)] = np.nan
    for place in np.flatnonzero(np.isnan(values)):
        value = read_number(str(uniques[place]), marks).value
        values[place] = np.nan if value is None else value
    return values[codes]
