"""What the best proven algorithm needs at the instance on show, simulated once the visitor's hand rests."""

import math
from dataclasses import dataclass

import streamlit as st

import dpcore
from dpcore import CancelFlag
from ui.approximate import section, words
from ui.approximate.study import PromiseQuestion, Taken
from ui.arms import instance as instances
from ui.arms.instance import Instance
from ui.explore.numbers import Numbers
from ui.jobs.drawing import follow_seconds, poll_seconds, show_error
from ui.jobs.job import Job
from ui.jobs.session import current_job, forget_job
from ui.shell.kernels import kernels
from ui.state.shared import Shared

RUNS = 100
MOST_KNOWN = 10_000  # instances; each takes less than a kilobyte
_JOB = "achieved"
_SECTION = "approximate"
_KERNELS = ("fixed confidence",)


@dataclass(frozen=True)
class Achieved:
    """The mean number of samples over the runs and its 95 % interval; None where some had not stopped by the cap."""

    runs: int
    stopped: int
    samples: float | None
    interval: tuple[float, float] | None


# Of all visitors: the runs have a fixed seed, so what is found depends on the instance's numbers alone.
_known: Shared[Instance, Achieved] = Shared(MOST_KNOWN)


def achieved_at(instance: Instance) -> Achieved | None:
    """What is known of this instance."""
    return _known.recall(instance.unnamed)


def _find(instance: Instance, cancel: CancelFlag) -> Achieved:
    """Of all who wait for the same runs, only the first makes them."""
    found = achieved_at(instance) or simulate(instance, cancel)
    if not cancel.is_set():
        _known.keep(instance.unnamed, found)
    return found


def simulate(instance: Instance, cancel: CancelFlag | None = None) -> Achieved:
    """Make the runs; what a cancelled call returns means nothing."""
    means, epsilon, risk = instance.means, instance.epsilon, instance.risk
    result = dpcore.choosing.simulate_achievable(
        means, epsilon, risk, runs=RUNS, indifference=instance.indifference, cancel=cancel
    )
    summary = result.summary()
    return Achieved(summary.runs, int(result.finished.sum()), summary.mean, summary.mean_interval)


def job_at_rest(instance: Instance) -> Job[Achieved] | None:
    """The job that finds it out; None once it is known, or as long as its kernels are not loaded."""
    if achieved_at(instance) is not None:
        forget_job(_JOB)
        return None
    if not kernels().wait(_KERNELS, 0):
        return None
    return current_job(_JOB, instance.unnamed, lambda: 1, lambda job: _find(instance, job.cancel))


def leave_the_hand_alone() -> None:
    """End the jobs during a drag, which needs the processor; they go on when the hand rests."""
    if instances.live() != instances.current():
        forget_job(_JOB)
        forget_job(section.JOB)


def compare_promises(numbers: Numbers) -> PromiseQuestion | None:
    """Draw the section about other promises at the same instance, by as many runs; its question if it is open."""
    instance, found = numbers.instance, achieved_at(numbers.instance)
    if found is None:
        section.draw(_SECTION, None, words.tell("waits"))
        return None
    known = Taken(math.inf, math.inf, math.inf)
    if found.samples is not None and found.interval is not None:
        known = Taken(found.samples, *found.interval)
    question = PromiseQuestion(
        rates=(instance.means,),
        epsilon=instance.epsilon,
        risk=instance.risk,
        indifference=instance.indifference,
        runs=RUNS,
        seed=0,
        quantile=None,
        bound=numbers.bounds["tightest_private"],
        without_privacy=numbers.bounds["non_private"],
        is_asymptotic=instance.is_asymptotic,
    )
    return question if section.draw(_SECTION, question, known=known) else None


def follow(job: Job[Achieved] | None) -> None:
    """Draw the whole page again once the job has ended, or its kernels are loaded; it has its place either way.

    A job that its visitor has stopped has nothing to say at its end.
    """
    with st.container():
        if job is None:
            if achieved_at(instances.current()) is None:
                instances.draw_again_when(lambda: kernels().wait(_KERNELS, 0), follow_seconds())
        elif job.error is not None:
            show_error(job)
        elif not job.waits_for_visitor:
            instances.draw_again_when(lambda: not job.running, poll_seconds())
