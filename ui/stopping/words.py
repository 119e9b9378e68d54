"""Sentences about simulated stopping times, with the numbers in them, and the notebook."""

from typing import Any

import dpcore
from ui.arms.described import described, source_of
from ui.look.numbers import plural
from ui.look.sentences import teller
from ui.shell.notebook import Notebook
from ui.state.keys import DELTA
from ui.stopping.study import StoppingView

tell = teller(__file__)  # scripts write anew, during a drag, what needs no runs
ASIDE = "Only PB-TaS can ignore small differences, so the other algorithms are left out."
INVITATION = "Change an arm or ε to start new runs."


def verdict(view: StoppingView) -> str:
    """By when half of the runs stop at this epsilon: the median of simulated ones, until there are some the bound."""
    return _told("verdict", view)


def expert_verdict(view: StoppingView) -> str:
    """The same next to the bound, with the errors of the runs."""
    return _told("expert", view)


def _told(name: str, view: StoppingView) -> str:
    """The sentence of this name, about the smallest median here of a private algorithm, preferably ε-DP and proven."""
    private = [(curve, result.summary()) for curve, result in view.at_epsilon() if curve.is_private]
    medians = [(summary.median, curve, summary) for curve, summary in private if summary.median is not None]
    if not medians:
        return tell(name, **_values(view))
    median, curve, summary = min(medians, key=lambda each: (each[1].is_zcdp, not each[1].is_proven, each[0]))
    compared = [(each, epsilon) for each, epsilon in view.cells if each.is_private and epsilon == view.instance.epsilon]
    return tell(
        f"{name}_of_runs",
        **_values(view),
        median=median,
        curve=curve,
        summary=summary,
        stopped=summary.runs - summary.capped,
        times=median / view.bounds.at_epsilon,
        so_far="so far" if view.study.missing(compared, view.runs) else "here",
    )


def earlier_name(earlier: StoppingView, now: StoppingView) -> str:
    """What the runs are that were made before the present question was asked."""
    if earlier.instance.means != now.instance.means:
        return "runs for the previous arms"
    if earlier.instance.indifference != now.instance.indifference:
        return "runs that ignored other differences"
    return "runs for the previous risk" if earlier.instance.risk != now.instance.risk else "earlier runs"


def picture_reading(view: StoppingView) -> str:
    """How the main picture is read, and what a ρ-zCDP method promises at its place beside the ε-DP methods there."""
    values = {**_values(view), "show_mean": view.show_mean}
    if any(curve.is_zcdp for curve in view.curves):
        rho = dpcore.privacy.rho_from_epsilon(view.instance.epsilon)
        values |= {
            "rho": rho,
            "implied": dpcore.privacy.gaussian_epsilon(rho, DELTA),
            "needed": dpcore.privacy.epsilon_at_rho(dpcore.privacy.gaussian_rho(view.instance.epsilon, DELTA)),
            "theirs": view.bound_under_zcdp,
        }
    return tell("picture", **values)


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


def capped_sentences(view: StoppingView) -> list[str]:
    """For each algorithm with capped runs: how many, why, and how they are shown."""
    sentences, cap = [], view.study.problem.max_samples
    cells = [(curve, epsilon, result.summary()) for (curve, epsilon), result in view.results().items()]
    for curve in view.curves:
        capped = [(epsilon, summary) for other, epsilon, summary in cells if other == curve and summary.capped]
        if capped:
            epsilon, worst = max(capped, key=lambda place: place[1].capped / place[1].runs)
            told = {"epsilon": epsilon, "summary": worst, "others": len(capped) - 1, "cap": cap}
            sentences.append(tell("capped", curve=curve, **told))
    return sentences


def summary_reading(view: StoppingView) -> str:
    """What the columns of `ui.stopping.study.summary_table` are."""
    runs = [result.runs for _, result in view.at_epsilon()]
    return tell("summary", **_values(view), fewest=min(runs), is_growing=min(runs) < max(*runs, view.runs))


def notebook(view: StoppingView) -> Notebook:
    """A notebook that makes the runs at the current epsilon, and at every epsilon that its picture draws."""
    instance = view.instance
    names = ", ".join(curve.label for curve in view.curves)
    told = described(instance.means, instance.epsilon, instance.risk, instance.indifference)
    return Notebook(
        f"{told} · {view.runs:,} run{plural(view.runs)}, seed {view.study.problem.seed}",
        f"{source_of(instance.indifference)}. Simulated: {names}",
        _code(view),
        _picture(view),
    )


def _picture(view: StoppingView) -> str:
    gap = ", indifference=indifference" if view.instance.indifference else ""
    value = "mean" if view.show_mean else "median"
    return f"""epsilons = {list(view.epsilons)}
names_without_privacy = {[curve.label for curve in view.curves if not curve.is_private]!r}
figure = go.Figure(layout={{"title": "Stopping times ({value} of the runs) and the lower bound"}})
figure.add_scatter(
    x=epsilons,
    y=[dpcore.sample_lower_bounds(means, each, risk{gap})["tightest_private"] for each in epsilons],
    name="lower bound on the average",
)
for name, simulate in simulations.items():
    if name in names_without_privacy:
        heights = [simulate(epsilon).summary().{value}] * len(epsilons)
        figure.add_scatter(x=epsilons, y=heights, line={{"dash": "dash"}}, name=name)
    else:
        heights = [simulate(each).summary().{value} for each in epsilons]  # None: too many runs were capped
        figure.add_scatter(x=epsilons, y=heights, mode="lines+markers", name=name)
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="samples until a run stops")
"""


def _code(view: StoppingView) -> str:
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
