"""Reads a visitor's CSV of outcomes; whatever is wrong with it is said in one sentence that names row and column."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import dpcore
from ui.uploaded import BAD_QUOTATION, checked_name, column_names, delimiter_of, is_blank, quote, reader_of, text_of

MAX_BYTES = 5 * 2**20
MOST_DIGITS = 12
EXAMPLE = "arm,successes,trials\nusual treatment,118,400\nnew treatment A,161,400\nnew treatment B,112,400\n"

_ALIASES = {"option": "arm"}
_WHOLE = re.compile(r"[0-9]+(\.0*)?")
_HEADERS = "arm,outcome (one row per participant, outcome 0 or 1) or arm,successes,trials (one row per option)"


@dataclass(frozen=True)
class OwnData:
    """Successes and trials of each option, in the order of their first row."""

    names: tuple[str, ...]
    successes: tuple[int, ...]
    trials: tuple[int, ...]

    @property
    def posterior(self) -> dpcore.choosing.BetaPosterior:
        """What these data say about the success rates, from a uniform prior."""
        return dpcore.beta_posterior(self.successes, self.trials)


def read_csv(content: bytes, columns: Mapping[str, str] | None = None) -> OwnData:
    """The counts in a CSV of (arm, outcome) rows or (arm, successes, trials) rows; rows of one arm are added up.

    Columns in any order, others are ignored; comma, semicolon or tab; UTF-8, or UTF-16 with its mark.
    columns: which of the file's columns, as `headers` gives them, is the arm, the outcome, ...; None: by their names.
    Raises: ValueError, one sentence that names the row (the header is row 1) and the column.
    """
    reader = reader_of(_text(content))
    row, names = column_names(reader, _HEADERS)
    header = _roles(names, columns)
    _check_header(row, header)
    kinds, unreadable = _kinds(reader, header)
    counts = _counts(header, kinds, row + 1)
    if unreadable:
        raise ValueError(f"Row {row + 1 + len(kinds)}{unreadable}")
    if not counts:
        raise ValueError("The file has a header but no rows below it.")
    if len(counts) == 1:
        raise ValueError(f"Column arm holds only one option, {quote(next(iter(counts)))}; at least 2 are needed.")
    successes, trials = zip(*counts.values(), strict=True)
    return OwnData(tuple(counts), successes, trials)


def read_counts(text: str) -> OwnData:
    """The counts in lines of name, successes, trials, as typed or pasted from a spreadsheet.

    Raises: ValueError, one sentence that names the line and the column.
    """
    if not text.strip():
        raise ValueError("Give one line per option: its name, its successes, its trials.")
    header = delimiter_of(text).join(("arm", "successes", "trials"))
    try:
        return read_csv(f"{header}\n{text}".encode())
    except ValueError as error:
        message = re.sub(r"^Row (\d+)", lambda row: f"Line {int(row[1]) - 1}", str(error))
        raise ValueError(message.replace("The file has a header but", "There are")) from error


def headers(content: bytes) -> tuple[str, ...]:
    """The names of a file's columns.  Raises: ValueError, one sentence, if it has no header or is no text."""
    return tuple(name for name in column_names(reader_of(_text(content)), _HEADERS)[1] if name)


def names_its_columns(names: Sequence[str]) -> bool:
    """Whether these columns are called as `read_csv` wants them."""
    roles = set(_roles(list(names), None))
    return roles >= {"arm", "outcome"} or roles >= {"arm", "successes", "trials"}


def _text(content: bytes) -> str:
    return text_of(content, MAX_BYTES, "give one row per option instead: arm,successes,trials", _HEADERS)


def _roles(names: list[str], columns: Mapping[str, str] | None) -> list[str]:
    """What each column is: arm, outcome, successes, trials, or by its own name nothing that is read."""
    if columns is None:
        return [_ALIASES.get(name.lower(), name.lower()) for name in names]
    roles = {name: role for role, name in columns.items()}
    if len(roles) < len(columns):
        raise ValueError("One column was picked twice.")
    return [roles.get(name, f"{place} {name}") for place, name in enumerate(names)]


def _kinds(reader: Iterator[list[str]], header: list[str]) -> tuple[list[tuple[str, ...]], str]:
    """What matters of each row below the header, and what is wrong with the row after the last; empty if nothing is.

    That is the cells of the columns that are read, nothing for a blank row, and its length for a row that is too long.
    """
    width, columns = len(header), [header.index(name) for name in _columns(header)]
    take, arm = itemgetter(*columns), columns[0]

    def irregular(cells: list[str]) -> tuple[str, ...]:
        if is_blank(cells):
            return ()
        if not is_blank(cells[width:]):
            return (str(len(cells)),)
        kind: tuple[str, ...] = take(cells + [""] * (width - len(cells)))
        return kind

    kinds: list[tuple[str, ...]] = []
    try:
        kinds.extend(
            take(cells) if len(cells) == width and cells[arm].strip() else irregular(cells) for cells in reader
        )
    except csv.Error:  # the rows before it are kept
        return kinds, BAD_QUOTATION
    return kinds, ""


def _columns(header: list[str]) -> tuple[str, ...]:
    return ("arm", "outcome") if "outcome" in header else ("arm", "successes", "trials")


def _counts(header: list[str], kinds: list[tuple[str, ...]], first_row: int) -> dict[str, tuple[int, int]]:
    """Successes and trials of each option: a file of a million rows has few kinds of rows, and each is read once."""
    read = _outcome if "outcome" in header else _successes_and_trials
    counts: dict[str, tuple[int, int]] = {}
    for kind, times in Counter(kinds).items():
        if not kind:
            continue
        try:
            if len(kind) == 1:
                raise ValueError(f" has {kind[0]} cells, but the header has {len(header)} columns.")
            arm, *cells = (cell.strip() for cell in kind)
            name = checked_name(arm, counts)
            successes, trials = read(*cells)
        except ValueError as error:
            raise ValueError(f"Row {first_row + kinds.index(kind)}{error}") from error
        before = counts.get(name, (0, 0))
        counts[name] = (before[0] + times * successes, before[1] + times * trials)
    return counts


def _check_header(row: int, header: list[str]) -> None:
    repeated, times = Counter(header).most_common(1)[0]
    if times > 1:
        raise ValueError(f"Row {row}, the header, names the column {quote(repeated)} more than once.")
    if "arm" not in header:
        found = ", ".join(quote(name) for name in header[:4])
        raise ValueError(f"Row {row} must be the header {_HEADERS}, but it has no column arm: it reads {found}.")
    has_outcome, has_successes, has_trials = (name in header for name in ("outcome", "successes", "trials"))
    if has_outcome and (has_successes or has_trials):
        raise ValueError(f"Row {row}, the header, mixes outcome with successes and trials; keep one form: {_HEADERS}.")
    if has_successes != has_trials:
        missing = "trials" if has_successes else "successes"
        raise ValueError(f"Row {row}, the header, has no column {missing}; it must be {_HEADERS}.")
    if not has_outcome and not has_successes:
        raise ValueError(f"Row {row}, the header, has no column outcome; it must be {_HEADERS}.")


def _outcome(text: str) -> tuple[int, int]:
    outcome = _whole("outcome", text, "0 or 1")
    if outcome > 1:
        raise ValueError(f", column outcome: {quote(text)} is not 0 or 1.")
    return outcome, 1


def _successes_and_trials(successes_text: str, trials_text: str) -> tuple[int, int]:
    wanted = "a whole number of at least 0, written with digits only"
    successes, trials = _whole("successes", successes_text, wanted), _whole("trials", trials_text, wanted)
    if trials == 0:
        raise ValueError(", column trials: it is 0; leave out an option that nobody has tried.")
    if successes > trials:
        raise ValueError(f", column successes: {successes} is more than the {trials} trials of this row.")
    return successes, trials


def _whole(column: str, text: str, wanted: str) -> int:
    if not text:
        raise ValueError(f", column {column}: the cell is empty; it must be {wanted}.")
    if not _WHOLE.fullmatch(text):
        raise ValueError(f", column {column}: {quote(text)} is not {wanted}.")
    digits = text.partition(".")[0].lstrip("0")
    if len(digits) > MOST_DIGITS:
        raise ValueError(f", column {column}: a number of {len(digits)} digits, and at most {MOST_DIGITS} can be read.")
    return int(digits or "0")
