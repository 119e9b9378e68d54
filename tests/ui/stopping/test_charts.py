"""What the picture of stopping times draws, its curves, and what was on show before, faded until there are runs."""

import re
from dataclasses import replace

import pytest

import dpcore
from tests.ui.stopping.test_words import INSTANCE, PROVEN, PUBLIC, view_of
from ui.arms.instance import Instance
from ui.stopping.charts import stopping_time_curves
from ui.stopping.curves import Curve, all_curves
from ui.stopping.earlier import earlier, with_runs
from ui.stopping.words import earlier_name


def drawn(view):
    """The picture's curves by their labels."""
    return {curve["label"]: curve for curve in stopping_time_curves(view)["curves"]}


def test_a_point_holds_the_quantiles_of_its_runs_or_their_mean():
    view = view_of(PROVEN)
    for epsilon, *figures in drawn(view)["DP-SE"]["points"]:
        summary = view.study.results[PROVEN, epsilon].summary()
        assert figures == [*(summary.quantiles[level] for level in (0.1, 0.5, 0.9)), 0.0, 6]
    for epsilon, *figures in drawn(replace(view, show_mean=True))["DP-SE"]["points"]:
        summary = view.study.results[PROVEN, epsilon].summary()
        assert figures == [summary.mean_interval[0], summary.mean, summary.mean_interval[1], 0.0, 6]


def test_what_does_not_depend_on_epsilon_goes_from_side_to_side():
    curve = drawn(view_of(PUBLIC))["TTUCB"]
    assert curve["name"] == "TTUCB, not private"
    assert [point[0] for point in curve["points"]] == [0.1, 1.0]
    assert curve["points"][0][1:] == curve["points"][1][1:]


@pytest.mark.parametrize("show_mean", [False, True])
def test_capped_runs_sit_at_the_cap(show_mean):
    view = replace(view_of(PROVEN, max_samples=100), show_mean=show_mean)
    assert [point[1:] for point in drawn(view)["DP-SE"]["points"]] == [(100, 100, 100, 1.0, 6)] * 2


def test_the_bounds_span_the_picture_without_runs_too():
    view = view_of(PROVEN, runs=0)
    shown = stopping_time_curves(view)
    assert shown["range"] == (0.1, 1.0)
    assert shown["bounds"]["epsilons"][0] == pytest.approx(0.1)
    assert shown["bounds"]["private"][-1] == pytest.approx(view.bounds.at_epsilon)
    assert shown["free"] == view.bounds.non_private
    assert shown["curves"][0]["points"] == []
    assert shown["epsilon"] == INSTANCE.epsilon


def test_curves_cover_every_algorithm_and_name_heuristics():
    curves = all_curves()
    assert {curve.algorithm for curve in curves.values()} == set(dpcore.fixed_confidence_algorithms())
    for key, curve in curves.items():
        assert ("heuristic" in key) == (curve.threshold == "heuristic") == ("heuristic" in curve.label)
    assert curves["adap-tt-log leader"].parameters == (("leader", "log"),)
    assert curves["adap-tt-log leader"].label == "AdaP-TT (log leader)"


def test_numbers_are_named_by_the_symbols_of_the_paper():
    curve = Curve("dp-tt", "heuristic", (("growth", 0.5), ("leader_share", 0.4)))
    assert curve.label == "DP-TT (heuristic, η = 0.5, β = 0.4)"
    assert curve.key not in all_curves()


def test_what_is_not_proven_is_dashed_in_its_algorithms_colour():
    proven, heuristic = Curve("dp-tt", "proven"), Curve("dp-tt", "heuristic")
    assert (proven.line(2)["dash"], heuristic.line(2)["dash"]) == ("solid", "dash")
    assert proven.color == heuristic.color


def test_its_paragraph_tells_privacy_threshold_and_source():
    for curve in all_curves().values():
        entry = dpcore.fixed_confidence_algorithms()[curve.algorithm]
        assert curve.source.startswith(f"**{curve.label}** ({entry.privacy if curve.is_private else 'not private'}).")
        for words in (entry.source, entry.thresholds[curve.threshold]):
            cited = re.sub(r"\bTH (?=Eq|Algorithm|\d)", "Azize's thesis, ", words)
            assert re.sub(r"\bTH\b", "the thesis", cited) in curve.source
        told = " ".join([curve.source, *curve.warnings])
        assert not re.search(r"\bTH\b|from memory of|the thesis, 2|leader = |= inf", told)
        assert ".." not in curve.source


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
