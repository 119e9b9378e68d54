"""The numbers of a talk against independent computations, and against what the pages show."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate, optimize, stats

import dpcore
from tests.dpcore.exercises import plain_lead
from ui.lecture import prepared
from ui.lecture.quantities import QUANTITIES, SceneState
from ui.lecture.talk import read

STATE = SceneState()


def value(name, state=STATE):
    return QUANTITIES[name].of(state)


def kl(p, q):
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


def test_bounds_of_two_arms_against_brute_force():
    """T*_KL of two arms, by a search over allocations and the common mean that is likeliest to confuse them."""
    p, q, risk = 0.62, 0.55, 0.01

    def cost(share):
        x = share * p + (1 - share) * q
        return share * kl(p, x) + (1 - share) * kl(q, x)

    best = optimize.minimize_scalar(lambda share: -cost(share), bounds=(0.01, 0.99), method="bounded")
    state = replace(STATE, means=(p, q), risk=risk)
    assert value("necessary_without_privacy", state) == pytest.approx(kl(risk, 1 - risk) / -best.fun, rel=1e-6)


def test_half_gaps_without_privacy_and_with_much():
    state = replace(STATE, means=(0.62, 0.55))
    half = replace(state, means=(0.62, 0.585))
    ratio = value("necessary_without_privacy", half) / value("necessary_without_privacy", state)
    assert value("half_gaps_without_privacy", state) == pytest.approx(ratio, rel=1e-9)
    assert value("half_gaps_private", state) == pytest.approx(2, rel=1e-9)  # T*_TV is a sum of 1/gap


def test_belief_is_that_of_randomised_response():
    """Bayes' rule for an answer that is the truth with probability e^eps / (1 + e^eps)."""
    for epsilon in (0.01, 1.0, 5.0):
        truth = math.exp(epsilon) / (1 + math.exp(epsilon))
        posterior = 0.5 * truth / (0.5 * truth + 0.5 * (1 - truth))
        assert value("belief", replace(STATE, epsilon=epsilon)) == pytest.approx(posterior, rel=1e-12)


def test_how_often_noise_changes_the_choice_against_integration():
    """Counts as normal numbers with continuity left away: near the exact law for a hundred participants an arm."""
    state = replace(STATE, means=(0.62, 0.55), epsilon=0.05, participants=200)
    mean, spread = 7.0, math.sqrt(100 * (0.62 * 0.38 + 0.55 * 0.45))
    without = stats.norm.cdf(0, mean, spread)
    noise = stats.laplace(scale=1 / 0.05)

    def below(x):  # a sum of two Laplace numbers is below x
        return integrate.quad(lambda y: noise.pdf(y) * noise.cdf(x - y), -400, 400, points=[0, x], limit=200)[0]

    law = [(stats.norm.pdf(lead, mean, spread), below(-lead)) for lead in np.arange(-30, 45, 1.0)]
    assert value("wrong_with_noise", state) == pytest.approx(sum(p * wrong for p, wrong in law), abs=0.003)
    assert value("wrong_without_noise", state) == pytest.approx(without, abs=0.01)


def test_the_epsilon_at_the_bound_is_where_the_bound_is():
    state = replace(STATE, participants=3000)
    epsilon = value("epsilon_at_bound", state)
    assert dpcore.sample_lower_bounds(state.means, epsilon, state.risk)["tightest_private"] == pytest.approx(3000)
    assert value("epsilon_at_bound", replace(STATE, participants=100)) == math.inf
    assert value("epsilon_at_bound", replace(STATE, participants=10**7)) == 1e-3


def test_the_boundary_is_within_five_percent_of_the_limit():
    epsilon = value("dominated_up_to")
    dear = dpcore.sample_lower_bounds(STATE.means, epsilon, STATE.risk)["tightest_private"]
    tiny = dpcore.sample_lower_bounds(STATE.means, 1e-3 * epsilon, STATE.risk)["tightest_private"]
    assert dear * 1e3 / tiny == pytest.approx(1.05, rel=1e-3)


def test_the_other_numbers_of_regimes():
    free = dpcore.sample_lower_bounds(STATE.means, 50, STATE.risk)["tightest_private"]
    assert value("raise", replace(STATE, epsilon=0.01)) == pytest.approx(
        dpcore.sample_lower_bounds(STATE.means, 0.01, STATE.risk)["tightest_private"] / free
    )
    at_least = value("nearly_unchanged_from")
    raised = dpcore.sample_lower_bounds(STATE.means, at_least, STATE.risk)["tightest_private"]
    assert raised == pytest.approx(1.05 * free, rel=1e-3)
    half = replace(STATE, means=(0.62, 0.585, 0.56, 0.535))
    assert value("boundary_at_half_gaps") == pytest.approx(value("dominated_up_to", half) / value("dominated_up_to"))


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
    assert f"a lead of {100 * (best - max(others)):.0f} points" in scene.text
    assert f"{100 * (1 - state.risk):.0f} of 100" in scene.text
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
