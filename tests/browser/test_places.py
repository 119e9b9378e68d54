"""What stands on a page stays in its place while the scripts that draw controls, pictures and sentences come in."""

import pytest
from playwright.sync_api import expect

from tools.rest import at_rest, come_to_rest, script_ended

# They draw most of what a page holds, and a first visitor waits for them.
LATE = ("BidiComponent", "ButtonGroup", "DataFrame", "Html", "PlotlyChart", "Radio", "Slider", "TextInput")
TOPS = """(keys) => keys.map((key) => document.querySelector(`.st-key-${key}`).getBoundingClientRect().top)"""
MOST_PIXELS = 24  # a line, which a sentence may have more or less than usual
PLACES = {  # by the width of the window
    "choose_epsilon": {
        1440: ["looking", "know", "choose-epsilon", "participants-against-epsilon", "choose-meaning"],
        390: ["promise", "answer", "participants-against-epsilon", "choose-meaning"],
    },
    "one_budget": {
        1440: ["shared-risk-slider", "shares-and-participants", "analyses"],
        390: ["shares-and-participants", "controls-one-budget"],
    },
    "fixed_budget?budget-runs=40": {1440: ["budget-expert"], 390: ["budget-expert"]},
    "audit?audit-pairs=1000": {
        1440: ["audit-algorithm", "audit-pairs", "audit-bound", "audit-expert"],
        390: ["audit-bound", "audit-expert", "controls-audit"],
    },
}
IN_EVERY_RUN = ("choose_epsilon", "fixed_budget?budget-runs=40")  # with a component's picture, and with Plotly's


def tops(page, name):
    found = {}
    for width, keys in PLACES[name].items():
        page.set_viewport_size({"width": width, "height": 900})
        at_rest(page)
        found |= zip([(width, key) for key in keys], page.evaluate(TOPS, keys), strict=True)
    return found


@pytest.mark.parametrize(
    "name", [name if name in IN_EVERY_RUN else pytest.param(name, marks=pytest.mark.long) for name in PLACES]
)
def test_what_is_drawn_late_moves_nothing(page, server, name):
    session, waiting = page.context.new_cdp_session(page), set()
    session.on("Fetch.requestPaused", lambda request: waiting.add(request["requestId"]))
    # By page.route all scripts of the page would be fetched and compiled anew.
    session.send("Fetch.enable", {"patterns": [{"urlPattern": f"*/static/js/{script}.*"} for script in LATE]})
    page.goto(f"{server.url}/{name}")
    page.locator(f".st-key-{PLACES[name][1440][-1]}").wait_for(state="attached")
    script_ended(page)  # tables are not drawn yet
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    before = tops(page, name)
    for request in waiting:
        session.send("Fetch.continueRequest", {"requestId": request})
    session.send("Fetch.disable")
    come_to_rest(page)
    moved = {place: round(top - before[place]) for place, top in tops(page, name).items()}
    assert waiting
    assert {place: pixels for place, pixels in moved.items() if abs(pixels) > MOST_PIXELS} == {}
