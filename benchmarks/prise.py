"""Measure PRISE: `python -m benchmarks.prise` prints samples as multiples of the information bound, beside PB-TaS.

With `ablation`: what each idea and constant is worth; with `near-ties`: the tail of many runs of hard instances.
The figures in docs/prise.md come from here.
"""

import math
import sys
import time

import numpy as np

import dpcore
from dpcore.experiments import run_generator
from dpcore.fixed_confidence.algorithms.prise.bets import Bets, default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF, default_first_batch
from dpcore.fixed_confidence.algorithms.prise.kernel import Options, empty_evidence, prise_kernel
from dpcore.fixed_confidence.algorithms.prise.p_value import Payoff
from dpcore.fixed_confidence.algorithms.prise.sizing import Plans
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards

RISK = 0.01
EPSILONS = (0.001, 0.0215, 0.1, 0.46, 2.15, 215.0)
TUNED = (
    (0.6, 0.5),
    (0.75, 0.7, 0.7, 0.7, 0.7),
    (0.95, 0.9, 0.9, 0.9, 0.5),
    (0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05),
)
# Never looked at while constants were chosen.
HELD_OUT = (
    (0.3, 0.2, 0.2),
    (0.04, 0.03),
    (0.8, 0.75, 0.7, 0.6),
    (0.9, 0.3),
    (0.15, 0.1, 0.1, 0.1, 0.1, 0.1),
    (0.55, 0.5, 0.45),
    (0.99, 0.95, 0.9),
    (0.52, 0.5),
)
NEAR_TIES = (((0.5, 0.499), 1.0), ((0.52, 0.5, 0.5), 0.1), ((0.6, 0.55, 0.5, 0.5, 0.5), 0.1))
GOALS = {"without privacy": 1.9, "middle": 3.0, "privacy dominates": 3.0, "geometric mean": 2.6}


def simulate(means, epsilon, runs, seed=11, bets=None, payoff=PAYOFF, plans=None, first_batch=None, hypotheses=1):
    """(runs, 4) stopping time, wrong, unfinished, rounds of PRISE with other constants.

    hypotheses: what 1/risk is multiplied by, K - 1 for a union over arms.
    """
    bets, arms, rows = bets or default_bets(), len(means), []
    options = Options(
        first_batch or default_first_batch(epsilon),
        math.log(hypotheses / RISK),
        bets,
        payoff,
        plans or Plans(),
    )
    for run in range(runs):
        record = new_record(arms)
        ending = prise_kernel(
            Problem(np.array(means), epsilon, RISK, 10**12),
            options,
            empty_evidence(arms, bets),
            run_generator(seed, run),
            no_rewards(arms),
            np.zeros(1, dtype=np.uint8),
            record,
        )
        rows.append((ending.time, ending.answer != int(np.argmax(means)), not ending.stopped, ending.moments))
    return np.array(rows, dtype=float)


def bound(means, epsilon) -> float:
    """The information bound in samples."""
    return dpcore.sample_lower_bounds(means, epsilon, RISK)["tightest_private"]


def compare(instances, runs: int) -> list[float]:
    """Print the ratios of mean samples to the bound of every cell, and return their logs for PRISE."""
    logs, gains = [], []
    for means in instances:
        for epsilon in EPSILONS:
            start = time.perf_counter()
            ours = simulate(means, epsilon, runs)
            milliseconds = (time.perf_counter() - start) * 1e3 / runs
            theirs = dpcore.simulate_fixed_confidence(
                "pb-tas", means, epsilon, runs=runs, seed=11, max_samples=10**12, evidence="scheduled", workers=1
            ).stopping_times
            least = bound(means, epsilon)
            times = ours[:, 0] / least
            logs.append(math.log(times.mean()))
            gains.append(math.log(ours[:, 0].mean() / theirs.mean()))
            print(
                f"{str(means)[:34]:<34} eps {epsilon:<7g} {times.mean():5.2f} +- {times.std() / runs**0.5:.2f}"
                f"  90 % {np.quantile(times, 0.9):5.2f}   PB-TaS {theirs.mean() / least:5.2f}"
                f"  90 % {np.quantile(theirs, 0.9) / least:5.2f}   of PB-TaS {math.exp(gains[-1]):.2f}"
                f"   wrong {int(ours[:, 1].sum())}  unfinished {int(ours[:, 2].sum())}  {milliseconds:.2f} ms",
                flush=True,
            )
    print(f"geometric mean: {math.exp(np.mean(logs)):.3f} times the bound, {math.exp(np.mean(gains)):.3f} of PB-TaS")
    return logs


def table(runs: int = 150) -> None:
    """Print all cells, those of the held-out instances apart, and the goals."""
    logs = compare(TUNED, runs)
    print("held out:")
    logs += compare(HELD_OUT, runs)
    print(f"all {len(logs)} cells: {math.exp(np.mean(logs)):.3f} times the bound; goals: {GOALS}")


def one_cell() -> Bets:
    """Bets with one cell for all means."""
    return default_bets()._replace(edges=np.array([0.0, 1.0]))


def ablation(runs: int = 200) -> None:
    """Print the geometric mean over the table when one idea or constant is changed, as a ratio to PRISE's."""
    plans = Plans()
    changes = {
        "PRISE": {},
        "no tail bets": {"plans": plans._replace(switch=0.0)},
        "tail bets up to 10 times": {"plans": plans._replace(switch=10.0)},
        "no far bets": {"plans": plans._replace(far=math.inf)},
        "union over arms": {"hypotheses": 0},
        "passed arms stay sampled": {"plans": plans._replace(patience=0.0)},
        "tail rounds double": {"plans": plans._replace(smallest=1.0, largest=1.0000001)},
        "one cell": {"bets": one_cell()},
        "no all-or-nothing part": {"payoff": Payoff(1e-9, 0.9, 0.3)},
        "no calibrated part": {"payoff": Payoff(0.9, 1e-9, 0.3)},
        "first batch 20": {"first": 20},
        "first batch 45": {"first": 45},
        "floors 0.2": {"plans": plans._replace(tail_floor=0.2, likelihood_floor=0.2)},
        "likelihood rounds of 40 %": {"plans": plans._replace(slowest=0.4)},
        "overhead 0": {"plans": plans._replace(overhead=0.0)},
    }
    base = None
    for name, change in changes.items():
        logs = []
        for means in (*TUNED, *HELD_OUT):
            for epsilon in EPSILONS[1:]:
                options = dict(change)
                if options.get("hypotheses") == 0:
                    options["hypotheses"] = len(means) - 1
                if "first" in options:
                    options["first_batch"] = math.ceil(10 + options.pop("first") / epsilon)
                logs.append(math.log(simulate(means, epsilon, runs, **options)[:, 0].mean() / bound(means, epsilon)))
        base = base or logs
        tuned = np.array(logs) - np.array(base)
        split = len(TUNED) * len(EPSILONS[1:])
        print(
            f"{name:<28} {math.exp(np.mean(logs)):.3f}   ratio {math.exp(tuned.mean()):.3f}"
            f"  (tuned {math.exp(tuned[:split].mean()):.3f}, held out {math.exp(tuned[split:].mean()):.3f},"
            f" worst cell {math.exp(tuned.max()):.2f})",
            flush=True,
        )


def near_ties(runs: int = 100_000) -> None:
    """Print the tail of the stopping times of hard instances."""
    for means, epsilon in NEAR_TIES:
        result = dpcore.simulate_fixed_confidence("prise", means, epsilon, runs=runs, seed=3, max_samples=10**12)
        levels = np.quantile(result.stopping_times, [0.5, 0.9, 0.99, 0.999, 0.9999, 1]) / bound(means, epsilon)
        print(
            f"{means} eps {epsilon:g}: unfinished {int((~result.finished).sum())}, "
            f"wrong {result.summary().errors_all}; "
            f"50, 90, 99, 99.9, 99.99, 100 %: {np.round(levels, 1).tolist()} times the bound",
            flush=True,
        )


if __name__ == "__main__":
    {"ablation": ablation, "near-ties": near_ties}.get(" ".join(sys.argv[1:]), table)()
