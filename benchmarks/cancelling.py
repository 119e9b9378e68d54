"""How soon each long call of the pages comes back once it is cancelled: `python -m benchmarks.cancelling`.

Every call has the largest inputs that its page allows; it is cancelled after a second.  The bound is half a second; a
busy machine adds what its other work takes.  tests/dpcore/test_cancelling.py counts what a cancelled kernel still does.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

import dpcore
from dpcore import CancelFlag, warmup
from ui.one_mean.question import MeanQuestion, along_epsilon, answer

BOUND_SECONDS = 0.5
WORK_SECONDS = 1.0
MEANS = tuple(0.501 - 1e-5 * arm for arm in range(20))
EPSILONS = (1e-3, 100.0)
Call = tuple[str, Callable[[CancelFlag], object]]


def seconds_until_back(call: Callable[[CancelFlag], object]) -> float | None:
    """Seconds from the stop request until the call is back; None if it ended before."""
    flag, ended = CancelFlag(), threading.Event()

    def work() -> None:
        call(flag)
        ended.set()

    threading.Thread(target=work, daemon=True).start()
    if ended.wait(WORK_SECONDS):
        return None
    start = time.perf_counter()
    flag.set()
    return time.perf_counter() - start if ended.wait(60) else float("inf")


def stopping_times() -> Iterator[Call]:
    """The Stopping times page, and One run."""
    for name in dpcore.fixed_confidence_algorithms():
        for threshold in dpcore.fixed_confidence_algorithms()[name].thresholds:
            for epsilon in EPSILONS:
                how = {"epsilon": epsilon, "rho": epsilon, "risk": 1e-6, "max_samples": 10**9, "threshold": threshold}
                yield (
                    f"{name}, {threshold}, epsilon {epsilon:g}",
                    lambda flag, name=name, how=how: dpcore.simulate_fixed_confidence(
                        name, MEANS, runs=100_000, cancel=flag, **how
                    ),
                )
        yield (
            f"{name}, one run told",
            lambda flag, name=name: dpcore.trace_fixed_confidence(
                name, MEANS, epsilon=0.01, rho=1e-4, risk=1e-6, max_samples=20_000_000, cancel=flag
            ),
        )


def regret() -> Iterator[Call]:
    """The Regret page."""
    environments = {
        "arms": (MEANS, 10**9),
        "linear": (dpcore.regret.LinearEnvironment.random(arms=50, dimension=10), 10**9),
        "contextual": (dpcore.regret.ContextualEnvironment.random(arms=50, dimension=10), 10**6),
    }
    for name, entry in dpcore.regret_algorithms().items():
        environment, horizon = environments[entry.environment]
        for epsilon in EPSILONS:
            how = {"epsilon": epsilon, "rho": dpcore.privacy.rho_from_epsilon(epsilon), "runs": 1000}
            yield (
                f"{name}, epsilon {epsilon:g}",
                lambda flag, name=name, where=environment, horizon=horizon, how=how: dpcore.simulate_regret(
                    name, where, horizon, cancel=flag, **how
                ),
            )


def fixed_budget() -> Iterator[Call]:
    """The Fixed budget page."""
    theta = np.linspace(0.2, 0.8, 40)
    for name in dpcore.fixed_budget_algorithms():
        yield (
            name,
            lambda flag, name=name: dpcore.simulate_fixed_budget(
                name, np.eye(40), theta, 10**7, 1e-3, runs=100_000, rewards="bernoulli", cancel=flag
            ),
        )


def choose_epsilon() -> Iterator[Call]:
    """The Choose epsilon page."""
    draws = np.random.default_rng(0).beta(50, 50, size=(200, 20))
    for trust_model in dpcore.choosing.achievable.TRUST_MODELS:
        yield (
            f"smallest epsilon, {trust_model}",
            lambda flag, trust_model=trust_model: dpcore.choosing.simulated_epsilon_band(
                MEANS, 1e-6, 1e9, trust_model=trust_model, runs=100_000, cancel=flag
            ),
        )
        yield (
            f"posterior, {trust_model}",
            lambda flag, trust_model=trust_model: dpcore.choosing.posterior_epsilon_band(
                draws, 1e-6, 1e6, trust_model=trust_model, cancel=flag
            ),
        )


def one_mean() -> Iterator[Call]:
    """The One mean page."""
    question = MeanQuestion(0.01, 0.01, 1e-4, 1e-3, "bernoulli")
    yield "2000 runs of every rule", lambda flag: answer(question, 2000, 0, flag)
    yield "every epsilon", lambda flag: along_epsilon(question, 0, flag)


def main() -> None:
    """Print a line for each call; exit 1 if one took longer than the bound."""
    for group in warmup.GROUPS.values():  # no call can be cancelled while it is compiled
        group.load()
    slowest = 0.0
    for page in (stopping_times, one_mean, choose_epsilon, fixed_budget, regret):
        print(page.__doc__)
        for label, call in page():
            call_back = seconds_until_back(call)
            told = f"ended within {WORK_SECONDS:g} s" if call_back is None else f"back after {call_back:.3f} s"
            print(f"  {label}: {told}", flush=True)
            slowest = max(slowest, call_back or 0.0)
    print(f"slowest: {slowest:.3f} s, bound {BOUND_SECONDS} s")
    sys.exit(slowest > BOUND_SECONDS)


if __name__ == "__main__":
    main()
