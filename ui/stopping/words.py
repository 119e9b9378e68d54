"""Sentences about simulated stopping times, with the numbers in them."""

from ui.look.numbers import at_least, count, number, percent, rounded_up, setting
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingView


def verdict(view: StoppingView) -> str:
    """What the quickest private algorithm, preferably a proven one, needs at this epsilon, next to the bound."""
    instance, lower_bound = view.instance, view.bounds.at_epsilon
    bound = (
        f"At ε = {setting(instance.epsilon)}, no ε-DP algorithm that is wrong with probability at most "
        f"{percent(instance.risk)} stops before **{at_least(lower_bound)} samples** on average"
    )
    medians = [
        (median, curve, result)
        for curve, result in view.at_epsilon()
        if curve.is_private and (median := result.summary().median) is not None
    ]
    if not medians:
        return f"{bound}; the first private runs are on their way."
    median, curve, result = min(medians, key=lambda entry: (not entry[1].is_proven, entry[0]))
    summary = result.summary()
    return (
        f"{bound}; **{curve.label}**, the quickest here{_among(curve)}, needed **{count(median)}** in the median of "
        f"{summary.runs} runs, {number(median / lower_bound)} times that bound on the average. "
        f"{_errors(summary.errors_all, summary.runs)}"
    )


def _among(curve: Curve) -> str:
    return " whose risk is proven" if curve.is_proven else ""


def _errors(errors: int, runs: int) -> str:
    return f"It named a wrong arm in {errors} of {runs} runs."


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
            f"{count(view.study.problem.max_samples)} samples. Such runs are counted as capped (triangles), never "
            "averaged into a mean. " + " ".join(curve.warnings)
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
    lines = [
        "import dpcore",
        "",
        f"means = {list(instance.means)}",
        f"epsilon, risk = {instance.epsilon!r}, {instance.risk!r}",
        "bounds = dpcore.sample_lower_bounds(means, epsilon, risk)",
        "print('no risk-correct, eps-DP algorithm averages fewer samples than', bounds['tightest_private'])",
    ]
    for curve in view.curves:
        arguments = [
            f"{curve.algorithm!r}, means, epsilon, risk, runs={view.runs}, seed={problem.seed}",
            f"max_samples={problem.max_samples}",
            *([] if curve.is_proven else [f"threshold={curve.threshold!r}"]),
            *(f"{name}={value!r}" for name, value in curve.parameters),
        ]
        lines += [
            f"result = dpcore.simulate_fixed_confidence({', '.join(arguments)})",
            f"print({curve.label!r}, result.summary())",
        ]
    return "\n".join(lines)
