"""One run in words and as Python code."""

import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.look.numbers import count, number
from ui.stopping.curves import Curve


def moment_in_words(trace: FixedConfidenceTrace, moment: int) -> str:
    """What happened at this moment, what the algorithm now believes, and what it waits for.

    moment: a row of the trace; of a round that releases several arms at once, its last one.
    """
    released = trace.arms[trace.times == trace.times[moment]]
    if released.size > 1:
        told = (_round(trace, moment, released), _ruled_out(trace, moment), _next_round(trace, moment))
        return " ".join(sentence for sentence in told if sentence)
    return " ".join([_event(trace, moment), _belief(trace, moment), _outlook(trace, moment)])


def _round(trace: FixedConfidenceTrace, moment: int, released: NDArray[np.int64]) -> str:
    """What a round publishes, and how its leader now looks."""
    times, leader = np.unique(trace.times), int(trace.leaders[moment])
    place = int(np.searchsorted(times, trace.times[moment])) + 1
    epsilon = trace.parameters["epsilon"]
    noise = f", each with noise of typical size 1/ε = {number(1 / epsilon)} added" if epsilon else ""
    return (
        f"**Round {place} of {times.size}**, after {count(trace.times[moment])} samples: {_arms(released, trace)} "
        f"publish the sums of their new rewards{noise}. Arm {leader + 1} leads: its mean looks like "
        f"{number(trace.private_means[moment, leader])}; the truth is {number(trace.parameters['means'][leader])}."
    )


def _ruled_out(trace: FixedConfidenceTrace, moment: int) -> str:
    """Which arms are out, and how far the hardest of the others is from it."""
    thresholds, costs, leader = trace.thresholds[moment], trace.costs[moment], int(trace.leaders[moment])
    if trace.finished and moment + 1 == trace.times.size:
        return f"Every rival of arm {leader + 1} is ruled out: stop."
    rivals = np.flatnonzero(thresholds > 0)
    out = rivals[costs[rivals] >= thresholds[rivals]]
    start = f"{_arms(out, trace).capitalize()} {'is' if out.size == 1 else 'are'} ruled out." if out.size else ""
    if out.size == rivals.size:
        return start
    hardest = int(rivals[np.argmin(costs[rivals] / thresholds[rivals])])
    return (
        f"{start} The evidence against arm {hardest + 1}, the hardest rival, is {number(costs[hardest])} of "
        f"{number(thresholds[hardest])} needed."
    ).strip()


def _next_round(trace: FixedConfidenceTrace, moment: int) -> str:
    """What the next round pulls, as it was planned from what is published so far."""
    if moment + 1 == trace.times.size:
        return "" if trace.finished else "The cap is reached."
    later = trace.counts[trace.times == trace.times[moment + 1]][-1] - trace.counts[moment]
    sampled = np.flatnonzero(later > 0)
    return f"The next round takes {count(later.sum())} samples of {_arms(sampled, trace)}."


def _arms(arms: NDArray[np.int64], trace: FixedConfidenceTrace) -> str:
    """Arm 2; arms 1 and 3; arms 1, 2 and 5; all 5 arms."""
    if arms.size == trace.pulls.size:
        return f"all {arms.size} arms"
    *first, last = [str(arm + 1) for arm in arms]
    return f"arms {', '.join(first)} and {last}" if first else f"arm {last}"


def ending_in_words(trace: FixedConfidenceTrace) -> str:
    """How the run ended."""
    arm, time = trace.recommendation + 1, count(trace.stopping_time)
    if not trace.finished:
        return f"This run had **not stopped after {time} samples**, its cap; its leader was then arm {arm}."
    right = trace.recommendation == int(np.argmax(trace.parameters["means"]))
    return f"This run stopped after **{time} samples** and recommended **arm {arm}**, which is {_right(right)}."


def _right(right: bool) -> str:
    return "right" if right else "wrong"


def _event(trace: FixedConfidenceTrace, moment: int) -> str:
    arm, time = int(trace.arms[moment]), count(trace.times[moment])
    epsilon = trace.parameters["epsilon"]
    if trace.noise[moment] == 0.0:
        pulls = count(trace.counts[moment, arm])
        return f"After {time} samples: arm {arm + 1} has just been pulled, {pulls} times in all."
    return (
        f"After {time} samples arm {arm + 1} publishes a sum of rewards with noise "
        f"{number(trace.noise[moment])} added (typical size 1/ε = {number(1 / epsilon)}): one participant's outcome "
        "changes the probability of what is seen by a factor of at most e^ε."
    )


def _belief(trace: FixedConfidenceTrace, moment: int) -> str:
    arm = int(trace.arms[moment])
    truth = trace.parameters["means"][arm]
    private, rewards = trace.private_means[moment, arm], int(trace.private_counts[moment, arm])
    return f"Its mean now looks like {number(private)} from {count(rewards)} rewards; the truth is {number(truth)}."


def _outlook(trace: FixedConfidenceTrace, moment: int) -> str:
    thresholds, costs = trace.thresholds[moment], trace.costs[moment]
    tested = np.flatnonzero(thresholds > 0)
    leader = int(trace.leaders[moment])
    if tested.size == 0:
        return f"Arm {leader + 1} leads; no arm is tested yet."
    hardest = int(tested[np.argmin(costs[tested] / thresholds[tested])])
    text = (
        f"Arm {leader + 1} leads; its hardest rival is arm {hardest + 1}, with evidence {number(costs[hardest])} "
        f"of {number(thresholds[hardest])} needed."
    )
    if moment == trace.times.size - 1:
        return f"{text} {'Every rival is beaten: stop.' if trace.finished else 'The cap is reached.'}"
    challenger = int(trace.challengers[moment])
    return text + (f" Next it tries to tell arm {leader + 1} from arm {challenger + 1}." if challenger >= 0 else "")


def snippet(curve: Curve, trace: FixedConfidenceTrace) -> str:
    """Python code that makes this run again."""
    setting = trace.parameters
    return f"""import dpcore

trace = dpcore.trace_fixed_confidence(
    {curve.algorithm!r},
    means={list(setting["means"])},
    epsilon={setting["epsilon"]!r},
    risk={setting["risk"]!r},
    seed={trace.seed},
    max_samples={setting["max_samples"]},
    threshold={curve.threshold!r},
    run={trace.run},{"".join(f"{chr(10)}    {name}={value!r}," for name, value in curve.parameters)}
)
print(trace.stopping_time, "samples; recommends arm", trace.recommendation + 1)
for time, arm, noise in zip(trace.times, trace.arms, trace.noise):
    print(f"after {{time}} samples: arm {{arm + 1}}, noise {{noise:+.3f}}")"""
