"""Links hold a page's whole state: what is set comes back, old links open what they did, and no part fails silently."""

import tomllib
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.boxes import number_boxes, rules_of
from tests.pages.test_hostile_links import PAGES, bound_widgets
from tests.pages.visit import checked, just_opened, not_yet_opened, said, stopped
from ui.choose.question import FIND, WHATEVER
from ui.shell import address, versions

OLD = [
    pytest.param(link, id=f"{path.stem} {link['page']} {place}")
    for path in sorted((Path(__file__).parent / "links").glob("*.toml"))
    for place, link in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["link"])
]
VISITS = []  # whose jobs are to be ended
TEXT = {  # what boxes of text may say
    "arms": ["0.7, 0.5, 0.2", "0.6, 0.55"],
    "names": ["treatment A, , Ärztin", "x (1)"],
    "epsilon": ["0.37", "2"],
    "risk": ["0.05", "0.002"],
    "indifference": ["0.01", "0"],
}
TALL = ("runs", "cap", "pairs", "horizon")  # numbers of these names only fall: more would be computed for minutes
NO_INPUT_ANY_MORE = {("choose_epsilon", "runs-made")}  # where runs were made, which changed no figure


@pytest.fixture(autouse=True)
def no_job_outlives_its_test():
    yield
    while VISITS:
        stopped(VISITS.pop())


def drawn(page, parts):
    """The page as it is first drawn when it is opened by these parts of an address."""
    VISITS.append(not_yet_opened(page, **parts))
    return checked(VISITS[-1].run())


def state_of(test):
    """All that the page's widgets say, in the words of addresses."""
    state = test.session_state._state
    state = getattr(state, "_state", state)
    return address.parts_of(state, {binding.script_hash for binding in state.query_params._bindings_by_param.values()})


def another(generator, name, widget, rules):
    """Another value that this widget may have; None where it has none."""
    if rules is not None:
        usual = float(widget.value or 1)
        high = min(rules.highest, usual) if any(word in name for word in TALL) else rules.highest
        value = generator.uniform(rules.lowest, min(high, 10 * abs(usual) + rules.lowest + 1))
        return str(int(value) if rules.whole else round(float(value), 4))
    if widget.type in ("text_input", "text_area"):
        return generator.choice(TEXT[name]) if name in TEXT else None
    if widget.type in ("checkbox", "toggle"):
        return bool(generator.integers(2))
    return None


def chosen(generator, widget):
    """Other options of this widget, in the words of a link; None where it offers none."""
    if not (options := list(getattr(widget, "options", []))):
        return None
    if widget.type == "multiselect" or isinstance(widget.value, list):
        return sorted(map(str, generator.choice(options, min(2, len(options)), replace=False)))
    if widget.type == "select_slider" and isinstance(widget.value, tuple):
        return [options[place] for place in sorted(generator.choice(len(options), 2, replace=False))]
    return [str(options[generator.integers(len(options))])]


def random_state(page, seed):
    """The page in a random state: about half of its choices by its link, the rest as a visitor types it."""
    generator = np.random.default_rng([seed, PAGES.index(page)])
    widgets = bound_widgets(drawn(page, {}))
    choices = {name: chosen(generator, widget) for name, widget in widgets.items() if name != "runs-made"}
    test = drawn(page, {name: values for name, values in choices.items() if values and generator.integers(2)})
    rules = {box.key: rules_of(test, box.key) for box in number_boxes(test)}
    for name, widget in bound_widgets(test).items():
        value = another(generator, name, widget, rules.get(widget.key))
        if value is not None and generator.integers(2):
            widget.set_value(value)
    return checked(test.run())


def shown(test):
    """What each widget that a link can set shows."""
    return {name: str(widget.value or "") for name, widget in bound_widgets(test).items()}


QUICK = {("choose_epsilon", 0), ("published", 0), ("regret", 0), ("same_decision", 0)}
STATES = [pytest.param(*each, marks=[] if each in QUICK else pytest.mark.long) for each in product(PAGES, range(8))]


@pytest.mark.parametrize("name, seed", STATES)
def test_a_random_state_comes_back_from_its_link(name, seed):
    """Open the page, change it, and open what its address then says: what the widgets show is what they did."""
    test = random_state(name, seed)
    assert shown(test) == shown(drawn(name, state_of(test)))


@pytest.mark.parametrize("link", OLD)
def test_links_of_earlier_versions_open_what_they_did(link):
    test = drawn(link["page"], link["link"])
    state = state_of(test)
    expected = {name: values for name, values in link["opens"].items() if (link["page"], name) not in NO_INPUT_ANY_MORE}
    if "There is no answer for these inputs yet." in said(test):  # then the page ends before its closed sections
        expected = {name: values for name, values in expected.items() if values != ["false"]}
    assert {name: state.get(name) for name in expected} == expected
    if link["page"] == "choose_epsilon" and "promise" not in link["link"]:
        assert state["promise"] == [WHATEVER]  # the only one that the page had
    assert not test.toast


NEW_SINCE = {"run_it": 2, "sources": 2}  # the version of links that there was when a page came


def test_there_are_links_of_every_version_and_page():
    there = {(link.values[0]["page"], int(link.values[0]["link"].get("v", ["1"])[0])) for link in OLD}
    assert there >= {(page, n) for page in PAGES for n in range(NEW_SINCE.get(page, 1), versions.VERSION + 1)}


BROKEN = {
    "no number": ("audit", {"audit-epsilon": "abc"}, "audit-epsilon = 'abc' (here '1')"),
    "no such option": ("published", {"figure": "<b>"}, r"figure = '\<b\>' (here"),
    "one of several": ("regret", {"arms-algorithms": ["DP-UCB (ε-DP)", "UCB9"]}, "'DP-UCB (ε-DP), UCB9' (here"),
    "neither on nor off": ("explore", {"all-bounds": "perhaps"}, "all-bounds = 'perhaps' (here 'false')"),
    "a pin": (
        "choose_epsilon",
        {"pins": "junk", "promise": FIND},
        "1 of the plans pinned in the link could not be read.",
    ),
    "a seed": ("audit", {"audit-seed2": "-1"}, "The link's seed must be a whole number"),
    "a newer version": ("same_decision", {"v": "99"}, "This link has version 99, which is newer than this page's"),
}


@pytest.mark.parametrize("name, link, sentence", BROKEN.values(), ids=BROKEN)
def test_a_broken_part_says_so_and_the_rest_is_taken(name, link, sentence):
    test = drawn(name, {**link, "epsilon": "0.25"})
    (told,) = test.toast
    assert sentence in told.value
    assert test.session_state["epsilon"] == "0.25"
    assert not test.run().toast


def test_what_is_taken_is_not_told():
    link = {"runs": "3.0", "algorithms": ["PRISE", "DP-SE"], "average": "mean, 95 % interval", "utm_source": "mail"}
    test = drawn("stopping_times", link)
    assert not test.toast
    assert state_of(test)["runs"] == ["3"]


def test_what_a_page_refuses_is_not_shared():
    test = just_opened("explore", arms="0.7, 0.6")
    for typed, shared in (("0.7, 0.6, no", "0.7%2C+0.6"), ("80 %, 60 %", "80+%25%2C+60+%25")):
        test.text_input(key="arms").set_value(typed)
        test.session_state["share"] = True
        (link, *_) = [code.value for code in checked(test.run()).code if code.value.startswith("/")]
        assert f"arms={shared}&" in link


def test_what_is_shared_opens_the_same_state():
    test = just_opened("one_run", run="3", seed2="5")
    test.session_state["share"] = True
    _, link, embedding = (code.value for code in checked(test.run()).code)
    assert link == f"/one_run?run=3&seed2=5&v={versions.VERSION}"
    assert embedding.startswith('<iframe src="/one_run?run=3&amp;seed2=5&amp;v=')
    assert "embed=true&amp;show=picture" in embedding
