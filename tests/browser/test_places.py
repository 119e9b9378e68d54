"""What stands on a page stays in its place while the scripts that draw controls, pictures and sentences come in."""

import re

import pytest

from tools.rest import come_to_rest

# They draw most of what a page holds, and a first visitor waits for them.
LATE = re.compile(r"static/js/(BidiComponent|ButtonGroup|DataFrame|Html|PlotlyChart|Radio|Slider|TextInput)\.")
TOPS = """(keys) => keys.map((key) => document.querySelector(`.st-key-${key}`).getBoundingClientRect().top)"""
MOST_PIXELS = 24  # a line, which a sentence may have more or less than usual
PLACES = {
    ("choose_epsilon", 1440): ["looking", "know", "choose-epsilon", "participants-against-epsilon", "choose-meaning"],
    ("choose_epsilon", 390): ["promise", "answer", "participants-against-epsilon", "choose-meaning"],
    ("one_budget", 1440): ["shared-risk-slider", "shares-and-participants", "analyses"],
    ("one_budget", 390): ["shares-and-participants", "controls-one-budget"],
    ("audit", 1440): ["audit-algorithm", "audit-pairs", "audit-bound", "audit-expert"],
    ("audit", 390): ["audit-bound", "audit-expert", "controls-audit"],
}


@pytest.mark.parametrize(("name", "width"), PLACES)
def test_what_is_drawn_late_moves_nothing(page, server_url, name, width):
    waiting = []
    page.set_viewport_size({"width": width, "height": 900})
    page.route(LATE, lambda request: waiting.append(request))
    page.goto(f"{server_url}/{name}")
    page.locator(f".st-key-{PLACES[name, width][-1]}").wait_for(state="attached")
    come_to_rest(page)
    before = page.evaluate(TOPS, PLACES[name, width])
    page.unroute(LATE)  # lets those that wait go on
    come_to_rest(page)
    after = page.evaluate(TOPS, PLACES[name, width])
    moved = {key: round(now - then) for key, then, now in zip(PLACES[name, width], before, after, strict=True)}
    assert waiting
    assert {key: pixels for key, pixels in moved.items() if abs(pixels) > MOST_PIXELS} == {}
