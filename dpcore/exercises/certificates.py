"""Certificates: what a student answered, signed with a lecturer's passphrase, and verified without a server.

What is and is not protected: docs/exercises.md.
"""

import base64
import hashlib
import hmac
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from dpcore._validation import check_count, check_type, quoted
from dpcore.exercises.sheet import Sheet

SHORTEST_PASSPHRASE = 12  # characters
LONGEST_PASSPHRASE = 1000
MOST_ATTEMPTS = 31
MOST_HINTS = 3
_ROUNDS = 600_000  # of PBKDF2: anyone who has a certificate can try passphrases, each at this price
_SALT = b"price of privacy, exercises 1"
_VERSION, _TAG, _MAC = 1, 5, 11  # bytes of tags and of the code's signature, 88 bits
_HEAD = struct.Struct(f">B{_TAG}s{_TAG}sH")
_FIRST_DAY = date(2020, 1, 1)
_CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_BACK = {v: k for k, v in _CROCKFORD.items()} | {ord("O"): ord("A"), ord("I"): ord("B"), ord("L"): ord("B")}
_GROUP = 5  # characters between hyphens
_LONGEST_CODE = 200


@dataclass(frozen=True)
class QuestionRecord:
    """The record of one question: whether it was answered right, how often it was checked, how many hints were read."""

    right: bool = False
    attempts: int = 0
    hints: int = 0


@dataclass(frozen=True)
class Certificate:
    """What a verified code says: the records in the sheet's order, and the day (UTC) on which it was made."""

    records: tuple[QuestionRecord, ...]
    day: date

    @property
    def right(self) -> int:
        """How many questions were answered right."""
        return sum(record.right for record in self.records)


def check_passphrase(passphrase: str) -> str:
    """The passphrase, if it is long enough; the error message does not quote it."""
    if not isinstance(passphrase, str) or not SHORTEST_PASSPHRASE <= len(passphrase.strip()) <= LONGEST_PASSPHRASE:
        raise ValueError(f"the passphrase must have {SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} characters")
    return passphrase.strip()


def make_certificate(
    sheet: Sheet, student: bytes, records: Sequence[QuestionRecord], day: date, passphrase: str
) -> str:
    """The code that states what a student answered; verify_certificate reads it.

    Args: student: Sheet.student(name).  records: one for each question, in order.  day: in UTC.
    passphrase: the lecturer's, 12 characters or more.
    Raises: ValueError for bad input.
    Examples:
        >>> sheet = Sheet("A", ("attacker-belief",))
        >>> from datetime import date
        >>> ada, records = sheet.student("Ada"), [QuestionRecord(True, 1, 0)]
        >>> code = make_certificate(sheet, ada, records, date(2026, 11, 24), "correct horse battery")
        >>> verify_certificate(code, sheet, "Ada", "correct horse battery").day
        datetime.date(2026, 11, 24)
    """
    check_type("sheet", sheet, Sheet)
    if not isinstance(student, bytes) or len(student) != 32:
        raise ValueError(f"student must be what Sheet.student returns, not {quoted(student)}")
    if not isinstance(records, list | tuple) or len(records) != len(sheet.kinds):
        raise ValueError(f"records must be a list of {len(sheet.kinds)}, one per question, not {quoted(records)}")
    days = check_count("day", (check_type("day", day, date) - _FIRST_DAY).days, 0, 2**16 - 1)
    body = _HEAD.pack(_VERSION, sheet.digest[:_TAG], student[:_TAG], days) + bytes(map(_packed, records))
    text = base64.b32encode(body + _signature(body, sheet, student, passphrase)).decode().rstrip("=")
    text = text.translate(_CROCKFORD)
    return "-".join(text[i : i + _GROUP] for i in range(0, len(text), _GROUP))


def verify_certificate(code: str, sheet: Sheet, name: str, passphrase: str) -> Certificate:
    """What a certificate says, if it was made for this sheet and this student under this passphrase.

    Source: HMAC-SHA-256, cut to 88 bits, with a key from the passphrase by PBKDF2.  Deviations: none.
    Args: code: as the student copied it; capitals, spaces and hyphens do not count.  sheet: shipped, read_sheet or
    sheet_from_line.  name: as the student typed it.  passphrase: the one of the server that made it.
    Returns: the records and the day.
    Raises: ValueError, one sentence, when anything does not fit.
    Examples:
        >>> sheet = Sheet("A", ("attacker-belief",))
        >>> from datetime import date
        >>> ada, records = sheet.student("Ada"), [QuestionRecord(True, 1, 0)]
        >>> code = make_certificate(sheet, ada, records, date(2026, 11, 24), "correct horse battery")
        >>> verify_certificate(code, sheet, "Ada", "correct horse battery").records[0].right
        True
    """
    student = check_type("sheet", sheet, Sheet).student(name)
    check_passphrase(passphrase)
    data = _decoded(code)
    body, signature = data[:-_MAC], data[-_MAC:]
    version, sheet_tag, student_tag, days = _HEAD.unpack(body[: _HEAD.size])
    if version != _VERSION:
        raise ValueError(f"this certificate has version {version}, but this dpcore reads version {_VERSION}")
    if sheet_tag != sheet.digest[:_TAG]:
        raise ValueError("this certificate is for another sheet")
    if student_tag != student[:_TAG]:
        raise ValueError("this certificate is for another student")
    if not hmac.compare_digest(signature, _signature(body, sheet, student, passphrase)):
        raise ValueError("this certificate was altered, or made with another passphrase")
    return Certificate(tuple(map(_unpacked, body[_HEAD.size :])), _FIRST_DAY + timedelta(days))


def student_tag(student: bytes) -> str:
    """A few characters that distinguish a student from others on a page; not the name."""
    return base64.b32encode(student[:_TAG]).decode().translate(_CROCKFORD)


def _packed(record: QuestionRecord) -> int:
    check_type("record", record, QuestionRecord)
    attempts = check_count("attempts", record.attempts, 0, MOST_ATTEMPTS)
    return bool(record.right) << 7 | check_count("hints", record.hints, 0, MOST_HINTS) << 5 | attempts


def _unpacked(byte: int) -> QuestionRecord:
    return QuestionRecord(bool(byte >> 7), byte & MOST_ATTEMPTS, byte >> 5 & MOST_HINTS)


def _decoded(code: str) -> bytes:
    if not isinstance(code, str) or len(code) > _LONGEST_CODE:
        raise ValueError(f"a certificate must be a text of at most {_LONGEST_CODE} characters, not {quoted(code)}")
    letters = "".join(code.upper().replace("-", "").split())
    text = letters.translate(_BACK) if letters.isascii() and letters.isalnum() else ""
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        data = b""
    if len(data) <= _HEAD.size + _MAC or base64.b32encode(data).decode().rstrip("=") != text:
        raise ValueError(f"this is not a certificate, or part of it is missing: {quoted(code)}")
    return data


def _signature(body: bytes, sheet: Sheet, student: bytes, passphrase: str) -> bytes:
    """Signs the whole digests, of which the code has only the first bytes."""
    signed = body + sheet.digest + student
    return hmac.digest(_key(check_passphrase(passphrase)), signed, "sha256")[:_MAC]


@lru_cache(maxsize=4)
def _key(passphrase: str) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", passphrase.encode(errors="surrogatepass"), _SALT, _ROUNDS)
