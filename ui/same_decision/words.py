"""Sentences, model and notebook about whether noise would have changed the decision; templates: sentences.json."""

import math
from typing import Any

from ui.arms.described import described
from ui.look.numbers import count, number, rounded_down, rounded_up
from ui.look.sentences import teller
from ui.same_decision.controls import LETTERS, Guess
from ui.same_decision.question import EPSILONS, PER_PEOPLE, RUNS, DecisionFindings
from ui.shell.notebook import Notebook

tell = teller(__file__)
_SMALLEST = 1e-6  # probability that is told by its digits
LOSS_READING = tell("loss", runs=RUNS)


def verdict(found: DecisionFindings) -> str:
    """How many decisions noise changes, and what that loses."""
    low, high = found.compared.extra_loss_interval
    outcomes = _outcomes(abs(found.compared.extra_loss))
    return told("verdict", found, is_too_little=low <= 0 <= high, loses=low > 0, outcomes=outcomes)


def by_name_reading(found: DecisionFindings) -> str:
    """What the page's studies publish, and how often one that publishes only a name is right."""
    return told("by_name", found, right=RUNS - found.compared.not_best_with, by_name_only=found.right_by_name)


def answer(found: DecisionFindings, guess: Guess, score: tuple[int, int]) -> str:
    """Which one is private, what both choose, and how the viewer has guessed so far."""
    question, names = found.question, found.question.options
    without, with_noise = (found.shown(has_noise)[1] for has_noise in (False, True))
    best = question.means.index(max(question.means))
    return told(
        "answer",
        found,
        is_right=guess.is_right,
        guessed=LETTERS[not guess.said_first],
        private=LETTERS[not guess.private_is_first],
        is_same=without == with_noise,
        is_best=without == with_noise == best,
        without=names[without],
        with_noise=names[with_noise],
        best=names[best],
        right=score[0],
        guesses=score[1],
    )


def curve_reading(found: DecisionFindings) -> str:
    """How sure the share of changed decisions is, and how the picture is used."""
    low, high = found.compared.changed_interval
    exact = found.exact
    return told(
        "curve",
        found,
        share=found.compared.changed / RUNS,
        low=low,
        high=high,
        has_exact=exact is not None,
        exact=-1.0 if exact is None else exact.changed,
        smallest=_SMALLEST,
    )


def told(name: str, found: DecisionFindings, **values: Any) -> str:
    """The sentence of this name in sentences.json, of these values and of what the page is about.

    guess: which of the two pictures of one study the viewer is to name; they rest during a drag.  dots: what becomes of
    the decisions that change.
    """
    changed = found.compared.changed
    shared = {"found": found, "question": found.question, "runs": RUNS, "people": PER_PEOPLE, "changed": changed}
    return tell(name, **shared, nothing_changed=not changed, **values)


def loss_rows(found: DecisionFindings) -> list[tuple[str, ...]]:
    """The figures without noise, with noise, and their difference with its interval."""
    compared = found.compared
    low, high = compared.extra_loss_interval
    ends = f"{_outcomes(rounded_down(low, 2))} to {_outcomes(rounded_up(high, 2))}"
    more = compared.not_best_with - compared.not_best_without
    without, with_noise, extra = _adding_up(PER_PEOPLE * compared.loss_without, PER_PEOPLE * compared.loss_with)
    return [
        (
            "Studies that do not choose the best option",
            *(f"{count:,} of {RUNS:,}" for count in (compared.not_best_without, compared.not_best_with)),
            f"{more:+,}".replace("-", "−"),
        ),
        (
            f"Outcomes lost per {PER_PEOPLE:,} future people",
            without,
            with_noise,
            f"{extra} (95 %: {ends})",
        ),
    ]


LOSS_HEADS = ("", "without noise", "with noise", "difference")


def _outcomes(per_person: float) -> str:
    """Lost outcomes per PER_PEOPLE people, two digits; a simulated figure has no more."""
    return number(PER_PEOPLE * per_person, 2).replace("-", "−")


def _adding_up(without: float, with_noise: float) -> tuple[str, str, str]:
    """Two figures and their difference in one unit, in which they add up: that of the difference's second digit."""
    extra = with_noise - without
    if abs(extra) <= 1e-9 * max(without, with_noise):  # rounding errors of the sums
        extra = 0.0
    measure = abs(extra) or without
    decimals = 1 - math.floor(math.log10(measure)) if measure else 0
    first, second = round(without, decimals), round(extra, decimals)
    rounded = first, round(first + second, decimals), second
    told = [f"{part:,.{max(decimals, 0)}f}".replace("-", "−") if part else "0" for part in rounded]
    for place, loss in enumerate((without, with_noise)):
        if loss and not rounded[place]:
            told[place] = f"under {10**-decimals:g}"
    return told[0], told[1], told[2]


def notebook(found: DecisionFindings) -> Notebook:
    """A notebook that repeats the studies and draws what share of them changes at each epsilon."""
    question = found.question
    exact = (
        "\nprint(dpcore.choosing.decision_probabilities(means, epsilon, participants), 'exact')"
        if found.exact is not None
        else ""
    )
    code = f"""import dpcore

means, epsilon, participants = {list(question.means)!r}, {question.epsilon!r}, {question.participants!r}
studies = dpcore.choosing.simulate_studies(means, participants, runs={RUNS}, seed={question.seed!r})
found = studies.compare(epsilon)
low, high = found.changed_interval
print(f"{{found.changed}} of {{found.runs}} studies change, 95 % interval {{low:.4f}} to {{high:.4f}}")
print(f"not the best: {{found.not_best_without}} without noise, {{found.not_best_with}} with noise")
print(f"lost outcomes per {PER_PEOPLE} people: {{{PER_PEOPLE} * found.loss_without:.4f}} without noise, "
      f"{{{PER_PEOPLE} * found.loss_with:.4f}} with noise")
study = {question.study - 1}
print("study shown:", studies.published()[study], studies.published(epsilon)[study]){exact}
"""
    return Notebook(
        f"{described(question.means, question.epsilon)} · {count(question.participants)} participants per study · "
        f"{RUNS} studies, seed {question.seed}",
        "Simulated studies, published with Laplace noise",
        code,
        f"""epsilons = {EPSILONS.tolist()}
figure = go.Figure(layout={{"title": "Studies that choose another option with noise"}})
figure.add_scatter(x=epsilons, y=studies.share_changed(epsilons), line={{"width": 4}}, name="simulated studies")
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(title="share of studies", tickformat=".0%", rangemode="tozero")
""",
    )
