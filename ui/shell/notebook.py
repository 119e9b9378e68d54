"""The Jupyter notebook of a page: its question and setting, the Python snippet in cells, and the main picture drawn.

A notebook is a JSON document.  The app writes it without nbformat; the tests use nbformat to check it.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

import dpcore
from ui.look import documents
from ui.look.documents import named

_FIGURES = "import plotly.graph_objects as go\n\n"
_OF_THE_CLONE = re.compile(r"^(from|import) (ui|sweeps)\b", re.MULTILINE)
_BETWEEN = re.compile(r"\n{2,}(?=[^\s)\]}])")  # cells: blank lines before what is not indented


@dataclass(frozen=True)
class Notebook:
    """What a page's notebook holds.

    setting: what is asked, in words.  source: who said so, or how it was made.  code: the page's snippet.
    picture: code that draws `figure`, the main picture, with `go` from the names that the snippet defines.
    """

    setting: str
    source: str
    code: str
    picture: str


def file_of(notebook: Notebook, question: str, address: str = "") -> str:
    """The notebook as a file (nbformat 4.5).  address: that of the page in this state, "" if it is not known."""
    cells = [_cell("markdown", _title(notebook, question, address))]
    if _installs_itself(notebook):
        cells += [_cell("code", f"%pip install --quiet {documents.wheel()} plotly")]
    cells += [_cell("code", code) for code in _BETWEEN.split(notebook.code.strip())]
    cells += [_cell("markdown", "The page's main picture, drawn from these numbers:")]
    cells += [_cell("code", f"{_FIGURES}{notebook.picture.strip()}\nfigure")]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def _title(notebook: Notebook, question: str, address: str) -> str:
    version = f"Price of Privacy {dpcore.__version__}"
    source = f"[{version}]({address})" if address else version
    if _OF_THE_CLONE.search(notebook.code):
        needed, where = (
            ". jupyter -r requirements.txt",
            "Keep this notebook there, because it reads files of the project",
        )
    else:
        needed, where = ". plotly jupyter", "Then this notebook runs in any folder"
    told = f"# {question}\n\n{notebook.setting}\n\n{named(notebook.source)}.\n\nFrom {source}."
    if _installs_itself(notebook):
        return told
    return (
        f"{told} The library `dpcore` is not on PyPI. Ask whoever runs this dashboard for a copy of the project "
        f"and, in its folder, run\n\n    pip install {needed}\n\n"
        f"{where}."
    )


def _installs_itself(notebook: Notebook) -> bool:
    """Whether a site offers all that the notebook needs."""
    return bool(documents.SITE_ADDRESS) and not _OF_THE_CLONE.search(notebook.code)


def _cell(kind: str, source: str) -> dict[str, Any]:
    outputs: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **outputs}
