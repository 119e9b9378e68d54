"""Measure PRISE: `python -m benchmarks.prise` prints samples as multiples of the information bound, beside PB-TaS.

With `ablation`: what each idea and constant is worth; with `near-ties`: the tail of many runs of hard instances; with
`lead`: what the weaker promise of a lead saves; a number after the word (`table`, `ablation`, ...) is that of runs.
The figures in docs/prise.md come from here.
"""

import math
import sys
import time

import numpy as np

import dpcore
from dpcore.choosing import quantile_interval, simulate_achievable
from dpcore.experiments import run_generator
from dpcore.fixed_confidence.algorithms.prise.bets import Bets, default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF, default_first_batch
from dpcore.fixed_confidence.algorithms.prise.evidence import Options
from dpcore.fixed_confidence.algorithms.prise.kernel import prise_kernel
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
# Not looked at while constants were chosen, but for (0.9, 0.3): the first round of two arms names its rival for it.
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
NEAR_TIES = (((0.6, 0.55, 0.5, 0.5, 0.5), 0.1), ((0.52, 0.5, 0.5), 0.1), ((0.5, 0.499), 1.0))
LEADS = (((0.38, 0.3, 0.3), 0.08, 0.05), ((0.4, 0.3, 0.3), 0.1, 0.01))  # means, lead, risk
GOALS = {"privacy dominates": 3.0, "middle": 3.0, "without privacy": 1.9, "all": 2.6}


def regime_of(epsilon: float) -> str:
    """The regime of the goals that a column of the table belongs to."""
    return "privacy dominates" if epsilon < 0.05 else "middle" if epsilon < 100 else "without privacy"


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


def compare(means, epsilon, runs: int) -> tuple[float, float]:
    """Print a cell of the table; the logs of PRISE's ratio to the bound, and to PB-TaS with scheduled bets."""
    start = time.process_time()
    ours = simulate(means, epsilon, runs)
    milliseconds = (time.process_time() - start) * 1e3 / runs
    theirs = dpcore.simulate_fixed_confidence(
        "pb-tas", means, epsilon, RISK, runs=runs, seed=11, max_samples=10**12, evidence="scheduled", workers=1
    ).stopping_times
    least = bound(means, epsilon)
    times, others = ours[:, 0] / least, theirs / least
    of_theirs = times.mean() / others.mean()
    print(
        f"{str(means)[:34]:<34} eps {epsilon:<7g} {times.mean():5.2f} +- {times.std() / runs**0.5:.2f}"
        f"  90 % {np.quantile(times, 0.9):5.2f}  goal {GOALS[regime_of(epsilon)]:.1f}"
        f"   PB-TaS {others.mean():5.2f}  90 % {np.quantile(others, 0.9):5.2f}   of PB-TaS {of_theirs:.2f}"
        f"   wrong {int(ours[:, 1].sum())}  unfinished {int(ours[:, 2].sum())}  {milliseconds:.2f} ms",
        flush=True,
    )
    return math.log(times.mean()), math.log(of_theirs)


def table(runs: int = 200) -> None:
    """Print every cell, then the geometric means by regime beside the goals."""
    logs = {(means, epsilon): compare(means, epsilon, runs) for means in (*TUNED, *HELD_OUT) for epsilon in EPSILONS}
    for name, instances in (("tuned", TUNED), ("held out", HELD_OUT), ("both", (*TUNED, *HELD_OUT))):
        for goal, least in GOALS.items():
            chosen = [logs[m, e] for m in instances for e in EPSILONS if goal in ("all", regime_of(e))]
            ratio, of_theirs = np.exp(np.mean(chosen, axis=0))
            print(f"{name:<9} {goal:<18} {ratio:.2f} times the bound, goal {least:.1f};  {of_theirs:.2f} of PB-TaS")


def independent_pairs() -> Bets:
    """Bets whose gaps are mixed independently for the two arms of a pair."""
    weights = np.repeat([0.9 / 12, 0.1 / 12], 12)
    return default_bets()._replace(weights=np.outer(weights, weights))


def ablation(runs: int = 200) -> None:
    """Print the geometric mean over the table when one idea or constant is changed, as a ratio to PRISE's."""
    plans, bets = Plans(), default_bets()
    changes = {
        "PRISE": {},
        "other seeds": {"seed": 12},
        "no tail bets": {"plans": plans._replace(switch=0.0)},
        "tail bets up to 10 times": {"plans": plans._replace(switch=10.0)},
        "no far bets": {"plans": plans._replace(far=math.inf)},
        "union over arms": {"union": True},
        "passed arms stay sampled": {"plans": plans._replace(patience=0.0)},
        "passed arms return after 16-fold growth": {"plans": plans._replace(patience=16.0)},
        "rounds of tail bets double the samples": {"plans": plans._replace(smallest=1.0, largest=1.0000001)},
        "one cell": {"bets": bets._replace(edges=np.array([0.0, 1.0]))},
        "13 cells": {"bets": bets._replace(edges=bets.edges[::2])},
        "no all-or-nothing part": {"payoff": Payoff(1e-9, 0.9, 0.3)},
        "no calibrated part": {"payoff": Payoff(0.9, 1e-9, 0.3)},
        "independent pairs": {"bets": independent_pairs()},
        "first batch of 10 + 20/epsilon": {"first": 20},
        "first batch of 10 + 45/epsilon": {"first": 45},
        "smallest share 0.2/K": {"plans": plans._replace(floor=0.2)},
        "smallest share 0.5/K": {"plans": plans._replace(floor=0.5)},
        "likelihood rounds of 40 %": {"plans": plans._replace(slowest=0.4)},
        "likelihood rounds of 10 %": {"plans": plans._replace(slowest=0.1, fastest=0.1)},
    }
    cells = [(means, epsilon) for means in (*TUNED, *HELD_OUT) for epsilon in EPSILONS[1:]]
    base = np.zeros(len(cells))
    for name, change in changes.items():
        logs = np.empty(len(cells))
        for cell, (means, epsilon) in enumerate(cells):
            options = dict(change)
            if options.pop("union", False):
                options["hypotheses"] = len(means) - 1
            if "first" in options:
                options["first_batch"] = math.ceil(10 + options.pop("first") / epsilon)
            logs[cell] = math.log(simulate(means, epsilon, runs, **options)[:, 0].mean() / bound(means, epsilon))
        base = base if base.any() else logs
        by_instance = (logs - base).reshape(-1, len(EPSILONS) - 1)
        worst = int(np.argmax(logs - base))
        print(
            f"{name:<39} {math.exp(logs.mean()):.3f}   ratio {math.exp(by_instance.mean()):.3f}"
            f"  (tuned {math.exp(by_instance[: len(TUNED)].mean()):.3f},"
            f" held out {math.exp(by_instance[len(TUNED) :].mean()):.3f},"
            f" by epsilon {' '.join(f'{ratio:.2f}' for ratio in np.exp(by_instance.mean(axis=0)))},"
            f" worst {math.exp((logs - base)[worst]):.2f} at {cells[worst][0]}, eps {cells[worst][1]:g})",
            flush=True,
        )


def near_ties(runs: int = 100_000) -> None:
    """Print the tail of the stopping times of hard instances."""
    for means, epsilon in NEAR_TIES:
        result = dpcore.simulate_fixed_confidence("prise", means, epsilon, RISK, runs=runs, seed=3, max_samples=10**12)
        levels = np.quantile(result.stopping_times, [0.5, 0.9, 0.99, 0.999, 0.9999, 1]) / bound(means, epsilon)
        print(
            f"{means} eps {epsilon:g}: unfinished {int((~result.finished).sum())}, "
            f"wrong {result.summary().errors_all}; "
            f"50, 90, 99, 99.9, 99.99, 100 %: {np.round(levels, 1).tolist()} times the bound",
            flush=True,
        )


def lead(runs: int = 200) -> None:
    """Print the 90 % quantile of participants, and its 95 % interval, with and without a lead that is promised."""
    for means, least, risk in LEADS:
        for epsilon in (math.inf, 1.0, 0.3, 0.1, 0.03):
            print(f"{means} risk {risk:g} eps {epsilon:<5g}", end="")
            for name, how in (("PRISE", {}), ("its lead", {"lead": least}), ("PB-TaS", {"indifference": least})):
                made = simulate_achievable(means, epsilon, risk, runs=runs, seed=11, workers=1, **how)
                low, quantile, high = quantile_interval(np.where(made.finished, made.stopping_times, math.inf))
                wrong = int(np.sum(made.recommendations != 0))
                print(f"   {name} {quantile:,.0f} ({low:,.0f} to {high:,.0f}), {wrong} wrong", end="")
            print(flush=True)


if __name__ == "__main__":
    command, runs = "".join(sys.argv[1:2]), [int(number) for number in sys.argv[2:]]
    {"ablation": ablation, "near-ties": near_ties, "lead": lead}.get(command, table)(*runs)
