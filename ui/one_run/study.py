"""One run of an algorithm as its story, release by release, and as a table."""

import pandas as pd
import streamlit as st

import dpcore
from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.instance import Instance
from ui.stopping.curves import Curve


@st.cache_resource(max_entries=32, show_spinner="Running…")
def trace_of(curve: Curve, instance: Instance, seed: int, run: int, cap: int) -> FixedConfidenceTrace:
    """The run's story; the same for every visitor who asks for the same run."""
    trace = dpcore.trace_fixed_confidence(
        curve.algorithm,
        instance.means,
        instance.epsilon,
        instance.risk,
        seed=seed,
        max_samples=cap,
        threshold=curve.threshold,
        run=run,
        **dict(curve.parameters),
    )
    assert trace is not None  # None only for a cancelled run, and nobody can cancel this one
    return trace


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
