"""Sentences from their templates, which scripts in the browser read too (ui/components/shared/sentences.js).

A template is a text, a list of lines in a file that no script reads, or a list of cases {"if": condition, "say": text},
of which the first that holds is said; a case without a condition holds, and where none holds nothing is said.  A
condition is [name], which holds where that value is given and neither 0 nor empty, or [name, ">=", limit], where the
limit is a number or the name of a value.  A text has places, {epsilon|setting}: a value or another template, then what
writes it, from `WRITTEN`, or `ON_THE_SERVER` in a file that no script reads.  A name may have dots: view.epsilon is an
attribute of view.
"""

import json
import re
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from ui.look import numbers
from ui.look.literal import literal

Template = str | list[Any]

WRITTEN: dict[str, Callable[..., Any]] = {
    "at_least": numbers.at_least,
    "at_most": numbers.at_most,
    "capital": lambda text: text[:1].upper() + text[1:],
    "count": numbers.count,
    "exact": numbers.exact,
    "general": numbers.general,
    "number": numbers.number,
    "percent": numbers.percent,
    "plural": numbers.plural,
    "rounded_down": numbers.rounded_down,
    "rounded_up": numbers.rounded_up,
    "setting": numbers.setting,
    "size": abs,
    "whole": numbers.whole,
}
ON_THE_SERVER: dict[str, Callable[..., Any]] = {**WRITTEN, "literal": literal}  # more than scripts need
_PLACE = re.compile(r"\{[\w.]+(?:\|[\w ]+)*\}")


def templates_of(file: str) -> dict[str, Any]:
    """The templates in the sentences.json beside a Python file."""
    found: dict[str, Any] = json.loads(Path(file).with_name("sentences.json").read_text(encoding="utf-8"))
    return found


def teller(file: str) -> Callable[..., str]:
    """What says the templates in the sentences.json beside a Python file: tell("verdict", view=view)."""
    templates = templates_of(file)
    return lambda name, **values: said(templates, name, values)


def said(templates: Mapping[str, Template], name: str, values: Mapping[str, Any]) -> str:
    """The sentence that the template of this name says of these values."""
    template = templates[name]
    if isinstance(template, list) and isinstance(template[0], str):
        template = "\n".join(template)
    elif isinstance(template, list):
        template = next((case["say"] for case in template if _holds(case.get("if"), values)), "")
    return filled(template, values, templates)


def filled(text: str, values: Mapping[str, Any], templates: Mapping[str, Template] | None = None) -> str:
    """The text with its places filled in."""

    def fill(place: re.Match[str]) -> str:
        name, *ways = place[0][1:-1].split("|")
        found = said(templates, name, values) if templates and name in templates else _value(values, name)
        for way in ways:
            called, *digits = way.split()
            found = ON_THE_SERVER[called](found, *map(int, digits))
        return str(found)

    return _PLACE.sub(fill, text)


def _holds(condition: list[Any] | None, values: Mapping[str, Any]) -> bool:
    if condition is None:
        return True
    name, *limit = condition
    if not limit:
        return name.partition(".")[0] in values and bool(_value(values, name))
    least = limit[1]
    return bool(_value(values, name) >= (_value(values, least) if isinstance(least, str) else least))


def _value(values: Mapping[str, Any], name: str) -> Any:
    """The value of this name, or its attribute after the dot; None has none but None."""
    first, *attributes = name.split(".")
    found = values[first]
    for attribute in attributes:
        found = None if found is None else getattr(found, attribute)
    return found


def as_html(sentence: str) -> str:
    """The sentence as HTML: **bold**, and all else letter by letter."""
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(sentence))


def marked(name: str, sentence: str) -> str:
    """The same, to be found by its name: a component of the page that has it too writes it anew during a drag."""
    return f'<span data-sentence="{name}">{as_html(sentence)}</span>'
