"""Sentences about simulated stopping times, with the numbers in them."""

from collections import Counter
from typing import Any

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from ui.look.sentences import teller
from ui.state.keys import DELTA
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingView

tell = teller(__file__)  # scripts write anew, during a drag, what needs no runs
ASIDE = "Only PB-TaS can ignore small differences, so the other algorithms are left out."
INVITATION = "Change an arm or ε to start new runs."


def verdict(view: StoppingView) -> str:
    """By when half of the runs stop at this epsilon: the median of simulated ones, until there are some the bound."""
    lowest = _lowest(view)
    return tell("verdict_of_runs", **_of_runs(view, *lowest)) if lowest else tell("verdict", **_values(view))


def expert_verdict(view: StoppingView) -> str:
    """The same next to the bound, with the errors of the runs."""
    lowest = _lowest(view)
    return tell("expert_of_runs", **_of_runs(view, *lowest)) if lowest else tell("expert", **_values(view))


def _of_runs(view: StoppingView, median: float, curve: Curve, result: FixedConfidenceResult) -> dict[str, Any]:
    return _values(view) | {
        "median": median,
        "curve": curve,
        "summary": (summary := result.summary()),
        "stopped": summary.runs - summary.capped,
        "times": median / view.bounds.at_epsilon,
        "so_far": "here" if _is_complete(view) else "so far",
    }


def earlier_name(earlier: StoppingView, now: StoppingView) -> str:
    """What the runs are that were made before the present question was asked."""
    if earlier.instance.means != now.instance.means:
        return "runs for the previous arms"
    if earlier.instance.indifference != now.instance.indifference:
        return "runs that ignored other differences"
    return "runs for the previous risk" if earlier.instance.risk != now.instance.risk else "earlier runs"


def picture_reading(view: StoppingView) -> str:
    """How the main picture is read, and what a ρ-zCDP method promises at its place beside the ε-DP methods there."""
    values = {
        "show_mean": view.show_mean,
        "is_asymptotic": view.instance.is_asymptotic,
        "epsilon": view.instance.epsilon,
    }
    if not any(curve.is_zcdp for curve in view.curves):
        return tell("picture", **values)
    rho = dpcore.privacy.rho_from_epsilon(view.instance.epsilon)
    return tell(
        "picture",
        **values,
        rho=rho,
        implied=dpcore.privacy.gaussian_epsilon(rho, DELTA),
        needed=dpcore.privacy.epsilon_at_rho(dpcore.privacy.gaussian_rho(view.instance.epsilon, DELTA)),
        theirs=view.bound_under_zcdp,
    )


def _values(view: StoppingView) -> dict[str, Any]:
    """What the templates without a median need, also for why none is told."""
    return {
        "epsilon": view.instance.epsilon,
        "risk": view.instance.risk,
        "indifference": view.instance.indifference,
        "is_asymptotic": view.instance.is_asymptotic,
        "bound": view.bounds.at_epsilon,
        "has_private": any(curve.is_private for curve in view.curves),
        "has_runs": any(curve.is_private for curve, _ in view.at_epsilon()),
    }


def _lowest(view: StoppingView) -> tuple[float, Curve, FixedConfidenceResult] | None:
    """The private algorithm of the smallest median at this epsilon, preferably an ε-DP and proven one."""
    medians = [
        (median, curve, result)
        for curve, result in view.at_epsilon()
        if curve.is_private and (median := result.summary().median) is not None
    ]
    return min(medians, key=lambda entry: (entry[1].is_zcdp, not entry[1].is_proven, entry[0]), default=None)


def _is_complete(view: StoppingView) -> bool:
    """Whether the order of the algorithms at this epsilon means something: some may have no runs yet."""
    runs = {curve: result.runs for curve, result in view.at_epsilon()}
    return all(runs.get(curve, 0) >= view.runs for curve in view.curves if curve.is_private)


def capped_sentences(view: StoppingView) -> list[str]:
    """For each algorithm with capped runs: how many, why, and how they are shown."""
    worst: dict[Curve, Any] = {}
    capped: Counter[Curve] = Counter()
    for (curve, epsilon), result in view.results().items():
        summary = result.summary()
        capped[curve] += summary.capped > 0
        if summary.capped and (curve not in worst or summary.share_capped > worst[curve][1].share_capped):
            worst[curve] = epsilon, summary
    cap = view.study.problem.max_samples
    return [
        tell("capped", curve=curve, epsilon=worst[curve][0], summary=worst[curve][1], others=capped[curve] - 1, cap=cap)
        for curve in view.curves
        if curve in worst
    ]


def summary_reading(view: StoppingView) -> str:
    """What the columns of `ui.stopping.study.summary_table` are."""
    runs = [result.runs for _, result in view.at_epsilon()]
    return tell("summary", **_values(view), fewest=min(runs), is_growing=min(runs) < max(*runs, view.runs))


def snippet(view: StoppingView) -> str:
    """Python code that makes the runs at the current epsilon again."""
    instance, problem = view.instance, view.study.problem
    if zeta := instance.indifference:
        limit = " as the risk goes to 0" if instance.is_asymptotic else ""
        bounds = f"""epsilon, risk, indifference = {instance.epsilon!r}, {instance.risk!r}, {zeta!r}
print('good answers:', dpcore.good_answers(means, indifference))
bounds = dpcore.sample_lower_bounds(means, epsilon, risk, indifference=indifference)
print('lower bound on the average of eps-DP algorithms{limit}:', bounds['tightest_private'])"""
    else:
        bounds = f"""epsilon, risk = {instance.epsilon!r}, {instance.risk!r}
bounds = dpcore.sample_lower_bounds(means, epsilon, risk)
least = bounds['tightest_private']
print('no eps-DP algorithm that stays within this risk, whatever the means are, averages fewer samples than', least)"""
    simulations = []
    for curve in view.curves:
        budget = "rho=dpcore.privacy.rho_from_epsilon(epsilon), risk=risk" if curve.is_zcdp else "epsilon, risk"
        arguments = [
            f"{curve.algorithm!r}, means, {budget}, runs={view.runs}, seed={problem.seed}",
            f"max_samples={problem.max_samples}",
            *([] if curve.is_proven else [f"threshold={curve.threshold!r}"]),
            *(["indifference=indifference"] if zeta else []),
            *(f"{name}={value!r}" for name, value in curve.parameters),
        ]
        made = f"lambda epsilon: dpcore.simulate_fixed_confidence({', '.join(arguments)})"
        simulations.append(f"    {curve.label!r}: {made},")
    listed = "\n".join(simulations)
    return f"""import dpcore

means = {list(instance.means)}
{bounds}

simulations = {{
{listed}
}}

for name, simulate in simulations.items():
    print(name, simulate(epsilon).summary(), sep='\\n')"""
