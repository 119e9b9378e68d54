"""Differences that do not matter, on every page without a browser: what they change, and who stands aside."""

import json

import pytest

import dpcore
from tests.pages.visit import checked, just_opened, moving, said, snippet_output, stopped
from ui.arms.instance import DEFAULT
from ui.look.numbers import at_least

TIED = {"arms": "0.6, 0.6, 0.3", "names": "A, B, C", "epsilon": "1", "risk": "0.1"}
MEANS, GAP = (0.6, 0.6, 0.3), 0.2


def components(test, name):
    found = [element.proto for element in test.get("bidi_component") if element.proto.component_name == name]
    return [json.loads(each.json) for each in found]


@pytest.fixture(scope="module")
def explorer():
    return just_opened("explore", indifference=GAP, **TIED)


def test_the_explorer_says_which_answers_are_good_and_how_far_its_bound_is_proven(explorer):
    assert not explorer.warning
    told = moving(explorer)
    bounds = dpcore.sample_lower_bounds(MEANS, 1.0, 0.1, indifference=GAP)
    private = at_least(bounds["tightest_private"])
    assert f"asymptotically takes at least **{private} participants** (" in told["verdict"]
    assert "PB-TaS" in told["verdict"]
    assert told["bound"].startswith("Either A or B will do, because they are within 0.2 of the best.")
    assert "proven for risk → 0" in told["bound"]
    assert "PRISE" not in said(explorer)
    assert "tie" not in said(explorer)


def test_the_explorer_draws_what_it_knows(explorer):
    (bars,) = components(explorer, "bars")
    assert bars["indifference"] == GAP
    assert bars["picture"]["is_asymptotic"]
    known = dpcore.regime_boundaries(MEANS, indifference=GAP)
    assert [mark["epsilon"] for mark in bars["picture"]["marks"]] == sorted([known.price_dominated, known.almost_free])
    assert explorer.toggle("all-bounds").disabled
    assert len(components(explorer, "lower")) == 1  # the allocation, and no map
    assert "tightest_private lower bound on the participants on average as the risk goes to 0" in snippet_output(
        explorer
    )


def test_with_one_good_answer_the_bound_holds_at_every_risk():
    told = moving(just_opened("explore", indifference=0.1, **{**TIED, "arms": "0.6, 0.45, 0.3"}))
    assert "On average, finding an arm within 0.1 of the best at ε = 1 takes at least" in told["verdict"]
    assert "Only A will do" in told["bound"]
    assert "→ 0" not in " ".join(told.values())


def test_a_link_to_a_page_about_one_best_arm_shows_the_start_until_there_is_one():
    test = stopped(just_opened("regret", indifference=GAP, **TIED))
    (strip,) = components(test, "bars")
    assert tuple(strip["means"]) == MEANS  # to be edited
    assert f"environment = {list(DEFAULT.means)}" in test.code[0].value


def test_undo_and_reset_take_the_gap_along():
    test = just_opened("explore", indifference=GAP, **TIED)
    checked(test.button(key="reset").click().run())
    assert test.text_input("indifference").value == "0"
    checked(test.button(key="undo").click().run())
    assert (test.text_input("indifference").value, test.text_input("arms").value) == ("0.2", "0.6, 0.6, 0.3")


def test_the_way_out_of_a_tie_is_named_where_it_can_be_gone():
    for page, offers in (("explore", True), ("same_decision", False)):
        told = said(stopped(just_opened(page, **TIED)))
        assert "one unique maximum, but arms 1 and 2 tie at 0.6" in told
        assert ("Separate them, or ignore differences below some number." in told) == offers
