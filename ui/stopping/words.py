"""Sentences about simulated stopping times, with the numbers in them."""

import json
from pathlib import Path
from typing import Any

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from ui.look.numbers import about, at_least, count, number, percent, rounded_down, rounded_up, setting
from ui.look.sentences import said
from ui.state.keys import DELTA
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingView

# Of what needs no runs: scripts write them anew during a drag.
SENTENCES: dict[str, Any] = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
ASIDE = "PB-TaS alone knows differences that do not matter: the other algorithms stand aside."
INVITATION = "Change an arm or ε to start new runs."


def verdict(view: StoppingView) -> str:
    """By when half of the runs stop at this epsilon: the median of simulated ones, until there are some the bound."""
    start = f"At privacy budget ε = {setting(view.instance.epsilon)}"
    lowest = _lowest(view)
    if lowest is None:
        return said(SENTENCES, "verdict", _values(view))
    median, curve, result = lowest
    rank = f"the lowest {_rank(view)} of proven ones" if curve.is_proven else "whose risk rests on no proof"
    if curve.is_zcdp:
        rank = "whose promise is weaker than ε-DP"
    ignored = f", gaps up to {setting(zeta)} ignored" if (zeta := view.instance.indifference) else ""
    return (
        f"{start}, half of the runs stop within about **{about(median, _digits(result.runs))} participants**{ignored}: "
        f"the median of {result.runs} simulated runs of {curve.described}, {rank}."
    )


def expert_verdict(view: StoppingView) -> str:
    """The same next to the bound, with the errors of the runs."""
    lowest = _lowest(view)
    if lowest is None:
        return said(SENTENCES, "expert", _values(view))
    median, curve, result = lowest
    summary = result.summary()
    average = "" if summary.mean is None else f", {count(summary.mean)} on average"
    times = f"The median is {number(median / view.bounds.at_epsilon)} times that bound on the average."
    return (
        f"{said(SENTENCES, 'on_average', _values(view))}; **{curve.label}**, of the smallest median {_rank(view)}"
        f"{_among(curve)}, needed **{count(median)}** in the median of {summary.runs} runs{average}. "
        f"{'That bound is not about ρ-zCDP methods.' if curve.is_zcdp else times} "
        f"{_errors(summary.errors_all, summary.runs, view)}"
    )


def earlier_name(earlier: StoppingView, now: StoppingView) -> str:
    """What the runs are that were made before the present question was asked."""
    if earlier.instance.means != now.instance.means:
        return "runs for the previous arms"
    if earlier.instance.indifference != now.instance.indifference:
        return "runs for the previous gap to ignore"
    return "runs for the previous risk" if earlier.instance.risk != now.instance.risk else "earlier runs"


def picture_reading(view: StoppingView) -> str:
    """How the main picture is read, and what to do with it."""
    what = "mean and its 95 % interval" if view.show_mean else "median and 10–90 % quantiles of the runs"
    limit = ", proven as the risk goes to 0" if view.instance.is_asymptotic else ""
    return (
        f"Points and bands: {what}, simulated. Blue: the lower bound on the average of any ε-DP strategy of this risk "
        f"whatever the means are{limit}; dashed: without privacy. Triangles: capped runs."
    ) + _weaker_promise(view)


def _weaker_promise(view: StoppingView) -> str:
    """What a ρ-zCDP method promises at its place on the scale, beside the ε-DP methods there."""
    if not any(curve.is_zcdp for curve in view.curves):
        return ""
    epsilon = view.instance.epsilon
    rho = dpcore.privacy.rho_from_epsilon(epsilon)
    implied = dpcore.privacy.gaussian_epsilon(rho, DELTA)
    limit = ", which is proven as the risk goes to 0" if view.instance.is_asymptotic else ""
    needed = dpcore.privacy.epsilon_at_rho(dpcore.privacy.gaussian_rho(epsilon, DELTA))
    return (
        f" ρ-zCDP methods stand where ε-DP implies their ρ = ε tanh(ε/2), here {setting(rho)}: a weaker promise, of no "
        f"finite ε. With their Gaussian noise it is ({number(rounded_up(implied))}, 10⁻⁶)-DP here; "
        f"for ({setting(epsilon)}, 10⁻⁶)-DP read them at ε = {number(rounded_down(needed))}. "
        f"The blue bound is not about them; theirs is {at_least(_bound_under_zcdp(view, rho))} participants on average "
        f"here, the larger of the one by group privacy (docs/lower-bounds.md) and the dashed one{limit}."
    )


def _bound_under_zcdp(view: StoppingView, rho: float) -> float:
    instance = view.instance
    return dpcore.choosing.necessary_samples_under_zcdp(
        instance.means, rho, instance.risk, indifference=instance.indifference
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


def _digits(runs: int) -> int:
    """How many digits of a median to tell in large type."""
    return 2 if runs < 100 else 3


def _rank(view: StoppingView) -> str:
    """How much the order of the algorithms at this epsilon means: some may have no runs yet."""
    runs = {curve: result.runs for curve, result in view.at_epsilon()}
    is_complete = all(runs.get(curve, 0) >= view.runs for curve in view.curves if curve.is_private)
    return "here" if is_complete else "so far"


def _among(curve: Curve) -> str:
    return " among those whose risk is proven" if curve.is_proven and not curve.is_zcdp else ""


def _errors(errors: int, runs: int, view: StoppingView) -> str:
    zeta = view.instance.indifference
    wrong = f"an arm more than {setting(zeta)} below the best" if zeta else "a wrong arm"
    return f"It named {wrong} in {errors} of {runs} runs."


def capped_sentences(view: StoppingView) -> list[str]:
    """For each algorithm with capped runs: how many, why, and how they are shown."""
    sentences = []
    results = view.results()
    for curve in view.curves:
        capped = {
            epsilon: summary
            for (other, epsilon), result in results.items()
            if other == curve and (summary := result.summary()).capped
        }
        if not capped:
            continue
        worst = max(capped, key=lambda epsilon: capped[epsilon].share_capped or 0.0)
        where = "" if worst is None else f" at ε = {setting(worst)}"
        sentences.append(
            f"{curve.label}: {capped[worst].capped} of {capped[worst].runs} runs{where} had not stopped after "
            f"{count(view.study.problem.max_samples)} participants. Such runs are counted as capped (triangles), never "
            "averaged into a mean."
        )
    return sentences


def distribution_reading(view: StoppingView) -> str:
    """Errors against the risk, and capped runs, at the current epsilon."""
    parts = []
    for curve, result in view.at_epsilon():
        summary = result.summary()
        if summary.error_rate_finished is None:
            parts.append(f"{curve.label}: no run has stopped")
            continue
        high = summary.error_interval_finished[1]
        text = f"{curve.label}: wrong in {summary.errors_finished} of {summary.runs - summary.capped} finished runs"
        text += f" (at most {percent(rounded_up(high))} with 95 % confidence)"
        if summary.capped:
            text += f", in {summary.errors_all} of all {summary.runs}; {percent(summary.share_capped or 0.0)} capped"
        parts.append(text)
    if not parts:
        return ""
    return f"At ε = {setting(view.instance.epsilon)}, risk {percent(view.instance.risk)} — {'; '.join(parts)}."


def snippet(view: StoppingView) -> str:
    """Python code that makes the runs at the current epsilon again."""
    instance, problem = view.instance, view.study.problem
    lines = ["import dpcore", "", f"means = {list(instance.means)}"]
    if zeta := instance.indifference:
        limit = " as the risk goes to 0" if instance.is_asymptotic else ""
        lines += [
            f"epsilon, risk, indifference = {instance.epsilon!r}, {instance.risk!r}, {zeta!r}",
            "print('good answers:', dpcore.good_answers(means, indifference))",
            "bounds = dpcore.sample_lower_bounds(means, epsilon, risk, indifference=indifference)",
            f"print('lower bound on the average of eps-DP algorithms{limit}:', bounds['tightest_private'])",
        ]
    else:
        lines += [
            f"epsilon, risk = {instance.epsilon!r}, {instance.risk!r}",
            "bounds = dpcore.sample_lower_bounds(means, epsilon, risk)",
            "least = bounds['tightest_private']",
            "print('no eps-DP algorithm of this risk, whatever the means are, averages fewer samples than', least)",
        ]
    lines += ["", "simulations = {"]
    for curve in view.curves:
        budget = "rho=dpcore.privacy.rho_from_epsilon(epsilon), risk=risk" if curve.is_zcdp else "epsilon, risk"
        arguments = [
            f"{curve.algorithm!r}, means, {budget}, runs={view.runs}, seed={problem.seed}",
            f"max_samples={problem.max_samples}",
            *([] if curve.is_proven else [f"threshold={curve.threshold!r}"]),
            *(["indifference=indifference"] if instance.indifference else []),
            *(f"{name}={value!r}" for name, value in curve.parameters),
        ]
        lines.append(f"    {curve.label!r}: lambda epsilon: dpcore.simulate_fixed_confidence({', '.join(arguments)}),")
    lines += [
        "}",
        "",
        "for name, simulate in simulations.items():",
        "    print(name, simulate(epsilon).summary())",
    ]
    return "\n".join(lines)
