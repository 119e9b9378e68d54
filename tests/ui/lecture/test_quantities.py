"""The numbers of a talk against independent computations, and against what the pages show."""

import math
from dataclasses import replace

import pytest

import dpcore
from tests.dpcore.exercises import plain_lead
from ui.lecture import prepared
from ui.lecture.quantities import QUANTITIES, SceneState
from ui.lecture.talk import filled, read

STATE = SceneState()


def value(name, state=STATE):
    return QUANTITIES[name].of(state)


def test_numbers_are_those_of_the_core_which_has_tests_of_its_own():
    means, half_as_far = (0.5, 0.62, 0.45, 0.55), (0.56, 0.62, 0.535, 0.585)
    state = replace(STATE, means=means, epsilon=0.05, participants=200)
    bounds, halved = (dpcore.sample_lower_bounds(each, 0.05, state.risk) for each in (means, half_as_far))
    regimes, of_halved = (dpcore.regime_boundaries(each, 0.05) for each in (means, half_as_far))
    decision = dpcore.choosing.decision_probabilities((0.62, 0.55), 0.05, 200)
    expected = {
        "necessary_without_privacy": bounds["non_private"],
        "necessary": bounds["tightest_private"],
        "raise": bounds["tightest_private"] / bounds["non_private"],
        "dominated_up_to": regimes.price_dominated,
        "nearly_unchanged_from": regimes.almost_free,
        "boundary_at_half_gaps": of_halved.price_dominated / regimes.price_dominated,
        "half_gaps_without_privacy": halved["non_private"] / bounds["non_private"],
        "half_gaps_private": 2,  # T*_TV is a sum of 1/gap
        "wrong_with_noise": decision.not_best_with,
        "wrong_without_noise": decision.not_best_without,
        "belief": 1 / (1 + math.exp(-0.05)),
    }
    assert {name: value(name, state) for name in expected} == pytest.approx(expected, rel=1e-9)


def test_the_epsilon_at_the_bound_is_where_the_bound_is():
    state = replace(STATE, participants=3000)
    epsilon = value("epsilon_at_bound", state)
    assert dpcore.sample_lower_bounds(state.means, epsilon, state.risk)["tightest_private"] == pytest.approx(3000)
    assert value("epsilon_at_bound", replace(STATE, participants=100)) == math.inf
    assert value("epsilon_at_bound", replace(STATE, participants=10**7)) == 1e-3


def test_simulations_are_those_of_their_seeds():
    frozen = replace(STATE, means=(0.95, 0.9, 0.9, 0.9, 0.5), epsilon=1.0, run=6)
    result = dpcore.simulate_fixed_confidence(
        "dp-tt", frozen.means, 1.0, risk=0.01, runs=1, first_run=6, seed=0, max_samples=1_000_000
    )
    assert not result.finished[0]
    assert value("stops", frozen) == 0
    assert value("run_samples", frozen) == 1_000_000
    assert result.pulls[0].argmin() in (0, 4)
    assert result.pulls[0][0] < 100
    runs = dpcore.choosing.simulate_achievable(STATE.means, STATE.epsilon, STATE.risk, runs=100)
    assert value("simulated") == pytest.approx(runs.stopping_times.mean())
    assert value("simulated_over_bound") * value("necessary") == pytest.approx(value("simulated"))


def of_promises(talk):
    """The scene of a shipped talk about what must be promised."""
    (scene,) = (scene for scene in read(prepared.shipped(talk)).scenes if scene.picture == "promises")
    return scene


@pytest.mark.parametrize("talk", prepared.SHIPPED)
def test_the_participants_that_find_a_lead_against_plain_sums(talk):
    scene = of_promises(talk)
    state = scene.state
    best, *others = state.means
    told = filled(scene.text, state)
    assert f"at {100 * state.risk:g} % risk" in told
    assert f"a lead of {100 * (best - max(others)):.0f} points" in told
    assert set(others) == {state.best_first[1]}, "the second arm's rate is the usual one"

    def each(epsilon):
        return plain_lead.smallest_participants(best, others[0], len(others), epsilon, state.risk)

    assert value("lead_each", state) == each(state.epsilon)
    assert value("lead_in_all", state) == len(state.means) * each(state.epsilon)
    assert value("lead_without_privacy", state) == len(state.means) * each(math.inf)
    saved = value("simulated", state) - value("lead_in_all", state)
    assert value("lead_saves", state) == pytest.approx(saved / value("simulated", state))
    found, per_arm = value("epsilon_for_lead", state), state.participants // len(state.means)
    missed = [
        1 - plain_lead.probability_right(best, others[0], len(others), per_arm, epsilon)
        for epsilon in (found, found * (1 - 1e-6))
    ]
    assert missed[0] <= state.risk + 1e-12 < missed[1]


def test_a_lead_is_the_hardest_to_find_where_all_others_are_as_good_as_the_second():
    state = replace(STATE, means=(0.3, 0.5, 0.62, 0.55))
    assert state.hardest_with_its_lead == (0.62, 0.55, 0.55, 0.55)
    assert value("lead_each", state) == value("lead_each", replace(state, means=(0.62, 0.55, 0.55, 0.55)))
    assert value("lead_each", state) > dpcore.designs.smallest_participants(state.means, state.epsilon, state.risk)


@pytest.mark.parametrize("talk", prepared.SHIPPED)
def test_what_is_dragged_over_two_promises_is_exact(talk):
    """The epsilons that the hand finds are two digits long, and the scene's own is among them."""
    scene = of_promises(talk)
    (played,) = (each for each in prepared.prepared(prepared.shipped(talk))["scenes"] if each["picture"] == "promises")
    epsilons, participants = played["lead"]["epsilons"], played["lead"]["participants"]
    assert [float(f"{epsilon:.2g}") for epsilon in epsilons] == epsilons
    assert (epsilons[0], epsilons[-1]) == (1e-3, 1e2)
    assert participants[epsilons.index(scene.state.epsilon)] == value("lead_in_all", scene.state)
    for place in range(0, len(epsilons), 10):
        assert participants[place] == value("lead_in_all", replace(scene.state, epsilon=epsilons[place]))
    assert dict(played["simulated"])[scene.state.epsilon] == value("simulated", scene.state)


def test_a_lead_that_is_too_small_is_said():
    with pytest.raises(ValueError, match="the lead of the best mean is too small"):
        prepared._of_picture(replace(of_promises(prepared.SHIPPED[0]), state=SceneState(means=(0.50001, 0.5))))


@pytest.mark.parametrize("name", QUANTITIES)
def test_every_quantity_is_written_in_words(name):
    written = QUANTITIES[name].written(QUANTITIES[name].of(STATE))
    assert written
    assert "nan" not in written
    assert QUANTITIES[name].meaning
