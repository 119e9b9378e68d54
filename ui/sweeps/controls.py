"""The sweeps that the page offers, and its inputs.  A visitor chooses among names, never a path."""

import os
from functools import lru_cache
from pathlib import Path

import streamlit as st

from sweeps.reading import COMMITTED, PLAN, SUMMARY, SweepTable, read_sweep, sweep_folders
from ui.sweeps.view import NOTHING, SweepView, columns, figures, others, said, splits, values_of, varying

_FOLDER_VARIABLE = "SWEEPS_FOLDER"  # of the environment in which the server starts
_FIRST = "risks"
_EVERYTHING = "all"
_MOST_FILTERS = 4
_ANOTHER = "another-sweep"


def ask_sweep(folders: dict[str, Path]) -> SweepTable:
    """Draw the list of sweeps.  Raises: ValueError, one sentence, when the chosen one cannot be read."""
    folder = folders[st.selectbox("Sweep", list(folders), key="sweep", bind="query-params", on_change=_forget)]
    try:
        return _read(folder, _changed(folder / SUMMARY), _changed(folder / PLAN))
    except ValueError as error:
        raise ValueError(f"This sweep is not available: {error}.") from error


def ask_view(table: SweepTable) -> SweepView:
    """Draw the choice of columns, at first as the sweep's file says.  Raises: ValueError if nothing can be drawn."""
    rows, words = table.rows, table.words
    across, up = columns(rows), figures(rows)
    if rows.empty or not up:
        why = "none of its cells is finished" if rows.empty else "none of its columns has numbers"
        raise ValueError(f"There is nothing to draw yet: {why}.")
    is_new = st.session_state.pop(_ANOTHER, False)
    x = _one("x axis", across, [words.x, *varying(table)], "sweep-x", is_new)
    y = _one("y axis", up, [words.y], "sweep-y", is_new)
    split = _one("Colour by", [NOTHING, *splits(rows)], [words.split], "sweep-split", is_new)
    only = {}
    for place, column in enumerate(others(table, x, split)[:_MOST_FILTERS], start=1):
        values = {said(value): value for value in values_of(rows, column)}
        chosen = _one(f"Filter: {column}", [_EVERYTHING, *values], [*values][:1], f"sweep-only-{place}", is_new)
        if chosen != _EVERYTHING:
            only[column] = values[chosen]
    return SweepView(table, x, y, split, only)


def _one(label: str, options: list[str], first: list[str], key: str, is_new: bool) -> str:
    """One of the options; first: what is chosen before the visitor chooses, of which the first on offer counts.

    is_new: whether another sweep has just been chosen: the option is then written, or the browser would keep the box's.
    """
    place = next((options.index(each) for each in first if each in options), 0)
    if is_new:
        st.session_state[key] = options[place]
    elif st.session_state.get(key, options[0]) not in options:
        del st.session_state[key]
    return st.selectbox(label, options, place, key=key, bind="query-params")


def _forget() -> None:
    """Another sweep has other columns, and is at first drawn as its file says."""
    st.session_state[_ANOTHER] = True  # values stay: a box without one would take the link's, which is older


def offered() -> dict[str, Path]:
    """The folders of the sweeps by the names that visitors choose from, with � for bytes that are not UTF-8."""
    own = os.environ.get(_FOLDER_VARIABLE, "")
    found = sweep_folders(Path(own)) if own else {}
    committed = sweep_folders(COMMITTED)
    first = {_FIRST: committed.pop(_FIRST)} if _FIRST in committed else {}
    readable = {os.fsencode(name).decode(errors="replace"): folder for name, folder in found.items()}
    return {**{f"{name} (this server's)": folder for name, folder in readable.items()}, **first, **committed}


@lru_cache(maxsize=8)
def _read(folder: Path, _summary: int, _plan: int) -> SweepTable:
    """The folder's sweep as it was when its files were changed last; read once for all visitors."""
    return read_sweep(folder)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
