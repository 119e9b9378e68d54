"""A visitor's own table as a page gets it: read once for each set of answers, which are kept for its content."""

from io import BytesIO

import pytest
import streamlit as st

from tests.ui.reading.test_inputs import FILES
from ui.own_table import given
from ui.own_table.given import LONGEST_NAME, OF_THE_TABLE, OwnTable, shortened
from ui.reading.counts import counts_in_table, read_counts
from ui.reading.table import read_table

POINTS = (FILES / "silent-number-thousands-dot-counts.csv").read_bytes()
OWN = OwnTable("own", counts_in_table, read_counts, lambda: st.session_state.get("own-way") == "typed counts")


class File(BytesIO):
    """What a file uploader holds."""

    def __init__(self, content, file_id="some"):
        super().__init__(content)
        self.file_id = file_id


@pytest.fixture
def opened(visit, monkeypatch):
    """The answers with which a table was read."""
    found = []
    monkeypatch.setattr(given, "read_table", lambda *how: (found.append(how[1]), read_table(*how))[1])
    return found


def found():
    return OWN.found("Choose a file.")


def answer(question, value):
    st.session_state["box"] = value
    OWN.take(question, "box")


def test_without_a_file_there_is_nothing_to_read(visit):
    assert OWN.reading() is None
    assert OWN.code() == ""
    with pytest.raises(ValueError, match="Choose a file"):
        found()


def test_a_table_is_read_once_and_anew_only_for_answers_about_the_table(visit, opened):
    visit["own-file"] = File(POINTS)
    with pytest.raises(ValueError, match=r"There is an open question about your data: “12.000” may mean"):
        found()
    assert OWN.code() == ""
    answer("marks", ",")
    assert found().successes == (12_000, 13_000)
    assert "'marks': ','" in OWN.code()
    answer("marks", ".")
    assert found().successes == (12, 13)
    assert opened == [{}]
    answer("header", "data")
    OWN.reading()
    assert opened == [{}, {"header": "data"}]
    assert set(OF_THE_TABLE) == {"encoding", "sheet", "header"}


def test_answers_hold_for_a_content_whatever_it_is_called(visit):
    visit["own-file"] = File(POINTS)
    answer("marks", ",")
    visit["own-file"] = File(POINTS.replace(b"13", b"14"), "another")
    with pytest.raises(ValueError, match="There is an open question"):
        found()
    visit["own-file"] = File(POINTS, "the first again")
    assert found().successes == (12_000, 13_000)


def test_typed_lines_have_answers_of_their_own(visit):
    visit |= {"own-way": "typed counts", "own-counts": "A; 12.000; 40.000\nB; 13.000; 40.000"}
    with pytest.raises(ValueError, match="There is an open question"):
        found()
    answer("marks", ",")
    assert found().trials == (40_000, 40_000)
    assert OWN.code() == ""
    visit["own-counts"] = "A; 300; 1000\nB; x; 1000"
    with pytest.raises(ValueError, match="Line 2, column “successes”: “x” is not"):
        found()
    visit["own-counts"] = ""
    with pytest.raises(ValueError, match="Give one line per option"):
        found()


@pytest.mark.parametrize("answers", [{"encoding": "cp1250"}, {"header": "data"}])
def test_the_answers_that_a_table_is_read_with_are_those_that_the_reader_asks_for(answers):
    content = "Name;b;c\nČaj;1;2\nKava;3;4\n".encode("cp1250")
    assert read_table(content, answers).cells.to_dict() != read_table(content).cells.to_dict()


def test_long_names_are_shortened_for_show_unless_two_would_look_the_same():
    long = "x" * 100
    assert shortened((long, "B")) == (f"{'x' * (LONGEST_NAME - 1)}…", "B")
    assert shortened((f"{long}1", f"{long}2")) == (f"{long}1", f"{long}2")
