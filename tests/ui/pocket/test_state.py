"""A state that is typed into the file's head or address is taken, and refused, in Python's words."""

import json
import random
from dataclasses import asdict
from pathlib import Path

from tests.ui.components.bars.test_following import instances
from tests.ui.components.node import ran
from ui.arms.instance import DEFAULT, as_texts, parsed
from ui.components import assets
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE

START = as_texts(DEFAULT)
NUMBERS = (
    *("0.5", " .5 ", "5e-1", "+0.5", "5_0e-2", "0.25", "0.7", "1e-12", "nan", "-NaN", "inf", "-Infinity", "0", "1"),
    *("1.5", "-0.1", "1e999", "1e-400", "", "half", "0x1", "1__0", "1e", ".", "0.5.5", "5 5", "<b>", "it's", "'\""),
    *("a\\b", "é", "a\tb", "\x00", "\u200b", "\U0001f600", "x" * 200, "'" * 60),
)
ARMS = (
    *("0.9,0.5", "[0.9, 0.5]", "(0.9; 0.5)", "0.9 0.5\n0.4", " ,0.9,,0.5, ", "0.9", "", ",", "0.9,nan", "nan,2"),
    *("0.9,1", "0,0.5", "0.9,inf", "0.9,x", "0.9,0.5,0.9e", ", ".join(["0.5"] * 21), ", ".join(["0.5"] * 5000)),
    *("a" * 300, "0.9,1e-300", "0.9,1_0", "0.90000000000001,0.5"),
)
NAMES = (
    *("A,B", "A;B\nC", " it's A ,B", "treatment (50%), +B", ",,C", "A,", "e\u0301,B", "<img src=x>", "a" * 25, "a--b"),
    *("-a", "</script>", "a&b", "日本, ß", "x\u0300\u0301\u0302", "x\u0300\u0301", '"', "A,B,C,D,E,F,<b>", "\u0301a"),
    "x" * 500,
)


def texts():
    """All of these in turn, then 300 random mixtures of them."""
    rng = random.Random(4)
    of_each = {**dict.fromkeys(("epsilon", "risk", "indifference"), NUMBERS), "arms": ARMS, "names": NAMES}
    for key, values in of_each.items():
        yield from ({**START, key: value} for value in values)
    for _ in range(300):
        arms = rng.choice([*ARMS, START["arms"], ",".join(rng.choices(NUMBERS, k=3))])
        yield dict(
            arms=arms,
            epsilon=rng.choice(NUMBERS),
            risk=rng.choice(NUMBERS),
            names=rng.choice(NAMES),
            indifference=rng.choice((*NUMBERS, "0", "0")),
        )
    yield from ({**START, "epsilon": value} for value in ("1e-101", "1e-100", "0.0009", "100.5", "123456789", "1e3"))


def in_python(asked):
    try:
        return {"state": json.loads(json.dumps(asdict(parsed(asked))))}
    except ValueError as error:
        return {"problem": str(error)}


def in_node(call):
    harness = assets.script(Path(__file__).with_name("state.js"))
    return json.loads(ran(f"{harness}\nconsole.log({call})"))


def test_texts_are_read_and_refused_in_pythons_words():
    asked = list(texts())
    limits = {"arms": ARMS_RANGE, "epsilon": EPSILON_RANGE}
    found = in_node(f"read({json.dumps(asked)}, {json.dumps(limits)})")
    refused = 0
    for each, said in zip(asked, found, strict=True):
        expected = in_python(each)
        if " tie at " not in expected.get("problem", ""):  # of which the overview speaks
            assert said == expected, each
            refused += "problem" in expected
    assert 100 < refused < len(asked) - 10


def test_states_are_written_as_in_a_link():
    some = list(instances(50))
    found = in_node(f"written({json.dumps([asdict(instance) for instance in some])})")
    assert found == [as_texts(instance) for instance in some]
