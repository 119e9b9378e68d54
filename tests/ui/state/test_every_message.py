"""Every component that reports anything is known here, found by itself, and tried with messages of all kinds."""

import copy
import re
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.ui.state import test_messages
from tests.ui.stopping import test_browser
from ui import components
from ui.stopping import browser

# What is dragged: tests/ui/state/test_messages.py.
DRAGGED = test_messages.COMPONENTS.keys()
NEVER_READ = {"lecture", "sight"}  # that they report at all is what they say

keys = some.sampled_from(["cell", "first", "rows", "times", "sequence", "question", "job", "made", "unable", "asks"])
anything = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=8)
    | some.sampled_from([int("9" * 400), "AAAA" * 5, "dp-se 1.0", "server", 2**53]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(keys | some.text(max_size=3), inner, max_size=4),
    max_leaves=10,
)


@some.composite
def spoiled(draw, report):
    """A good report with some of its parts replaced, or something else altogether."""
    if draw(some.integers(0, 5)) == 0:
        return draw(anything)
    found = copy.deepcopy(report)
    for _ in range(draw(some.integers(1, 2))):
        place = found
        while True:
            names = list(place) if isinstance(place, dict) else list(range(len(place)))
            name = draw(some.sampled_from(names)) if names else None
            if name is None or not isinstance(place[name], dict | list) or draw(some.booleans()):
                break
            place = place[name]
        if name is not None:
            place[name] = draw(anything)
    return found


@contextmanager
def no_session():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser.st, "session_state", {})
        yield


def take_curves(message):
    """How many runs were taken over; so all of these."""
    with no_session():
        view = test_browser.empty()
        browser.take(message, view)
        assert len(browser.heard().problem) <= 300
    for result in view.study.results.values():
        assert (result.pulls.sum(axis=1) == result.stopping_times).all()
        assert 0 < result.runs <= view.runs
    return sum(result.runs for result in view.study.results.values())


@cache
def good_curves():
    with no_session():
        return test_browser.report(test_browser.empty(), [test_browser.honest()])


def test_every_component_that_reports_is_tried():
    """A new one belongs to the components of test_messages, or is tried as these two are."""
    sources = {path.parent.name: path.read_text() for path in Path(components.__file__).parent.glob("*/__init__.py")}
    reporting = {name for name, source in sources.items() if re.search(r"on_\w+_change", source)}
    assert reporting == DRAGGED | NEVER_READ | {"curves", "paper"}  # tests/ui/components/test_paper.py


def test_good_runs_count():
    assert take_curves(good_curves()) > 0


@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_nothing_that_is_reported_of_runs_breaks_anything(data):
    message = data.draw(spoiled(good_curves()))
    start = time.process_time()
    take_curves(message)
    assert time.process_time() - start < 5
