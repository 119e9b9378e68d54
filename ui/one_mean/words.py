"""Sentences, formulas and the notebook about how well one mean is known."""

import pandas as pd

import dpcore
from dpcore.private_stopping import StoppingTrace
from ui.look.numbers import percent, setting
from ui.look.sentences import teller
from ui.one_mean.question import MAX_SAMPLES, RULES, MeanAnswer, MeanQuestion, MeanView
from ui.shell.notebook import Notebook

PRIVATE, EXPONENTIAL = "dp-nas", "exponential-dp-nas"
tell = teller(__file__)


def verdict(found: MeanAnswer) -> str:
    """When the mean is known, with and without privacy."""
    free, private = found.quantile("nas", 0.5), found.quantile(PRIVATE, 0.5)
    runs, times = found.results[PRIVATE].runs, private / free
    return tell("verdict", question=found.question, runs=runs, free=free, private=private, times=times)


def expert_verdict(found: MeanAnswer) -> str:
    """Whose runs these are, and what testing rarely changes."""
    runs, exponential = found.results[PRIVATE].runs, found.quantile(EXPONENTIAL, 0.5)
    return tell("expert", question=found.question, runs=runs, exponential=exponential)


def run_reading(trace: StoppingTrace, found: MeanAnswer) -> str:
    """What the picture of one run shows, and where it stands among the others."""
    return tell(
        "run",
        trace=trace,
        question=found.question,
        runs=found.results[trace.algorithm].runs,
        label=RULES[trace.algorithm],
        has_stopped=trace.finished and trace.estimate is not None,
        median=found.quantile(trace.algorithm, 0.5),
        epsilon=trace.parameters["epsilon"],
        tests_always=trace.algorithm != EXPONENTIAL,
    )


def distribution_reading(found: MeanAnswer) -> str:
    """How loose the bounds are, and how often the runs erred."""
    bounds, median = found.bounds[EXPONENTIAL], found.quantile(PRIVATE, 0.5)
    summaries = {RULES[rule]: result.summary() for rule, result in found.results.items()}
    return tell(
        "distribution",
        question=found.question,
        bounds=bounds,
        proven=found.bounds[PRIVATE].halting_time_proven,
        sure=1 - found.question.risk,
        is_risky=found.question.risk > 0.08,
        slowest=found.quantile(PRIVATE, 0.9),
        times=bounds.published_halting_time and bounds.published_halting_time / bounds.halting_time_proven,
        above=bounds.lower_bound and median / bounds.lower_bound,
        errors=", ".join(f"{label} {summary.errors} of {summary.runs}" for label, summary in summaries.items()),
    )


def epsilon_reading(table: pd.DataFrame, question: MeanQuestion) -> str:
    """What privacy costs at this epsilon and without noise."""
    medians = table[table["rule"] == RULES[PRIVATE]].set_index("epsilon")["median"]
    free = table.loc[table["rule"] == RULES["nas"], "median"].iloc[0]
    return tell(
        "along_epsilon",
        question=question,
        runs=table["runs"].iloc[0],
        largest=medians.index[-1],
        wider=medians.iloc[-1] / free,
        noisier=medians[question.epsilon] / medians.iloc[-1],
    )


def noise_reading(trace: StoppingTrace) -> str:
    """How large the noise is, and why."""
    epsilon = trace.parameters["epsilon"]
    _, query, estimate = dpcore.private_stopping.stopping_noise_scales(epsilon) if epsilon else (0, 0, 0)
    return tell("scales", trace=trace, epsilon=epsilon, query=query, estimate=estimate)


SOURCES = r"""
Source of all three rules: Sajed & Sheffet, *An Optimal Private Stochastic-MAB Algorithm Based on an Optimal Private
Stopping Rule*, ICML 2019. Rewards lie in [−1, 1]; for rewards in [−R, R] read the mean as mean/R. $\alpha$: relative
error, $\beta$: risk, $\bar x_t$: mean of the first $t$ rewards.

- **NAS** (text before Algorithm 1; not private): halt at the first $t$ with $|\bar x_t| \ge h\,(1 + 1/\alpha)$. The
  paper does not print $h$; we infer it from Hoeffding's inequality at confidence $1 - \beta/(2t^2)$:
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


_PICTURE = """
figure = go.Figure(layout={"title": "One run halts when its mean exceeds what the rule demands"})
figure.add_scatter(x=trace.times, y=abs(trace.sample_means), name="running mean")
noisy = [each if each > 0 else None for each in trace.noisy_thresholds]
figure.add_scatter(x=trace.times, y=noisy, mode="lines+markers", line={"dash": "dot"}, name="what the rule demands")
ends = [trace.times[0], trace.times[-1]]
figure.add_scatter(x=ends, y=[abs(mean)] * 2, line={"dash": "dash"}, name="true mean")
figure.update_xaxes(type="log", title="samples")
figure.update_yaxes(type="log", title="size of the mean")
"""


def notebook(view: MeanView) -> Notebook:
    """A notebook that repeats the page's runs and draws one of them."""
    question = view.question
    code = f"""import dpcore

mean, relative_error = {question.mean!r}, {question.relative_error!r}
risk, epsilon = {question.risk!r}, {question.epsilon!r}
for rule in dpcore.private_stopping_algorithms():
    result = dpcore.simulate_private_stopping(
        rule, mean, relative_error, risk, epsilon,
        distribution={question.rewards!r}, runs={view.runs}, seed={view.seed}, max_samples={MAX_SAMPLES},
    )
    print(rule, result.summary(), sep="\\n")
    print(dpcore.private_stopping.private_stopping_bounds(rule, mean, relative_error, risk, epsilon))

trace = dpcore.trace_private_stopping(
    {view.rule!r}, mean, relative_error, risk, {question.epsilon_of(view.rule)!r},
    distribution={question.rewards!r}, run={view.run}, seed={view.seed}, max_samples={MAX_SAMPLES},
)
for time, average, threshold in zip(trace.times, trace.sample_means, trace.noisy_thresholds):
    print(f"{{time}} samples: running mean {{average:+.4f}}, noisy threshold {{threshold:.4f}}")
"""
    told = (
        f"Mean {setting(question.mean)}, to be known within {percent(question.relative_error)} · ε = "
        f"{setting(question.epsilon)} · risk {percent(question.risk)} · {view.runs} runs, seed {view.seed}"
    )
    return Notebook(told, "Stopping rules: Sajed & Sheffet, ICML 2019; simulated", code, _PICTURE)
