"""Own data as the page gets them from the reader: counts with names to show, and what to know of them first."""

import pytest

from ui.choose.own_data import EXAMPLE, own_data_in, warnings_of
from ui.choose.question import SequentialProblem
from ui.choose.tables import data_table
from ui.reading.reading import read_as
from ui.reading.table import read_table


def data_of(text):
    return read_as(lambda: read_table(text.encode()), {}, own_data_in).result


def test_the_example_file_reads():
    data = data_of(EXAMPLE)
    assert len(data.names) == 3
    assert data.posterior.means == pytest.approx([119 / 402, 162 / 402, 113 / 402])
    assert list(warnings_of(data, None)) == []


def test_how_many_rows_one_person_has_is_kept():
    assert data_of("id,arm,outcome\nu,A,1\nu,B,0\nv,A,0\nw,B,1\n").rows_of_one == 2


def test_a_long_name_is_short_in_sentences_and_whole_in_the_table():
    long = "new treatment, " * 8
    data = data_of(f"arm;successes;trials\n{long};118;400\nB;161;400\n")
    assert len(data.names[0]) == 60
    problem = SequentialProblem(data.names, (0.3, 0.4), 0.1, "central", data)
    assert data_table(problem)["option"].tolist() == [long.strip(), "B"]


def test_a_split_that_was_intended_is_not_called_uneven():
    data = data_of("arm,successes,trials\nA,118,400\nB,461,1600\n")
    (sentence,) = warnings_of(data, None)
    assert "do not look like an equal split" in sentence
    assert list(warnings_of(data, (1, 4))) == []
