"""Pins of pages: pinned on one, seen on another, compared, removed, saved and loaded."""

import json

from tests.pages.downloads import downloads_seen, written
from tests.pages.test_own_outcomes import FILE
from tests.pages.visit import button, checked, just_opened, said, stopped


def with_pins_open(page, **link):
    test = just_opened(page, **link)
    test.session_state["pins-of-pages"] = True
    return checked(test.run())


def tables(test):
    return [block.proto.body for block in test.get("html") if "<th>input</th>" in block.proto.body]


def pin(test):
    return checked(test.button("pin-this").click().run())


def opens(test):
    return [button.proto.url for button in test.get("link_button")]


def test_pins_of_two_pages_are_compared_carried_removed_saved_and_loaded():
    test = pin(with_pins_open("same_decision", epsilon="0.25"))
    verdict = test.session_state["_verdict"].replace("**", "")
    assert "Own data" not in said(test)
    assert verdict[:40] in said(test)
    assert "This state is pinned already: A." in said(pin(test))
    test.text_input("epsilon").set_value("0.5").run()
    assert "<td>Epsilon</td><td>0.25</td><td>0.5 (× 2)</td>" in "".join(tables(pin(test)))

    test.switch_page("pages/one_budget.py").run()
    test.session_state["pins-of-pages"] = True
    test = pin(checked(test.run()))
    (own,) = tables(test)
    assert "<td>Epsilon</td><td>0.25</td><td>0.5 (× 2)</td>" in own
    assert ["epsilon=0.25" in url for url in opens(test)] == [True, False, False]
    assert [url.partition("?")[0] for url in opens(test)] == ["/same_decision", "/same_decision", "/one_budget"]

    with downloads_seen() as offered:
        checked(test.run())
    first, *_, last = json.loads(written(offered["price-of-privacy-pins.json"]))["pins"]
    assert (first["page"], first["inputs"]["epsilon"], first["verdict"]) == ("same_decision", ["0.25"], verdict)
    assert (last["page"], "epsilon" in last["inputs"]) == ("one_budget", False)
    saved = json.dumps(
        {
            "format": "pins of Price of Privacy",
            "version": 2,
            "pins": [{"page": "audit", "inputs": {"arms": ["<b>"]}, "verdict": "![x](y) **1**"}],
        }
    )
    test = checked(test.button("unpin-0").click().run())
    assert len(opens(test)) == 2
    assert "× 2" not in "".join(tables(test))
    test = checked(test.file_uploader("pins-file").upload("mine.json", saved.encode(), "application/json").run())
    assert opens(test) == ["/audit?arms=%3Cb%3E&v=2"]
    assert r"\!\[x\](y) \*\*1\*\*" in said(test)
    assert "the words of the file, not of this dashboard" in said(test)
    told = json.loads(saved)
    told["pins"] = [
        {"page": "regret", "inputs": {"epsilon": ["1"]}, "verdict": ""},
        {"page": "", "inputs": {"epsilon": ["0.1"], "risk": ["0.2"]}, "verdict": ""},
    ]
    two = json.dumps(told).encode()
    test = checked(test.file_uploader("pins-file").upload("two.json", two, "application/json").run())
    (shared,) = tables(test)
    assert "<td>Epsilon</td><td>1</td><td>0.1 (× 0.1)</td>" in shared
    assert "<td>Risk</td><td>—</td><td>0.2</td>" in shared
    test = checked(test.file_uploader("pins-file").upload("bad.json", b"{", "application/json").run())
    assert [("no JSON text" in warning.value) for warning in test.warning] == [True]
    assert [url.partition("?")[0] for url in opens(test)] == ["/regret", "/"]


def test_an_answer_about_own_data_is_in_no_pin():
    test = just_opened("own_outcomes", outcome_runs=20, outcome_source="my own file")
    test.file_uploader(key="outcome-file").set_value(("mine.csv", FILE, "text/csv"))
    button(checked(test.run()), "Clip to the file's range, 2 to 9").click()
    test = stopped(test.run())
    test.session_state["pins-of-pages"] = True
    test = pin(stopped(test.run()))
    assert "No verdict: the page had none that a pin may hold." in said(test)
    with downloads_seen() as offered:
        checked(test.run())
    assert "new" not in written(offered["price-of-privacy-pins.json"]).decode()
    stopped(test)
