"""One run in words and as Python code."""

import numpy as np

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.look.numbers import count, number
from ui.stopping.curves import Curve


def moment_in_words(trace: FixedConfidenceTrace, moment: int) -> str:
    """What happened at this moment, what the algorithm now believes, and what it waits for."""
    return " ".join([_event(trace, moment), _belief(trace, moment), _outlook(trace, moment)])


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
        "changes the odds of what is seen by a factor of at most e^ε."
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
