"""Whatever a sweep's file says, the answer is its cells or one sentence."""

import copy
import datetime
import math
import time
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeps import plan
from sweeps.source import check_words
from tests.sweeps import test_plan

BASES = [
    tomllib.loads(text)
    for text in (
        'question = "Why?"\nview = { x = "epsilon" }\nruns = 3\nseed = 5\n' + test_plan.TWO + test_plan.GRID,
        "[[instance]]\nbest = 0.9\nrest = 0.5\narms = [2, 4]\n" + test_plan.GRID + "instance = 'K = 2'\nrisk = 0.1\n",
        *(f'family = "{family}"\n{text}' for family, text in test_plan.OTHERS.items()),
    )
]
NAMES = sorted({name for base in BASES for name in base} | {"grid", "instance", "max_samples", "growth", "seed", "x"})
numbers = (
    st.integers() | st.floats() | st.sampled_from([0, 1, 2, 0.5, 10**5, 2**63, 10**400, math.inf, math.nan, 5e-324])
)
scalars = (
    numbers | st.booleans() | st.text(max_size=6) | st.sampled_from([datetime.date(2026, 1, 1), "dp-tt", "x" * 5000])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner),
    max_leaves=8,
)


def places(table):
    """Every table in a plan, and every list."""
    yield table
    for inner in table.values() if isinstance(table, dict) else table:
        if isinstance(inner, dict | list):
            yield from places(inner)


@st.composite
def odd_plans(draw):
    """A plan that works, with one to three values of it taken away or replaced, or added."""
    tables = copy.deepcopy(draw(st.sampled_from(BASES)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(list(places(tables))))
        names = [*place, *NAMES[:4]] if isinstance(place, dict) else list(range(len(place)))
        if not names:
            continue
        name = draw(st.sampled_from(names))
        if draw(st.booleans()) and (isinstance(place, list) or name in place):
            del place[name]
        else:
            place[name] = draw(values)
    return tables


def is_answered(door, given):
    """By a result or by one sentence, soon."""
    start = time.process_time()
    try:
        door(given)
    except ValueError as error:
        said = str(error)
    else:
        said = "it works, and so"
    assert 10 < len(said) < 600, (len(said), said[:600])
    assert said.isprintable(), said
    assert time.process_time() - start < 30


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.get("family", "fixed-confidence"))
def test_what_is_changed_works(base):
    assert plan.checked(base).cells


@settings(max_examples=40, deadline=None)
@given(tables=odd_plans())
def test_an_odd_plan_is_answered(tables):
    is_answered(plan.checked, tables)
    is_answered(check_words, tables)


@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_what_is_no_toml_is_one_sentence(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "odd.toml"
    path.write_bytes(text.encode(errors="surrogatepass"))
    is_answered(plan.read, path)
