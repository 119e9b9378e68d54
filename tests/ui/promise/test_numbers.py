"""The pages' figures against the product of the policy's probabilities, and the calculator against closed forms."""

import numpy as np
import pytest

import dpcore
from dpcore.privacy import PRIVACY_DEFINITIONS, counterexample, policy_from_arm_zero
from ui.promise.numbers import PromiseView, conversion_table, paths
from ui.promise.policy import PUBLISHED


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_paths_multiply_to_the_law_of_the_actions(definition, seed):
    rng = np.random.default_rng(seed)
    policy = counterexample() if seed is None else policy_from_arm_zero(rng.random(), rng.random(4), rng.random(16))
    pair = dpcore.privacy.worst_pair(policy, definition, 0.5)
    for found in paths(pair):
        for path in found:
            (a1, a2, a3), (r1, r2) = path.actions, path.rewards
            product = (
                policy.first[a1] * policy.second[2 * a1 + r1, a2] * policy.third[8 * a1 + 4 * r1 + 2 * a2 + r2, a3]
            )
            assert path.probability == pytest.approx(product, abs=1e-15)
            assert path.in_event == (path.actions in pair.event)


def test_conversions_have_their_closed_forms():
    table = conversion_table(epsilon=2.0, rho=0.5, delta=0.01, people=3)
    said, sources = table["is also"].tolist(), table["source"].tolist()
    assert said[0] == "ρ-zCDP with ρ = 1.524"  # 2 tanh 1 = 1.52319
    assert said[1] == "(2.754, 0.01)-DP"
    assert sources[0].endswith("ε²/2 = 2")
    assert sources[1].endswith("= 3.535")  # 0.5 + 2 sqrt(0.5 log 100) = 3.5349
    assert said[5] == "ε-DP with ε = 6, 3 participants"
    assert said[6] == "ρ-zCDP with ρ = 4.5, 3 participants"


def test_what_follows_is_rounded_up_and_what_it_follows_from_down():
    table = conversion_table(epsilon=1.0, rho=0.5, delta=0.02, people=3)
    exact = [
        (1, dpcore.epsilon_from_rho(0.5, 0.02)),
        (3, dpcore.privacy.delta_from_rho(0.5, 1.0)),
        (4, dpcore.privacy.gaussian_epsilon(0.5, 0.02)),
    ]
    for row, value in exact:
        told = float(table["is also"][row].split(", ")[row == 3].strip("()-DP"))
        assert 0 <= told - value < 1e-3
    told = float(table["a policy that is"][2].removeprefix("ρ-zCDP with ρ = "))
    assert 0 <= dpcore.privacy.rho_for_epsilon_delta(1.0, 0.02) - told < 1e-4
    assert table["is also"][7] == "(3, 0.4434)-DP, 3 participants"  # 0.02 * 3 exp(2) = 0.443343


@pytest.mark.parametrize("epsilon, last", [(0.95, 2.0), (3.0, 4.0), (6.0, 8.0), (10.0, 12.0)])
def test_the_axis_shows_the_chosen_epsilon(epsilon, last):
    promise = PromiseView(PUBLISHED, epsilon, 0.17).promise
    assert promise.epsilons[-1] == last
    assert promise.minimal["interactive"] < last
