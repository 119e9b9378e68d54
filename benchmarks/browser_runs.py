"""Compare runs made in a browser with those made here: `python -m benchmarks.browser_runs [RUNS]`.

For each algorithm one run's milliseconds on one core, by Python's kernels and by the modules in a Chromium, their
ratio, and how often a run calls out of its module: logarithms and exponentials are JavaScript's own, and the compiler
cannot look into these calls; most are logarithms.  The ratio means something on a quiet machine only.  Means .75 .7 .7
.7 .7, epsilon .1 (1 where the algorithm is slow), risk .01.
"""

import json
import sys
import time

from dpcore.fixed_confidence import prepared_arguments, simulate_fixed_confidence
from tools.chromium import running_chromium
from tools.simulations import of_modules, program
from wasm.simulations import module_of, sent

MEANS, RISK, CAP = (0.75, 0.7, 0.7, 0.7, 0.7), 0.01, 200_000
EPSILONS = {"prise": 0.1, "pb-tas": 0.1, "dp-se": 0.1, "ttucb": None, "eb-tci": None, "track-and-stop": None,
            "ctb-tt": 1.0, "adap-tt": 1.0, "adap-tt-star": 1.0, "dp-tt": 1.0}  # fmt: skip
BATCHED = ("prise", "pb-tas", "dp-se")  # their runs take many samples, and little time
LEAST = 1 / 3  # of a native core's speed


def main(runs: int) -> int:
    """Print the table; how many algorithms are slower in the browser than a third of here."""
    missed = 0
    with running_chromium() as browser:
        page = browser.new_page()
        for name, epsilon in EPSILONS.items():
            cap = 10**9 if name in BATCHED else CAP
            here = milliseconds_here(name, epsilon, cap, runs)
            there = page.evaluate(
                f"async () => {{ {program()}\nreturn milliseconds({asked(name, epsilon, cap, runs)}) }}"
            )
            calls = page.evaluate(f"async () => {{ {program()}\nreturn callsOut({asked(name, epsilon, cap, 5)}) }}")
            ratio = here / there
            missed += ratio < LEAST
            print(
                f"{name:<16} here {here:8.3f} ms   browser {there:8.3f} ms   calls out {calls:10,.0f}   "
                f"speed {ratio:.2f}{' !' * (ratio < LEAST)}"
            )
    return missed


def milliseconds_here(name: str, epsilon: float | None, cap: int, runs: int) -> float:
    """Of one run on one core."""
    simulate_fixed_confidence(name, MEANS, epsilon, RISK, runs=1, max_samples=cap, workers=1)
    start = time.perf_counter()
    simulate_fixed_confidence(name, MEANS, epsilon, RISK, runs=runs, max_samples=cap, workers=1)
    return (time.perf_counter() - start) * 1e3 / runs


def asked(name: str, epsilon: float | None, cap: int, runs: int) -> str:
    """What the harness wants, as JavaScript."""
    prepared = [sent(leaf) for leaf in prepared_arguments(name, MEANS, epsilon, RISK, max_samples=cap)]
    (module,) = of_modules([module_of(name)]).values()
    return json.dumps({"module": module, "prepared": prepared, "seed": 0, "count": runs})


if __name__ == "__main__":
    sys.exit(main(int(*sys.argv[1:] or [40])) > 0)
