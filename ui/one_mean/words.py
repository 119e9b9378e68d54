"""Sentences, formulas and code about how well one mean is known."""

import pandas as pd

import dpcore
from dpcore.private_stopping import StoppingTrace
from ui.look.numbers import at_most, count, number, percent, rounded_down, setting
from ui.one_mean.question import MAX_SAMPLES, RULES, MeanAnswer, MeanQuestion, MeanView

PRIVATE = "dp-nas"


def verdict(found: MeanAnswer) -> str:
    """When the mean is known, with and without privacy."""
    question = found.question
    free, private = found.quantile("nas", 0.5), found.quantile(PRIVATE, 0.5)
    return (
        f"A mean of {setting(question.mean)} is known to within {percent(question.relative_error)} after "
        f"**{count(private)} samples** with privacy (budget ε = {setting(question.epsilon)}), "
        f"{number(private / free)} times the {count(free)} without: "
        f"medians of {found.results[PRIVATE].runs} runs."
    )


def expert_verdict(found: MeanAnswer) -> str:
    """Whose runs these are, and what testing rarely changes."""
    question = found.question
    return (
        f"Medians of {found.results[PRIVATE].runs} runs of DP-NAS and of NAS, the same rule without privacy; the error "
        f"is relative, and may be larger with a risk of {percent(question.risk)}. Exponential DP-NAS, which tests only "
        f"at powers of two, stops at {count(found.quantile('exponential-dp-nas', 0.5))} in its median run."
    )


def run_reading(trace: StoppingTrace, found: MeanAnswer) -> str:
    """What the picture of one run shows, and where it stands among the others."""
    label = RULES[trace.algorithm]
    if not trace.finished or trace.estimate is None:
        return f"This run of {label} had not stopped after {count(trace.stopping_time)} samples, its cap."
    noise = (
        "NAS adds no noise: it is not private."
        if trace.parameters["epsilon"] is None
        else "Only the stopping time and the noisy estimate are released; the running mean and the noise stay inside."
    )
    if trace.algorithm != "exponential-dp-nas":
        noise += " It tests after every sample; drawn are tests at log-spaced times."
    return (
        f"Falling lines: the mean that each rule demands. The picture is one run, number {trace.run}: {label} stops "
        f"after {count(trace.stopping_time)} samples (median of {found.results[trace.algorithm].runs} runs: "
        f"{count(found.quantile(trace.algorithm, 0.5))}), when the "
        f"running mean first exceeds the noisy threshold, and releases {number(trace.estimate, 4)} for a mean of "
        f"{setting(trace.parameters['mean'])}. {noise}"
    )


def distribution_reading(found: MeanAnswer) -> str:
    """How loose the bounds are, and how often the runs erred."""
    question = found.question
    proven = found.bounds[PRIVATE].halting_time_proven
    slowest, median = found.quantile(PRIVATE, 0.9), found.quantile(PRIVATE, 0.5)
    tail = (
        f"Diamonds: by {at_most(proven)} samples DP-NAS has stopped with probability at least "
        f"{setting(rounded_down(1 - question.risk, 4))} (proven; the slowest tenth of these runs took "
        f"{count(slowest)} or more)."
    )
    bounds = found.bounds["exponential-dp-nas"]
    if bounds.published_halting_time is not None:
        ratio = bounds.published_halting_time / bounds.halting_time_proven
        tail += (
            f" The published time, $t_U$, is {number(ratio)} times the proven {at_most(bounds.halting_time_proven)} of "
            "Exponential DP-NAS"
        )
    else:
        why = "its logarithm log((1/risk) log(1/(error · mean))) is below 1 so close to the bound of the rewards"
        if question.risk > 0.08:
            why = f"Theorem 3.3 asks for a risk of at most 8 %, not {percent(question.risk)}"
        tail += f" No published time, $t_U$, holds here: {why}"
    if bounds.lower_bound is not None:
        tail += (
            f"; the lower bound, {number(rounded_down(bounds.lower_bound))}, lies "
            f"{number(median / bounds.lower_bound)} times below DP-NAS's median"
        )
    summaries = {RULES[rule]: result.summary() for rule, result in found.results.items()}
    errors = ", ".join(f"{label} {summary.errors} of {summary.runs}" for label, summary in summaries.items())
    return f"{tail}. Estimates off by more than {percent(question.relative_error)}: {errors}."


def epsilon_reading(table: pd.DataFrame, question: MeanQuestion) -> str:
    """What privacy costs at this epsilon and without noise."""
    rows = table[table["rule"] == RULES[PRIVATE]].set_index("epsilon")
    here, loosest = rows.loc[question.epsilon, "median"], rows["median"].iloc[-1]
    free = table.loc[table["rule"] == RULES["nas"], "median"].iloc[0]
    return (
        f"Points: medians of {table['runs'].iloc[0]} runs each; bands: 10 to 90 %. Towards small ε the cost grows as "
        f"1/ε. Even at ε = {setting(rows.index[-1])} DP-NAS takes {number(loosest / free)} times NAS's samples, "
        f"because its confidence radius is wider; noise itself costs {number(here / loosest)} times that at ε = "
        f"{setting(question.epsilon)}. Exponential DP-NAS can be quicker than NAS: few tests need little correction."
    )


def noise_reading(trace: StoppingTrace) -> str:
    """How large the noise is, and why."""
    epsilon = trace.parameters["epsilon"]
    if epsilon is None:
        return "NAS adds no noise, so this picture is flat: choose a private rule to see its noise."
    _, query, estimate = dpcore.private_stopping.stopping_noise_scales(epsilon)
    return (
        f"Laplace noise of scale 12/ε = {number(query)} on the threshold (drawn once: {number(trace.threshold_noise)}) "
        f"and on each test, and of 4/ε = {number(estimate)} on the released sum. Divided by the number of samples it "
        "fades: with more samples the noise matters less."
    )


SOURCES = r"""
Source of all three rules: Sajed & Sheffet, *An Optimal Private Stochastic-MAB Algorithm Based on an Optimal Private
Stopping Rule*, ICML 2019. Rewards lie in [−1, 1]; for rewards in [−R, R] read the mean as mean/R. $\alpha$: relative
error, $\beta$: risk, $\bar x_t$: mean of the first $t$ rewards.

- **NAS** (text before Algorithm 1; not private): halt at the first $t$ with $|\bar x_t| \ge h\,(1 + 1/\alpha)$. The
  paper does not print $h$; here it is inferred from Hoeffding's inequality at confidence $1 - \beta/(2t^2)$:
  $h = \sqrt{(2/t) \log(4t^2/\beta)}$.
- **DP-NAS** (Algorithm 1; ε-DP by Theorem 3.1): halt when $|\bar x_t| \ge h\,(1 + 1/\alpha) + (c + B + A)/t$ with
  $h = \sqrt{(2/t) \log(16t^2/\beta)}$ and
  $c = (12/\varepsilon) \log(4/\beta) + (12/\varepsilon) \log(8t^2/\beta) + (4/(\varepsilon\alpha)) \log(4/\beta)$;
  $B$, drawn once, and $A$, fresh at each test, are Laplace noise of scale $12/\varepsilon$; release the mean plus
  Laplace noise of scale $4/\varepsilon$ divided by $t$.
- **Exponential DP-NAS** (Algorithm 2; ε-DP by Corollary 3.2): the same at $t = 2, 4, 8, \dots$ with $k = \log_2 t$ in
  place of $t$ inside the logarithms.
- **Stops by (proven)**: the argument of the proof of Theorem 3.3 solved numerically for each rule, holding with
  probability at least $1 - \beta$. This reading of the proof is ours.
- **Stops by (published)**: $t_U = 2000\,(t_0 + t_1 + t_2)$ of Theorem 3.3, Exponential DP-NAS, $\beta \le 8\,\%$. Its
  terms contain $L = \log((1/\beta) \log(1/(\alpha|\mu|)))$ with the mean $\mu$; where $\alpha|\mu|$ is close to 1 the
  printed $t_U$ is too small, even negative, so it is shown only where $L \ge 1$. Where it is shown it holds, but it is
  usually tens to hundreds of times too large.
- **Lower bound** (proof of Theorem 3.4, $\beta$ < 25 %): on some rewards with this mean or one near it, any ε-DP rule
  of this error and risk takes more than $\log(1/\beta)/(12\,\alpha|\mu|\varepsilon)$ samples with probability above
  1/4. It leaves out the statistical part, so it is very loose at large ε.
- The paper reports no experiment on the stopping rule: there is no published figure to compare with.
"""


def snippet(view: MeanView) -> str:
    """Python code that makes the page's runs again."""
    question = view.question
    return f"""import dpcore

mean, relative_error = {question.mean!r}, {question.relative_error!r}
risk, epsilon = {question.risk!r}, {question.epsilon!r}
for rule in dpcore.private_stopping_algorithms():
    result = dpcore.simulate_private_stopping(
        rule, mean, relative_error, risk, epsilon,
        distribution={question.rewards!r}, runs={view.runs}, seed={view.seed}, max_samples={MAX_SAMPLES},
    )
    print(rule, result.summary())
    print(rule, dpcore.private_stopping.private_stopping_bounds(rule, mean, relative_error, risk, epsilon))

trace = dpcore.trace_private_stopping(
    {view.rule!r}, mean, relative_error, risk, {question.epsilon_of(view.rule)!r},
    distribution={question.rewards!r}, run={view.run}, seed={view.seed}, max_samples={MAX_SAMPLES},
)
for time, average, threshold in zip(trace.times, trace.sample_means, trace.noisy_thresholds):
    print(f"{{time}} samples: running mean {{average:+.4f}}, noisy threshold {{threshold:.4f}}")
"""
