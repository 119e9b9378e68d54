"""One run in words and as a notebook."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.described import described
from ui.arms.names import name as arm_name
from ui.components.crowd import dot_in_words
from ui.look.sentences import teller
from ui.shell.notebook import Notebook
from ui.stopping.curves import Curve

ArmName = Callable[[int], str]
unnamed: ArmName = partial(arm_name, ())
tell = teller(__file__)


def question(trace: FixedConfidenceTrace, moment: int, method: str, is_over: bool) -> str:
    """What the viewer is asked before the ending is told.

    method: what it is called.  is_over: no moment is left but the ending.
    """
    return tell("question", method=method, is_over=is_over, after=trace.times[moment])


def answer(trace: FixedConfidenceTrace, guess: int, name: ArmName = unnamed) -> str:
    """How the run ended, and whether it and the viewer were right.  guess: an arm, from 0.  name: of an arm."""
    best = int(np.argmax(trace.parameters["means"]))
    return tell(
        "answer",
        is_capped=not trace.finished,
        guessed=name(guess),
        named=name(trace.recommendation),
        best=name(best),
        after=trace.stopping_time,
        you_are_right=guess == best,
        run_is_right=trace.recommendation == best,
        both_are_right=guess == trace.recommendation == best,
    )


def crowd_reading(each: int, is_told: bool) -> str:
    """How the picture of the participants is read.  each: participants a dot."""
    return tell("crowd", dot=dot_in_words(each), is_secret=not is_told)


def moment_in_words(trace: FixedConfidenceTrace, moment: int, name: ArmName = unnamed, is_told: bool = True) -> str:
    """What happened at this moment, what the algorithm now believes, and what it waits for.

    moment: a row of the trace; of a round that releases several arms at once, its last one.  is_told: whether the
    ending and the true means are.
    """
    released = trace.arms[trace.times == trace.times[moment]]
    is_round = released.size > 1
    evidence = _evidence(trace, moment, name, is_round)
    more = (_of_a_round if is_round else _of_a_release)(trace, moment, name, is_told)
    return tell("round" if is_round else "release", after=trace.times[moment], **evidence, **more)


def _evidence(trace: FixedConfidenceTrace, moment: int, name: ArmName, is_round: bool) -> dict[str, Any]:
    """The leader, which arms it has ruled out, and how far the hardest of the others is from that."""
    thresholds, costs, epsilon = trace.thresholds[moment], trace.costs[moment], trace.parameters["epsilon"]
    rivals, is_last = np.flatnonzero(thresholds > 0), moment + 1 == trace.times.size
    out = rivals[costs[rivals] >= thresholds[rivals]]
    values = {
        "leader": name(int(trace.leaders[moment])),
        "scale": epsilon and 1 / epsilon,
        "is_last": is_last,
        "is_won": is_last and trace.finished,
        "ruled_out": _arms(out, trace, name) if out.size else "",
        "several_out": out.size > 1,
        "rival": "",
    }
    if not rivals.size or (is_round and out.size == rivals.size):
        return values
    hardest = int(rivals[np.argmin(costs[rivals] / thresholds[rivals])])
    return values | {"rival": name(hardest), "cost": costs[hardest], "threshold": thresholds[hardest]}


def _of_a_round(trace: FixedConfidenceTrace, moment: int, name: ArmName, is_told: bool) -> dict[str, Any]:
    """What a round publishes, how its leader looks, and what the next one pulls, as planned from that."""
    times, leader = np.unique(trace.times), int(trace.leaders[moment])
    values = {
        "place": int(np.searchsorted(times, trace.times[moment])) + 1,
        "rounds": times.size if is_told else 0,
        "released": _arms(trace.arms[trace.times == trace.times[moment]], trace, name),
        "leader_mean": trace.private_means[moment, leader],
        "true_mean": trace.parameters["means"][leader] if is_told else None,
    }
    if moment + 1 == trace.times.size:
        return values
    later = trace.counts[trace.times == trace.times[moment + 1]][-1] - trace.counts[moment]
    return values | {"next_size": later.sum(), "next_arms": _arms(np.flatnonzero(later > 0), trace, name)}


def _of_a_release(trace: FixedConfidenceTrace, moment: int, name: ArmName, is_told: bool) -> dict[str, Any]:
    """What one arm publishes, how it looks then, and which arm is to be told from the leader next."""
    arm, challenger = int(trace.arms[moment]), int(trace.challengers[moment])
    return {
        "arm": name(arm),
        "drawn": trace.noise[moment],
        "pulls": trace.counts[moment, arm],
        "mean": trace.private_means[moment, arm],
        "rewards": trace.private_counts[moment, arm],
        "true_mean": trace.parameters["means"][arm] if is_told else None,
        "challenger": name(challenger) if challenger >= 0 and np.any(trace.thresholds[moment] > 0) else "",
    }


def _arms(arms: NDArray[np.int64], trace: FixedConfidenceTrace, name: ArmName) -> str:
    """Arm 2; arms 1 and 3; arms 1, 2 and 5; all 5 arms; treatment A and arm 2."""
    if arms.size == trace.pulls.size:
        return "both arms" if arms.size == 2 else f"all {arms.size} arms"
    names = [name(int(arm)) for arm in arms]
    if len(names) > 1 and names == [unnamed(int(arm)) for arm in arms]:
        names = [f"arms {arms[0] + 1}", *(str(arm + 1) for arm in arms[1:])]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


_PICTURE = """
figure = go.Figure(layout={"title": "Participants given to each arm; the run ends on the right"})
for arm, participants in enumerate(trace.counts.T, start=1):
    figure.add_scatter(x=trace.times, y=participants, line={"shape": "hv"}, name=f"arm {arm}")
figure.update_xaxes(title="participants so far")
figure.update_yaxes(title="participants of this arm")
"""


def notebook(curve: Curve, trace: FixedConfidenceTrace) -> Notebook:
    """A notebook that repeats the run and draws where its participants went."""
    setting = trace.parameters
    code = f"""import dpcore

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
    told = described(setting["means"], setting["epsilon"] if curve.is_private else None, setting["risk"])
    return Notebook(
        f"{curve.label} · {told} · run {trace.run}, seed {trace.seed}",
        f"Simulated; {curve.label}: {curve.entry.source}".rstrip("."),
        code,
        _PICTURE,
    )
