"""Sentences and code about sweeps; the templates are in sentences.json."""

from sweeps.reading import CELL, SweepTable
from ui.look.literal import literal
from ui.look.sentences import said, templates_of
from ui.sweeps.view import SweepView

_WORDS = templates_of(__file__)
NO_SWEEP = (
    "There is no sweep to show: none ships with this copy, and the server's administrator has not named a folder."
)
HOW = (
    "`python -m sweeps FILE.toml` runs a sweep, on one machine or on a cluster (see Sweeps in the README). The "
    "administrator of this server can name a folder with finished or running sweeps in the variable SWEEPS_FOLDER when "
    "the server starts."
)


def verdict(table: SweepTable) -> str:
    """What the sweep has found, in the words of its file; else how far it is."""
    if table.words.answer:
        return literal_but_bold(table.words.answer)
    return said(_WORDS, "unfinished", _progress(table))


def literal_but_bold(text: str) -> str:
    """The text as it is, with what stands between double stars bold."""
    return "**".join(map(literal_part, text.split("**")))


def literal_part(text: str) -> str:
    """The text letter by letter, with the spaces at its ends."""
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{literal(text)}{tail}" if text.strip() else text


def reading(view: SweepView) -> str:
    """What the points are."""
    runs = view.rows["runs"].tolist() if "runs" in view.rows else []
    values = {
        "is_empty": not view.lines,
        "left_out": view.left_out,
        "is_one_left_out": view.left_out == 1,
        "has_interval": any(line.low is not None for line in view.lines),
        "fewest": min(runs, default=0),
        "most": max(runs, default=0),
        "has_range": len({*runs}) > 1,
    }
    return said(_WORDS, "reading", values)


def origin(table: SweepTable) -> str:
    """Which command and code made it."""
    made = table.origin
    values = {
        **_progress(table),
        "command": str(made.get("command", "")),
        "commit": str(made.get("commit", ""))[:12] or "unknown",
        "versions": ", ".join(f"{name} {version}" for name, version in dict(made.get("versions", {})).items()),
    }
    return said(_WORDS, "origin", values)


def _progress(table: SweepTable) -> dict[str, int]:
    return {"finished": len(table.rows), "cells": table.cells}


def snippet(view: SweepView) -> str:
    """Python code that makes the runs of the first drawn cell again."""
    rows = view.table.rows.loc[view.rows.index]
    if rows.empty or CELL not in rows:
        return "from sweeps.reading import COMMITTED, sweep_folders\n\nprint(list(sweep_folders(COMMITTED)))"
    return f"""from sweeps.cells import SweepCell
from sweeps.families import FAMILIES

cell = SweepCell({str(rows[CELL].iloc[0])!r})
asked = cell.asked
family = FAMILIES[asked["family"]]
result = family.simulate(asked["algorithm"], asked["parameters"], runs=asked["runs"], seed=cell.seed)
print(result.summary())"""
