"""Sentences about stopping times: which algorithm the verdict names, how capped runs are told, and the code."""

import pytest

import dpcore
from ui.arms.instance import Instance
from ui.look.numbers import at_least, count, number, percent, rounded_up, setting
from ui.stopping.controls import taking
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView, summary_table
from ui.stopping.words import capped_sentences, expert_verdict, notebook, picture_reading, summary_reading, verdict

INSTANCE = Instance((0.9, 0.3), 1.0, 0.1)
PROVEN, HEURISTIC, PUBLIC = Curve("dp-se", "proven"), Curve("dp-tt", "heuristic"), Curve("ttucb", "proven")
WEAKER = Curve("gaussian-pb-tas", "proven")


def view_of(*curves, epsilons=(0.1, 1.0), runs=6, max_samples=20_000, instance=INSTANCE):
    study = StoppingStudy(StoppingProblem(instance.means, instance.risk, max_samples, 5, instance.indifference))
    view = StoppingView(instance, curves, epsilons, runs, show_mean=False, study=study)
    for cell in view.cells:
        if runs:
            study.results[cell] = study.simulate(cell, 0, runs, dpcore.CancelFlag())
    return view


def test_the_verdict_names_a_proven_algorithm_before_a_quicker_heuristic():
    view = view_of(HEURISTIC, PROVEN)
    medians = {curve: result.summary().median for curve, result in view.at_epsilon()}
    assert medians[HEURISTIC] < medians[PROVEN]
    said = expert_verdict(view)
    assert (
        "**DP-SE** had the smallest median here of the ε-DP methods with a proven bound on the risk: "
        f"**{count(medians[PROVEN])}** participants (mean "
    ) in said
    fewer = f"fewer than **{at_least(view.bounds.at_epsilon)} participants** on"
    assert f"at most 10 %, whatever the means are, stops after {fewer}" in said
    assert "**DP-TT (heuristic)** had the smallest median here: **" in expert_verdict(view_of(HEURISTIC))
    newcomers = verdict(view)
    assert f"half of the runs stop within **{count(medians[PROVEN])} participants**: the median of 6" in newcomers
    assert "of DP-SE, the fastest proven ε-DP method chosen here." in newcomers
    assert "of DP-TT (heuristic), an ε-DP method whose risk has no proof." in verdict(view_of(HEURISTIC))


def test_nothing_is_the_quickest_while_another_lacks_runs_and_the_table_says_of_which_runs_it_is():
    view, lacking = view_of(PROVEN, HEURISTIC), (HEURISTIC, 1.0)
    assert "at ε = 1, and all rows at risk 10 %, of 6 runs each. Wrong" in summary_reading(view)
    view.study.results[lacking] = view.study.simulate(lacking, 0, 2, dpcore.CancelFlag())
    assert "drawn, 2 or more for each; the sentences above may already count more." in summary_reading(view)
    assert "DP-SE, the fastest proven ε-DP method chosen so far." in verdict(view)
    assert "the smallest median so far of the ε-DP methods with a proven bound on the risk" in expert_verdict(view)


def test_the_verdict_says_why_there_is_no_median():
    frozen = view_of(PROVEN, max_samples=100)
    reasons = {
        "simulated runs appear in the picture": view_of(PROVEN, runs=0),
        "choose a private algorithm below": view_of(PUBLIC),
        "still going at the cap": frozen,
    }
    for reason, view in reasons.items():
        assert reason in verdict(view)
        assert reason in expert_verdict(view)
        assert f"averages fewer than **{at_least(view.bounds.at_epsilon)} participants**; " in verdict(view)


def test_the_verdict_is_short():
    for view in (view_of(PROVEN), view_of(HEURISTIC), view_of(PUBLIC), view_of(PROVEN, max_samples=100)):
        assert len(verdict(view).split()) <= 33  # of which "ε = 0.1" and "1 %" are five


def test_capped_runs_are_told_where_they_are_most():
    view = view_of(PROVEN, epsilons=(0.01, 1.0), max_samples=3000)
    shares = {epsilon: result.summary().share_capped for (_, epsilon), result in view.results().items()}
    assert shares[0.01] == 1.0 > shares[1.0]
    (sentence,) = capped_sentences(view)
    assert "DP-SE: 6 of 6 runs at ε = 0.01 had not stopped after 3,000 participants" in sentence
    assert "never averaged into a mean" in sentence
    (both,) = capped_sentences(view_of(PROVEN, epsilons=(0.01, 0.011), max_samples=3000))
    assert "participants; at 1 other value of ε, some had not stopped either. Such" in both
    assert capped_sentences(view_of(PROVEN)) == []
    frozen = view_of(PROVEN, epsilons=(0.01,), max_samples=3000, instance=Instance((0.9, 0.3), 0.01, 0.1))
    (row,) = summary_table(frozen).to_dict("records")
    assert row["wrong"].startswith("0 of 0 ")
    assert (row["median"], row["mean"], row["capped"]) == ("over the cap", "unknown", "6 of 6")
    assert row["times the bound"] == "–"


def test_the_table_holds_the_figures_of_the_core_beside_the_bound_of_each_promise():
    view = view_of(PROVEN, WEAKER, PUBLIC)
    rho = dpcore.privacy.rho_from_epsilon(1.0)
    bounds = {
        "DP-SE": dpcore.sample_lower_bounds(INSTANCE.means, 1.0, 0.1)["tightest_private"],
        "TTUCB, not private": dpcore.sample_lower_bounds(INSTANCE.means, 1.0, 0.1)["non_private"],
        "Gaussian PB-TaS, a weaker promise, ρ-zCDP": dpcore.choosing.necessary_samples_under_zcdp(
            INSTANCE.means, rho, 0.1
        ),
    }
    rows = summary_table(view).set_index("algorithm")
    assert set(rows.index) == set(bounds)
    for curve, result in view.at_epsilon():
        row, summary = rows.loc[curve.label_with_promise], result.summary()
        assert (row["median"], row["mean"]) == (count(summary.median), count(summary.mean))
        assert row["80 % of the runs"] == f"{count(summary.quantiles[0.1])} to {count(summary.quantiles[0.9])}"
        most = percent(rounded_up(summary.error_interval_finished[1]))
        assert row["wrong"] == f"{summary.errors_finished} of 6 (at most {most})"
        assert row["times the bound"] == number(summary.mean / bounds[curve.label_with_promise])


@pytest.mark.parametrize(
    "curve, arguments",
    [
        (PROVEN, "'dp-se', means, epsilon, risk, runs=6, seed=5, max_samples=20000)"),
        (HEURISTIC, "max_samples=20000, threshold='heuristic')"),
        (Curve("adap-tt", "proven", (("leader", "log"),)), "max_samples=20000, leader='log')"),
    ],
)
def test_the_code_says_what_is_not_the_default(curve, arguments):
    assert arguments in notebook(view_of(curve)).code


PB_TAS = Curve("pb-tas", "proven")
SEVERAL = Instance((0.6, 0.6, 0.3), 1.0, 0.1, indifference=0.2)
ALONE = Instance((0.6, 0.3), 1.0, 0.1, indifference=0.2)


def test_with_several_good_answers_the_bound_is_said_to_be_one_for_small_risks():
    for runs in (0, 3):
        said = expert_verdict(view_of(PB_TAS, instance=SEVERAL, runs=runs))
        assert "proven for risk → 0" in said
        assert "no ε-DP algorithm" not in said
    assert "proven for risk → 0" in verdict(view_of(PB_TAS, instance=SEVERAL, runs=0))
    assert "proven for risk → 0" in picture_reading(view_of(PB_TAS, instance=SEVERAL, runs=0))
    assert "as the risk goes to 0" in notebook(view_of(PB_TAS, instance=SEVERAL, runs=0)).code


def test_with_one_good_answer_the_bound_holds_at_the_risk():
    said = expert_verdict(view_of(PB_TAS, instance=ALONE, runs=3))
    assert (
        "more than 0.2 below the best with probability at most 10 %, whatever the means are, stops after fewer than"
        in said
    )
    assert "PB-TaS named an arm more than 0.2 below the best in 0 of the 3 runs that stopped." in said
    assert "when differences of up to 0.2 are ignored" in verdict(view_of(PB_TAS, instance=ALONE, runs=3))
    assert "→ 0" not in said + picture_reading(view_of(PB_TAS, instance=ALONE, runs=0))


def test_algorithms_that_know_no_gap_stand_aside():
    curves = (PROVEN, PB_TAS, PUBLIC)
    assert taking(SEVERAL, curves) == [PB_TAS]
    assert taking(INSTANCE, curves) == list(curves)


def test_a_weaker_promise_is_named_and_never_the_lowest_beside_epsilon_dp():
    view = view_of(PROVEN, WEAKER)
    medians = {curve: result.summary().median for curve, result in view.at_epsilon()}
    assert medians[WEAKER] < medians[PROVEN]
    assert "of DP-SE, the fastest proven ε-DP method chosen here." in verdict(view)
    assert "ρ-zCDP" not in picture_reading(view_of(PROVEN))
    alone = view_of(WEAKER)
    assert "of Gaussian PB-TaS, a ρ-zCDP method, whose promise is weaker than ε-DP." in verdict(alone)
    assert len(verdict(alone).split()) <= 33
    assert "That bound does not apply to ρ-zCDP methods." in expert_verdict(alone)
    assert "times that bound" not in expert_verdict(alone)
    assert "had the smallest median here: **" in expert_verdict(alone)


def test_the_reading_says_what_the_weaker_promise_is_in_both_terms():
    view = view_of(PROVEN, WEAKER, runs=0)
    rho, reading = dpcore.privacy.rho_from_epsilon(1.0), picture_reading(view)
    assert f"ρ = ε tanh(ε/2), here {setting(rho)}" in reading
    bound = dpcore.choosing.necessary_samples_under_zcdp(view.instance.means, rho, view.instance.risk)
    assert f"Their bound here is {at_least(bound)} participants on average" in reading
    promised = float(reading.split("With their Gaussian noise it is (")[1].split(",")[0])
    assert dpcore.privacy.gaussian_delta(rho, promised) <= 1e-6 < dpcore.privacy.gaussian_delta(rho, promised * 0.99)
    place = float(reading.split("read them at ε = ")[1].split(". ")[0])
    there = dpcore.privacy.rho_from_epsilon(place)
    assert dpcore.privacy.gaussian_delta(there, 1.0) <= 1e-6 < dpcore.privacy.gaussian_delta(there * 1.03, 1.0)


def test_a_curve_of_the_weaker_promise_gets_the_rho_of_its_place():
    view = view_of(WEAKER)
    for (_, epsilon), result in view.study.results.items():
        assert result.parameters["rho"] == dpcore.privacy.rho_from_epsilon(epsilon)
    assert "rho=dpcore.privacy.rho_from_epsilon(epsilon), risk=risk" in notebook(view).code
