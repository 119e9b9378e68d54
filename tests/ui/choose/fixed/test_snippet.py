"""The Python of an exact answer runs as it stands and prints the page's figures; so does its notebook."""

import contextlib
import io
import re

import pytest

from tests.ui.choose.fixed.cases import exact
from ui.choose.fixed.snippet import notebook, snippet
from ui.choose.question import RATES

EVERY = {
    "winner": {},
    "counts": {"looks": RATES, "epsilon": 0.2},
    "local": {"trust_model": "local", "participants": 100_000},
    "too few": {"participants": 500},
    "none of some option": {"participants": 2},
    "missing": {"missing": 0.2},
    "waiting": {"missing": 0.2, "waits": True, "block": 10},
    "given rates": {"mode": "the rates", "options": 2, "difference": 0.25},
}


def printed(code):
    output, names = io.StringIO(), {}
    with contextlib.redirect_stdout(output):
        exec(compile(code, "snippet", "exec"), names)
    return dict(re.findall(r"^(.*?): (.*)$", output.getvalue(), re.MULTILINE)), names


@pytest.mark.parametrize("how", EVERY.values(), ids=EVERY)
def test_the_snippet_prints_the_pages_figures(how):
    found = exact(**how)
    said, names = printed(snippet(found))
    if how.get("participants") != 2:
        assert float(said["smallest epsilon that is enough"]) == found.enough_from
        assert float(said["probability of finding the lead"]) == found.kept
    if not found.design.waits:
        each = [found.needed or found.without_privacy, found.without_privacy]
        assert [float(text) * found.design.options for text in next(iter(said.values())).split()] == each
    assert names["participants"] == found.question.participants


def test_the_notebook_draws_the_pages_curve():
    found = exact(looks=RATES)
    book = notebook(found)
    assert "leads every other by 10 points or more" in book.setting
    assert "With 10,000 participants" in book.setting
    _, names = printed(book.code)
    exec(book.picture.split("figure =")[0], names)
    curves = found.curves
    assert names["epsilons"] == pytest.approx(curves.epsilons.tolist())
    assert [3 * each for each in names["enough"]] == curves.participants.tolist()
