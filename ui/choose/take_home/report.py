"""The report to take home: one HTML file that needs nothing else and runs nothing, and the same facts as JSON."""

import json
import math
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

import dpcore
from ui.choose import meaning, words
from ui.choose.answered import Answered
from ui.choose.people import belief_svg, guesses_svg
from ui.choose.picture import PAPER, drawing
from ui.choose.tables import data_table
from ui.choose.take_home import deployments, protocol
from ui.components import assets
from ui.look import documents
from ui.look.numbers import percent
from ui.look.sentences import as_html, said
from ui.look.tables import list_html, table_html
from ui.look.theme import LIGHT

_SIGN = "<table class='sign'><tbody><tr><td>Name</td><td>Role</td><td>Date</td><td>Signature</td></tr></tbody></table>"
LARGEST, FILLS_A_PAGE = 10.5, 2700  # points, and how many letters of this size fill the first page
SHORT_TEXT = 18  # letters


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
        "hazards": protocol.hazards(answer),
        "published deployments": [asdict(item) | {"as_of": item.as_of.isoformat()} for item in deployments.DEPLOYMENTS],
        "version": dpcore.__version__,
        "date": date.today().isoformat(),
    }


def report_json(answer: Answered, pinned: pd.DataFrame | None = None, looks: Sequence[str] = ()) -> str:
    """The report's facts as JSON."""
    return json.dumps(report_data(answer, pinned, looks), indent=2, ensure_ascii=False, allow_nan=False)


def report_html(answer: Answered, pinned: pd.DataFrame | None = None, looks: Sequence[str] = ()) -> str:
    """The report as one self-contained page: no script, and nothing that is loaded from elsewhere."""
    told = protocol.values(answer)
    title = escape(said(protocol.TEXTS, "title", told))
    asked = pd.DataFrame(_inputs(answer).items(), columns=["input", "value"])
    asked = asked[asked["input"] != "success rates"]  # they are on the first page
    works = documents.works_as_html([*said(protocol.TEXTS, "sources", told).split(), "NIST25"])
    notes = documents.with_links(escape(documents.named(said(protocol.TEXTS, "notes", told))))
    seed = f" · seed {answer.facts['seed']}" if "seed" in answer.facts else ""
    annex = (
        ("Text for a protocol or a data protection impact assessment", _protocol(answer)),
        ("What can go wrong, and what this plan does about it", _checklist(answer)),
        ("How sure this is", _pictures(answer, told) + _paragraph(" ".join(answer.details))),
        ("Looks, calendar time, and stopping early", list_html(escape(words.plain(sentence)) for sentence in looks)),
        ("Plans compared", _table(pinned)),
        ("Figures", f"<div class='pair'>{_table(answer.readings)}{_table(asked)}</div>"),
        ("Own data", _table(data_table(answer.question.problem))),
        ("What is proven, and where", list_html(map(escape, answer.guarantees)) + list_html([notes, *works], "works")),
        (
            "What others have published",
            f"<div class='whole'>{_paragraph(deployments.NOTE)}{deployments.deployments_html(answer.epsilon, LIGHT)}"
            f"{_paragraph(deployments.SIGNS, 'small')}</div>"
            f"<div class='works addresses'>{deployments.deployments_list()}</div>",
        ),
    )
    sections = "".join(f"<section><h2>{heading}</h2>{body}</section>" for heading, body in annex if body)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; font-src data:\">"
        f"<title>{title}</title><style>{_style()}</style></head><body>"
        f"<div class='first-page'><h1>{title}</h1>{_first_page(answer, told)}</div>{sections}"
        f"<p class='small last'>Price of Privacy {escape(dpcore.__version__)}{seed}. The page offers the same facts as "
        "a JSON file.</p></body></html>"
    )


def _first_page(answer: Answered, told: dict[str, Any]) -> str:
    """One page for those who decide: the plan, its promise, what epsilon means, and a line to sign."""
    plan, epsilon, today = answer.plan, answer.epsilon, date.today()
    several = words.several_rows(answer.question)
    participants = plan.get("Participants", "")
    kept = ", which this plan does not keep" if told.get("lacking") else ""
    assumed = [each for each in dict.fromkeys([*answer.assumptions, *answer.caveats]) if each not in participants]
    rows = {
        "The study": said(protocol.TEXTS, "purpose", told),
        f"The promise{kept}": plan.get("Error", answer.promise),
        "Participants": participants,
        "Looks": plan.get("Looks and stopping", ""),
        "What is published": said(protocol.TEXTS, "published", told) if plan else "",
        "What ε protects": several if epsilon is None else f"{said(protocol.TEXTS, 'meaning', told)} {several}",
        "What is assumed": " ".join(assumed),
    }
    size = min(LARGEST, LARGEST * math.sqrt(FILLS_A_PAGE / sum(map(len, rows.values()))))
    dots = "" if epsilon is None else f"<figure>{guesses_svg(epsilon, LIGHT)}</figure>"
    listed = "".join(
        f"<dt>{heading}</dt><dd>{dots if 'ε' in heading else ''}{as_html(text)}</dd>"
        for heading, text in rows.items()
        if text
    ).replace(" %", "\N{NO-BREAK SPACE}%")
    unfinished = "" if answer.is_complete else _paragraph(said(protocol.TEXTS, "unfinished", told), "small")
    return (
        f"<p class='who'>Plan for a study with differential privacy, {today.day} {today:%B %Y}. Prepared by <i></i> "
        f"for <i></i></p><p class='proposal'>{as_html(said(protocol.TEXTS, 'proposal', told))}</p>{unfinished}"
        f"<dl style='--size: {size:.2f}pt'>{listed}</dl>"
        f"{_SIGN if plan and not told['lacking'] else ''}"
    )


def _protocol(answer: Answered) -> str:
    paragraphs = protocol.protocol(answer).items()
    told = "".join(f"<p><strong>{escape(name)}.</strong> {escape(text)}</p>" for name, text in paragraphs)
    return told and _paragraph(said(protocol.TEXTS, "how_to_use", {}), "small") + told


def _checklist(answer: Answered) -> str:
    lists = ((state, protocol.hazards_list(answer, state)) for state in (protocol.YOURS, protocol.MET))
    told = "".join(f"<h3>{state[0].upper()}{state[1:]}</h3>{listed}" for state, listed in lists if listed)
    return told and told + _paragraph(protocol.HAZARDS_SOURCE, "small")


def _pictures(answer: Answered, told: dict[str, Any]) -> str:
    """The page's picture, and how likely a guess can become against epsilon."""
    scene = answer.picture
    drawn = drawing(replace(scene, difference=None), scene.limits, PAPER, LIGHT).svg
    guess = said(protocol.TEXTS, "guess_picture", told)
    return (
        f"<div class='pictures'><figure>{drawn}<figcaption>{escape(answer.picture_reading)}</figcaption></figure>"
        f"<figure>{belief_svg(answer.epsilon, LIGHT)}<figcaption>{guess}</figcaption></figure></div>"
    )


def _inputs(answer: Answered) -> dict[str, str]:
    question, told = answer.question, protocol.values(answer)
    return {
        "options": str(question.problem.options),
        "success rates": words.rates_text(question),
        "rates come from": said(protocol.TEXTS, "come_from", told),
        "participants": words.people(question),
        **answer.inputs,
        "trust model": question.problem.trust_model,
        "acceptable extra for privacy": percent(question.extra),
        "chosen ε": said(protocol.TEXTS, "chosen", told),
    }


def _paragraph(text: str, kind: str = "") -> str:
    return f"<p class='{kind}'>{escape(text)}</p>" if text else ""


def _table(frame: pd.DataFrame | None) -> str:
    if frame is None or frame.empty:
        return ""
    rows = ([_cell(str(cell)) for cell in row] for row in frame.itertuples(index=False))
    return table_html([_cell(str(name)) for name in frame.columns], rows)


def _cell(text: str) -> str:
    """The text; a short one stays on one line, and the words of others break where a column is too narrow."""
    return f"<span class='short'>{escape(text)}</span>" if len(text) <= SHORT_TEXT else escape(text)


@cache
def _style() -> str:
    """The report's style sheet, with the font of the page, which Streamlit brings along."""
    (font,) = (Path(st.__file__).parent / "static").rglob("SourceSansVF-Upright*.woff2")
    address = f"data:font/woff2;base64,{b64encode(font.read_bytes()).decode()}"
    face = f"@font-face {{ font-family: 'Source Sans'; font-weight: 200 900; src: url({address}); }}"
    return face + assets.text(Path(__file__).with_suffix(".css"))
