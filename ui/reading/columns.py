"""Short texts of numbers: a column of weekly participants, a line of rates in per cent, the number in a box."""

import math
import re
from collections.abc import Mapping
from functools import partial

import pandas as pd

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.numbers import Marks, Read, read_number
from ui.reading.reading import ReadSoFar, worked
from ui.reading.tally import settled_marks

MOST_WEEKS = 520
MOST_A_WEEK = 10**8
LONGEST_TEXT = 10_000
MOST_RATES = 50


def read_weekly_column(text: str, answers: Mapping[str, str] | None = None) -> ReadSoFar[tuple[int, ...]]:
    """The participants of week 1, 2, ...: one whole number a line; a first line without a number is a heading."""
    return worked(partial(_weeks, text), Asking(answers or {}))


def _weeks(text: str, asking: Asking) -> tuple[int, ...]:
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"The column has {len(text):,} characters, but at most {LONGEST_TEXT:,} can be read.")
    lines = text.rstrip().splitlines()
    if len(lines) > MOST_WEEKS:
        raise ValueError(f"The column has {len(lines):,} lines, but at most {MOST_WEEKS} weeks can be read.")
    first = 1 if len(lines) > 1 and lines[0].strip() and not read_number(lines[0]).values else 0
    column = list(enumerate(lines[first:], start=first + 1))
    for number, line in column:  # what no answer would mend is said before anything is asked
        _weekly(number, line)
    marks = settled_marks(pd.Series(lines[first:], dtype="str"), asking, True)
    weeks = tuple(_weekly(number, line, marks) for number, line in column)
    if not any(weeks):
        raise ValueError("These weeks have no participants; at least one number must be above 0.")
    return weeks


def _weekly(number: int, line: str, marks: Marks | None = None) -> int:
    """The participants of a week; without marks the fewest that the line can mean."""
    if not line.strip():
        raise ValueError(f"Line {number} is empty; write 0 for a week without participants.")
    read = read_number(line, marks)
    possible = [int(value) for value in read.values if value >= 0 and value % 1 == 0]
    if not possible or read.percent or read.currency:
        raise ValueError(
            f"Line {number}: {shown(line.strip())} is not a number of participants; write one week per line."
        )
    if min(possible) > MOST_A_WEEK:
        raise ValueError(f"Line {number}: {shown(line.strip())} is more than {MOST_A_WEEK:,} per week.")
    return min(possible)


def read_rates(text: str, answers: Mapping[str, str] | None = None) -> ReadSoFar[tuple[float, ...]]:
    """The rates of a line, in per cent: "62,5; 55,1" are 62.5 and 55.1, and "0.62, 0.55" may be shares."""
    return worked(partial(_rates, text), Asking(answers or {}))


def _rates(text: str, asking: Asking) -> tuple[float, ...]:
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"The rates have {len(text):,} characters, but at most {LONGEST_TEXT:,} can be read.")
    parts = _parts(text.strip().strip(",; "), asking)
    if not 0 < len(parts) <= MOST_RATES:
        raise ValueError(
            f"There are {len(parts)} rates, but only 1 to {MOST_RATES} can be read; separate them with semicolons."
        )
    reads = [_rate(part) for part in parts]
    rates = tuple(rate for rate, _ in reads)
    if any(read.percent for _, read in reads) or not any(rates) or max(rates) >= 1:
        return rates
    largest, what = max(zip(rates, parts, strict=True))
    share = asking.choose(
        "percent", f"Is {shown(what)} {largest:.10g} % or {100 * largest:.10g} %?",
        {"percent": f"{largest:.10g} %", "share": f"{100 * largest:.10g} %"},
    )  # fmt: skip
    return tuple(float(f"{100 * rate:.12g}") for rate in rates) if share == "share" else rates


def read_shares(text: str) -> tuple[float, ...]:
    """The shares of a line, all between 0 and 1: "62 %, 55 %" or "0,62; 0,55"; none where a part is no such share."""
    if len(text) > LONGEST_TEXT:
        return ()
    reads = [read_number(part) for part in _parts(text, Asking({"comma": "decimals"}))]
    shares = [_shares(read) for read in reads]
    return tuple(found[0] for found in shares) if all(len(found) == 1 for found in shares) else ()


def _shares(read: Read) -> list[float]:
    """What the text may mean as a share."""
    values = [float(f"{value / 100:.12g}") for value in read.values] if read.percent else read.values
    return [] if read.currency else [value for value in values if 0 < value < 1]


def _parts(text: str, asking: Asking) -> list[str]:
    """The texts of the rates: separated by semicolons, line breaks, tabs or bars, else by a comma and a space, else by
    spaces, else by commas, which may then also be decimal commas."""
    if re.search(r"[;\n\t|]", text):
        return [part.strip() for part in re.split(r"[;\n\t|]", text) if part.strip()]
    if re.search(r",\s", text):
        return [part for part in re.split(r",\s+", text) if part]
    text = re.sub(r"\s+%", "%", text)
    if re.search(r"\s", text):
        return [part for part in text.split() if part != "/"]
    pieces = re.split(r"[,/]", text)
    if "," not in text or "." in text or "%" in text or len(pieces) % 2 or len(pieces) < 4:
        return pieces
    pairs = [f"{first},{second}" for first, second in zip(pieces[::2], pieces[1::2], strict=True)]
    chosen = asking.choose(
        "comma", f"Does {shown(text)} list {len(pieces)} rates or {len(pairs)}?",
        {"rates": ", ".join(f"{piece} %" for piece in pieces),
         "decimals": ", ".join(f"{pair.replace(',', '.')} %" for pair in pairs)},
    )  # fmt: skip
    return pairs if chosen == "decimals" else pieces


def _rate(part: str) -> tuple[float, Read]:
    read = read_number(part)
    possible = [value for value in read.values if 0 <= value <= 100]
    if len(possible) != 1:
        raise ValueError(f"{shown(part)} is not a rate from 0 to 100 %; write rates such as 62.5; 55.1.")
    return possible[0], read


def read_box(
    text: str, lowest: float, highest: float, whole: bool = False, percent: float = 0.0, is_plain: bool = False
) -> float:
    """The number in a box from lowest to highest: the only one that the text can mean there.

    percent: what one per cent counts as, 0 where a box takes none: 1 in a box of percentages, 0.01 in one of shares.
    is_plain: a program wrote the text, as in a link, so that the point of "1.250" stands before decimals.
    Raises: ValueError, one sentence: "12.000" may mean 12 or 12,000.
    """
    read = read_number(text, Marks(".")) if is_plain else Read()
    read = read if read.values else read_number(text)
    what, limits = shown(text.strip()), f"a {'whole ' if whole else ''}number"
    if math.isfinite(highest - lowest):
        limits = f"{limits} from {lowest:,.10g} to {highest:,.10g}"
    if not text.strip():
        raise ValueError(f"This box is empty; write {limits}.")
    if read.currency or (read.percent and not percent):
        raise ValueError(f"{what} is not {limits}.")
    values = [float(f"{value * percent:.12g}") for value in read.values] if read.percent else read.values
    possible = [value for value in values if lowest <= value <= highest and not (whole and value % 1)]
    if len(possible) > 1:
        first, second = (f"{value:,.10g}" for value in possible)
        raise ValueError(f"{what} may mean {first} or {second}; write {' or '.join(map(_unmistakable, possible))}.")
    if not possible:
        shares = [value for value in values if lowest <= value * percent <= highest]
        is_share = 0 < percent < 1 and shares and not read.percent
        hint = f"; if you mean {shares[0]:.10g} %, write “{shares[0]:.10g} %”" if is_share else ""
        raise ValueError(f"{what} is not {limits}{hint}.")
    return possible[0]


def _unmistakable(value: float) -> str:
    """How to write this number so that it means no other one: with a fourth decimal where three may be thousands."""
    plain = f"{value:.10g}"
    return f"{plain}0" if read_number(plain).is_ambiguous else plain
