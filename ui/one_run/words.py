"""One run in words and as Python code."""

import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.look.numbers import count, number
from ui.stopping.curves import Curve


def question(trace: FixedConfidenceTrace, moment: int, method: str, is_over: bool) -> str:
    """What the viewer is asked before the ending is told.  is_over: no moment is left but the ending."""
    if is_over:
        return f"The algorithm {method} **stops here** and names an arm. Which one is it? Guess, and see."
    heard = count(trace.times[moment])
    return (
        f"The algorithm {method} has heard **{heard} participants**. Which arm will it name the best? Guess, or watch "
        "more come."
    )


def answer(trace: FixedConfidenceTrace, guess: int) -> str:
    """How the run ended, and whether it and the viewer were right.  guess: an arm, from 0."""
    named, best, time = trace.recommendation, int(np.argmax(trace.parameters["means"])), count(trace.stopping_time)
    start = f"You guessed arm {guess + 1}; the run"
    truth = f"arm {best + 1} is best"
    if not trace.finished:
        yours = "you are right" if guess == best else "you are wrong"
        return (
            f"{start} had **not stopped after {time} participants**, its cap, and arm {named + 1} led. "
            f"{truth.capitalize()}: {yours}."
        )
    verdicts = {
        (True, True): f"Both are right: {truth}.",
        (True, False): f"You are right, the run is wrong: {truth}.",
        (False, True): f"The run is right, you are wrong: {truth}.",
        (False, False): f"Both are wrong: {truth}.",
    }
    return f"{start} named **arm {named + 1}** after **{time} participants**. {verdicts[guess == best, named == best]}"


def crowd_reading(each: int, is_told: bool) -> str:
    """How the picture of the participants is read.  each: participants a dot."""
    dot = "Each dot is one participant" if each == 1 else f"Each dot is {each:,} participants"
    hidden = "" if is_told else " The true means are hidden until you guess."
    return f"{dot}; beside it, how many tried the arm, and the mean that the algorithm sees.{hidden}"


def moment_in_words(trace: FixedConfidenceTrace, moment: int, is_told: bool = True) -> str:
    """What happened at this moment, what the algorithm now believes, and what it waits for.

    moment: a row of the trace; of a round that releases several arms at once, its last one.  is_told: whether the
    ending and the true means are.
    """
    released = trace.arms[trace.times == trace.times[moment]]
    if released.size > 1:
        told = (_round(trace, moment, released, is_told), _ruled_out(trace, moment), _next_round(trace, moment))
        return " ".join(sentence for sentence in told if sentence)
    return " ".join([_event(trace, moment), _belief(trace, moment, is_told), _outlook(trace, moment)])


def _round(trace: FixedConfidenceTrace, moment: int, released: NDArray[np.int64], is_told: bool) -> str:
    """What a round publishes, and how its leader now looks."""
    times, leader = np.unique(trace.times), int(trace.leaders[moment])
    place = int(np.searchsorted(times, trace.times[moment])) + 1
    epsilon = trace.parameters["epsilon"]
    noise = f", each with noise of typical size 1/ε = {number(1 / epsilon)} added" if epsilon else ""
    return (
        f"**Round {place}{f' of {times.size}' if is_told else ''}**, after {count(trace.times[moment])} participants: "
        f"{_arms(released, trace)} publish the sums of their new rewards{noise}. Arm {leader + 1} leads: its mean "
        f"looks like {number(trace.private_means[moment, leader])}{_truth(trace, leader, is_told)}."
    )


def _truth(trace: FixedConfidenceTrace, arm: int, is_told: bool) -> str:
    return f"; the truth is {number(trace.parameters['means'][arm])}" if is_told else ""


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
    return f"The next round takes {count(later.sum())} participants for {_arms(sampled, trace)}."


def _arms(arms: NDArray[np.int64], trace: FixedConfidenceTrace) -> str:
    """Arm 2; arms 1 and 3; arms 1, 2 and 5; all 5 arms."""
    if arms.size == trace.pulls.size:
        return f"all {arms.size} arms"
    *first, last = [str(arm + 1) for arm in arms]
    return f"arms {', '.join(first)} and {last}" if first else f"arm {last}"


def _event(trace: FixedConfidenceTrace, moment: int) -> str:
    arm, time = int(trace.arms[moment]), count(trace.times[moment])
    epsilon = trace.parameters["epsilon"]
    if trace.noise[moment] == 0.0:
        pulls = count(trace.counts[moment, arm])
        return f"After {time} participants: arm {arm + 1} has just been pulled, {pulls} times in all."
    return (
        f"After {time} participants arm {arm + 1} publishes a sum of rewards with noise "
        f"{number(trace.noise[moment])} added (typical size 1/ε = {number(1 / epsilon)}): one participant's outcome "
        "changes the probability of what is seen by a factor of at most e^ε."
    )


def _belief(trace: FixedConfidenceTrace, moment: int, is_told: bool) -> str:
    arm = int(trace.arms[moment])
    private, rewards = trace.private_means[moment, arm], int(trace.private_counts[moment, arm])
    looks = f"Its mean now looks like {number(private)} from {count(rewards)} rewards"
    return f"{looks}{_truth(trace, arm, is_told)}."


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
