"""Sentences about any answer of the page, and how its inputs are said."""

import math

from ui.choose.question import BEAT, ChoiceProblem, FixedDesign, Question
from ui.look.numbers import exact, number, percent, plural, rounded_down, rounded_up, setting
from ui.look.sentences import teller

tell = teller(__file__)
PRIVATE_DATA_NOTE = tell("private_data")
HOW_TO_PIN = tell("how_to_pin")


def several_rows(question: Question[ChoiceProblem]) -> str:
    """What it means for epsilon that a person has several rows in own data; "" if nobody has."""
    data = question.problem.data
    return tell("several_rows", most=1 if data is None else data.rows_of_one)


def rates_text(question: Question[ChoiceProblem]) -> str:
    """Every option with its success rate."""
    problem = question.problem
    beats = isinstance(problem, FixedDesign) and problem.promise == BEAT
    names = [problem.names[0] + (", the usual one" if beats else ""), *problem.names[1:]]
    if question.mode == "a difference":  # which option has which rate is not known
        best, usual = percent(max(problem.means)), percent(min(problem.means))
        several = len(names) > 2
        others = names[0] + ", and others" * several if beats else f"{'every' if several else 'the'} other"
        return f"{best} ({'one new option' if beats else 'one option'}), {usual} ({others})"
    return ", ".join(f"{percent(mean)} ({name})" for name, mean in zip(names, problem.means, strict=True))


def people(question: Question[ChoiceProblem]) -> str:
    """The budget, and where a pace is given how long it takes."""
    most = question.participants
    return f"{most:,} participant{plural(most)}{calendar(most, question)}"


def calendar(participants: float, question: Question[ChoiceProblem]) -> str:
    """How long it takes to see so many participants; empty where no pace is given."""
    if question.pace is None or math.isinf(participants):
        return ""
    spans, span = question.spans(participants), question.span
    return f" ({spans:,} {span}{plural(spans)} at {exact(question.pace)} a {span})"


def points_of(difference: float) -> str:
    """A difference of rates: "10 points"."""
    found = setting(100 * difference)
    found = f"{100 * difference:.12f}".rstrip("0") if "e" in found else found
    return f"{found} point{plural(float(found))}"


def in_studies(share: float, at_most: bool = False) -> str:
    """A share of studies, rounded down unless it is an upper limit: "99 of 100 studies", "999 of 1,000 studies"."""
    for of in (100, 1000, 10_000):
        if 0 < round(of * share) < of and abs(of * share - round(of * share)) < 1e-9:
            return f"{round(of * share):,} of {of:,} studies"
    return f"{share_at_most(share) if at_most else share_at_least(share)} of studies"


def share_at_least(share: float) -> str:
    """A lower limit on a probability, rounded down: "98.765 %"."""
    return percent(min(rounded_down(share, 5), 0.99999), 5)


def share_at_most(share: float) -> str:
    """An upper limit on a probability, rounded up: "1.2346 %"."""
    return percent(rounded_up(share, 5), 5)


def below(epsilon: float) -> str:
    """A limit below which something holds, rounded down."""
    return number(rounded_down(epsilon))


def since(epsilon: float) -> str:
    """A limit from which on something holds, rounded up."""
    return number(rounded_up(epsilon))


def enough_from_text(epsilon: float) -> str:
    """The smallest epsilon that is enough, as tables have it."""
    return "none" if math.isinf(epsilon) else since(epsilon)


def not_ruled_out_text(epsilon: float) -> str:
    """The smallest epsilon that a lower bound does not rule out, as tables have it."""
    return "none" if math.isinf(epsilon) else below(epsilon)


def plain(text: str) -> str:
    """The text without the marks of bold."""
    return text.replace("**", "")
