"""Whatever a link says, every page opens without an error and with the values that it can use."""

import ast
import re
from functools import cache
from itertools import product

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Widget

from tests.boxes import in_force, number_boxes
from tests.pages.visit import APP, SECONDS, checked, finished, stopped
from ui.choose.question import BEAT, FIND, PROMISES, WHATEVER
from ui.regret.study import KINDS
from ui.shell.link import TEXTS

PAGES = sorted(path.stem for path in (APP.parent / "pages").glob("*.py"))
NASTY = {
    "minus infinity": "-inf",
    "too large for a double": "1e400",
    "400 digits": "9" * 400,
    "not a number": "nan",
    "empty": "",
    "emoji": "🙈",
    "very long": "x" * 20_000,
    "Markdown": "![x](http://example.com/x.png)",
    "repeated": ["1e400", "-inf", ""],
}
# The list offers what another one holds, and may be empty; who has said which arms there are is asked for their rates.
FOLLOWS = {"budget-line", "know"}


def visit(page, link):
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for name, value in link.items():
        test.query_params[name] = value
    test.switch_page(f"pages/{page}.py").run()
    return stopped(test if test.markdown else finished(test))  # some verdicts wait for their job


def bound_widgets(test):
    """Each widget that the link can set, by its name in the link."""
    found = [each for each in test if isinstance(each, Widget) and getattr(each.proto, "query_param_key", "")]
    return {widget.proto.query_param_key: widget for widget in found}


@cache
def usual(page):
    """The page opened without a link: the value and the kind of each widget that a link can set."""
    test = visit(page, {})
    numbers = {box.key for box in number_boxes(test)}
    return {name: (widget.value, family(widget, numbers)) for name, widget in bound_widgets(test).items()}


def family(widget, numbers):
    if widget.key in numbers:
        return "number"
    return widget.type if widget.type in ("text_input", "text_area") else "choice"


def dealt(page, link):
    """The page's nasty link number `link`, from 0: each widget has another value."""
    shift = 2 * PAGES.index(page) + 5 * link
    return {name: list(NASTY)[(place + shift) % len(NASTY)] for place, name in enumerate(sorted(usual(page)))}


def test_every_page_that_has_inputs_of_its_own_shows_them():
    assert {"runs", "cap", "seed2"} <= set(usual("stopping_times"))
    assert set().union(*map(usual, PAGES)) >= TEXTS - IN_CLOSED_SECTIONS


# Links that open what is closed at first, or not there: by a name, the page and what its link says for that.
OPENED = {
    "looks": ("choose_epsilon", {"looks": "true", "still": "true", "weaker-promise": "true", "look": "0.5"}),
    "right whatever the rates": ("choose_epsilon", {"promise": "be right whatever the rates are"}),
    "a new option against the usual one": ("choose_epsilon", {"promise": "beat the usual option"}),
    "rates": ("choose_epsilon", {"know": "the rates", "arms": "0.6, 0.5", "pace": "per day", "promise": FIND}),
    "tuning": ("stopping_times", {"algorithms": "DP-TT", "runs-made": "on the server"}),
    "published arms": ("regret", {"regret-instance": "C2", "arms-algorithms": ["AdaC-UCB (ρ-zCDP)", "DP-UCB (ε-DP)"]}),
    "linear": ("regret", {"regret-setting": KINDS["linear"]}),
    "contextual": ("regret", {"regret-setting": KINDS["contextual"]}),
}
IN_CLOSED_SECTIONS = {"each-week", "fixed-n"}  # tests/pages/test_looks.py opens them
CLOSED_BOXES = {"all-bounds", "looks", "still", "approximate", "weaker-promise"}
NOT_OF_FINITE_ARMS = {"arms-bounded", "arms-dimension", "arms-instance"}
FILLED_IN = {
    "kind": ("arms", "linear", "contextual"),
    "name.replace('_', '-')": ("growth", "leader-share"),
    "arm": range(3),
}


@cache
def names_in_sources():
    """The names that the sources of the pages give to what the link carries, as far as they stand there."""
    found = set()
    for path in [path for room in ("ui", "pages") for path in (APP.parent / room).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and any(map(is_kept, node.keywords)):
                end = "2" if ast.unparse(node.func) == "seed_box" else ""  # see ui/controls/seed.py
                given = [each.value for each in node.keywords if each.arg == "key"] or node.args[:2]
                names = [f"{name}{end}" for each in given for name in spelled(each)]
                found |= {name for name in names if re.fullmatch(r"[a-z][a-z0-9-]*", name)}
    return found


def is_kept(keyword):
    return keyword.arg == "bind" or (keyword.arg is None and ast.unparse(keyword.value) == "KEPT")


def spelled(node):
    """A name, or all that a name with one place in it can be."""
    if isinstance(node, ast.JoinedStr):
        places = [ast.unparse(part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        return ["".join(parts).format(value) for value in FILLED_IN[places[0]]]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@cache
def opened_boxes(name):
    """What of such a page the link can set, that is not there otherwise; opened with a nasty value for each of them."""
    page, link = OPENED[name]
    lacking = sorted(names_in_sources() - set(link) - set(usual(page)))
    shift = list(OPENED).index(name)
    values = {key: list(NASTY.values())[(place + shift) % len(NASTY)] for place, key in enumerate(lacking)}
    test = checked(visit(page, {**values, **link}))
    assert test.title
    return set(bound_widgets(test)) - set(usual(page))


@pytest.mark.parametrize("name", OPENED)
def test_what_is_closed_at_first_opens_whatever_the_link_says(name):
    assert opened_boxes(name)


def test_no_name_in_a_link_is_forgotten():
    """What a page carries in its link is dealt nasty values above: as it opens, or by a link in OPENED."""
    met = set().union(*map(usual, PAGES), *map(opened_boxes, OPENED))
    assert names_in_sources() - met - CLOSED_BOXES - NOT_OF_FINITE_ARMS - IN_CLOSED_SECTIONS == set()
    assert len(met) > 100


def test_each_value_is_dealt_to_each_kind_of_widget():
    met = {(usual(page)[name][1], value) for page in PAGES for name, value in dealt(page, 0).items()}
    assert met >= set(product(("number", "text_input", "choice"), NASTY))


@pytest.mark.parametrize("link", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_whatever_the_link_says(name, link):
    values = {key: NASTY[value] for key, value in dealt(name, link).items()}
    test = checked(visit(name, values))
    assert test.title
    assert test.markdown[0].value
    for key, widget in bound_widgets(test).items():
        is_emptied = widget.value == [] and values.get(key) == ""  # a list may be empty
        if key in usual(name) and key not in TEXTS | FOLLOWS and not is_emptied:
            assert in_force(test, widget) == (WHATEVER if key == "promise" else usual(name)[key][0]), key


@pytest.mark.parametrize("link", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_opens_whatever_else_the_link_says(promise, link):
    """A link without one is of before there were promises: it means the one that the page then had."""
    values = {key: NASTY[value] for key, value in dealt("choose_epsilon", link).items()} | {"promise": promise}
    test = checked(visit("choose_epsilon", values))
    assert test.title
    assert test.markdown[0].value
    shown = bound_widgets(test)
    assert shown["promise"].value == promise
    asked_elsewhere = {FIND: {"claim", "miss"}, BEAT: {"wrong", "looking"}, WHATEVER: {"claim", "missing", "looking"}}
    assert not set(shown) & asked_elsewhere[promise]
    for key in set(shown) - TEXTS - FOLLOWS - {"promise"}:
        assert key not in usual("choose_epsilon") or in_force(test, shown[key]) == usual("choose_epsilon")[key][0], key


@pytest.mark.parametrize("name", ["choose_epsilon", "fixed_budget", "what_is_promised"])
def test_boxes_of_text_take_whatever_is_written(name):
    test = visit(name, {})
    own = TEXTS - {"arms", "epsilon", "risk", "indifference"}  # those are in the links of every page above
    for value in (value for value in NASTY.values() if isinstance(value, str)):
        boxes = [widget for key, widget in bound_widgets(test).items() if key in own]
        assert boxes
        for box in boxes:
            box.set_value(value)
        checked(stopped(test.run()))
