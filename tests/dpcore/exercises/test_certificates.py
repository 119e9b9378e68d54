"""Certificates: what is signed is read, and nothing else is."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.exercises import QuestionRecord, Sheet, make_certificate, verify_certificate
from dpcore.exercises.certificates import student_tag
from tests.dpcore.exercises.test_sheet import sheets
from tests.dpcore.refusals import refused

PASSPHRASE = "correct horse battery"
SHEET = Sheet("A", ("attacker-belief", "epsilon-halved"), "easy", 3)
RECORDS = (QuestionRecord(True, 2, 1), QuestionRecord(False, 6, 0))
DAY = date(2026, 11, 24)
CODE = make_certificate(SHEET, SHEET.student("Ada"), RECORDS, DAY, PASSPHRASE)
records = st.builds(QuestionRecord, st.booleans(), st.integers(0, 31), st.integers(0, 3))
days = st.dates(date(2020, 1, 1), date(2199, 1, 1))


def test_a_certificate_says_what_was_signed():
    found = verify_certificate(CODE, SHEET, "ada", PASSPHRASE)
    assert (found.records, found.day, found.right) == (RECORDS, DAY, 1)


@settings(max_examples=10, deadline=None)
@given(st.data(), sheets, days, st.sampled_from(["Ada", "1234567", "李"]))
def test_round_trip(data, sheet, day, name):
    answered = data.draw(st.tuples(*[records] * len(sheet.kinds)))
    code = make_certificate(sheet, sheet.student(name), answered, day, PASSPHRASE)
    found = verify_certificate(code, sheet, name, PASSPHRASE)
    assert (found.records, found.day) == (answered, day)
    assert len(code) < 80


def test_how_it_is_copied_does_not_matter():
    for copied in (CODE.lower(), CODE.replace("-", ""), f"  {CODE.replace('-', ' ')}\n", CODE.replace("0", "o")):
        assert verify_certificate(copied, SHEET, "Ada", PASSPHRASE).records == RECORDS
    assert verify_certificate(CODE.replace("1", "l"), SHEET, "Ada", f" {PASSPHRASE} ").records == RECORDS


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_any_other_character_anywhere_is_noticed():
    bare = CODE.replace("-", "")
    for place, letter in enumerate(bare):
        for other in (ALPHABET[ALPHABET.index(letter) ^ bit] for bit in (1, 2, 4, 8, 16)):
            with pytest.raises(ValueError, match="certificate"):
                verify_certificate(bare[:place] + other + bare[place + 1 :], SHEET, "Ada", PASSPHRASE)


test_another_sheet_student_or_passphrase = refused(
    lambda *asked: verify_certificate(CODE, *asked),
    (Sheet("A", SHEET.kinds, "easy", 4), "Ada", PASSPHRASE, "for another sheet"),
    (Sheet("B", SHEET.kinds, "easy", 3), "Ada", PASSPHRASE, "for another sheet"),
    (Sheet("A", SHEET.kinds, "hard", 3), "Ada", PASSPHRASE, "for another sheet"),
    (Sheet("A", SHEET.kinds[::-1], "easy", 3), "Ada", PASSPHRASE, "for another sheet"),
    (SHEET, "Bob", PASSPHRASE, "for another student"),
    (SHEET, "Ada", "correct horse batterY", "altered, or made with another passphrase"),
)


def test_another_sheet_or_student_with_the_same_first_bytes_is_noticed():
    """The tags in the code help to say what is wrong; the signature is over the whole digests."""
    student = SHEET.student("Ada")
    alike = student[:-1] + bytes([student[-1] ^ 1])
    assert student_tag(alike) == student_tag(student)
    code = make_certificate(SHEET, alike, RECORDS, DAY, PASSPHRASE)
    with pytest.raises(ValueError, match="altered"):
        verify_certificate(code, SHEET, "Ada", PASSPHRASE)


@pytest.mark.parametrize(
    "code", ["", "0", CODE[:-1], CODE[1:], CODE + "0", "🙈", "ß" * 40, "x" * 10_000, None, b"0", "=" * 40]
)
def test_what_is_no_certificate(code):
    with pytest.raises(ValueError, match="certificate"):
        verify_certificate(code, SHEET, "Ada", PASSPHRASE)


@pytest.mark.parametrize("passphrase", ["", "short", "x" * 11, " " * 40, "x" * 1001, None, b"x" * 20])
def test_a_passphrase_is_long_enough_and_not_quoted(passphrase):
    for act in (
        lambda: make_certificate(SHEET, SHEET.student("Ada"), RECORDS, DAY, passphrase),
        lambda: verify_certificate(CODE, SHEET, "Ada", passphrase),
    ):
        with pytest.raises(ValueError, match=r"^the passphrase must have 12 to 1000 characters$"):
            act()


GIVEN = {"sheet": SHEET, "student": SHEET.student("Ada"), "records": RECORDS, "day": DAY, "passphrase": PASSPHRASE}
test_mistakes_when_it_is_made = refused(
    lambda changes: make_certificate(**GIVEN | changes),
    ({"student": b"Ada"}, "student must be"),
    ({"records": RECORDS[:1]}, "records must be a list of 2"),
    ({"records": [1, 2]}, "record must be QuestionRecord"),
    ({"records": [QuestionRecord(True, 32, 0)] * 2}, "attempts must be at most 31"),
    ({"records": [QuestionRecord(True, 0, -1)] * 2}, "hints must be at least 0"),
    ({"day": date(2019, 12, 31)}, "day must be at least 0"),
    ({"day": "today"}, "day must be date"),
    ({"sheet": "A"}, "sheet must be Sheet"),
)
