"""What is said of a study that stops as soon as it is sure, **bold** where numbers matter: sentences.json says how."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from dpcore.choosing.achievable import CONFIRMING
from dpcore.choosing.bands import SCREENING_SHARE
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_first_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch
from ui.arms.method import TOO_MANY
from ui.choose.meaning import belief_limit
from ui.choose.question import BAND, RUNS, SEARCHED_DRAWS, SequentialProblem, SequentialQuestion
from ui.choose.sequential.findings import Findings, Reading
from ui.choose.words import below, calendar, people, points_of, rates_text, since
from ui.look.numbers import about, at_least, at_most, count, number, percent, whole
from ui.look.sentences import said, templates_of
from ui.state.keys import EPSILON_RANGE

TEMPLATES = templates_of(__file__)
ASSUMED = ("outcomes", "rates", "arrivals", "quantile", "noise", "small_differences", "own_data")
PROVEN = ("bound", "method", "looks", "stopping")
SMALLEST_GAP = 1 / 5000  # times the number of options: from there on PRISE is proven to stop (docs/prise.md)


def told(name: str, findings: Findings, is_running: bool = True) -> str:
    """The sentence of this name.  is_running: whether more is being simulated."""
    return teller(findings, is_running)(name)


def teller(findings: Findings, is_running: bool = True) -> Callable[[str], str]:
    """What says the sentence of a name; the values are found once for all of them."""
    return partial(said, TEMPLATES, values={**given(findings.question), **_found(findings), "running": is_running})


def given(question: SequentialQuestion) -> dict[str, Any]:
    """What templates may say of a question."""
    problem = question.problem
    best, second = sorted(problem.means, reverse=True)[:2]
    name, probability = problem.likely_best
    confirming = CONFIRMING * RUNS if problem.data is None else (1 - SCREENING_SHARE) * SEARCHED_DRAWS * RUNS
    return {
        "question": question,
        "problem": problem,
        "rates": rates_text(question),
        "lead": points_of(problem.lead) if problem.lead else "",
        "ignored": points_of(problem.indifference) if problem.indifference else "",
        "planned": points_of(best - second),
        "likely_best": name,
        "sure": f"over {percent(1 - 1 / RUNS)}" if probability == 1 else percent(probability),
        "people": people(question),
        "band": percent(BAND),
        "runs": whole(RUNS),
        "confirming": whole(confirming),
        "smallest": EPSILON_RANGE[0],
        "too_many": TOO_MANY,
    }


def _found(findings: Findings) -> dict[str, Any]:
    """What templates may say of the answer so far."""
    question, bounds, known = findings.question, findings.bounds, findings.simulated
    epsilon, needed = findings.epsilon, known.at_epsilon
    half, nearly_all = known.spread or (math.inf, math.inf)  # one number would hide how far apart runs are
    return {
        "findings": findings,
        "bounds": bounds,
        "known": known,
        "epsilon": epsilon,
        "first": _first_look(question.problem, epsilon),
        "gap": 100 * SMALLEST_GAP * question.problem.options,
        "ruled_out_draws": round(bounds.ruled_out * RUNS),
        "possible": figure(bounds.possible, below),
        "almost_free_from": figure(bounds.almost_free, since),
        "free": figure(bounds.curve.without_privacy, at_least),
        "read_off": findings.is_estimate and epsilon is not None,
        "unknown": known.achievable is None or known.without_privacy is None,
        "none_fits": epsilon is None or known.achievable == math.inf,
        "too_private": epsilon is not None and epsilon < (known.achievable or 0.0),
        "belief": "" if epsilon is None else belief_limit(0.5, epsilon),
        "bound": "" if bounds.at_epsilon is None else figure(bounds.at_epsilon, at_least),
        "bound_days": "" if bounds.at_epsilon is None else calendar(bounds.at_epsilon.median, question),
        "needed": people_text(needed),
        "needed_about": "" if needed is None else about(needed),
        "days": "" if needed is None else calendar(needed, question),
        "lacking": _lacking(needed, question),
        "is_above": (needed or 0.0) > question.participants and (epsilon or 0.0) >= (known.achievable or math.inf),
        "without": people_text(known.without_privacy),
        "without_days": "" if known.without_privacy is None else calendar(known.without_privacy, question),
        "lacking_without": _lacking(known.without_privacy, question),
        "half": "" if math.isinf(nearly_all) else f"{at_most(half)}{calendar(half, question)}",
        "nearly_all": f"{at_most(nearly_all)}{calendar(nearly_all, question)}",
    }


def _first_look(problem: SequentialProblem, epsilon: float | None) -> str:
    """How many participants come before the first look, with PB-TaS of one option; "" while nobody knows."""
    noise = math.inf if problem.is_local else epsilon
    if noise is None:
        return ""
    return count(pb_tas_first_batch(noise) if problem.indifference else problem.options * default_first_batch(noise))


def _lacking(needed: float | None, question: SequentialQuestion) -> str:
    """How many more participants are needed than there are; "" if none, or nobody knows how many."""
    more = (needed or 0.0) - question.participants
    return count(more) if 0 < more < math.inf else ""


def figure(reading: Reading, say: Callable[[float], str] = number) -> str:
    """A figure, with its band in brackets if it has one."""
    if reading.low == reading.high:
        return say(reading.median)
    return f"{say(reading.median)} ({say(reading.low)} to {say(reading.high)})"


def epsilon_text(value: float | None) -> str:
    """A simulated epsilon in a table."""
    return "not simulated yet" if value is None else "none" if math.isinf(value) else number(value)


def people_text(value: float | None) -> str:
    """A simulated number of participants in a table."""
    return "not simulated yet" if value is None else f"over {TOO_MANY}" if math.isinf(value) else at_most(value)
