"""Slides, in a real browser: the page's picture with its question, setting and source, at 1920x1080."""

import re

import pytest
from PIL import Image

from dpcore import __version__
from tests.browser.conftest import settle

SETTING = "5 arms with means 0.95, 0.9, 0.9, 0.9, 0.5 · ε = 0.1 · risk 1 %"


@pytest.mark.parametrize(
    "page, title, setting, drawn",
    [
        ("", "What does privacy cost?", SETTING, "participants on average"),
        pytest.param(  # drawn by Plotly
            *("one_budget", "How far does one epsilon go?", "ε = 1 together", "best split"), marks=pytest.mark.long
        ),
    ],
)
def test_a_slide_holds_the_picture_with_what_it_is_about(open_page, page, title, setting, drawn):
    shown = open_page(page)
    settle(shown)
    shown.get_by_test_id("stExpander").filter(has_text="Downloads").locator("summary").click()
    with shown.expect_download() as waiting:
        shown.get_by_role("button", name="Download Slide as SVG").click()
    slide = waiting.value.path().read_text(encoding="utf-8")
    words = " ".join(re.findall(r">([^<>]+)</(?:text|tspan)>", slide))
    for told in (title, setting, drawn, f"Price of Privacy {__version__}"):
        assert told in words
    with shown.expect_download() as waiting:
        shown.get_by_role("button", name="Download Slide as PNG").click()
    with Image.open(waiting.value.path()) as image:
        assert image.size == (1920, 1080)
        parts = [image.convert("L").crop((0, top, 1920, top + 270)).getextrema() for top in range(0, 1080, 270)]
    assert all(darkest < 120 and lightest > 240 for darkest, lightest in parts)
    assert shown.evaluate("URL.createObjectURL.toString()").endswith("{ [native code] }")
