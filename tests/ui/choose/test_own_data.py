"""CSV files of outcomes: the good ones read as counts, and each bad one is refused with one sentence."""

import codecs
import io
import time
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ui.choose import own_data
from ui.choose.own_data import OwnData, headers, names_its_columns, read_counts, read_csv

SUMMARY = OwnData(("A", "B"), (3, 5), (10, 12))


@pytest.mark.parametrize(
    "content",
    [
        b"arm,successes,trials\nA,3,10\nB,5,12\n",
        b"arm,successes,trials\r\nA,3,10\r\nB,5,12",
        b"\n\narm,successes,trials\n\nA,3,10\n\nB,5,12\n\n",
        b"trials;arm;successes\n10;A;3\n12;B;5\n",
        b"Option\tSuccesses\tTrials\nA\t3\t10\nB\t5\t12\n",
        b" ARM , Successes , TRIALS \n A , 3 , 10 \n B , 5 , 12 \n",
        b"arm,successes,trials,,\nA,3,10,,\nB,5,12,,\n",
        b'"arm","successes","trials"\n"A","3","10"\n"B","5","12"\n',
        b"arm,successes,trials\nA,3.0,10.0\nB,5.,12\n",
        b"arm,successes,trials\nA,1,4\nB,5,12\nA,2,6\n",
        b"site,arm,successes,trials,note\nx,A,3,10,\ny,B,5,12,late\n",
        codecs.BOM_UTF8 + b"arm,successes,trials\nA,3,10\nB,5,12\n",
        "arm,successes,trials\nA,3,10\nB,5,12\n".encode("utf-16"),
        b"arm,successes,trials\nA,0000000000003,00000000000000010\nB,5,12\n",
        b"arm,outcome\n" + b"A,1\n" * 3 + b"A,0\n" * 7 + b"B,1\n" * 5 + b"B,0.0\n" * 7,
    ],
)
def test_good_files(content):
    assert read_csv(content) == SUMMARY


def test_names_keep_their_order_and_their_letters():
    data = read_csv('arm,outcome\nβ-blocker,1\n"Smith, old",0\n<b>,1\n'.encode())
    assert data.names == ("β-blocker", "Smith, old", "<b>")


def test_the_example_file_reads():
    data = read_csv(own_data.EXAMPLE.encode())
    assert len(data.names) == 3
    assert data.posterior.means == pytest.approx([119 / 402, 162 / 402, 113 / 402])


def workbook():
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("xl/workbook.xml", "<workbook/>")
        return file.getvalue()


COUNTS = b"arm,successes,trials\n"
OUTCOMES = b"arm,outcome\n"
MALFORMED = {
    "empty": (b"", "empty"),
    "blank lines only": (b"\n \n\t\n", "empty"),
    "commas only": (b",,,\n,,\n", "empty"),
    "mark only": (codecs.BOM_UTF8, "empty"),
    "too large": (OUTCOMES + b"A,1\n" * 1_400_000, "5.3 MB, more than the 5 MB"),
    "workbook": (workbook(), "spreadsheet workbook"),
    "old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100, "spreadsheet workbook"),
    "picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 20, "Row 1 is not UTF-8 text"),
    "latin-1 name": ("arm,outcome\nA,1\nCafé,0\n".encode("latin-1"), "Row 3 is not UTF-8 text"),
    "cut utf-16": (codecs.BOM_UTF16_LE + b"a\0r", "Row 1 is not UTF-16 text"),
    "NUL": (OUTCOMES + b"A,1\nB\0,1\n", "Row 3 holds a NUL"),
    "no header, outcomes": (b"A,1\nB,0\n", "Row 1 must be the header"),
    "no header, counts": (b"A,3,10\nB,5,12\n", "Row 1 must be the header"),
    "wrong first name": (b"treatment,outcome\nA,1\nB,0\n", "no column arm: it reads 'treatment', 'outcome'"),
    "commas in a semicolon file": (b"arm;outcome\nA,1\nB,0\n", "Row 2, column outcome: the cell is empty"),
    "one column": (b"arm\nA\nB\n", "no column outcome"),
    "blanks as separators": (b"arm outcome\nA 1\nB 0\n", "no column arm"),
    "pipes as separators": (b"arm|outcome\nA|1\nB|0\n", "no column arm"),
    "JSON": (b'{"arm": "A", "outcome": 1}', "Row 1"),
    "HTML": (b"<html><body>arm,outcome</body></html>", "no column arm"),
    "no trials": (b"arm,successes\nA,1\nB,0\n", "no column trials"),
    "no successes": (b"arm,trials\nA,1\nB,0\n", "no column successes"),
    "both forms": (b"arm,outcome,successes,trials\nA,1,1,1\n", "mixes outcome with successes and trials"),
    "one and a half forms": (b"arm,outcome,trials\nA,1,1\n", "mixes outcome with successes and trials"),
    "arm twice": (b"arm,arm,outcome\nA,A,1\n", "'arm' more than once"),
    "arm and option": (b"arm,option,outcome\nA,A,1\n", "'arm' more than once"),
    "outcome twice": (b"arm,outcome,Outcome\nA,1,1\n", "'outcome' more than once"),
    "nameless columns": (b"arm,,,outcome\nA,1,1,1\n", "'' more than once"),
    "header only": (OUTCOMES, "header but no rows"),
    "header and blank rows": (OUTCOMES + b"\n,\n,\n", "header but no rows"),
    "one option": (OUTCOMES + b"A,1\nA,0\n", "only one option, 'A'"),
    "one option, counts": (COUNTS + b"A,3,10\n", "only one option, 'A'"),
    "21 options": (
        OUTCOMES + b"".join(b"id%d,1\n" % i for i in range(30)),
        "Row 22, column arm: 'id20' is option number 21",
    ),
    "empty name": (OUTCOMES + b"A,1\n,0\n", "Row 3, column arm: the cell is empty"),
    "blank name": (OUTCOMES + b"A,1\n   ,0\n", "Row 3, column arm: the cell is empty"),
    "long name": (OUTCOMES + b"A,1\n" + b"x" * 61 + b",0\n", "Row 3, column arm: 'xxxxx"),
    "line break in a name": (OUTCOMES + b'A,1\n"B\nC",0\n', "Row 3, column arm: 'B\\\\nC' holds a line break"),
    "empty outcome": (OUTCOMES + b"A,1\nB,\n", "Row 3, column outcome: the cell is empty"),
    "missing outcome": (OUTCOMES + b"A,1\nB\n", "Row 3, column outcome: the cell is empty"),
    "outcome 2": (OUTCOMES + b"A,1\nB,2\n", "Row 3, column outcome: '2' is not 0 or 1"),
    "outcome -1": (OUTCOMES + b"A,-1\nB,1\n", "Row 2, column outcome: '-1' is not 0 or 1"),
    "outcome .5": (OUTCOMES + b"A,0.5\nB,1\n", "Row 2, column outcome: '0.5' is not 0 or 1"),
    "outcome in words": (OUTCOMES + b"A,yes\nB,no\n", "Row 2, column outcome: 'yes' is not 0 or 1"),
    "outcome NaN": (OUTCOMES + b"A,1\nB,nan\n", "Row 3, column outcome: 'nan' is not 0 or 1"),
    "outcome in other digits": (OUTCOMES + "A,1\nB,١\n".encode(), "Row 3, column outcome: '١' is not 0 or 1"),
    "too many cells": (OUTCOMES + b"A,1\nB,0,1\n", "Row 3 has 3 cells, but the header has 2"),
    "negative successes": (COUNTS + b"A,-3,10\nB,5,12\n", "Row 2, column successes: '-3' is not a whole number"),
    "fraction of a success": (COUNTS + b"A,3.5,10\nB,5,12\n", "Row 2, column successes: '3.5' is not a whole number"),
    "percentage": (COUNTS + b"A,30%,10\nB,5,12\n", "Row 2, column successes: '30%' is not a whole number"),
    "thousands separator": (COUNTS + b'A,3,"1,000"\nB,5,12\n', "Row 2, column trials: '1,000' is not a whole number"),
    "scientific": (COUNTS + b"A,3,1e3\nB,5,12\n", "Row 2, column trials: '1e3' is not a whole number"),
    "infinite": (COUNTS + b"A,3,inf\nB,5,12\n", "Row 2, column trials: 'inf' is not a whole number"),
    "astronomic": (COUNTS + b"A,3," + b"9" * 40 + b"\nB,5,12\n", "column trials: a number of 40 digits"),
    "13 digits": (
        COUNTS + b"A,3,10\nB,3,1000000000000\n",
        "Row 3, column trials: a number of 13 digits, and at",
    ),
    "13 digits in one outcome": (OUTCOMES + b"A,1000000000000\n", "Row 2, column outcome: a number of 13 digits"),
    "empty trials": (COUNTS + b"A,3,10\nB,5,\n", "Row 3, column trials: the cell is empty"),
    "no trials at all": (COUNTS + b"A,0,0\nB,5,12\n", "Row 2, column trials: it is 0"),
    "more successes than trials": (COUNTS + b"A,3,10\nB,13,12\n", "Row 3, column successes: 13 is more than the 12"),
    "formula": (COUNTS + b"A,=SUM(1),10\nB,5,12\n", "Row 2, column successes: '=SUM"),
    "open quotation": (OUTCOMES + b'A,1\n"B,0\n', "Row 3 has a quotation mark"),
    "text after a quotation": (OUTCOMES + b'A,1\n"B"x,0\n', "Row 3 has a quotation mark"),
}


def test_fifty_kinds():
    assert len(MALFORMED) >= 50


def is_one_sentence(text):
    return text.endswith(".") and "\n" not in text and len(text) < 300


@pytest.mark.parametrize("content, message", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_files(content, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_csv(content)
    assert is_one_sentence(str(caught.value))


def test_of_two_bad_rows_the_first_is_named():
    rows = [b"A,1", b"B,0", b"A,1,9", b"A,7", b'B,"0']
    for bad, message in (
        (2, "Row 4 has 3 cells"),
        (3, "Row 4, column outcome: '7'"),
        (4, "Row 4 has a quotation mark"),
    ):
        kept = rows[:2] + rows[bad:]
        with pytest.raises(ValueError, match=message):
            read_csv(OUTCOMES + b"\n".join(kept))


LONG_FILES = {
    "few kinds of rows": OUTCOMES + b"A,1\nB,0\n" * 600_000,
    "numbered participants": b"id,arm,outcome\n1,B,0\n" + b"\n".join(b"%d,A,1" % i for i in range(400_000)),
    "counts, all different": COUNTS + b"B,1,2\n" + b"\n".join(b"A,%d,900000" % i for i in range(250_000)),
}


@pytest.mark.parametrize("content", LONG_FILES.values(), ids=LONG_FILES)
def test_a_file_near_the_largest_size_is_read_at_once(content):
    assert len(content) > 3.5e6
    start = time.process_time()
    assert set(read_csv(content).names) == {"A", "B"}
    assert time.process_time() - start < 3  # about .6 s on a quiet core


def test_a_header_of_very_many_columns_is_read_at_once():
    content = b"arm,outcome," + b",".join(b"%d" % i for i in range(300_000)) + b"\nA,1\nB,0\n"
    start = time.process_time()
    assert read_csv(content).trials == (1, 1)
    assert time.process_time() - start < 3


def reads_or_says_why(content):
    try:
        data = read_csv(content)
    except ValueError as error:
        data, message = None, str(error)
    if data is None:
        assert is_one_sentence(message)
    else:
        assert 2 <= len(data.names) == len(data.successes) == len(data.trials)
        assert all(0 <= won <= tried for won, tried in zip(data.successes, data.trials, strict=True))


@given(st.binary(max_size=300))
@example(("\x80" * 40 + ",").encode() * 5)
def test_any_bytes(content):
    reads_or_says_why(content)


@given(st.sampled_from([COUNTS, OUTCOMES]), st.text(max_size=200))
@example(OUTCOMES, '"' + "x" * 200_000)
@example(OUTCOMES, "A,1\rB,0\r")
def test_any_text_below_a_header(header, text):
    reads_or_says_why(header + text.encode("utf-8", "surrogatepass"))


cells = st.one_of(st.integers(-2, 20).map(str), st.sampled_from(["", "A", "B", '"', '"A"', "1.0", "é", " ", "=1"]))


@given(st.sampled_from([COUNTS, OUTCOMES]), st.lists(st.lists(cells, max_size=4), max_size=8), st.sampled_from(",;\t"))
def test_any_small_table(header, rows, delimiter):
    text = header.decode().replace(",", delimiter) + "\n".join(delimiter.join(row) for row in rows)
    reads_or_says_why(text.encode())


def test_columns_of_any_name_are_picked():
    content = b"site,Group,healed,n\nx,A,3,10\ny,B,5,12\n"
    assert headers(content) == ("site", "Group", "healed", "n")
    assert not names_its_columns(headers(content))
    assert read_csv(content, {"arm": "Group", "successes": "healed", "trials": "n"}) == SUMMARY
    arms = b"arm,outcome,result\nA,old,1\nB,old,0\n"
    assert read_csv(arms, {"arm": "arm", "outcome": "result"}) == OwnData(("A", "B"), (1, 0), (1, 1))
    with pytest.raises(ValueError, match="Row 2, column outcome: 'x' is not 0 or 1"):
        read_csv(content, {"arm": "Group", "outcome": "site"})
    with pytest.raises(ValueError, match="picked twice"):
        read_csv(content, {"arm": "Group", "outcome": "Group"})


def test_usual_columns_need_no_picking():
    assert names_its_columns(("Option", "OUTCOME", "site"))
    assert names_its_columns(("trials", "arm", "successes"))
    assert not names_its_columns(("arm", "trials"))


@pytest.mark.parametrize("text", ["A,3,10\nB,5,12", "A\t3\t10\nB\t5\t12\n", "A; 3; 10\r\n\r\nB; 5; 12"])
def test_typed_and_pasted_counts(text):
    assert read_counts(text) == SUMMARY


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "one line per option"),
        ("A,3,10", "only one option, 'A'"),
        ("A,3,10\nB,5", "Line 2, column trials: the cell is empty"),
        ("A 3 10\nB 5 12", "Line 1, column successes: the cell is empty"),
        ("A,3,10\nB,5,12,7", "Line 2 has 4 cells"),
    ],
)
def test_bad_lines_are_named(text, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_counts(text)
    assert is_one_sentence(str(caught.value))
