"""A study of a fixed budget: its cells, its growth against one call, what a drag shows, its tables and its picture."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from ui.fixed_budget.bandit import PRESETS, checked, of_arms
from ui.fixed_budget.charts import error_chart
from ui.fixed_budget.sources import recalled, sources
from ui.fixed_budget.study import BudgetProblem, BudgetStudy, BudgetView, Line, quick_results, trace_of
from ui.fixed_budget.tables import arms_table, error_table, hardness_table, trace_table
from ui.fixed_budget.words import error_reading, expert_verdict, notebook, schedule_reading, too_small, verdict

BANDIT = checked(((1, 0), (0, 1), (0.4, 0.4), (0.2, 0.1)), (0.7, 0.4), "bernoulli")
PRIVATE, PUBLIC = Line("dp-bai", 0.1), Line("od-linbai", None)


def view_of(bandit=BANDIT, **changes):
    view = BudgetView(
        algorithms=("dp-bai", "od-linbai"),
        epsilons=(1.0, 0.1),
        budgets=(100, 215, 464, 1000),
        limits=(100, 1000),
        budget=300,
        runs=40,
        run=0,
        study=BudgetStudy(BudgetProblem(bandit, seed=3)),
    )
    return replace(view, **changes)


def filled(view):
    """The view with all its runs, made in two rounds."""
    never = dpcore.CancelFlag()
    for cell in view.cells:
        first, later = (view.study.simulate(cell, start, view.runs // 2, never) for start in (0, view.runs // 2))
        view.study.results[cell] = first.extended_by(later)
    return view


@pytest.fixture(scope="module")
def whole():
    """A view that no test changes."""
    return filled(view_of())


def of_core(bandit=BANDIT, runs=40, **how):
    """The runs of DP-BAI as one call makes them."""
    arguments = "dp-bai", bandit.features, bandit.theta, 300, 0.1
    return dpcore.simulate_fixed_budget(*arguments, runs=runs, seed=3, rewards="bernoulli", **how)


def test_private_algorithms_have_a_line_for_each_epsilon_and_the_others_one():
    assert view_of().lines == [PRIVATE, Line("dp-bai", 1.0), PUBLIC]
    assert [line.label for line in view_of().lines] == ["DP-BAI, ε = 0.1", "DP-BAI, ε = 1", "OD-LinBAI"]


def test_grown_study_equals_one_call(whole):
    assert whole.study.results[PRIVATE, 300].to_records() == of_core().to_records()


def test_budgets_too_small_for_a_line_are_no_cells_and_it_is_said():
    view = view_of(PRESETS["Published study"], algorithms=("baseline",), epsilons=(0.1,), budgets=(20, 100), budget=20)
    bandit, (line,) = view.bandit, view.lines
    least = line.smallest_budget(view.problem)
    assert view.cells == [(line, 100)]
    assert f"BASELINE needs {least}" in too_small(view)
    assert too_small(view_of()) == ""
    arguments = line.algorithm, bandit.features, bandit.theta
    dpcore.simulate_fixed_budget(*arguments, least, 0.1, runs=1, rewards=bandit.rewards)
    with pytest.raises(ValueError, match="horizon must be at least"):
        dpcore.simulate_fixed_budget(*arguments, least - 1, 0.1, runs=1, rewards=bandit.rewards)


def test_a_dragged_budget_keeps_the_runs_and_gets_a_few_of_its_own(whole):
    live, results = whole.dragged_to(BANDIT, 700)
    assert live.budget == 700
    assert results[PRIVATE, 464].runs == 40
    assert 0 < results[PRIVATE, 700].runs < 40
    assert expert_verdict(live, results).startswith("After **T = 700 samples** at ε = 0.1, DP-BAI")
    assert verdict(live, results).startswith("After 700 samples at ε = 0.1, the private method DP-BAI")
    assert len(verdict(live, results).split()) <= 31  # ε = 0.1 counts as three
    assert whole.dragged_to(BANDIT, 300) == (whole, whole.results())


def test_no_verdict_rests_on_what_depends_on_units():
    view = filled(view_of(algorithms=("dp-od-axes", "dp-od", "od-linbai")))
    for told in (verdict(view, view.results()), expert_verdict(view, view.results())):
        assert "DP-OD names a wrong" in told
        assert "by axis" not in told
    read = error_reading(view, view.results())
    assert "DP-OD, noise by axis, ε" not in read
    assert "Dashed lines are for DP-OD, noise by axis, whose errors depend on the units of the features" in read
    alone = replace(view, algorithms=("dp-od-axes", "od-linbai"))
    assert "depend on the units of the features. Choose another private algorithm" in verdict(alone, alone.results())
    assert expert_verdict(alone, alone.results()) == ""


@pytest.mark.parametrize(("errors", "best"), [((9, 2), "DP-OD"), ((2, 9), "DP-BAI")])
def test_the_verdict_names_the_best_private_method_of_the_smallest_epsilon(errors, best):
    view = filled(view_of(algorithms=("dp-bai", "dp-od", "od-linbai")))
    wrong = {Line("dp-bai", 0.1): errors[0], Line("dp-od", 0.1): errors[1], Line("dp-bai", 1.0): 0}
    for line, number in wrong.items():
        result = view.study.results[line, 300]
        named = np.where(np.arange(40) < number, 1 - result.best_arm, result.best_arm)
        view.study.results[line, 300] = replace(result, recommendations=named)
    told = verdict(view, view.results())
    assert f"the best private method here, {best}, names a wrong arm in **5 %** of 40 runs" in told
    assert len(told.split()) <= 31  # ε = 0.1 counts as three
    assert f"at ε = 0.1, {best} names a wrong arm in **5 %**" in expert_verdict(view, view.results())


def test_the_verdict_is_about_the_epsilon_that_was_typed_and_names_all_that_are_best():
    view = filled(view_of(algorithms=("dp-bai", "baseline"), typed=1.0))
    equal = view.study.results[Line("dp-bai", 1.0), 300]
    view.study.results[Line("baseline", 1.0), 300] = equal
    told = "After 300 samples at ε = 1, the best private methods here, DP-BAI and BASELINE, name a wrong arm in"
    assert verdict(view, view.results()).startswith(told)
    assert "at ε = 1, DP-BAI names" in expert_verdict(view, view.results())


def test_a_dragged_bandit_gets_a_few_runs_on_itself(whole):
    moved = replace(BANDIT, theta=(0.4, 0.7))
    live, results = whole.dragged_to(moved, 300)
    assert live.bandit == moved
    assert whole.bandit == BANDIT
    quick = results[PRIVATE, 300]
    assert quick.errors == of_core(moved, quick.runs).errors


def test_a_drag_makes_the_fewer_runs_the_more_points_it_moves():
    few = quick_results(BudgetProblem(BANDIT, seed=3), [(PRIVATE, 300)])
    many = quick_results(BudgetProblem(BANDIT, seed=3), [(PRIVATE, budget) for budget in range(300, 550)])
    assert [result.runs for result in few.values()] == [20]
    assert {result.runs for result in many.values()} == {4}
    assert quick_results(BudgetProblem(BANDIT, seed=3), []) == {}


def test_bounds_are_those_of_the_core_and_of_dp_bai_only():
    bounds = view_of().bounds
    assert list(bounds) == [0.1, 1.0]
    budgets, values = bounds[0.1]
    assert (budgets[0], budgets[-1]) == (100, 1000)
    whole = dpcore.fixed_budget.dp_bai_error_bound(BANDIT.features, BANDIT.theta, 1000, 0.1)
    assert values[-1] == whole.error_probability
    assert view_of(algorithms=("od-linbai",)).bounds == {}


def test_phases_by_halving_are_runs_of_their_own_without_a_bound():
    bandit = checked(((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0), (0, 0.5, 0.5)), (0.7, 0.4, 0.2), "bernoulli")
    problem = BudgetProblem(bandit, seed=3, phases="halving")
    view = filled(view_of(bandit, study=BudgetStudy(problem)))
    runs = of_core(bandit, phases="halving")
    np.testing.assert_array_equal(view.study.results[PRIVATE, 300].phase_pulls, runs.phase_pulls)
    assert [phase.active.size for phase in trace_of(view, PRIVATE).phases] == [5, 3, 2]
    assert view.bounds == {}
    assert hardness_table(view).filter(like="bound").isna().all(axis=None)
    (note,) = [note for note in recalled(view) if note.startswith("Phases")]
    assert "the phases here have 5 → 4 → 2 → 1 arms" in note
    assert "Halving gives 5 → 3 → 2 → 1" in note
    assert "theta, horizon, 0.1, runs=runs, seed=seed, rewards=rewards, phases='halving')" in notebook(view).code
    assert "'od-linbai', features, theta, horizon, None, runs=runs, seed=seed, rewards=rewards)" in notebook(view).code
    assert schedule_reading(problem).startswith(
        "DP-BAI keeps 5 → 3 → 2 → 1 arms here; with the other phases it would keep 5 → 4 → 2 → 1."
    )
    assert schedule_reading(BudgetProblem(PRESETS["Published study"], 0, "halving")).endswith(
        " The number of phases that share the samples is 5 instead of 1."
    )
    live, _ = view.dragged_to(replace(bandit, theta=(0.4, 0.7, 0.2)), 300)
    assert live.problem.phases == "halving"


def test_tables_hold_the_figures_of_the_core(whole):
    row = error_table(whole.results()).set_index(["algorithm", "epsilon", "T"]).loc[("DP-BAI", 0.1, 300)]
    result = whole.study.results[PRIVATE, 300]
    assert (row["runs"], row["wrong"]) == (40, result.errors)
    assert (row["95 % low"], row["95 % high"]) == result.error_interval
    hardness = hardness_table(whole)
    assert list(hardness["ε"]) == ["0.1", "1", "no privacy"]
    without = dpcore.fixed_budget.fixed_budget_hardness(BANDIT.features, BANDIT.theta, math.inf)
    assert hardness["H"].iloc[-1] == without.total
    assert arms_table(BANDIT)["mean"].tolist() == pytest.approx([0.7, 0.4, 0.44, 0.18])
    trace = trace_of(whole, PRIVATE)
    story = trace_table(trace)
    assert len(story) == sum(phase.active.size for phase in trace.phases)
    assert story["pulls"].sum() == sum(int(phase.counts.sum()) for phase in trace.phases)


@pytest.mark.parametrize("budget", [30_000, 47_000, 61_000, 90_000])
def test_the_bound_of_dp_bai_is_rounded_up(budget):
    text = sources(view_of(budget=budget, limits=(100, 100_000)))
    told = {
        float(epsilon): float(error) for error, epsilon in re.findall(r"([\d.]+(?:e-\d+)?) % at ε = ([\d.]+)", text)
    }
    assert told.keys() == {0.1, 1.0}
    for epsilon, error in told.items():
        bound = dpcore.fixed_budget.dp_bai_error_bound(BANDIT.features, BANDIT.theta, budget, epsilon)
        assert 100 * bound.error_probability <= error <= 111 * bound.error_probability


def lines_of(bandit=BANDIT):
    view = filled(view_of(bandit, algorithms=("dp-bai", "baseline"), epsilons=(1.0,)))
    chart = error_chart(view, view.results())
    return [trace for trace in chart.data if trace.mode == "lines+markers"], chart


def test_where_dp_bai_does_the_same_as_baseline_both_lines_are_seen():
    (behind, before), _ = lines_of(of_arms((0.8, 0.5, 0.3)))
    assert (behind.name, before.name) == ("BASELINE", "DP-BAI")
    assert behind.line.width > 2 * before.line.width
    assert behind.marker.size > before.marker.size
    (first, second), _ = lines_of()
    assert (first.name, second.name) == ("DP-BAI", "BASELINE")
    assert first.line.width == second.line.width


def test_points_at_100_percent_have_room_below_the_handle_and_hollow_points_at_the_frame_are_whole():
    _, chart = lines_of()
    assert 10 ** chart.layout.yaxis.range[1] >= 2
    hollow = [trace for trace in chart.data if trace.marker.symbol == "circle-open" and any(trace.x)]
    assert hollow
    assert all(trace.cliponaxis is False for trace in hollow)
