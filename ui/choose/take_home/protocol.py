"""The plan in plain English, for a study protocol or a data protection impact assessment (DPIA), and a checklist."""

import json
import math
from pathlib import Path
from typing import Any

from ui.choose import meaning, words
from ui.choose.answered import Answered
from ui.choose.fixed.figures import INTERVAL
from ui.choose.question import BEAT, is_fixed, is_sequential
from ui.components import assets
from ui.look.numbers import percent
from ui.look.sentences import as_html, said, templates_of
from ui.look.tables import list_html

TEXTS = templates_of(__file__)
MET, YOURS = "taken care of by the plan", "for you to check"
HAZARDS_SOURCE = words.tell("hazards")
_HAZARDS = json.loads(assets.text(Path(__file__).with_name("hazards.json")))


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


def hazards(answer: Answered) -> list[dict[str, str]]:
    """What can go wrong, from the guarantee itself down to the collection of data, as NIST's pyramid has it.

    Each has its name, its danger, what the plan does about it, and its state, MET or YOURS; none while no epsilon is
    chosen.

    Source: NIST25, privacy hazards of its draft.  Deviations: what does not arise here is left out; hazards about the
    unit of privacy, and those about access and security, stand together.
    """
    told = {} if answer.epsilon is None else values(answer)
    return [{part: said({**TEXTS, **each}, part, told) for part in each} for each in _HAZARDS if told]


def hazards_list(answer: Answered, state: str) -> str:
    """The hazards of this state, as a list in HTML."""
    listed = (item for item in hazards(answer) if item["state"] == state)
    told = (as_html("**{name}.** {danger} **This plan:** {plan}".format(**item)) for item in listed)
    return list_html(told, f"works {'met' if state == MET else 'yours'}")
