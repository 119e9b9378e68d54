"""What is said to be proven is what docs/prise.md proves."""

import re
from pathlib import Path

import pytest

import dpcore
from tests.ui.choose.cases import MEANS, answered, question
from ui.choose.sequential.words import SMALLEST_GAP
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE

PROOFS = (Path(__file__).parents[4] / "docs" / "prise.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_method_is_said_to_be_what_its_proofs_say(trust_model):
    _, method, _, stopping = answered(trust_model=trust_model).guarantees
    assert "Price of Privacy's notes on PRISE" in method
    assert "with probability at most the risk" in method
    assert "asymptotic" not in method + stopping
    assert f"at least K/{1 / SMALLEST_GAP:.0f}" in PROOFS
    assert "ε ≥ K/20000" in PROOFS
    assert EPSILON_RANGE[0] >= ARMS_RANGE[1] / 20000, "no question asks for a smaller epsilon: nothing to say of it"
    assert float(re.search(r"at least ([\d.]+) percentage points", stopping)[1]) / 100 == pytest.approx(2 / 5000)
    assert "or smaller differences this is not proven" in stopping
    assert ("rate of randomised answers" in stopping) == (trust_model == "local")


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_first_look_is_where_the_runs_have_it(trust_model):
    asked = question(trust_model=trust_model)
    law = dpcore.choosing.simulate_achievable(MEANS, asked.epsilon, 0.05, trust_model, runs=0).parameters
    first = dpcore.trace_fixed_confidence("prise", law["means"], law["epsilon"], 0.05).times[0]
    assert f"first after {first:,} participants" in answered(trust_model=trust_model).guarantees[2]
