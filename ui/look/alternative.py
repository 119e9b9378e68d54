"""A chart in words, for people who cannot see it: what it shows under a pointer, where a line begins and ends."""

import math
import re
from collections.abc import Mapping
from html import unescape
from itertools import takewhile
from typing import Any

import plotly.graph_objects as go

from ui.look.axes import EPSILON, between_ends
from ui.look.numbers import bare, number, percent

MOST_SERIES = 12
MOST_POINTS = 3  # of a line or of markers, else the first and the last
MOST_BARS = 6  # of a series, else the largest and the smallest
_PLACE = re.compile(r"%\{(x|y|hovertext|customdata)(?:\[(\d+)\])?(?::([^}]*))?\}")
_FORM = re.compile(r"(\+?),?(?:\.(\d+))?~?([a-z%]?)")
_LEFT_OUT = re.compile(r"<extra>.*?</extra>|[←→]")


def words_of(figure: go.Figure) -> str:
    """The axes, each series with its main numbers, and what is marked, as plain text."""
    axes = [_plain(axis.title.text or "") for axis in (figure.layout.yaxis, figure.layout.xaxis)]
    parts = [" against ".join(filter(None, axes)), *_told(figure)]
    said = " ".join(parts)
    marks = [_plain(note.text or "") for note in figure.layout.annotations]
    if news := [mark for mark in dict.fromkeys(marks) if mark and mark not in said]:
        parts.append("Marked: " + "; ".join(news))
    return ". ".join(part.strip(" .") for part in parts if part) + "."


def _told(figure: go.Figure) -> list[str]:
    axis = figure.layout.xaxis
    places = dict(zip(axis.tickvals, map(_plain, axis.ticktext), strict=True)) if axis.ticktext else None
    if places is None and axis.title.text:
        places = {}
    told = list(dict.fromkeys(filter(None, (_series(trace, places) for trace in figure.data))))
    left = len(told) - MOST_SERIES
    return [*told[:MOST_SERIES], f"{left} more"] if left > 0 else told


def _series(trace: Any, places: Mapping[Any, str] | None) -> str:
    """A series' name, and what its main points say; what they all begin with is said once.

    places: what the x axis calls some of them; None where it says nothing.
    """
    if trace.hoverinfo == "skip" or trace.x is None or trace.y is None or trace.visible == "legendonly":
        return ""
    points = [place for place in range(len(trace.x)) if _is_value(trace.x[place]) and _is_value(trace.y[place])]
    if trace.type == "bar" and len(points) > MOST_BARS:
        points.sort(key=lambda place: -float(trace.y[place]))
        points = [points[0], points[-1]]
    elif trace.type != "bar" and len(points) > MOST_POINTS:
        points = [points[0], points[-1]]
    said = {place: _point(trace, place, places or {}) for place in points}
    if len(set(said.values())) > 1 and places is not None and "%{x" not in str(trace.hovertemplate or "%{x}"):
        said = {place: f"{text} at {_place(trace.x[place], places)}" for place, text in said.items()}
    texts = list(dict.fromkeys(said.values()))
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False)) if len(texts) > 1 else ()
    shared = len("".join(letters[0] for letters in alike).rpartition(": ")[0])
    told = "; ".join([*texts[:1], *(text[shared:].removeprefix(": ") for text in texts[1:])])
    name = _plain(trace.name or "")
    return told if name in told or not told else f"{name}: {told}"


def _point(trace: Any, place: int, names: Mapping[Any, str]) -> str:
    """What is shown when this point is pointed at; its place where nothing is."""
    template = trace.hovertemplate or "%{y} at %{x}"
    if not isinstance(template, str):
        template = template[place]

    def filled(found: re.Match[str]) -> str:
        name, index, form = found.groups()
        value = getattr(trace, name)
        value = value if isinstance(value, str) else value[place]
        if name == "x" and not form:
            return _place(value, names)
        return _written(value[int(index)] if index is not None else value, form or "")

    return _plain(_PLACE.sub(filled, template))


def _place(value: Any, names: Mapping[Any, str]) -> str:
    return names[value] if value in names else _written(value, "")


def _written(value: Any, form: str) -> str:
    """A value as Plotly's format says, in the way of this dashboard's sentences."""
    if isinstance(value, str) or not _is_value(value):
        return str(value)
    sign, digits, kind = _FORM.match(form).groups()  # type: ignore[union-attr]  # every part of it may be empty
    plus = "+" if sign and value > 0 else ""
    if kind == "%":
        return plus + _fixed(100 * float(value), int(digits or 6)) + " %"
    if kind == "p":
        return plus + percent(float(value), int(digits or 3))
    if kind == "f" and digits is not None:
        return plus + _fixed(float(value), int(digits))
    return plus + bare(number(float(value), int(digits or 4)))


def _fixed(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}".replace("-", "−")


def _is_value(value: Any) -> bool:
    return value is not None and (isinstance(value, str) or math.isfinite(value))


def _plain(text: str) -> str:
    """Text of Plotly's without its HTML."""
    shortened = text.replace("<br>", ", ").replace(between_ends(), EPSILON)
    untagged = re.sub(r"<[^>]*>", "", _LEFT_OUT.sub("", shortened))
    told = re.sub(r"\s+([,.;:])", r"\1", " ".join(unescape(untagged).split())).strip(" ·")
    return told.replace("%{", "%\u2060{")  # no place of Plotly's
