"""The report to take home: one HTML file that needs nothing else and runs nothing, and the same facts as JSON."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

import dpcore
from ui.choose import meaning, words
from ui.choose.answered import Answered
from ui.choose.people import belief_svg, guesses_svg
from ui.choose.picture import PAPER, drawing
from ui.choose.tables import data_table
from ui.choose.take_home import deployments, hazards, protocol
from ui.components import assets
from ui.look.numbers import percent, setting
from ui.look.tables import table_html
from ui.look.theme import LIGHT

NOT_FINISHED = "The simulation had not finished when this report was made: figures may still move."
SHORT_TEXT, LONGEST_WORD = 18, 24  # letters: a short text stays on one line, and longer words are broken anywhere


def report_data(answer: Answered, pinned: pd.DataFrame | None = None, looks: Sequence[str] = ()) -> dict[str, Any]:
    """Everything the report says, as plain values: infinite figures are written "infinite", unknown ones null.

    looks: what the page's section about looks says, if it is open.
    """
    question = answer.question
    return {
        "title": "Which epsilon should we choose?",
        "question": answer.asked,
        "promise": answer.promise,
        "inputs": _inputs(answer),
        "own data": data_table(question.problem).to_dict("records"),
        "verdict": words.plain(answer.verdict),
        "details": answer.details,
        "backwards": words.plain(answer.takes),
        **answer.facts,
        "simulation complete": answer.is_complete,
        "compared": [] if pinned is None else pinned.to_dict("records"),
        "looks": [words.plain(sentence) for sentence in looks],
        "meaning": meaning.odds_table(answer.epsilon).to_dict("records"),
        "assumptions": answer.assumptions,
        "guarantees": answer.guarantees,
        "protocol": protocol.protocol(answer),
        "hazards": [asdict(hazard) for hazard in hazards.hazards(answer)],
        "published deployments": [asdict(item) | {"as_of": item.as_of.isoformat()} for item in deployments.DEPLOYMENTS],
        "version": dpcore.__version__,
        "date": date.today().isoformat(),
    }


def report_json(answer: Answered, pinned: pd.DataFrame | None = None, looks: Sequence[str] = ()) -> str:
    """The report's facts as JSON."""
    return json.dumps(report_data(answer, pinned, looks), indent=2, ensure_ascii=False, allow_nan=False)


def report_html(answer: Answered, pinned: pd.DataFrame | None = None, looks: Sequence[str] = ()) -> str:
    """The report as one self-contained page: no script, no font, no picture from elsewhere."""
    data, question = report_data(answer, pinned, looks), answer.question
    sections = [
        f"<div class='first-page'>{_first_page(answer, data)}</div>",
        _plan(answer, data["protocol"]),
        _section("How sure this is", f"<p>{' '.join(map(escape, data['details']))}</p>"),
        _section("Looks, calendar time, and stopping early", _list(data["looks"])) if looks else "",
        _section("Plans compared", _table(pinned)) if pinned is not None else "",
        _section("What was asked", _table(pd.DataFrame(data["inputs"].items(), columns=["input", "value"]))),
        _section("Own data", _table(data_table(question.problem))) if question.problem.data is not None else "",
        _section("Figures", _table(answer.readings)),
        _section(
            "What ε means",
            f"<p>{escape(meaning.PROTECTION[question.problem.trust_model])}</p>"
            + _table(meaning.odds_table(answer.epsilon))
            + _list(meaning.LIMITS),
        ),
        _section("Assumptions", _list(data["assumptions"])),
        _section("Guarantees and sources", _list(data["guarantees"])),
        _others(answer),
        f"<p class='small last'>Price of Privacy {escape(data['version'])}{_seed(data)} · {data['date']}. "
        "The same facts are in the JSON file that the page offers beside this report; this project's notes are in "
        "the folder docs of its source.</p>",
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(data['title'])}</title><style>{_style()}</style></head><body>{''.join(sections)}</body></html>"
    )


def _first_page(answer: Answered, data: dict[str, Any]) -> str:
    """One page for who decides: the answer, the picture, and what epsilon takes and means."""
    epsilon, scene = answer.epsilon, answer.picture
    drawn = drawing(replace(scene, difference=None), scene.limits, PAPER, LIGHT)
    parts = [
        f"<h1>{escape(data['title'])}</h1><p class='question'>{escape(data['question'])}</p>",
        f"<p class='verdict'>{_bold(answer.verdict)}</p><p>{escape(answer.promise)}</p>{_caveats(answer)}",
        f"<figure>{drawn.svg}<figcaption>{escape(answer.picture_reading)}</figcaption></figure>",
    ]
    if epsilon is not None:
        takes, means = _bold(answer.takes), escape(meaning.belief_sentence(epsilon))
        parts.append(
            f"<div class='pair'><figure>{guesses_svg(epsilon, LIGHT)}<figcaption>{means}</figcaption></figure>"
            f"<figure>{belief_svg(epsilon, LIGHT)}<figcaption>{takes}</figcaption></figure></div>"
        )
    return "".join(parts)


def _plan(answer: Answered, paragraphs: dict[str, str]) -> str:
    """The plan for a protocol, a place to sign it, and the checklist of hazards; nothing while there is no plan."""
    if not paragraphs:
        return ""
    plan = "".join(f"<p><strong>{escape(name)}.</strong> {escape(text)}</p>" for name, text in paragraphs.items())
    places = "".join(f"<td>{name}</td>" for name in ("Name", "Role", "Date", "Signature"))
    return _section(
        "For a protocol or a data protection impact assessment",
        f"<div class='plan'><p class='small'>{escape(protocol.HOW_TO_USE)}</p>{plan}"
        f"<table class='sign'><tbody><tr>{places}</tr></tbody></table></div>",
    ) + _section(
        "What can go wrong, and what this plan does about it",
        _table(hazards.hazards_table(answer)) + f"<p class='small'>{escape(hazards.SOURCE)}</p>",
    )


def _others(answer: Answered) -> str:
    picture = deployments.deployments_html(answer.epsilon, LIGHT)
    about = f"<p>{escape(deployments.NOTE)}</p>{picture}<p class='small'>{escape(deployments.SIGNS)}</p>"
    table = _table(deployments.deployment_table())
    return _section("What others have published", f"<div class='whole'>{about}</div>{table}")


def _inputs(answer: Answered) -> dict[str, str]:
    question, epsilon = answer.question, answer.epsilon
    return {
        "options": str(len(question.problem.names)),
        "success rates": words.rates_text(question),
        "rates come from": {
            "a difference": "the usual rate and the difference to find",
            "the rates": "rates given directly",
            "own data": "own data (posterior means)",
        }[question.mode],
        "participants": words.people(question),
        **answer.inputs,
        "trust model": question.problem.trust_model,
        "acceptable extra for privacy": percent(question.extra),
        "chosen ε": "none"
        if epsilon is None
        else setting(epsilon) + (" (recommended)" if question.epsilon is None else ""),
    }


def _seed(data: dict[str, Any]) -> str:
    """The seed of what is simulated; empty where nothing is."""
    return f" · seed {data['seed']}" if "seed" in data else ""


def _caveats(answer: Answered) -> str:
    sentences = [words.several_rows(answer.question), *answer.caveats, "" if answer.is_complete else NOT_FINISHED]
    return "".join(f"<p class='caveat'>{_bold(sentence)}</p>" for sentence in sentences if sentence)


def _section(heading: str, body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{body}</section>"


def _bold(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))


def _list(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def _style() -> str:
    return assets.text(Path(__file__).with_suffix(".css"))


def _table(frame: pd.DataFrame) -> str:
    rows = ([_cell(str(cell)) for cell in row] for row in frame.itertuples(index=False))
    return table_html([_cell(str(name)) for name in frame.columns], rows)


def _cell(text: str) -> str:
    """The text, set so that no column becomes too wide for the paper, nor too narrow for a date."""
    if len(text) <= SHORT_TEXT:
        return f"<span class='short'>{escape(text)}</span>"
    is_long = any(len(word) > LONGEST_WORD for word in re.split(r"[\s-]", text))
    return f"<span class='long'>{escape(text)}</span>" if is_long else escape(text)
