"""Notebooks to take home: every page that has a Python snippet offers one, which gives the page's own numbers.

Each is run here cell by cell, without a kernel: what a cell shows is its last line, the figure, which needs none.  In
the long tests all go through Jupyter's kernel.
"""

import io
import re
from contextlib import redirect_stdout

import nbclient
import nbformat
import numpy as np
import pandas as pd
import pytest
from plotly.io import from_json
from streamlit.runtime.context import ContextProxy

import dpcore
from tests.pages.downloads import downloads_seen, written
from tests.pages.visit import APP, just_opened, moving, opened, said, unlinked
from ui.look.numbers import at_least

NAME = "price-of-privacy.ipynb"
TWO = {"arms": "0.9, 0.3", "epsilon": "1", "risk": "0.1"}
PAGES = {  # the link to each page, and what its snippet prints
    "audit": ({"audit_algorithm": "DP-TT", "audit_pairs": 1400, "audit_seed2": 3}, "alarm after 1331 pairs"),
    "choose_epsilon": ({"options": 2, "usual": 30, "better": 40}, "enough to stop in 90 % of the runs: "),
    "exercises": ({}, "? "),
    "explore": ({}, "931.151319676"),
    "fixed_budget": ({"budget_runs": 20}, "Max-Det picks arms"),
    "one_budget": ({}, "side effects: epsilon 0.083333 a run"),
    "one_mean": ({}, "noisy threshold"),
    "one_run": ({}, "recommends arm 1"),
    "own_outcomes": ({"outcome_epsilon": 2, "outcome_runs": 20}, ""),
    "published": ({}, "0.5: "),
    "regret": ({**TWO, "regret_runs": 2}, "AdaC-UCB "),
    "same_decision": ({}, " of 1000 studies change"),
    "stopping_times": ({**TWO, "runs": 3}, "within this risk, whatever the means are, averages fewer"),
    "sweeps": ({}, "share_capped"),
    "what_is_promised": ({}, "view delta at epsilon 0.95: 0.16878"),
}


class Home:
    """What a visitor takes home from a page: the notebook, run, and the tables to compare it with."""

    def __init__(self, page):
        link, self.printed = PAGES[page]
        with downloads_seen() as files:
            self.page = opened(page, **link)
        self.files = files
        self.notebook = nbformat.reads(written(files[NAME]).decode(), as_version=4)

    @property
    def code(self):
        return [cell.source for cell in self.notebook.cells if cell.cell_type == "code"]

    def run(self):
        """The names that all cells in order leave, and what they print."""
        names, output = {}, io.StringIO()
        with redirect_stdout(output):
            for number, source in enumerate(self.code):
                exec(compile(source, f"cell {number}", "exec"), names)
        return names, output.getvalue()

    def table(self, name):
        return pd.read_csv(io.BytesIO(written(self.files[f"{name}.csv"])))


def drawn(names, place=0):
    """The heights of a line of the notebook's picture."""
    return [np.nan if y is None else y for y in names["figure"].data[place].y]


def lines(names):
    return {trace.name: drawn(names, place) for place, trace in enumerate(names["figure"].data)}


def audit(home, names):
    np.testing.assert_array_equal(drawn(names), home.table("audit")["loss more than"])
    assert f"Alarm** after {names['audit'].alarm:,} pairs" in said(home.page)


def choose_epsilon(home, names):
    np.testing.assert_allclose(drawn(names), home.table("lower-bound")["participants"], rtol=1e-9)
    assert f"ε = {names['achievable']:.3g}**" in said(home.page)


def exercises(home, names):
    (chart,) = home.page.get("plotly_chart")
    np.testing.assert_allclose(drawn(names), from_json(chart.proto.spec).data[0].x)
    assert all(question.text in said(home.page) for question in names["questions"](names["sheet"], names["student"]))


def explore(home, names):
    shown = home.table("price-of-privacy")
    np.testing.assert_allclose(drawn(names), shown["tightest_private_samples_lower_bound"], rtol=1e-6)
    assert at_least(names["bounds"]["tightest_private"]) in moving(home.page)["verdict"]


def fixed_budget(home, names):
    shown = home.table("error-against-budget")
    for name, rates in lines(names).items():
        algorithm, _, epsilon = name.partition(", ε = ")
        rows = shown[shown["algorithm"] == algorithm]
        rows = rows[rows["epsilon"] == float(epsilon)] if epsilon else rows
        np.testing.assert_allclose(np.nan_to_num(rates), rows.sort_values("T")["error rate"])
    assert len(lines(names)) == len(shown[["algorithm", "epsilon"]].drop_duplicates())


def one_budget(home, names):
    shown = home.table("one-epsilon")
    for name, split in (("share_equally", "equal"), ("share_best", "best")):
        np.testing.assert_allclose(lines(names)[name], shown[f"participants, at least, {split} split"])
    assert at_least(names["splits"]["share_equally"].largest) in said(home.page)


def one_mean(home, names):
    shown = home.table("one-run")
    np.testing.assert_allclose(lines(names)["running mean"], shown["running mean"].abs())
    noisy = shown["noisy threshold"]
    np.testing.assert_allclose(lines(names)["what the rule demands"], noisy.where(noisy > 0))


def one_run(home, names):
    shown = home.table("one-run")
    for arm in range(1, 6):
        np.testing.assert_array_equal(lines(names)[f"arm {arm}"], shown[f"pulls, arm {arm}"])
    assert f"seen **{names['trace'].counts[0].sum():,} participants" in said(home.page)


def own_outcomes(home, names):
    shown = home.table("participants-by-clip")
    shown = shown[shown["outcome"].str.match(r"\S+ to \S+$")]
    for name, rows in (("with privacy", np.isfinite(shown["epsilon"])), ("without", np.isinf(shown["epsilon"]))):
        np.testing.assert_array_equal(lines(names)[name], shown.loc[rows, "90 % of runs"])


def published(home, names):
    names_of = {entry.label: name for name, entry in dpcore.fixed_confidence_algorithms().items()}
    shown = home.table("published-figure").replace({"algorithm": names_of})
    shown = shown[np.isfinite(shown["epsilon"])]
    for (algorithm, threshold), rows in shown.groupby(["algorithm", "threshold"]):
        np.testing.assert_array_equal(lines(names)[f"{algorithm}, {threshold}"], rows["median"])
    result = names["result"]
    again = shown[(shown["algorithm"] == result.algorithm) & (shown["epsilon"] == result.parameters["epsilon"])].iloc[0]
    assert result.summary().median == again["median"]


def regret(home, names):
    shown = home.table("regret-against-budget")
    plain = shown[np.isinf(shown["place on the scale"])].set_index("algorithm")["mean regret"]
    private = shown[np.isfinite(shown["place on the scale"])].sort_values("place on the scale")
    for name, lost in lines(names).items():
        wanted = private.loc[private["algorithm"] == name, "mean regret"] if name not in plain else plain[name]
        np.testing.assert_allclose(lost, wanted)
    assert {"DP-SE", "AdaP-UCB", "UCB in episodes"} <= set(lines(names))


def same_decision(home, names):
    shown = home.table("changed-choices-against-epsilon")
    np.testing.assert_allclose(drawn(names), shown["studies that change"] / shown["of simulated studies"])
    assert f"**{names['found'].changed} of 1,000** simulated studies" in said(home.page)


def stopping_times(home, names):
    shown = home.table("stopping-times")
    value = re.search(r"\((mean|median) of the runs\)", names["figure"].layout.title.text)[1]
    found = lines(names)
    assert min(found.pop("lower bound on the average")) > 0
    for name, heights in found.items():
        rows = shown[shown["algorithm"] == name].sort_values("epsilon")
        np.testing.assert_allclose(heights, rows[value].astype(float).tolist() * (len(heights) // len(rows)))
    assert set(found) == set(shown["algorithm"])
    assert at_least(names["bounds"]["tightest_private"]) in moving(home.page)["expert"]


def sweeps(home, names):
    shown, axes = home.table("sweep"), names["figure"].layout
    points = set(zip(shown[axes.xaxis.title.text], shown[axes.yaxis.title.text], strict=True))
    traces = names["figure"].data
    (chart,) = home.page.get("plotly_chart")
    assert len(traces) == len(from_json(chart.proto.spec).data)
    assert all(set(zip(trace.x, trace.y, strict=True)) <= points for trace in traces)
    assert names["cell"].asked["runs"] == names["result"].runs
    mean = names["result"].summary().mean
    assert mean in home.table("sweep")["mean samples"].tolist()


def what_is_promised(home, names):
    shown = home.table("delta-against-epsilon")
    for name, deltas in lines(names).items():
        np.testing.assert_allclose(deltas, shown[f"delta, {name.capitalize()} DP"], atol=1e-12)
    assert len(names["figure"].data) == 3


def test_every_page_with_a_snippet_is_here():
    pages = (APP.parent / "pages").glob("*.py")
    offers = ("page.snippet(", "page.take_home(")
    assert {page.stem for page in pages if any(each in page.read_text("utf-8") for each in offers)} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_gives_the_numbers_of_its_page(name):
    home = Home(name)
    nbformat.validate(home.notebook)
    title = home.notebook.cells[0].source
    assert unlinked(home.page.title[0].value) in title
    assert "pip install" in title
    snippets = ["".join(box.value.split()) for box in home.page.code]
    assert snippets.count("".join("\n\n".join(home.code[:-1]).split())) == 1
    assert home.notebook.metadata.kernelspec.name == "python3"
    assert home.code[-1].endswith("\nfigure")
    names, printed = home.run()
    globals()[name](home, names)
    assert home.printed in printed


def test_a_notebook_leads_back_to_what_the_boxes_say_now(monkeypatch):
    monkeypatch.setattr(ContextProxy, "url", "https://privacy.example/", raising=False)
    with downloads_seen() as files:
        test = just_opened("explore")
        test.text_input(key="epsilon").set_value("0.5").run()
    title = nbformat.reads(written(files[NAME]).decode(), as_version=4).cells[0].source
    assert re.search(r"\]\(https://privacy\.example/\?\S*epsilon=0\.5\b", title)


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_runs_in_jupyter(name):
    home, folder = Home(name), {"metadata": {"path": APP.parent}}
    shown = nbclient.NotebookClient(home.notebook, timeout=300, resources=folder).execute().cells[-1].outputs
    assert [output.output_type for output in shown] == ["display_data"] or shown[-1].output_type == "execute_result"
    assert "application/vnd.plotly.v1+json" in shown[-1].data
