"""One run in words and as Python code."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.names import name as arm_name
from ui.components.crowd import dot_in_words
from ui.look.numbers import count, number
from ui.stopping.curves import Curve

ArmName = Callable[[int], str]
unnamed: ArmName = partial(arm_name, ())


def question(trace: FixedConfidenceTrace, moment: int, method: str, is_over: bool) -> str:
    """What the viewer is asked before the ending is told.

    method: what it is called.  is_over: no moment is left but the ending.
    """
    if is_over:
        return f"{capital(method)} **stops here** and names an arm. Which one is it? Guess, and see."
    return (
        f"{capital(method)} has heard **{_participants(trace.times[moment])}**. Which arm will it name the "
        "best? Guess, or watch more come."
    )


def answer(trace: FixedConfidenceTrace, guess: int, name: ArmName = unnamed) -> str:
    """How the run ended, and whether it and the viewer were right.  guess: an arm, from 0.  name: of an arm."""
    named, best = trace.recommendation, int(np.argmax(trace.parameters["means"]))
    time = _participants(trace.stopping_time)
    start = f"You guessed {name(guess)}; the run"
    truth = f"{name(best)} is best"
    if not trace.finished:
        yours = "you are right" if guess == best else "you are wrong"
        return f"{start} had **not stopped after {time}**, its cap, and {name(named)} led. {capital(truth)}: {yours}."
    verdicts = {
        (True, True): f"Both are right: {truth}.",
        (True, False): f"You are right, the run is wrong: {truth}.",
        (False, True): f"The run is right, you are wrong: {truth}.",
        (False, False): f"Both are wrong: {truth}.",
    }
    return f"{start} named **{name(named)}** after **{time}**. {verdicts[guess == best, named == best]}"


def crowd_reading(each: int, is_told: bool) -> str:
    """How the picture of the participants is read.  each: participants a dot."""
    hidden = "" if is_told else " The true means are hidden until you guess."
    return f"{dot_in_words(each)}; beside it, how many tried the arm, and the mean that the algorithm sees.{hidden}"


def moment_in_words(trace: FixedConfidenceTrace, moment: int, name: ArmName = unnamed, is_told: bool = True) -> str:
    """What happened at this moment, what the algorithm now believes, and what it waits for.

    moment: a row of the trace; of a round that releases several arms at once, its last one.  is_told: whether the
    ending and the true means are.
    """
    released = trace.arms[trace.times == trace.times[moment]]
    if released.size > 1:
        publication = _round(trace, moment, released, name, is_told)
        told = (publication, _ruled_out(trace, moment, name), _next_round(trace, moment, name))
        return " ".join(sentence for sentence in told if sentence)
    return " ".join([_event(trace, moment, name), _belief(trace, moment, is_told), _outlook(trace, moment, name)])


def _round(trace: FixedConfidenceTrace, moment: int, released: NDArray[np.int64], name: ArmName, is_told: bool) -> str:
    """What a round publishes, and how its leader now looks."""
    times, leader = np.unique(trace.times), int(trace.leaders[moment])
    place = int(np.searchsorted(times, trace.times[moment])) + 1
    epsilon = trace.parameters["epsilon"]
    noise = f", each with noise of typical size 1/ε = {number(1 / epsilon)} added" if epsilon else ""
    return (
        f"**Round {place}{f' of {times.size}' if is_told else ''}**, after {_participants(trace.times[moment])}: "
        f"{_arms(released, trace, name)} publish the sums of their new rewards{noise}. {capital(name(leader))} leads: "
        f"its mean looks like {number(trace.private_means[moment, leader])}{_truth(trace, leader, is_told)}."
    )


def _truth(trace: FixedConfidenceTrace, arm: int, is_told: bool) -> str:
    return f"; the truth is {number(trace.parameters['means'][arm])}" if is_told else ""


def _ruled_out(trace: FixedConfidenceTrace, moment: int, name: ArmName) -> str:
    """Which arms are out, and how far the hardest of the others is from it."""
    thresholds, costs, leader = trace.thresholds[moment], trace.costs[moment], int(trace.leaders[moment])
    if trace.finished and moment + 1 == trace.times.size:
        return f"Every rival of {name(leader)} is ruled out: stop."
    rivals = np.flatnonzero(thresholds > 0)
    out = rivals[costs[rivals] >= thresholds[rivals]]
    start = f"{capital(_arms(out, trace, name))} {'is' if out.size == 1 else 'are'} ruled out." if out.size else ""
    if out.size == rivals.size:
        return start
    hardest = int(rivals[np.argmin(costs[rivals] / thresholds[rivals])])
    return (
        f"{start} The evidence against {name(hardest)}, the hardest rival, is {number(costs[hardest])} of "
        f"{number(thresholds[hardest])} needed."
    ).strip()


def _next_round(trace: FixedConfidenceTrace, moment: int, name: ArmName) -> str:
    """What the next round pulls, as it was planned from what is published so far."""
    if moment + 1 == trace.times.size:
        return "" if trace.finished else "The cap is reached."
    later = trace.counts[trace.times == trace.times[moment + 1]][-1] - trace.counts[moment]
    sampled = np.flatnonzero(later > 0)
    return f"The next round takes {_participants(later.sum())} for {_arms(sampled, trace, name)}."


def _arms(arms: NDArray[np.int64], trace: FixedConfidenceTrace, name: ArmName) -> str:
    """Arm 2; arms 1 and 3; arms 1, 2 and 5; all 5 arms; treatment A and arm 2."""
    if arms.size == trace.pulls.size:
        return f"all {arms.size} arms"
    names = [name(int(arm)) for arm in arms]
    if len(names) > 1 and names == [unnamed(int(arm)) for arm in arms]:
        names = [f"arms {arms[0] + 1}", *(str(arm + 1) for arm in arms[1:])]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def capital(words: str) -> str:
    """With the capital of a sentence's start."""
    return words[:1].upper() + words[1:]


def _participants(number: float) -> str:
    return f"{count(number)} participant{'' if number == 1 else 's'}"


def _event(trace: FixedConfidenceTrace, moment: int, name: ArmName) -> str:
    arm, time = int(trace.arms[moment]), _participants(trace.times[moment])
    epsilon = trace.parameters["epsilon"]
    if trace.noise[moment] == 0.0:
        pulls = count(trace.counts[moment, arm])
        return f"After {time}: {name(arm)} has just been tried, {'once' if pulls == '1' else f'{pulls} times'} in all."
    return (
        f"After {time} {name(arm)} publishes a sum of rewards with noise "
        f"{number(trace.noise[moment])} added (typical size 1/ε = {number(1 / epsilon)}): one participant's outcome "
        "changes the probability of what is seen by a factor of at most e^ε."
    )


def _belief(trace: FixedConfidenceTrace, moment: int, is_told: bool) -> str:
    arm = int(trace.arms[moment])
    private, rewards = trace.private_means[moment, arm], int(trace.private_counts[moment, arm])
    looks = f"Its mean now looks like {number(private)} from {count(rewards)} reward{'' if rewards == 1 else 's'}"
    return f"{looks}{_truth(trace, arm, is_told)}."


def _outlook(trace: FixedConfidenceTrace, moment: int, name: ArmName) -> str:
    thresholds, costs = trace.thresholds[moment], trace.costs[moment]
    tested = np.flatnonzero(thresholds > 0)
    leader = int(trace.leaders[moment])
    if tested.size == 0:
        return f"{capital(name(leader))} leads; no arm is tested yet."
    hardest = int(tested[np.argmin(costs[tested] / thresholds[tested])])
    text = (
        f"{capital(name(leader))} leads; its hardest rival is {name(hardest)}, with evidence {number(costs[hardest])} "
        f"of {number(thresholds[hardest])} needed."
    )
    if moment == trace.times.size - 1:
        return f"{text} {'Every rival is beaten: stop.' if trace.finished else 'The cap is reached.'}"
    challenger = int(trace.challengers[moment])
    return text + (f" Next it tries to tell {name(leader)} from {name(challenger)}." if challenger >= 0 else "")


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
