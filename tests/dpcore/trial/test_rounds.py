"""What is computed from releases alone: the posterior of a rate, and the forecast."""

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import binom

from dpcore.trial.rounds import GRID, Rounds, log_density
from tests.dpcore.trial.plans import ROUNDS


@pytest.mark.parametrize(
    ("released", "size", "epsilon"), [(93.4, 310, 0.1), (-5.2, 50, 0.3), (60.3, 50, 0.3), (0.5, 3, 1)]
)
def test_the_density_of_a_noisy_sum_is_the_plain_sum_over_all_counts(released, size, epsilon):
    rates, counts = np.array([0.05, 0.3, 0.5, 0.9]), np.arange(size + 1)
    plain = [np.log((binom.pmf(counts, size, p) * np.exp(-epsilon * abs(released - counts))).sum()) for p in rates]
    np.testing.assert_allclose(log_density(released, size, epsilon, rates), plain, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("released", "size", "epsilon"),
    [(300.4, 1000, 5.0), (299.7, 1000, 20.0), (20_000.4, 66_000, 1.0), (59_990.2, 200_000, 0.3)],
)
def test_the_density_is_right_where_a_tail_is_less_than_a_double_holds(released, size, epsilon):
    rates, counts = np.array([0.01, 0.25, 0.3, 0.35, 0.99]), np.arange(size + 1)
    plain = [logsumexp(binom.logpmf(counts, size, p) - epsilon * abs(released - counts)) for p in rates]
    np.testing.assert_allclose(log_density(released, size, epsilon, rates), plain, rtol=1e-12, atol=1e-6)


def test_the_posterior_knows_more_with_every_release():
    few = Rounds(ROUNDS, 1, [[21.0, 35.0, 21.0]])
    size = few.batches[0][1]
    posterior = few.posterior(1)
    assert posterior.sum() == pytest.approx(1)
    assert GRID @ posterior == pytest.approx(35 / size, abs=0.02)
    again = Rounds(ROUNDS, 1, [[21.0, 35.0, 21.0], [x * 35 / size for x in few.sizes]])
    spread = [float(GRID**2 @ r.posterior(1) - (GRID @ r.posterior(1)) ** 2) for r in (few, again)]
    assert spread[1] < spread[0]


def test_a_forecast_goes_on_at_rates_drawn_from_the_posterior(monkeypatch):
    rounds, drawn = Rounds(ROUNDS, 1, [[21.0, 35.0, 21.0]]), []

    def decided_at_once(run, means, generator):
        drawn.append(means)
        run.is_decided = True

    monkeypatch.setattr(Rounds, "simulate", decided_at_once)
    rounds.continued(3, 400)
    mean, second = (float(GRID**power @ rounds.posterior(1)) for power in (1, 2))
    rates = np.array(drawn)[:, 1]
    assert rates.mean() == pytest.approx(mean, abs=5 * rates.std() / 20)
    assert rates.std() == pytest.approx((second - mean**2) ** 0.5, rel=0.2)  # 5 standard errors


def test_a_forecast_is_decided_by_its_seed_and_orders_its_quantiles():
    rounds = Rounds(ROUNDS, 1, [[21.0, 35.0, 21.0]])
    forecast = rounds.forecast(3, 40)
    assert forecast == rounds.forecast(3, 40)
    assert forecast != rounds.forecast(4, 40)
    low, middle, high = forecast.participants
    assert 0 < low <= middle <= high <= ROUNDS.cap
    assert 0 <= forecast.ends_before_cap <= 1
    assert rounds.participants == sum(rounds.batches[0])  # the forecast has changed nothing
