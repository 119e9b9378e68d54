"""Compile, or load from the cache, every kernel before a user needs it: `python -m dpcore.warmup`."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from dpcore import fixed_budget, fixed_confidence, private_stopping, regret
from dpcore.times import characteristic as characteristic_times


@dataclass(frozen=True)
class Step:
    """One group of kernels: what they are for, and the call that compiles or loads them."""

    name: str
    load: Callable[[], None]


# The start page's kernels come first: a visitor may be waiting for them.
STEPS = (
    Step("characteristic times", characteristic_times.warm_up),
    Step("fixed confidence", fixed_confidence.warm_up),
    Step("fixed budget", fixed_budget.warm_up),
    Step("regret", regret.warm_up),
    Step("private stopping", private_stopping.warm_up),
)


def main() -> None:
    """Load every group, with a progress line."""
    start = time.monotonic()
    for position, step in enumerate(STEPS, start=1):
        print(f"\rKernels {position}/{len(STEPS)}: {step.name:<40}", end="", flush=True, file=sys.stderr)
        step.load()
    print(f"\r{len(STEPS)} groups of kernels are ready ({time.monotonic() - start:.0f} s).{'':<30}", file=sys.stderr)


if __name__ == "__main__":
    main()
