"""What an audit catches, and how soon: `python -m benchmarks.audit`, or with how many audits of each algorithm.

With noise a tenth too small at epsilon 1 it measures how many of real audits of PB-TaS and DP-TT give the alarm within
a minute, on two cores, and at epsilon .1 how far an audit comes in a minute, and what it then catches.  `power` alone
measures, by audits simulated cell by cell, the information that an audit needs (docs/audit.md).
"""

import sys
import time

import numpy as np

from dpcore._intervals import binomial_interval
from dpcore.audit import (
    FALSE_ALARM_RATE,
    Audit,
    begin_audit,
    detectable_factor,
    information_per_pair,
    needed_pairs,
    simulated_alarms,
)

SECONDS = 60
TARGET = 0.99


def audited(algorithm: str, epsilon: float, fault: str, seed: int) -> tuple[Audit, float]:
    """An audit until its alarm or SECONDS have passed, and the seconds that it took."""
    start, audit = time.perf_counter(), begin_audit(algorithm, epsilon, fault, seed)
    while audit.alarm is None and time.perf_counter() - start < SECONDS:
        audit = audit.continued()
    return audit, time.perf_counter() - start


def measure_at_one(algorithm: str, audits: int) -> bool:
    """Print how many audits catch a tenth less noise at epsilon 1 in time; whether that meets the target."""
    begin_audit(algorithm, 1.0).continued()  # kernels are compiled and loaded
    found = [audited(algorithm, 1.0, "tenth-less", seed) for seed in range(audits)]
    caught = sum(audit.alarm is not None and seconds <= SECONDS for audit, seconds in found)
    pairs, seconds = (np.array(column) for column in zip(*((a.made, s) for a, s in found), strict=True))
    low, _ = binomial_interval(caught, audits)
    possible = round(SECONDS * pairs.sum() / seconds.sum())
    alarms = simulated_alarms(1.0, 1.1, min(possible, 10**6), 10_000, seed=1)
    in_time, needed = np.mean(alarms <= possible), np.quantile(alarms, TARGET, method="higher")
    print(
        f"{algorithm:<7} epsilon 1, noise / 1.1: {caught} of {audits} audits caught it within {SECONDS} s (at least "
        f"{low:.1%} of all, 95 % confidence); {np.median(seconds):.1f} s in the median, {seconds.max():.1f} s at most; "
        f"{np.median(pairs):,.0f} pairs in the median, {pairs.max():,} at most; "
        f"{1e6 * seconds.sum() / pairs.sum():.0f} us a pair, so {possible:,} in a minute: by then {in_time:.2%} of "
        f"10,000 simulated audits have caught it, {TARGET:.0%} by {needed:,.0f} pairs",
        flush=True,
    )
    return caught == audits and in_time >= TARGET


def measure_at_a_tenth(algorithm: str) -> None:
    """Print what a minute is worth at epsilon .1."""
    audit, seconds = audited(algorithm, 0.1, "none", 0)
    pairs = audit.made
    caught = np.mean(simulated_alarms(0.1, 1.1, min(pairs, 10**7), 300, seed=2) <= pairs)
    print(
        f"{algorithm:<7} epsilon .1: {pairs:,} pairs in {seconds:.0f} s, the loss is known to be more than "
        f"{audit.lower_bound:.3f}; by then {caught:.0%} of 300 simulated audits have caught noise / 1.1, and 99 of 100 "
        f"noise / {detectable_factor(0.1, pairs):.2f}; noise / 1.1 takes {needed_pairs(0.1, 1.1):,} pairs"
    )


def measure_power() -> None:
    """Print the information by which half and 99 of 100 simulated audits have caught a violation."""
    for epsilon in (0.05, 0.1, 0.3, 1.0, 3.0, 5.0):
        for factor in (1.1, 1.3, 2.0, 4.0):
            gain = information_per_pair(epsilon, factor * epsilon)
            if 60 / gain < 3e6:
                alarms = simulated_alarms(epsilon, factor, 1000 + int(90 / gain), 1000)
                half, most = np.quantile(alarms, [0.5, 0.99], method="higher")
                print(
                    f"epsilon {epsilon}, noise / {factor}: half after {half:,.0f} pairs ({(half - 1000) * gain:.1f} "
                    f"nats), 99 of 100 after {most:,.0f} ({(most - 1000) * gain:.1f} nats)",
                    flush=True,
                )


def measure_false_alarms() -> None:
    """Print how many simulated audits of exactly the promised noise give the alarm."""
    alarms = simulated_alarms(1.0, 1.0, 50_000, 2000, seed=3)
    print(
        f"false alarms: proven at most {FALSE_ALARM_RATE:g} an audit; {np.isfinite(alarms).sum()} in 2,000 simulated "
        "audits of exactly the promised noise at epsilon 1, 50,000 pairs each"
    )


def main(arguments: list[str]) -> int:
    """Measure, and return 1 if the target is missed."""
    if arguments == ["power"]:
        measure_power()
        return 0
    audits = int(arguments[0]) if arguments else 10
    met = [measure_at_one(algorithm, audits) for algorithm in ("pb-tas", "dp-tt")]
    for algorithm in ("pb-tas", "dp-tt"):
        measure_at_a_tenth(algorithm)
    measure_false_alarms()
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
