"""Sentences, the model and code about whether noise would have changed the decision."""

import math

from ui.look.literal import literal
from ui.look.numbers import number, percent, rounded_down, rounded_up, setting
from ui.same_decision.controls import Guess
from ui.same_decision.question import PER_PEOPLE, RUNS, DecisionFindings

_SMALLEST = 1e-6  # probability that is told by its digits


def verdict(found: DecisionFindings) -> str:
    """How many decisions noise changes, and what that loses."""
    compared = found.compared
    start = (
        f"With **{found.question.participants:,} participants** and ε = **{setting(found.question.epsilon)}**, noise "
        f"changes the choice in **{f'{compared.changed:,}' if compared.changed else 'none'} of {RUNS:,}** simulated "
        "studies"
    )
    if not compared.changed:
        return f"{start}."
    low, high = compared.extra_loss_interval
    if low <= 0 <= high:
        return f"{start}; what that loses on average is too little to tell."
    verb, outcomes = ("loses", compared.extra_loss) if low > 0 else ("gains", -compared.extra_loss)
    return f"{start}; on average that {verb} **{_outcomes(outcomes)} outcomes** per {PER_PEOPLE:,} people."


def guess_question(found: DecisionFindings, is_dragging: bool) -> str:
    """What the two pictures of one study are, and which of them the viewer is to name; they rest during a drag."""
    if is_dragging:
        return f"Study {found.question.study:,} rests while you drag: let go, then guess which one is private."
    return (
        f"Study {found.question.study:,}, simulated: the same {found.studies.group_size:,} participants per option, "
        "with noise and without. **Which one is private?**"
    )


def answer(found: DecisionFindings, guess: Guess, score: tuple[int, int]) -> str:
    """Which one is private, what both choose, and how the viewer has guessed so far."""
    question = found.question
    without, with_noise = (found.shown(has_noise)[1] for has_noise in (False, True))
    names = [literal(name) for name in question.options]
    best = question.means.index(max(question.means))
    is_right = "right" if guess.is_right else "wrong"
    told = f"You guessed {_letter(guess.said_first)}, {is_right}: **{_letter(guess.private_is_first)} is private**."
    if without == with_noise:
        is_best = ", which is best" if without == best else f", though {names[best]} is best"
        chosen = f"Both choose {names[without]}{is_best}."
    else:
        chosen = f"Without noise {names[without]} is chosen, with noise {names[with_noise]}; {names[best]} is best."
    return f"{told} {chosen} This visit: {score[0]} of {score[1]} guesses right."


def curve_reading(found: DecisionFindings) -> str:
    """How sure the share of changed decisions is, and how the picture is used."""
    compared = found.compared
    low, high = compared.changed_interval
    exact = found.exact
    told = "" if exact is None else f" Computed exactly, for two options: {_probability(exact.changed)}."
    return (
        f"Simulated: noise changes {percent(compared.changed / RUNS)} of {RUNS:,} decisions (95 % interval "
        f"{percent(rounded_down(low))} to {percent(rounded_up(high))}).{told} Drag ε at the top, the participants at "
        "the right."
    )


def dots_reading(found: DecisionFindings) -> str:
    """What becomes of the decisions that change."""
    changed, worse, better = found.compared.changed, found.compared.to_worse, found.compared.to_better
    equal = f", {changed - worse - better:,} to one as good" if changed > worse + better else ""
    return (
        f"Each dot is one simulated study. Of {changed:,} changed choices {worse:,} go to a worse option, {better:,} "
        f"to a better one{equal}."
    )


LOSS_READING = (
    f"Simulated, {RUNS:,} studies. Lost: what people who get the chosen option miss against the best one, on average. "
    "Even without noise a study can choose wrongly, because it sees only a sample."
)


def loss_rows(found: DecisionFindings) -> list[tuple[str, ...]]:
    """The figures without noise, with noise, and their difference with its interval."""
    compared = found.compared
    low, high = compared.extra_loss_interval
    ends = f"{_outcomes(rounded_down(low, 2))} to {_outcomes(rounded_up(high, 2))}"
    more = compared.not_best_with - compared.not_best_without
    without, with_noise, extra = _adding_up(PER_PEOPLE * compared.loss_without, PER_PEOPLE * compared.loss_with)
    return [
        (
            "Studies that choose an option that is not best",
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

MODEL = f"""
- **Study**: the participants are split equally over the options (those who do not divide are left out); each outcome is
  yes or no. All figures are simulated, {RUNS:,} studies from one seed.
- **Without noise**: the option with the largest share of successes is chosen.
- **With noise**: each option's number of successes is published once, with Laplace noise of scale 1/ε, and the option
  with the largest noisy share is chosen. Each participant is in one count and changes it by one or not at all, so all
  counts together are ε-differentially private (Laplace mechanism and parallel composition: DR14). A trusted team sees
  the outcomes.
- **Same participants**: each study's outcomes are drawn once and used for both. Equal shares are told apart by the same
  random numbers in both. Every ε and number of participants uses the same random numbers, so that only the setting
  changes.
- **Lost outcomes**: {PER_PEOPLE:,} × (the best option's rate − the chosen option's rate), averaged over the studies:
  what {PER_PEOPLE:,} later people miss who get the chosen option. The interval of the difference holds at every number
  of studies, also where noise changes none (bets on bounded values: Waudby-Smith and Ramdas, WSR24); that of the share
  is Clopper and Pearson's (CP34).
- **Not here**: a study that watches its results and stops early or shifts participants, as PRISE does (see Choose ε);
  privacy without a trusted team.
"""


def snippet(found: DecisionFindings) -> str:
    """Python code that gives the page's figures again."""
    question = found.question
    exact = (
        "\nprint(dpcore.choosing.decision_probabilities(means, epsilon, participants), 'exact')"
        if found.exact is not None
        else ""
    )
    return f"""import dpcore

means, epsilon, participants = {list(question.means)!r}, {question.epsilon!r}, {question.participants!r}
studies = dpcore.choosing.simulate_studies(means, participants, runs={RUNS}, seed={question.seed!r})
found = studies.compare(epsilon)
low, high = found.changed_interval
print(f"{{found.changed}} of {{found.runs}} studies change, 95 % interval {{low:.4f}} to {{high:.4f}}")
print(f"not the best: {{found.not_best_without}} without noise, {{found.not_best_with}} with noise")
print(f"lost outcomes per {PER_PEOPLE} people: {{{PER_PEOPLE} * found.loss_without:.4f}} without noise, "
      f"{{{PER_PEOPLE} * found.loss_with:.4f}} with noise")
study = {question.study - 1}
print("study on show:", studies.published()[study], studies.published(epsilon)[study]){exact}
"""


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


def _probability(share: float) -> str:
    """One that is above 0, however small."""
    return percent(share) if share >= _SMALLEST else f"less than {percent(_SMALLEST)}"


def _letter(is_first: bool) -> str:
    return "A" if is_first else "B"
