"""What was on show before stays, faded, until the present question has runs at all its points."""

from dataclasses import replace

from tests.ui.stopping.test_words import INSTANCE, PROVEN, view_of
from ui.arms.instance import Instance
from ui.stopping.charts import stopping_time_curves
from ui.stopping.earlier import earlier, with_runs
from ui.stopping.words import earlier_name

OTHER = Instance((0.9, 0.4), 1.0, 0.1)


def test_runs_stay_until_the_next_ones_are_complete(visit):
    first = view_of(PROVEN)
    assert earlier(first, first) is None
    dragged = first.dragged_to(OTHER)
    assert dragged.results() == {}
    assert earlier(first, dragged) is first
    second = view_of(PROVEN, runs=0, instance=OTHER)
    assert earlier(second, second) is first
    third = view_of(PROVEN, runs=0, instance=replace(OTHER, means=(0.9, 0.5)))
    assert earlier(third, third) is first  # nothing was seen of the second
    assert earlier(third, third.dragged_to(INSTANCE)) is first
    complete = view_of(PROVEN, instance=third.instance)
    assert earlier(complete, complete) is None


def test_below_earlier_runs_stay_until_there_are_some_at_this_epsilon(visit):
    first, second = view_of(PROVEN), view_of(PROVEN, runs=0, instance=OTHER)
    assert with_runs(second) is second  # nothing was on show
    assert earlier(first, first) is None  # as the main picture asks before
    assert with_runs(first) is first
    assert with_runs(second) is first
    complete = view_of(PROVEN, instance=OTHER)
    assert with_runs(complete) is complete


def test_runs_hold_for_every_epsilon(visit):
    view = view_of(PROVEN)
    dragged = view.dragged_to(replace(INSTANCE, epsilon=0.5))
    assert dragged.results() == view.results()
    assert dragged.epsilons == (0.1, 0.5, 1.0)
    assert earlier(view, dragged) is None
    assert view.dragged_to(INSTANCE) is view


def test_what_is_old_is_faded_and_says_what_it_is():
    view = view_of(PROVEN)
    dragged = view.dragged_to(OTHER)
    shown = stopping_time_curves(dragged, view)
    assert shown["curves"][0]["points"] == []
    assert shown["earlier"]["curves"] == stopping_time_curves(view)["curves"]
    assert shown["earlier"]["words"] == "runs for the previous arms"
    assert stopping_time_curves(view)["earlier"] is None
    narrow = replace(dragged, epsilons=(0.5, 1.0))
    assert [point[0] for point in stopping_time_curves(narrow, view)["earlier"]["curves"][0]["points"]] == [1.0]
    for changes, name in (({"risk": 0.2}, "runs for the previous risk"), ({}, "earlier runs")):
        assert earlier_name(view, replace(view, instance=replace(INSTANCE, **changes))) == name
