"""The verdict on a policy for every way in which the definitions can agree."""

import math
import re

import numpy as np
import pytest

from ui.promise.numbers import DEFINITIONS, Promise
from ui.promise.words import expert_verdict, verdict


def promise(minimal=0.5):
    return Promise(0.17, np.array([0.0]), {}, {}, dict.fromkeys(DEFINITIONS, minimal))


@pytest.mark.parametrize(
    "deltas, said",
    [
        ((0.1, 0.1, 0.1), "This policy is **(1, 0.1)-DP** under all three definitions."),
        ((0.1, 0.1, 0.2), "**(1, 0.1)-DP** under View and Table DP, but only **(1, 0.2)-Interactive DP**."),
        ((0.1, 0.2, 0.2), "**(1, 0.1)-View DP**, but only **(1, 0.2)-DP** under Table and Interactive DP."),
        ((0.1, 0.2, 0.3), "**(1, 0.1)-View DP** but only **(1, 0.2)-Table DP** and (1, 0.3)-Interactive DP."),
        ((0.1001, 0.1002, 0.3), "**(1, 0.101)-DP** under View and Table DP, but only"),
    ],
)
def test_equal_promises_are_said_to_be_equal(deltas, said):
    sentence = expert_verdict(promise(), 1.0, dict(zip(DEFINITIONS, deltas, strict=True)))
    assert said in sentence.replace("0.100", "0.1").replace("0.200", "0.2").replace("0.300", "0.3")


def test_a_promise_that_no_epsilon_keeps_is_none():
    assert "none for Table DP" in expert_verdict(promise(math.inf), 1.0, dict.fromkeys(DEFINITIONS, 0.2))


@pytest.mark.parametrize(
    "deltas, said",
    [
        ((0.1, 0.1, 0.17), "**all 3 definitions**: it protects one participant, even against an active adversary."),
        ((0.1, 0.17, 0.2), "**2 of the 3 definitions**: it protects one whole participant, but not against"),
        ((0.17, 0.171, 0.2), "**1 of the 3 definitions**: it protects one outcome that it saw, but not one whole"),
        ((0.171, 0.171, 0.2), "**none of the 3 definitions**: not even one outcome"),
    ],
)
def test_first_sentence_counts_the_definitions_that_are_kept(deltas, said):
    sentence = verdict(promise(), dict(zip(DEFINITIONS, deltas, strict=True)))
    assert said in sentence
    assert len(sentence.split()) <= 30


@pytest.mark.parametrize("minimal", [0.12345, 0.9641, 1.2342, 3.0001])
def test_the_epsilon_that_keeps_a_promise_is_rounded_up(minimal):
    sentence = expert_verdict(promise(minimal), 1.0, dict.fromkeys(DEFINITIONS, 0.2))
    (told,) = set(re.findall(r"([\d.]+) for \w+ DP", sentence))
    assert minimal <= float(told) < 1.01 * minimal
