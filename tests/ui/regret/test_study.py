"""A study of regret: which cells, in which order, at which budgets, and its bounds against simulation and core."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.regret.cases import ARMS, CONTEXTS, LINEAR, filled, view_of
from ui.regret.bounds import bound_over_epsilon, bound_over_time, boundaries, bounds_of, lower_bounds
from ui.regret.study import RegretProblem, budget_and_seed, private_algorithms
from ui.regret.tables import not_reproduced_table, point_table, readable, summary_table, time_table


def test_counterparts_come_first_once_each_and_pull_by_pull_last():
    cells = view_of(ARMS, ["dp-ucb", "adap-ucb", "adac-ucb"], (1.0, 0.1)).cells
    assert cells[0] == ("ucb-episodes", math.inf)
    assert cells[1:3] == [("adap-ucb", 1.0), ("adac-ucb", 1.0)]
    assert [name for name, _ in cells[-3:]] == ["dp-ucb"] * 3
    assert len(cells) == len(set(cells)) == 8


def test_budgets_of_one_place_and_independent_counterparts():
    assert budget_and_seed(("adap-ucb", 0.2), 7) == {"epsilon": 0.2, "seed": 7}
    assert budget_and_seed(("adac-ucb", 0.2), 7) == {"rho": pytest.approx(0.2 * math.tanh(0.1)), "seed": 7}
    assert budget_and_seed(("dp-se", math.inf), 7) == {"epsilon": math.inf, "seed": 8}
    assert budget_and_seed(("ucb-episodes", math.inf), 7) == {"seed": 8}


def test_grown_study_equals_one_call():
    view = filled(ARMS, ["adac-ucb", "dp-se"], [0.5], 10)
    whole = dpcore.simulate_regret("adac-ucb", ARMS.means, 100_000, rho=0.5 * math.tanh(0.25), runs=10, seed=3)
    np.testing.assert_array_equal(view.study.results[("adac-ucb", 0.5)].regret, whole.regret)
    assert view.study.missing(view.cells, 10) == 0


def test_tables_hold_the_figures_of_the_core():
    view = filled(ARMS, ["adac-ucb", "dp-se"], [0.5, 1.0], 4)
    points = point_table(view).set_index(["algorithm", "place on the scale"])
    private, plain = points.loc[("AdaC-UCB", 0.5)], points.loc[("UCB in episodes", math.inf)]
    assert private["price"] == pytest.approx(private["mean regret"] - plain["mean regret"])
    assert math.isnan(plain["price"])
    assert plain["promise"] == "none"
    times = time_table(view)
    assert set(times["algorithm"]) == {"AdaC-UCB", "DP-SE", "UCB in episodes", "DP-SE without noise"}
    last = times[(times["algorithm"] == "AdaC-UCB") & (times["pulls"] == 100_000)]
    assert last["mean regret"].tolist() == [private["mean regret"]]
    assert set(not_reproduced_table("arms")["algorithm"]) == {"DP-SE", "AdaP-KLUCB"}


def test_what_is_read_has_four_digits_and_no_noise_of_floating_point():
    view = filled(ARMS, ["adac-ucb", "dp-se"], [0.5, 1.0], 4)
    points, read = point_table(view), readable(point_table(view))
    planted = points.assign(**{"standard error": [1e-14, 12345.6, *[12.3456] * (len(points) - 2)]})
    assert set(readable(planted)["standard error"]) == {0.0, 12.35, 12346.0}
    assert read["at ε"].isna().sum() == 2  # without privacy
    assert {"privacy adds", "ρ"} < set(read)
    assert not {"seed", "epsilon"} & set(read)
    assert all(float(f"{value:.4g}") == value for value in read["mean regret"])
    table = summary_table(view).set_index("algorithm")
    assert table.index.tolist() == ["AdaC-UCB (ρ-zCDP)", "DP-SE (ε-DP)"]
    place = view.epsilon
    figures = points.set_index(["algorithm", "place on the scale"]).loc[("AdaC-UCB", place)]
    assert table.loc["AdaC-UCB (ρ-zCDP)", "loses"] == f"{figures['mean regret']:,.0f}"
    assert table.loc["AdaC-UCB (ρ-zCDP)", "privacy adds"][0] == ("+" if figures["price"] > 0 else "−")


def test_a_first_run_alone_has_no_price():
    view = filled(ARMS, ["adap-ucb"], [0.5], 1)
    assert summary_table(view).empty
    assert view.study.price(("adap-ucb", 0.5)) is None
    assert point_table(view)["standard error"].isna().all()


def test_bounds_are_shown_where_they_are_wished_for():
    view = filled(ARMS, ["adap-ucb"], [0.5], 1)
    shown = bounds_of(view)
    assert shown.over_time["adap-ucb"][1][-1] == pytest.approx(bound_over_epsilon("adap-ucb", ARMS, [0.5])[0])
    assert shown.boundaries == boundaries(ARMS, ["adap-ucb"])
    times, limit = shown.limit_over_time
    assert (times[-1], limit[-1]) == (ARMS.horizon, pytest.approx(lower_bounds(ARMS, ["adap-ucb"], [0.5])[1].values[0]))
    assert bounds_of(filled(ARMS, ["adac-ucb"], [0.5], 1)).limit_over_time is None  # none is known for zCDP
    hidden = bounds_of(replace(view, show_bounds=False))
    assert (hidden.over_time, hidden.over_epsilon, hidden.lower, hidden.boundaries) == ({}, {}, [], [])
    assert hidden.limit_over_time is None


@pytest.mark.parametrize("problem, algorithms", [(ARMS, ["dp-se", "adap-ucb", "adac-ucb"]), (LINEAR, ["adac-gope"])])
def test_bounds_over_time_grow_to_those_over_epsilon(problem, algorithms):
    for algorithm in algorithms:
        for epsilon, bound in zip([0.1, 1.0], bound_over_epsilon(algorithm, problem, [0.1, 1.0]), strict=True):
            over_time = bound_over_time(algorithm, problem, [1000, problem.horizon], epsilon)
            assert over_time[0] < over_time[1] == pytest.approx(bound)


def test_bounds_stop_where_their_theorems_do():
    published = RegretProblem("arms", 1000, 0, means=(0.8, 0.5), exploration=1.0)
    assert bound_over_epsilon("adac-ucb", published, [1.0]) is None
    assert "AdaC-UCB's bound" not in {each.label for each in boundaries(published, ["adac-ucb"])}
    for problem in (ARMS, LINEAR, CONTEXTS):
        explicit = {name for name in private_algorithms(problem.kind) if bound_over_epsilon(name, problem, [1.0])}
        assert explicit == {"arms": {"dp-se", "adap-ucb", "adac-ucb"}, "linear": {"adac-gope"}}.get(problem.kind, set())
    assert lower_bounds(CONTEXTS, ["adac-oful"], [1.0]) == boundaries(CONTEXTS, ["adac-oful"]) == []


def test_limit_of_pure_dp_is_said_of_pure_dp_only():
    assert not any(each.is_limit for each in lower_bounds(ARMS, ["adac-ucb"], [0.1]))
    limit = next(each for each in lower_bounds(ARMS, ["adap-ucb"], [0.1, 1e3]) if each.is_limit)
    expected = math.log(100_000) * dpcore.regret.sharp_asymptotic_regret_lower_bound_epsilon(ARMS.means, 0.1)
    assert limit.values[0] == pytest.approx(expected)
    slopes = [each.epsilon for each in boundaries(ARMS, ["adap-ucb"]) if each.shades]
    low, high = (lower_bounds(ARMS, ["adap-ucb"], [slopes[0] * factor])[1].values[0] for factor in (0.005, 0.01))
    assert low == pytest.approx(2 * high, rel=0.01)  # far left of every boundary: 1/epsilon


def test_two_arms_have_one_boundary():
    problem = RegretProblem("arms", 100, 0, means=(0.8, 0.5))
    assert [each.label for each in boundaries(problem, ["dp-se"])] == ["worst case, ε-DP", "closest arm"]
