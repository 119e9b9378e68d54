"""The plan in plain English, for a study protocol or a data protection impact assessment (DPIA)."""

import math
from typing import Any

from ui.choose import meaning, words
from ui.choose.answered import Answered
from ui.choose.fixed.figures import INTERVAL
from ui.choose.question import BEAT, is_fixed, is_sequential
from ui.look.numbers import percent
from ui.look.sentences import said, templates_of

TEXTS = templates_of(__file__)


def values(answer: Answered) -> dict[str, Any]:
    """What the templates of sentences.json may say of an answer."""
    question, problem = answer.question, answer.question.problem
    design = question.problem if is_fixed(question) else None
    stopping = question.problem if is_sequential(question) else None
    beats = design is not None and design.promise == BEAT
    *others, last = problem.names
    told = {
        "answer": answer,
        "question": question,
        "problem": problem,
        "design": design,
        "stopping": stopping,
        "data_behind_design": design is not None and problem.data is not None,
        "none": answer.epsilon is None,
        "participants": words.people(question),
        "beats": beats,
        "beats_locally": beats and problem.is_local,
        "new": problem.options - 1,
        "several_new": beats and problem.options > 2,
        "names": f"{', '.join(others)} and {last}",
        "first": problem.names[0],
        "rates": words.rates_text(question),
        "given_rates": question.mode == "the rates",
        "lead": words.points_of(design.difference) if design else "",
        "best": max(problem.means),
        "usual": min(problem.means),
        "answers": stopping is not None and problem.is_local,
        "interval": percent(INTERVAL),
        "lost": 0.0 if design is None else 1 - design.kept_share,
        "trial": answer.trial is not None and not problem.is_local,
        "own_device": answer.trial is not None and problem.is_local,
    }
    if (epsilon := answer.epsilon) is None:
        return told
    needed, enough_from = answer.needed, answer.enough_from
    return told | {
        "factor": math.exp(epsilon),
        "limit": meaning.belief_limit(0.5, epsilon),
        "truth": meaning.truthful_share(epsilon),
        "lacking": design is not None and (needed is None or needed > question.participants),
        "unsure": stopping is not None and (enough_from is None or epsilon < enough_from),
    }


def protocol(answer: Answered) -> dict[str, str]:
    """The paragraphs of the plan by their headings, plain text; empty while no epsilon is chosen."""
    if answer.epsilon is None:
        return {}
    told = values(answer)
    return {
        "Purpose": said(TEXTS, "purpose", told),
        "Privacy": f"{said(TEXTS, 'privacy', told)} {words.several_rows(answer.question)}".strip(),
        "Trust": said(TEXTS, "trust", told),
        **answer.plan,
        "What is not covered": said(TEXTS, "not_covered", told),
    }


def protocol_text(answer: Answered) -> str:
    """The same as one text to copy."""
    return "\n\n".join(f"{heading}. {text}" for heading, text in protocol(answer).items())
