"""Sentences about simulated stopping times, with the numbers in them."""

from collections.abc import Mapping, Sequence

from dpcore.fixed_confidence import FixedConfidenceResult, find_algorithm
from ui.arms.instance import Instance
from ui.look.numbers import count, number, percent, setting
from ui.stopping.study import Cell, Curve

AtEpsilon = Sequence[tuple[Curve, FixedConfidenceResult]]


def verdict(at_epsilon: AtEpsilon, instance: Instance, lower_bound: float) -> str:
    """What the quickest private algorithm, preferably a proven one, needs at this epsilon, next to the bound."""
    bound = (
        f"At ε = {setting(instance.epsilon)}, no algorithm stops before **{count(lower_bound)} samples** on average "
        f"(risk {percent(instance.risk)})"
    )
    medians = [
        (median, curve, result)
        for curve, result in at_epsilon
        if curve.is_private and (median := result.summary().median) is not None
    ]
    if not medians:
        return f"{bound}; the first private runs are on their way."
    median, curve, result = min(medians, key=lambda entry: (entry[1].threshold != "proven", entry[0]))
    summary = result.summary()
    return (
        f"{bound}; **{curve.label}**, the quickest here{_among(curve)}, needed **{count(median)}** in the median of "
        f"{summary.runs} runs, {number(median / lower_bound)} times as many. "
        f"{_errors(summary.errors_all, summary.runs)}"
    )


def _among(curve: Curve) -> str:
    return " that is proven to stop correctly" if curve.threshold == "proven" else ""


def _errors(errors: int, runs: int) -> str:
    return f"It named a wrong arm in {errors} of {runs} runs."


def capped_sentences(results: Mapping[Cell, FixedConfidenceResult]) -> list[str]:
    """For each algorithm with capped runs: how many, why, and how they are shown."""
    sentences = []
    for curve in dict.fromkeys(curve for curve, _ in results):
        capped = {
            epsilon: summary
            for (other, epsilon), result in results.items()
            if other == curve and (summary := result.summary()).capped
        }
        if not capped:
            continue
        worst = max(capped, key=lambda epsilon: capped[epsilon].share_capped or 0.0)
        cap = next(iter(results.values())).parameters["max_samples"]
        where = "" if worst is None else f" at ε = {setting(worst)}"
        sentences.append(
            f"{curve.label}: {capped[worst].capped} of {capped[worst].runs} runs{where} had not stopped after "
            f"{count(cap)} samples. Such runs are counted as capped (triangles), never averaged into a mean. "
            + " ".join(find_algorithm(curve.algorithm).warnings)
        )
    return sentences


def distribution_reading(at_epsilon: AtEpsilon, instance: Instance) -> str:
    """Errors against the risk, and capped runs, at the current epsilon."""
    parts = []
    for curve, result in at_epsilon:
        summary = result.summary()
        if summary.error_rate_finished is None:
            parts.append(f"{curve.label}: no run has stopped")
            continue
        high = summary.error_interval_finished[1]
        text = f"{curve.label}: wrong in {summary.errors_finished} of {summary.runs - summary.capped} finished runs"
        text += f" (at most {percent(high)} with 95 % confidence)"
        if summary.capped:
            text += f", in {summary.errors_all} of all {summary.runs}; {percent(summary.share_capped or 0.0)} capped"
        parts.append(text)
    return f"At ε = {setting(instance.epsilon)}, risk {percent(instance.risk)} — {'; '.join(parts)}." if parts else ""


def snippet(curves: Sequence[Curve], instance: Instance, runs: int, seed: int, max_samples: int) -> str:
    """Python code that makes the runs at the current epsilon again."""
    lines = [
        "import dpcore",
        "",
        f"means = {list(instance.means)}",
        f"epsilon, risk = {instance.epsilon!r}, {instance.risk!r}",
        "bounds = dpcore.sample_lower_bounds(means, epsilon, risk)",
        "print('no algorithm beats', round(bounds['tightest_private']), 'samples on average')",
    ]
    for curve in curves:
        arguments = [
            f"{curve.algorithm!r}, means, epsilon, risk, runs={runs}, seed={seed}, max_samples={max_samples}",
            *([f"threshold={curve.threshold!r}"] if curve.threshold != "proven" else []),
            *(f"{name}={value!r}" for name, value in curve.parameters),
        ]
        lines += [
            f"result = dpcore.simulate_fixed_confidence({', '.join(arguments)})",
            f"print({curve.label!r}, result.summary())",
        ]
    return "\n".join(lines)
