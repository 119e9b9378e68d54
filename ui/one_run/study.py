"""One run of an algorithm as its story, release by release, and as a table."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore import CancelFlag
from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.instance import Instance
from ui.stopping.curves import Curve


@dataclass(frozen=True)
class RunChoice:
    """Which run to tell."""

    curve: Curve
    run: int
    seed: int
    cap: int


def trace_of(choice: RunChoice, instance: Instance, cancel: CancelFlag) -> FixedConfidenceTrace | None:
    """The run's story; None once cancelled."""
    return dpcore.trace_fixed_confidence(
        choice.curve.algorithm,
        instance.means,
        instance.epsilon,
        instance.risk,
        seed=choice.seed,
        max_samples=choice.cap,
        threshold=choice.curve.threshold,
        run=choice.run,
        cancel=cancel,
        **dict(choice.curve.parameters),
    )


def moments_of(trace: FixedConfidenceTrace) -> NDArray[np.int64]:
    """The rows of the trace to step through: of the releases that a round makes together, the last one."""
    return np.flatnonzero(np.append(np.diff(trace.times) > 0, True))


def trace_table(trace: FixedConfidenceTrace) -> pd.DataFrame:
    """One row per moment; arms are counted from 1 as on the pictures."""
    per_arm = {
        "pulls": trace.counts,
        "private mean": trace.private_means,
        "mean of its rewards": trace.empirical_means,
        "evidence": trace.costs,
        "threshold": trace.thresholds,
    }
    return pd.DataFrame(
        {
            "samples": trace.times,
            "arm": trace.arms + 1,
            "noise": trace.noise,
            "leader": trace.leaders + 1,
            **{
                f"{name}, arm {arm + 1}": values[:, arm]
                for name, values in per_arm.items()
                for arm in range(trace.pulls.size)
            },
        }
    )
