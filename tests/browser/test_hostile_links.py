"""A visitor's text is shown letter by letter: a hostile link or file makes no link or picture.

It loads nothing either: tests.browser.conftest.Tab notices.
"""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tools.rest import choose_page

HOSTILE = (
    "![x](http://evil.example/x.png)",
    "[Session expired, sign in](http://evil.example)",
    "<img src=http://evil.example/x.png>",
    "http://evil.example/y",
    "WWW.evil.example",
    "me@evil.example",
    ":smile: :streamlit: :material/home:",
    ":red[danger] ~~gone~~ **bold** `code`",
    "$x^2$ and $$y$$",
    "# heading",
    "1. list",
    "a -> b <-> c",
)


def assert_plain(place):
    """No link, picture, formula or formatting inside."""
    assert place.locator("a, img, em, strong, del, code, h1, ol, .katex").count() == 0
    assert place.locator("span[style*=color], span[role=img]").count() == 0


def type_into(page, box, text):
    page.get_by_role("textbox", name=box).fill(text)
    page.keyboard.press("Tab")


def alert_about(page, text):
    """The warning that quotes this text."""
    found = page.get_by_test_id("stAlertContainer").filter(has_text=re.compile("\u2060?".join(map(re.escape, text))))
    expect(found).to_be_visible()
    assert_plain(found.get_by_test_id("stMarkdownContainer"))
    return found


@pytest.mark.long
def test_what_a_hostile_link_says_is_quoted_as_it_is_and_at_most_a_hundred_characters_of_it(open_page):
    bad = quote(HOSTILE[0])
    page = open_page(f"what_is_promised?policy={'1/2%20' * 20}{bad}&arms=0.5,{bad}&epsilon={bad}&risk={bad}")
    alert_about(page, f"not '{HOSTILE[0]}'")
    choose_page(page, "Explore", "Explore")
    alert_about(page, "Each mean must be a number, not '![x]")
    type_into(page, "Means of the arms", "0.9, 0.5")
    alert_about(page, f"Epsilon must be a number, not '{HOSTILE[0]}'")
    for text in HOSTILE[1:4]:
        type_into(page, "Epsilon", text)
        alert_about(page, f"not '{text}'")
    type_into(page, "Epsilon", "x" * 5000)
    assert alert_about(page, "not 'xxx").inner_text().count("x") <= 100
    type_into(page, "Epsilon", "0.1")
    alert_about(page, f"Risk must be a number, not '{HOSTILE[0]}'")


def test_the_names_in_a_file_are_shown_as_they_are(open_page):
    page = open_page("choose_epsilon?know=own+data&wrong=0.3")  # which is answered soon
    rows = "".join(f'"{name}",{5 + 8 * place},100\n' for place, name in enumerate(HOSTILE))
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        {"name": "own.csv", "mimeType": "text/csv", "buffer": f"arm,successes,trials\n{rows}".encode()}
    )
    table = page.get_by_test_id("stTable").first
    expect(table).to_contain_text("Session expired")
    shown = table.inner_text().replace("\u2060", "")
    assert all(name in shown for name in HOSTILE)
    assert_plain(table)
