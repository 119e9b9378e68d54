"""Answers that participants randomise themselves: a function, and a page that does it on their own device."""

import json
import math
import re
from html import escape
from pathlib import Path
from secrets import SystemRandom

from dpcore.trial.errors import TrialError
from dpcore.trial.plan import LOCAL, Plan

QUESTION = "Was the outcome a success for you?"
LONGEST_QUESTION = 300
_SECURE = SystemRandom()
_PAGE = Path(__file__).with_name("local.html")


def truth_probability(epsilon: float) -> float:
    """The probability that the true answer is sent, e^epsilon/(1 + e^epsilon), rounded down to a multiple of 2^-53.

    Rounding down can only make the answers more private.
    """
    return math.floor(2**53 / (1 + math.exp(-epsilon)) * (1 - 2**-50)) / 2**53


def randomised(success: bool, epsilon: float) -> bool:
    """Return the answer, or with probability 1/(1 + e^epsilon) its opposite, from the system's secure randomness.

    Source: WA65, randomised response.  Deviations: the probability is a multiple of 2^-53, at most 2^-49 from the ideal
        one, on the private side.
    Args: success: the true answer.  epsilon: budget of this answer, nats.
    Examples:
        >>> randomised(True, epsilon=30.0)
        True
    """
    is_true = _SECURE.random() < truth_probability(epsilon)  # a multiple of 2^-53, uniform on [0, 1)
    return bool(success) == is_true


def randomising_page(plan: Plan, question: str = QUESTION) -> str:
    """One HTML file that asks a participant, randomises the answer on their device, and shows what to send.

    It needs no network and sends nothing.
    Args: question: a plain text that “Yes” and “No” answer, where “Yes” is a success.
    Raises: TrialError if the plan's answers are not randomised by participants, or the question is empty or too long.
    Examples:
        >>> lead = {"lead": 0.2, "per_option": (100, 100), "usual": (0.3, 0.3)}
        >>> plan = Plan("find a lead", "local", ("usual", "new"), 2.0, 0.05, **lead)
        >>> "crypto.getRandomValues" in randomising_page(plan)
        True
    """
    if plan.release != LOCAL:
        raise TrialError("Under this plan the trial, not the participants, adds the noise.")
    if not 0 < len(question.strip()) <= LONGEST_QUESTION:
        raise TrialError(f"The question to participants must have 1 to {LONGEST_QUESTION} characters.")
    truth = truth_probability(plan.epsilon)
    told = {
        "question": escape(question.strip()),
        "flipped": _share(1 - truth),
        "epsilon": f"{plan.epsilon:.4g}",
        "truth": json.dumps(truth),
    }
    return re.sub(r"{{(\w+)}}", lambda name: told[name[1]], _PAGE.read_text(encoding="utf-8"))


def _share(flipped: float) -> str:
    """How many answers are turned into their opposite, in words."""
    return f"{100 * flipped:.0f} of 100" if flipped >= 0.01 else f"1 of {float(f'{1 / flipped:.2g}'):,.0f}"
