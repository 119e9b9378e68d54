"""Results say where they come from, join only what follows, and turn into plain records."""

import json
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from dpcore.experiments import ExperimentResult
from tests.dpcore.refusals import refused


@dataclass(frozen=True, eq=False, kw_only=True)
class Tosses(ExperimentResult):
    """A family of its own: the number of heads and the two faces' counts."""

    PER_RUN: ClassVar = {"heads": "heads", "counts": "counts"}

    heads: np.ndarray
    counts: np.ndarray

    def summary(self):
        return float(self.heads.mean())


def tosses(heads, first_run=0, **changes):
    origin = {"algorithm": "fair", "seed": 3, "version": "test", "parameters": {"tosses": 10}} | changes
    counts = np.array([[x, 10 - x] for x in heads]).reshape(-1, 2)
    return Tosses(first_run=first_run, heads=np.array(heads), counts=counts, **origin)


def test_extension_keeps_order():
    joined = tosses([4, 5], first_run=2).extended_by(tosses([6], first_run=4))
    assert (joined.runs, joined.first_run) == (3, 2)
    assert joined.heads.tolist() == [4, 5, 6]
    assert joined.counts.tolist() == [[4, 6], [5, 5], [6, 4]]
    assert tosses([]).extended_by(tosses([6])).heads.tolist() == [6]


test_only_the_continuation_is_taken = refused(
    tosses([4, 5]).extended_by,
    (tosses([6], first_run=3), "the next run must be number 2, not 3"),
    (tosses([6], first_run=2, seed=4), "seed differs: 3 and 4"),
    (tosses([6], first_run=2, algorithm="loaded"), "algorithm differs: 'fair' and 'loaded'"),
    (tosses([6], first_run=2, version="other"), "version differs: 'test' and 'other'"),
    (tosses([6], first_run=2, parameters={"tosses": 9}), "parameters differs"),
    (None, "a Tosses can be extended only by another one, not by a NoneType"),
)


def test_records_hold_plain_values_one_dict_a_run():
    records = tosses([4, 5], first_run=7).to_records()
    assert json.loads(json.dumps(records)) == [
        {"algorithm": "fair", "seed": 3, "version": "test", "run": 7, "heads": 4, "counts": [4, 6]},
        {"algorithm": "fair", "seed": 3, "version": "test", "run": 8, "heads": 5, "counts": [5, 5]},
    ]
    assert tosses([]).to_records() == []


def test_a_result_without_a_summary_cannot_be_made():
    @dataclass(frozen=True, eq=False, kw_only=True)
    class Silent(ExperimentResult):
        PER_RUN: ClassVar = {}

    with pytest.raises(TypeError, match="summary"):
        Silent(algorithm="", seed=0, first_run=0, version="", parameters={})
