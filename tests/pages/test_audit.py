"""The page about audits, without a browser: verdict, link, hostile numbers, snippet."""

import pytest

from dpcore.audit import begin_audit
from tests.boxes import filled
from tests.pages.visit import opened, said


@pytest.fixture(scope="module")
def page():
    return opened("audit", audit_algorithm="DP-TT", audit_pairs=1400, audit_seed2=3)


def test_says_what_the_core_finds(page):
    audit = begin_audit("dp-tt", 1.0, "half-noise", 3)
    while audit.made < 1400:
        audit = audit.continued()
    assert audit.alarm is not None
    assert f"**Alarm** after {audit.alarm:,} pairs of runs: the privacy loss is above the promised ε = 1." in said(page)
    assert "An audit that finds nothing proves nothing." in said(page)
    assert "half the promised scale, which makes the loss 2ε" in said(page)


def test_the_link_sets_everything():
    test = opened("audit", audit_algorithm="AdaP-TT", audit_fault="none", audit_epsilon=2, audit_pairs=1000)
    assert "No alarm so far: after 1,000 pairs of runs nothing is known yet" in said(test)
    assert "This audits AdaP-TT as it stands." in said(test)
    assert filled(test, "audit-epsilon") == 2
