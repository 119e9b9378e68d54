"""Runs that the visitor's browser makes: what it gets for them, and what it reports, checked."""

import functools
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult, prepared_arguments
from ui.components.modules import address_of
from ui.state import boxes
from ui.state.draft import sentence
from ui.state.keys import EPSILON_RANGE
from ui.state.messages import LARGEST_SEQUENCE
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingCell, StoppingView
from wasm.simulations import module_of, sent

RUNS_MADE, PLACES = "runs-made", ("in this browser", "on the server")  # a switch: a browser leaves the server to others
EPSILONS = np.geomspace(*EPSILON_RANGE, 160)  # of the bound under a hand
MOST_RUNS = 5_000  # per point; more are the server's
MOST_NUMBERS = 200_000  # of one report, a run's being whether it stopped, its time, its answer and its pulls
_OF_AN_ENDING = 3  # numbers of a run before its pulls
_NUMBER = np.dtype("<i4")
_module = functools.lru_cache(maxsize=64)(module_of)
_LETTERS = 4 * -(-MOST_NUMBERS * _NUMBER.itemsize // 3)  # of the longest report in base64


@dataclass
class Heard:
    """What one visitor's browser has said: the number of its last report, what was wrong with it, and what it can't do.

    refused: the question whose runs were wrong.
    has_rested: whether the rest of the page does not yet know what was reported.
    """

    sequence: int = 0
    problem: str = ""
    refused: str = ""
    is_unable: bool = False
    has_rested: bool = False

    def news(self) -> bool:
        """Whether the whole page is to be drawn again, once."""
        rested, self.has_rested = self.has_rested, False
        return rested


def heard() -> Heard:
    """What this visitor's browser has said."""
    found: Heard = st.session_state.setdefault("_stopping-browser", Heard())
    return found


def why_not(curves: Iterable[Curve], runs: int) -> str:
    """Why the browser does not make these runs although its visitor wants it to; empty if it does."""
    if heard().is_unable:
        return "This browser does not run WebAssembly in workers, so the server simulates the runs."
    if runs > MOST_RUNS:
        return f"More than {MOST_RUNS:,} runs per point are simulated on the server."
    if unable := [curve.label for curve in curves if _module(curve.algorithm) is None]:
        return f"The server simulates the runs, because {unable[0]} has no module for browsers."
    return ""


def asked_of(
    view: StoppingView,
    otherwise: str = "",
    *,
    waits: bool = False,
    is_heard: bool = True,
    modules: Callable[[str], Any] = address_of,
) -> dict[str, Any]:
    """What the browser needs to make what is missing, as ui.components.curves hands it over.

    otherwise: what is said where a progress would stand when there is none.  waits: whether to make none now.
    is_heard: whether a server hears its reports.  modules: how it gets a module of this name.
    """
    state = heard() if is_heard else None
    problem, leaves = view.study.problem, dict[str, int]()  # the place of each array: cells share most of theirs
    return {
        "question": _question(view),
        "means": problem.means,
        "risk": problem.risk,
        "indifference": problem.indifference,
        "cap": problem.max_samples,
        "seed": str(problem.seed),
        "wanted": view.runs,
        "cells": [_cell(view, cell, leaves) for cell in view.cells],
        "leaves": [json.loads(leaf) for leaf in leaves],
        "modules": {name: modules(name) for name in {str(_module(curve.algorithm)) for curve in view.curves}},
        "heard": state and state.sequence,
        "problem": state.problem if state and state.refused == _question(view) else "",
        "otherwise": otherwise,
        "waits": waits,
    }


def _cell(view: StoppingView, cell: StoppingCell, leaves: dict[str, int]) -> dict[str, Any]:
    (curve, epsilon), problem = cell, view.study.problem
    known = view.study.runs(cell)
    prepared = _prepared(curve, len(problem.means), epsilon, problem.risk, problem.max_samples, problem.indifference)
    return {
        "key": _key(cell),
        "curve": view.curves.index(curve),
        "epsilon": epsilon,
        "module": _module(curve.algorithm),
        "leaves": [leaves.setdefault(json.dumps(leaf), len(leaves)) for leaf in prepared],
        "known": known,
        "times": _times(view.study.results[cell]) if 0 < known < view.runs else "",
    }


def _key(cell: StoppingCell) -> str:
    curve, epsilon = cell
    return curve.key if epsilon is None else f"{curve.key} {epsilon!r}"


def _question(view: StoppingView) -> str:
    """What runs are for: a report of another one is too late, not wrong."""
    problem, curves = view.study.problem, [curve.key for curve in view.curves]
    return json.dumps([*astuple(problem), view.runs, curves, view.epsilons])


def _times(result: FixedConfidenceResult) -> str:
    """The stopping times, those of capped runs below 0."""
    signed = np.where(result.finished, result.stopping_times, -result.stopping_times)
    return b64encode(signed.astype(_NUMBER).tobytes()).decode()


@functools.lru_cache(maxsize=1024)
def _prepared(
    curve: Curve, arms: int, epsilon: float | None, risk: float, cap: int, indifference: float
) -> tuple[dict[str, Any], ...]:
    """What the algorithm's kernel gets behind the means, on which nothing of it depends."""
    means = np.linspace(0.9, 0.1, arms)
    parameters = {"threshold": curve.threshold, **dict(curve.parameters)}
    found = prepared_arguments(
        curve.algorithm,
        means,
        risk=risk,
        max_samples=cap,
        indifference=indifference,
        **curve.budget_at(epsilon),
        **parameters,
    )
    return tuple(sent(leaf) for leaf in found[1:])


def take(component: object, view: StoppingView) -> None:
    """Take over a report: put its runs into the view's study, as far as they are valid and not there yet."""
    fields, state = component.get("made") if isinstance(component, Mapping) else None, heard()
    if not isinstance(fields, Mapping):
        return
    sequence = fields.get("sequence")
    if type(sequence) is not int or not state.sequence < sequence <= LARGEST_SEQUENCE:
        return
    state.sequence = sequence
    state.is_unable = fields.get("unable") is True
    state.has_rested = state.is_unable or fields.get("rests") is True
    if fields.get("asks") == "server":
        boxes.write({RUNS_MADE: PLACES[1]})
        state.has_rested = True
    if fields.get("question") != _question(view):
        return  # of a question that was asked before
    try:
        found = _read(fields.get("runs"), view)
        state.problem = ""
    except ValueError as error:
        state.problem = f"{sentence(error)}. The runs of this browser were not used."
        state.refused = _question(view)
        return
    for cell, result in found:
        view.study.take(cell, result)


def _read(given: object, view: StoppingView) -> list[tuple[StoppingCell, FixedConfidenceResult]]:
    """The runs of a report by cell, or a ValueError that says what is wrong with one of them."""
    cells = {_key(cell): cell for cell in view.cells}
    if not isinstance(given, list) or len(given) > len(cells):
        raise ValueError("the report must be a list of points of the picture")
    rows = [part.get("rows") for part in given if isinstance(part, Mapping)]
    if sum(len(text) for text in rows if isinstance(text, str)) > _LETTERS + 4 * len(cells):
        raise ValueError(f"a report must hold at most {MOST_NUMBERS:,} numbers")
    return [found for part in given if (found := _part(part, cells, view)) is not None]


def _part(
    given: object, cells: Mapping[str, StoppingCell], view: StoppingView
) -> tuple[StoppingCell, FixedConfidenceResult] | None:
    """The new runs of one cell; None if they are there, or do not follow those that are there."""
    key = given.get("cell") if isinstance(given, Mapping) else None
    cell = cells.get(key) if isinstance(key, str) else None
    if cell is None or not isinstance(given, Mapping):
        raise ValueError("runs must belong to a point in the picture")
    first, known = given.get("first"), view.study.runs(cell)
    rows = _rows(given.get("rows"), len(view.instance.means), view.study.problem.max_samples)
    if type(first) is not int or not 0 <= first <= first + len(rows) <= view.runs:
        raise ValueError(f"runs must be numbered 0 to {view.runs - 1}")
    if first > known or first + len(rows) <= known:
        return None
    new = rows[known - first :]
    return (
        cell,
        replace(
            view.study.simulate(cell, known, 0, dpcore.CancelFlag()),  # what runs of the cell say besides their numbers
            stopping_times=new[:, 1],
            recommendations=new[:, 2],
            finished=new[:, 0] == 1,
            pulls=new[:, _OF_AN_ENDING:],
        ),
    )


def _rows(given: object, arms: int, cap: int) -> NDArray[np.int64]:
    """The runs (R, 3 + K) that a text says in base64: stopped, time, answer, pulls; or a ValueError."""
    if not isinstance(given, str):
        raise ValueError("runs must be numbers encoded as text")
    try:
        numbers = np.frombuffer(b64decode(given, validate=True), _NUMBER).astype(np.int64)
    except ValueError:
        raise ValueError("runs must be numbers encoded as text") from None
    if numbers.size > MOST_NUMBERS:
        raise ValueError(f"a report must hold at most {MOST_NUMBERS:,} numbers")
    if numbers.size % (_OF_AN_ENDING + arms):
        raise ValueError(f"every run must have {_OF_AN_ENDING + arms} numbers")
    rows = numbers.reshape(-1, _OF_AN_ENDING + arms)
    stopped, times, answers, pulls = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, _OF_AN_ENDING:]
    if not np.isin(stopped, (0, 1)).all():
        raise ValueError("whether a run stopped must be 1 or 0")
    if not ((np.where(stopped == 1, arms, 0) <= times) & (times <= cap)).all():
        raise ValueError(f"a run must take {arms} to {cap:,} participants")
    if not ((answers >= 0) & (answers < arms)).all():
        raise ValueError("a run's answer must be one of the arms")
    if not ((pulls >= 0).all() and (pulls.sum(axis=1) == times).all()):
        raise ValueError("a run's participants must be the sum over its arms")
    return rows
