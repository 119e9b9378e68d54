"""Every component that reports anything is known here, found by itself, and tried with messages of all kinds."""

import copy
import re
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.ui.state import test_messages
from tests.ui.stopping import test_browser
from ui import components
from ui.components import paper
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


def good_curves():
    with no_session():
        return test_browser.report(test_browser.empty(), [test_browser.honest()])


def take_paper(message):
    asked = paper.asked(message)
    assert 0 <= asked < 2**53
    return asked


OTHERS = {"curves": (good_curves(), take_curves), "paper": (5, take_paper)}


def test_every_component_that_reports_is_tried():
    """A new one belongs to OTHERS, or to the components of test_messages, with a good report to start from."""
    sources = {path.parent.name: path.read_text() for path in Path(components.__file__).parent.glob("*/__init__.py")}
    reporting = {name for name, source in sources.items() if re.search(r"on_\w+_change", source)}
    assert reporting == DRAGGED | NEVER_READ | OTHERS.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_good_reports_count(name):
    report, take = OTHERS[name]
    assert take(report) > 0


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_nothing_that_is_reported_breaks_anything(name, data):
    report, take = OTHERS[name]
    start = time.process_time()
    take(data.draw(spoiled(report) if isinstance(report, dict) else anything))
    assert time.process_time() - start < 5
