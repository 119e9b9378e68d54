"""Fixed budget without a browser: opening picture, presets, added runs, links, bad input, and the snippet."""

import io
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dpcore

APP = Path(__file__).parents[2] / "app.py"
SECONDS = 60
SMALL = {
    "budget-features": "1, 0; 0, 1; 0.4, 0.4; 0.2, 0.1",
    "budget-theta": "0.7, 0.4",
    "budget-rewards": "0 or 1",
    "budget-runs": "40",
    "budget-samples": "300",
}


def opened(**link):
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    test.run()
    for name, value in link.items():
        test.query_params[name] = value
    return finished(test.switch_page("pages/fixed_budget.py").run())


def finished(test):
    """Run again until the job is done, as the polling page does."""
    deadline = time.monotonic() + SECONDS
    while test.session_state["budget-job"].running and time.monotonic() < deadline:
        time.sleep(0.05)
    test.run()
    assert not test.exception
    return test


def sentences(test):
    return " ".join(block.value for block in (*test.markdown, *test.caption, *test.warning))


def table(test):
    return test.dataframe[0].value.set_index(["algorithm", "T"])


def write(test, **boxes):
    for key, text in boxes.items():
        box = test.text_area(key=f"budget-{key}") if key == "features" else test.text_input(key=f"budget-{key}")
        box.set_value(text)
    return finished(test.run())


@pytest.fixture
def small():
    return opened(**SMALL)


def test_opening_tells_the_story_of_the_published_study():
    test = opened()
    figures = table(test)
    assert (figures["runs"] == 400).all()
    said = sentences(test)
    assert "After **T = 1,000 samples** at ε = 0.1, DP-BAI names a wrong arm in" in said
    assert "pulling 2 of 30 arms; BASELINE in" in said
    assert "Max-Det picks arms 1 and 3: no pair spans a larger parallelogram (area 10, the next 9)" in said
    assert "which we could not check" in said
    assert "(trivial)" in said
    assert "proven for T large enough" in said
    for entry in dpcore.fixed_budget_algorithms().values():
        for warning in entry.warnings:
            assert warning in said


def test_the_table_holds_the_runs_of_the_core(small):
    figures = table(small)
    features, theta = [[1, 0], [0, 1], [0.4, 0.4], [0.2, 0.1]], [0.7, 0.4]
    for name, epsilon in (("dp-bai", 0.1), ("od-linbai", None)):
        label = dpcore.fixed_budget_algorithms()[name].label
        result = dpcore.simulate_fixed_budget(name, features, theta, 300, epsilon, 40, 0, "bernoulli")
        row = figures.loc[label, 300]
        assert row["wrong"] == result.errors
        assert (row["95 % low"], row["95 % high"]) == result.error_interval


def test_added_runs_extend_the_earlier_ones(small):
    before = table(small)
    small.button(key="budget-add-runs").click()
    after = table(finished(small.run()))
    assert (after["runs"] == 80).all()
    assert (after["wrong"] >= before["wrong"]).all()


def test_unstructured_arms_are_a_preset_without_a_plane(small):
    small.button(key="preset-Unstructured").click()
    said = sentences(finished(small.run()))
    assert small.text_area(key="budget-features").value == "unstructured"
    assert "Unstructured arms" in said
    assert "8 → 4 → 2 → 1 arms in 3 phases" in said
    figures = table(small)
    assert (figures.loc["DP-BAI"]["wrong"] == figures.loc["BASELINE"]["wrong"]).all()


def test_features_on_one_line_are_reduced_and_it_is_said(small):
    said = sentences(write(small, features="1, 1; 0.5, 0.5; 0.2, 0.2", theta="0.4, 0.2"))
    assert "All features lie on one line, so the problem is reduced to dimension 1" in said
    assert "names a wrong arm" in said


def test_bad_features_get_a_sentence_and_the_last_good_picture_stays(small):
    before = table(small)
    test = write(small, features="1, 0; 1, 0; 0, 1")
    (warning,) = test.warning
    assert "The best arm must be unique, but arms 1 and 2 tie" in warning.value
    assert "What you see is the last valid bandit" in warning.value
    assert table(test).equals(before)


def test_too_small_a_budget_gets_a_sentence(small):
    small.button(key="preset-Published study").click()
    finished(small.run())
    small.number_input(key="budget-samples").set_value(20.0)
    test = finished(small.run())
    (warning,) = test.warning
    assert "T = 20 is too small" in warning.value
    assert "BASELINE needs 31" in warning.value
    assert ("BASELINE", 20) not in table(test).index
    assert ("DP-BAI", 20) in table(test).index


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="budget-algorithms").set_value([])
    small.run()
    assert not small.exception
    assert "Choose a private algorithm" in sentences(small)


def test_snippet_runs_as_it_stands_and_says_what_the_page_says(small):
    small.button(key="preset-Unstructured").click()
    for test in (small, finished(small.run())):
        output = io.StringIO()
        with redirect_stdout(output):
            exec(test.code[0].value, {})
        assert "Max-Det picks arms" in output.getvalue()
    errors = table(small).loc["DP-BAI", 300]["wrong"]
    assert f"DP-BAI, ε = 0.1 wrong in {errors} of 40 runs" in output.getvalue()
