"""The lines for a notebook, run as they are, come to the same counts or numbers as the reader."""

import gzip

import pytest

from tests.ui.reading.test_inputs import FILES
from tests.ui.reading.workbooks import workbook
from ui.reading.counts import read_counts
from ui.reading.values import read_values

ANSWERS = {"cumulative": "cumulative", "alike": "same", "neither": "left out", "marks": ","}
COUNTED = {
    **{path.name: (path.read_bytes(), ANSWERS) for path in sorted(FILES.glob("*.csv"))},
    "daily": ((FILES / "silent-rows-cumulative.csv").read_bytes(), {"cumulative": "daily"}),
    "silent-rows-no-header.csv": (
        (FILES / "silent-rows-no-header.csv").read_bytes(),
        {"header": "data", "shape": "counts"},
    ),
    "missing": ((FILES / "refused-missing.csv").read_bytes(), {"missing": "failures"}),
    "first rows": ((FILES / "silent-person-several-rows-choose.csv").read_bytes(), {"rows of one person": "first"}),
    "wide": ((FILES / "refused-shape-wide.csv").read_bytes(), {"shape": "wide"}),
    "crossed": (b"outcome;A;B\nyes;1.118;1.161\nno;282;239\n", {}),
    "failures": (b"arm,yes,no\nA,118,282\nB,161,239\n", {}),
    "weight": (b"Gender,Admit,Freq\nm,yes,512\nm,no,313\nf,yes,89\nf,no,19\n", {"weight": "Freq"}),
    "others": (b"arm,outcome\nA,yes\nA,no\nB,unsure\nB,yes\nB,\n", {"others": "left out", "missing": "failures"}),
    "preamble": (b"made in March\n\narm,outcome\nA,1\nA,0\n,1\nB,0\n", {}),
    "Windows": ("arm,successes,trials\nCafé,118,400\nB,161,400\n".encode("cp1252"), {"encoding": "cp1252"}),
    "UTF-16": ("arm\tsuccesses\ttrials\nCafé\t118\t400\nB\t161\t400\n".encode("utf-16"), {}),
    "gzip": (gzip.compress(b"arm,successes,trials\nA,118,400\nB,161,400\n"), {}),
    "xlsx": (workbook("xlsx", [["arm", "successes", "trials"], ["A", 118, 400], ["B", 161, 400]]), {}),
    "ods": (workbook("ods", [["arm", "won"], ["A", True], ["B", False]]), {}),
    "JSON": (b'[{"arm": "A", "won": true}, {"arm": "B", "won": false}]', {}),
    "JSON lines": (b'{"arm": "A", "won": "1"}\n{"arm": "B", "won": "0"}', {}),
    "JSON within more": (b'{"rows": [{"arm": "A", "won": 1}, {"arm": "B", "won": 0}], "of": "us"}', {}),
}
UNREAD = (
    "leak",
    "silent-number-thousands-dot-outcomes",
    "refused-number-formatted",
    "refused-outcomes",
    "refused-shape",
)


def same_by_code(content, read, answers, tmp_path):
    """What is read here, and what the notebook's lines read, in which every choice is answered."""
    path = tmp_path / "file.bin"
    path.write_bytes(content)
    reading, left = read(content, answers), {}
    exec(reading.code(read, str(path)), left)
    return reading.result, left["found"]


@pytest.mark.parametrize("name", [name for name in COUNTED if not name.startswith(UNREAD)])
def test_counts_in_the_notebook_are_those_of_the_page(name, tmp_path):
    content, answers = COUNTED[name]
    here, there = same_by_code(content, read_counts, answers, tmp_path)
    assert here == there


@pytest.mark.parametrize(
    "name, answers",
    [
        ("silent-number-thousands-dot-outcomes.csv", {"marks": ","}),
        ("silent-number-thousands-dot-outcomes.csv", {"marks": "."}),
        ("refused-number-formatted-outcomes.csv", {}),
        ("refused-missing.csv", {"missing": "zero"}),
        ("refused-yesno-words.csv", {}),
        ("refused-shape-wide.csv", {"shape": "wide"}),
        ("silent-person-several-rows-choose.csv", {"rows of one person": "first"}),
    ],
)
def test_numbers_in_the_notebook_are_those_of_the_page(name, answers, tmp_path):
    here, there = same_by_code((FILES / name).read_bytes(), read_values, answers, tmp_path)
    assert here.names == there.names
    assert [*map(list, here.outcomes)] == [*map(list, there.outcomes)]
