"""Measure PB-TaS's two kinds of bets: `python -m benchmarks.pb_tas`; with `local`: it against CTB-TT.

With `gaussian`: Gaussian noise against Laplace noise, at the same rho and at the same (epsilon, 1e-6).  With `top-two`:
Gaussian DP-TT against DP-TT.

The figures in docs/pb-tas.md, and of Gaussian DP-TT in docs/dp-tt-threshold.md, come from here.
"""

import math
import sys
import time

import numpy as np

from dpcore import simulate_fixed_confidence
from dpcore.choosing import simulate_achievable
from dpcore.privacy import gaussian_rho, rho_from_epsilon

INSTANCES = ((0.95, 0.9, 0.9, 0.9, 0.5), (0.75, 0.7, 0.7, 0.7, 0.7))
NEAR_TIES = (((0.5, 0.49), 4.0), ((0.5, 0.49), 0.1), ((0.6, 0.4, 0.3), 0.5), ((0.9, 0.1), 0.01))
RISK = 0.01


def compare_bets() -> None:
    """Print mean and 90 % quantile of samples, and time a run on one core, of both bets on the same random numbers."""
    cells = [(means, epsilon) for means in INSTANCES for epsilon in (215.0, 2.15, 0.46, 0.1, 0.0215, 0.001)]
    ratios = []
    for means, epsilon in (*cells, *NEAR_TIES):
        line, averages = f"{means!s:<28}{epsilon:>8}", []
        for evidence in ("mixture", "scheduled"):
            arguments = {"runs": 500, "max_samples": 10**9, "workers": 1, "evidence": evidence}
            start = time.perf_counter()
            times = simulate_fixed_confidence("pb-tas", means, epsilon, RISK, **arguments).stopping_times
            milliseconds = (time.perf_counter() - start) * 1e3 / times.size
            averages.append(times.mean())
            error = times.std() / times.size**0.5
            line += f"   {evidence} {times.mean():.3g} +- {error:.1g} (90 % {np.quantile(times, 0.9):.3g})"
            line += f" {milliseconds:.2f} ms"
        ratios.append(averages[1] / averages[0])
        print(f"{line}   ratio {ratios[-1]:.2f}")
    print(f"geometric mean of the ratios: {np.exp(np.mean(np.log(ratios))):.3f}")


def compare_local() -> None:
    """Print the 90 % quantiles of samples that PB-TaS on randomised responses and CTB-TT need."""
    for means in INSTANCES:
        for epsilon in (0.3, 1.0, 2.2, 5.0):
            responses = simulate_achievable(means, epsilon, RISK, "local", runs=0).parameters
            ours = simulate_fixed_confidence(
                "pb-tas", responses["means"], math.inf, RISK, runs=40, max_samples=10**12, evidence="scheduled"
            ).stopping_times
            theirs = simulate_fixed_confidence(
                "ctb-tt", means, epsilon, RISK, runs=40, max_samples=10**8
            ).stopping_times
            ours_needed, theirs_needed = (np.quantile(times, 0.9) for times in (ours, theirs))
            print(
                f"{means!s:<28}{epsilon:>6}   PB-TaS {ours_needed:.2g}   CTB-TT {theirs_needed:.2g}"
                f"   {theirs_needed / ours_needed:.1f} times as many"
            )


def compare_noise() -> None:
    """Print the mean samples of Gaussian PB-TaS, over those of PB-TaS (scheduled) and PRISE at the same epsilon."""
    for means in (*INSTANCES, (0.6, 0.5)):
        for epsilon in (0.001, 0.0215, 0.1, 0.46, 2.15):
            rhos = {"same rho": rho_from_epsilon(epsilon), "same (epsilon, 1e-6)": gaussian_rho(epsilon, 1e-6)}
            how = {"runs": 200, "max_samples": 10**12}
            pure = simulate_fixed_confidence("pb-tas", means, epsilon, RISK, evidence="scheduled", **how).stopping_times
            prise = simulate_fixed_confidence("prise", means, epsilon, RISK, **how).stopping_times
            line = f"{means!s:<28}{epsilon:>8}   PB-TaS {pure.mean():.3g}"
            for label, rho in rhos.items():
                made = simulate_fixed_confidence("gaussian-pb-tas", means, risk=RISK, rho=rho, **how)
                times = made.stopping_times
                error = times.std() / times.size**0.5
                line += f"   {label}: {times.mean():.3g} +- {error:.1g}, {times.mean() / pure.mean():.2f} of PB-TaS, "
                line += f"{times.mean() / prise.mean():.2f} of PRISE, {made.summary().errors_all} wrong"
            print(line, flush=True)


def compare_top_two() -> None:
    """Print the mean samples of Gaussian DP-TT by its tilt, and of Gaussian PB-TaS, over those of DP-TT at one rho."""
    for means in ((0.95, 0.9, 0.85, 0.8, 0.5), (0.75, 0.7, 0.65, 0.6, 0.55), (0.6, 0.5)):
        for epsilon in (0.01, 0.1, 1.0):
            rho, how = rho_from_epsilon(epsilon), {"runs": 40, "max_samples": 10**9}
            pure = simulate_fixed_confidence("dp-tt", means, epsilon, RISK, **how).stopping_times.mean()
            line = f"{means!s:<32}{epsilon:>6}   DP-TT {pure:.3g}"
            for name, more in (
                *(("gaussian-dp-tt", {"tilt": tilt}) for tilt in (1.0, 1.4, 2.0)),
                ("gaussian-pb-tas", {}),
            ):
                made = simulate_fixed_confidence(name, means, risk=RISK, rho=rho, **how, **more).summary()
                said = " ".join([name, *(f"tilt {tilt:g}" for tilt in more.values())])
                line += f"   {said}: {made.mean / pure:.2f}, {made.errors_all} wrong"
            print(line, flush=True)


if __name__ == "__main__":
    commands = {"local": compare_local, "gaussian": compare_noise, "top-two": compare_top_two}
    commands.get("".join(sys.argv[1:]), compare_bets)()
