"""CSV files of outcomes with any number: good ones are read as they are, bad ones refused with one sentence."""

import codecs
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.outcomes import rows
from ui.outcomes.rows import read_rows

HEADER = b"arm,outcome\n"


@pytest.mark.parametrize(
    "content",
    [
        b"arm,outcome\nA,1.5\nB,0\nA,2e1\nB,-3\n",
        b"arm,outcome\r\nA,1.5\r\nB,0\r\nA,20\r\nB,-3",
        b"\n\narm,outcome\n\nA,1.5\n\nB,0\nA,20\nB,-3\n\n",
        b"outcome;site;Option\n1.5;x;A\n0;y;B\n20;x;A\n-3;z;B\n",
        b'arm , outcome\n A , 1.5\n B ,0 \nA,20\n"B",-3\n',
        b"arm,outcome,,\nA,1.5,,\nB,0,,\nA,20\nB,-3,,\n",
        codecs.BOM_UTF8 + b"arm\toutcome\nA\t1.5\nB\t0\nA\t20\nB\t-3\n",
        "arm,outcome\nA,1.5\nB,0\nA,20\nB,-3\n".encode("utf-16"),
        b"id,arm,outcome\n1,A,1.5\n2,B,0\n3,A,20\n4,B,-3\n",
    ],
)
def test_good_files(content):
    data = read_rows(content)
    assert data.names == ("A", "B")
    assert [values.tolist() for values in data.outcomes.values] == [[1.5, 20], [-3, 0]]
    assert (data.rows, data.rows_of_one) == (4, 1)


def test_the_rows_of_one_participant_are_counted():
    assert read_rows(b"participant,arm,outcome\n7,A,1\n8,B,2\n7,B,3\n7,A,1\n").rows_of_one == 3
    assert read_rows(b"id,arm,outcome\nx,A,1\n x,B,2\ny,B,3\n").rows_of_one == 2


def test_the_server_takes_files_as_large_as_can_be_read():
    server = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text())["server"]
    assert server["maxUploadSize"] * 2**20 == rows.MAX_BYTES


MALFORMED = {
    "empty": (b"", "empty"),
    "header only": (HEADER, "no rows below"),
    "blank rows": (HEADER + b"\n,\n", "no rows below"),
    "no outcome": (b"arm,revenue\nA,1\n", "no column outcome: it reads 'arm', 'revenue'"),
    "no arm": (b"group,outcome\nA,1\n", "no column arm"),
    "no header": (b"A,1\nB,2\n", "Row 1 must be the header"),
    "outcome twice": (b"arm,outcome,outcome\nA,1,1\n", "'outcome' more than once"),
    "one arm": (HEADER + b"A,1\nA,2\n", "only one option, 'A'"),
    "21 arms": (HEADER + b"".join(b"a%d,1\n" % i for i in range(21)), "Row 22, column arm: 'a20' is option number 21"),
    "empty arm": (HEADER + b"A,1\n,2\n", "Row 3, column arm: the cell is empty"),
    "empty outcome": (HEADER + b"A,1\nB,\n", "Row 3, column outcome: the cell is empty"),
    "missing outcome": (HEADER + b"A,1\nB\n", "Row 3, column outcome: the cell is empty"),
    "NaN": (HEADER + b"A,1\nB,nan\n", "Row 3, column outcome: 'nan' is not a number"),
    "NA": (HEADER + b"A,NA\nB,2\n", "Row 2, column outcome: 'NA' is not a number"),
    "infinite": (HEADER + b"A,1\n\nB,inf\n", "Row 4, column outcome: 'inf' is not a number"),
    "mixed types": (HEADER + b"A,1\nB,much\n", "Row 3, column outcome: 'much' is not a number"),
    "thousands": (HEADER + b'A,"1,000"\nB,2\n', "Row 2, column outcome: '1,000' is not a number"),
    "decimal comma": (b"arm;outcome\nA;1,5\nB;2\n", "'1,5' is not a number such as 12.5"),
    "decimal comma in a comma file": (HEADER + b"A,1,5\nB,2,5\n", "Row 2 has 3 cells, but the header has 2"),
    "beyond every number": (HEADER + b"A,1e400\nB,2\n", "'1e400' is larger than 1e12"),
    "many columns": (b"arm,outcome" + b",c" * 50_000 + b"\nA,1\n", "50,002 columns, more than the 100"),
    "too large": (HEADER + b"A,1e13\nB,2\n", "'1e13' is larger than 1e12"),
    "empty id": (b"id,arm,outcome\n1,A,1\n,B,2\n", "Row 3, column id: the cell is empty"),
    "open quotation": (HEADER + b'A,1\n"B,2\n', "quotation mark"),
    "workbook": (b"PK\x03\x04" + b"x" * 20, "spreadsheet workbook"),
    "line break": (HEADER + b'A,1\n"B\nC",2\n', "line break"),
}


@pytest.mark.parametrize("content, message", MALFORMED.values(), ids=MALFORMED)
def test_malformed_files(content, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_rows(content)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_too_many_rows_or_bytes_are_refused(monkeypatch):
    monkeypatch.setattr(rows, "MOST_ROWS", 3)
    with pytest.raises(ValueError, match="4 rows, more than the 3"):
        read_rows(HEADER + b"A,1\nB,2\n" * 2)
    monkeypatch.setattr(rows, "MAX_BYTES", 10)
    with pytest.raises(ValueError, match="MB that can be read"):
        read_rows(HEADER + b"A,1\n")


def test_a_large_file_is_read_at_once():
    generator = np.random.default_rng(0)
    cells = generator.lognormal(3, 1, 200_000).round(2)
    content = HEADER + "\n".join(f"{'ABC'[i % 3]},{value}" for i, value in enumerate(cells)).encode()
    start = time.process_time()
    data = read_rows(content)
    assert time.process_time() - start < 3  # about .3 s on a quiet core
    assert data.rows == 200_000
    assert data.outcomes.means == pytest.approx([cells[arm::3].mean() for arm in range(3)])


@settings(max_examples=100)
@given(st.binary(max_size=100) | st.text(max_size=60).map(lambda text: HEADER + text.encode("utf-8", "replace")))
def test_any_bytes(content):
    data, message = None, "."
    try:
        data = read_rows(content)
    except ValueError as error:
        message = str(error)
    assert message.endswith(".")
    assert data is None or data.rows >= 2
