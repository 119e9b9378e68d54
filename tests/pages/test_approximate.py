"""Pure against approximate DP on Explore and Choose ε: closed, open, where there is nothing to compare, in Python."""

import pytest

import dpcore
from tests.pages.visit import checked, finished, just_opened, opened, said, snippet_output, stopped
from tests.ui.choose.cases import FEW_RUNS
from ui.approximate import study, words
from ui.explore import achieved
from ui.look.numbers import about

ARMS = {"arms": "0.9, 0.5", "epsilon": 0.5, "risk": 0.05}
PLAN = {"options": 2, "usual": 10, "better": 75, "wrong": 0.05, "people": 900}


@pytest.fixture(autouse=True, scope="module")
def quick():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(achieved, "RUNS", FEW_RUNS)
        yield


def gaussian(means, rho):
    return dpcore.simulate_fixed_confidence("gaussian-pb-tas", means, rho=rho, risk=0.05, runs=FEW_RUNS).stopping_times


def laplace(means):
    how = {"runs": FEW_RUNS, "evidence": "scheduled"}
    return dpcore.simulate_fixed_confidence("pb-tas", means, 0.5, 0.05, **how).stopping_times


@pytest.mark.parametrize("page, link", [("explore", ARMS), ("choose_epsilon", PLAN)])
def test_closed_it_computes_nothing(page, link, monkeypatch):
    asked = []
    monkeypatch.setattr(study, "taken_by", lambda *question: asked.append(question))
    test = stopped(just_opened(page, **link))
    assert "approximate" not in test.session_state["jobs"]
    assert "gaussian-pb-tas" not in test.code[0].value
    assert asked == []


def test_on_explore_it_tells_averages_at_the_arms_on_show():
    test = finished(opened("explore", approximate="true", **ARMS))
    means, rho = (0.9, 0.5), dpcore.privacy.rho_from_epsilon(0.5)
    prise = dpcore.choosing.simulate_achievable(means, 0.5, 0.05, runs=FEW_RUNS).stopping_times
    told, same = said(test), laplace(means)
    assert prise.mean() > same.mean()
    assert f"PB-TaS (scheduled evidence) takes **{about(same.mean(), 3)}** participants on average under ε-DP" in told
    assert f"ε-DP, PRISE: {prise.mean()}" in snippet_output(test)
    assert f"takes **{about(gaussian(means, rho).mean(), 3)}** under ρ-zCDP with ρ = 0.122" in told
    strict = gaussian(means, dpcore.privacy.gaussian_rho(0.5, 1e-6)).mean()
    assert f"**{about(strict, 3)}** under (0.5, 10⁻⁶)-DP" in told
    assert f"ρ-zCDP, Gaussian PB-TaS: {gaussian(means, rho).mean()}" in snippet_output(test)


def test_without_a_trusted_server_or_an_epsilon_it_says_why_nothing_is_compared():
    local = stopped(just_opened("choose_epsilon", weaker_promise="true", trust="local", look=0.5, **PLAN))
    assert words.tell("needs_a_server") in said(local)
    few = finished(opened("choose_epsilon", weaker_promise="true", **{**PLAN, "people": 3}))
    assert words.tell("no_epsilon") in said(few)
    for test in (local, few):
        assert "approximate" not in checked(test).session_state["jobs"]
