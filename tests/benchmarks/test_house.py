"""How heavy the house is: what is counted is found, and what it leans on of Streamlit does not grow."""

import ast

import pytest

from benchmarks import house

SIX = "".join(f"step_{k}(first)\n" for k in range(6))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(house, "ROOT", tmp_path)
    (tmp_path / "ui").mkdir()
    return tmp_path / "ui"


def test_what_the_app_leans_on_of_streamlit_does_not_grow():
    """A new one needs a patch with a report (ui/streamlit_patches), or a reason why it takes another one's place."""
    assert len(house.private_names()) <= 6
    assert len(house.dom_hooks()) <= 12


def test_private_names_are_those_of_others():
    tree = ast.parse(
        "from streamlit.x import _hidden, shown\nfrom ui.y import _own\nrunner._script, runner.__class__, self._mine\n"
        "def _helper(): module._helper()\n"
    )
    assert set(house._foreign(tree)) == {"_hidden", "_script"}


def test_hooks_are_found_in_style_sheets_scripts_and_python_and_not_in_comments(folder):
    (folder.parent / "app.py").touch()
    (folder / "a.css").write_text('/* .stTable */ .stMain > [data-testid="stColumn"] {}')
    (folder / "a.js").write_text('document.querySelector(".js-plotly-plot") // stSidebar')
    (folder / "a.py").write_text('PLACE = "[data-test-script-state]"')
    assert house.dom_hooks() == {"stMain", "stColumn", "js-plotly-plot", "data-test-script-state"}


def test_lines_are_those_that_are_not_blank(folder):
    (folder / "a.py").write_text("one\n\n  \ntwo\n")
    (folder / "a.toml").write_text("three\n")
    assert house.lines(("ui",)) == 2


def test_what_other_work_brought_counts_as_far_as_a_file_has_grown(folder, monkeypatch):
    changes = "diff --git a/ui/{0} b/ui/{0}\n--- a/ui/{0}\n+++ b/ui/{0}\n@@ -1 +1 @@\n-old\n+new\n+two\n+\n+three\n"
    shown = "".join(map(changes.format, ("grown.py", "less.py", "gone.py")))
    monkeypatch.setattr(house, "_git", lambda *asked: shown if "--format=" in asked else "one\n")
    monkeypatch.setattr(house, "_OTHER_WORK", folder / "other.txt")
    (folder / "other.txt").write_text("1234567 Bring something\n")
    (folder / "grown.py").write_text("1\n2\n3\n4\n5\n")
    (folder / "less.py").write_text("1\n\n2\n")
    assert house.brought(("ui",)) == 2 + 1


@pytest.mark.parametrize(
    "other, pairs", [(SIX, 1), (f"begin\n{SIX}", 1), (SIX.replace("(first)", ""), 0), (SIX[:-20], 0)]
)
def test_like_places_are_six_lines_or_more_in_a_row(folder, other, pairs):
    (folder / "a.py").write_text(f"{SIX}step_6(last)\n")
    (folder / "b.py").write_text("from x import y\n" + other.replace("\n", "\n    "))
    assert house.pairs_of_like_places(("ui",)) == pairs


def test_a_longer_run_is_one_pair_and_three_places_are_three(folder):
    for name in "abc":
        (folder / f"{name}.py").write_text(f"{SIX}{SIX.upper()}")
    assert house.pairs_of_like_places(("ui",)) == 3
