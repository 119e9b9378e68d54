"""Fixed budget without a browser: opening picture, presets, added runs, links, bad input, and the snippet."""

import pytest

import dpcore
from tests.pages.visit import finished, opened, said, snippet_output

SMALL = {
    "budget-features": "1, 0; 0, 1; 0.4, 0.4; 0.2, 0.1",
    "budget-theta": "0.7, 0.4",
    "budget-rewards": "0 or 1",
    "budget-runs": "40",
    "budget-samples": "300",
}


def table(test):
    return test.dataframe[0].value.set_index(["algorithm", "T"])


def write(test, **boxes):
    for key, text in boxes.items():
        box = test.text_area(key=f"budget-{key}") if key == "features" else test.text_input(key=f"budget-{key}")
        box.set_value(text)
    return finished(test.run())


@pytest.fixture(scope="module")
def small():
    return opened("fixed_budget", is_long=True, **SMALL)


@pytest.fixture
def fresh():
    """For tests that leave another bandit behind."""
    return opened("fixed_budget", is_long=True, **SMALL)


def test_opening_tells_the_story_of_the_published_study():
    test = opened("fixed_budget")
    figures = table(test)
    assert (figures["runs"] == 400).all()
    sentences = said(test)
    assert "After **T = 1,000 samples** at ε = 0.1, DP-BAI names a wrong arm in" in sentences
    assert "samples 2 of 30 arms; BASELINE in" in sentences
    assert "After 1,000 samples at ε = 0.1, the best private method here, DP-BAI, names a wrong" in sentences
    assert "DP-BAI samples only the two orange ones, 1 and 3, and infers the others from them" in sentences
    assert "Max-Det picks arms 1 and 3" in sentences
    assert "no pair spans a larger parallelogram (area 10, the next 9)" in sentences
    assert "which we could not check" in sentences
    assert "(trivial)" in sentences
    assert "proven for T large enough" in sentences
    for entry in dpcore.fixed_budget_algorithms().values():
        for warning in entry.warnings:
            assert (warning in sentences) or entry.depends_on_units
    assert "DP-OD, noise by axis" not in figures.index


def test_unstructured_arms_are_a_preset_without_a_plane_and_snippets_say_what_the_page_says(fresh):
    assert "Max-Det picks arms" in snippet_output(fresh)
    fresh.button(key="preset-Unstructured").click()
    sentences = said(finished(fresh.run()))
    assert fresh.text_area(key="budget-features").value == "unstructured"
    assert "Each bar is an arm" in sentences
    assert "These arms are unstructured: none tells you anything about another." in sentences
    assert "8 → 4 → 2 → 1 arms in 3 phases" in sentences
    figures = table(fresh)
    assert (figures.loc["DP-BAI"]["wrong"] == figures.loc["BASELINE"]["wrong"]).all()
    printed, errors = snippet_output(fresh), figures.loc["DP-BAI", 300]["wrong"]
    assert "Max-Det picks arms" in printed
    assert f"DP-BAI, ε = 0.1 wrong in {errors} of 40 runs" in printed


def test_features_on_one_line_are_reduced_and_it_is_said(fresh):
    sentences = said(write(fresh, features="1, 1; 0.5, 0.5; 0.2, 0.2", theta="0.4, 0.2"))
    assert "All features lie on one line, so the problem is reduced to dimension 1" in sentences
    assert "DP-BAI samples only the orange one, 1, and infers the others from it" in sentences
    assert "names a wrong arm in" in sentences


def test_bad_features_get_a_sentence_and_the_last_good_picture_stays(small):
    before = table(small)
    test = write(small, features="1, 0; 1, 0; 0, 1")
    (warning,) = test.warning
    assert "The best arm must be unique, but arms 1 and 2 tie" in warning.value
    assert "The page still shows your last valid bandit" in warning.value
    assert table(test).equals(before)


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="budget-algorithms").set_value([])
    small.run()
    assert not small.exception
    assert "Choose a private algorithm" in said(small)
