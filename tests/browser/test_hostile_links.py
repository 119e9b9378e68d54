"""A visitor's text is shown letter by letter: a hostile link or file loads nothing and makes no link or picture."""

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("only_own_host")

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


@pytest.fixture
def only_own_host(page):
    """The hosts that the browser asks for anything: only the dashboard's own."""
    found = set()
    page.on("request", lambda request: found.add(urlsplit(request.url).netloc.partition(":")[0]))
    yield
    assert found - {""} == {"127.0.0.1"}  # "": pictures that are in the page itself


def assert_plain(place):
    """No link, picture, formula or formatting inside."""
    assert place.locator("a, img, em, strong, del, code, h1, ol, .katex").count() == 0
    assert place.locator("span[style*=color], span[role=img]").count() == 0


@pytest.mark.parametrize("text", HOSTILE[:4])
def test_a_hostile_epsilon_is_quoted_as_it_is(open_page, text):
    page = open_page(f"?epsilon={quote(text)}")
    alert = page.get_by_test_id("stAlertContainer")
    expect(alert).to_be_visible()
    assert f"got '{text}'" in alert.inner_text().replace("\u2060", "")
    assert_plain(alert.get_by_test_id("stMarkdownContainer"))


@pytest.mark.parametrize(
    "address",
    [
        "?risk={}",
        "?arms=0.5,{}",
        "fixed_budget?budget-features={}",
        "fixed_budget?budget-theta={}",
        "what_is_promised?policy=1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 {}",
    ],
)
def test_no_box_of_a_link_becomes_markdown(open_page, address):
    page = open_page(quote(address.format("![x](http://evil.example/x.png)"), safe="?=/&"))
    alert = page.get_by_test_id("stAlertContainer").first
    expect(alert).to_contain_text("last valid")
    assert_plain(alert.get_by_test_id("stMarkdownContainer"))


def test_at_most_a_hundred_characters_are_quoted(open_page):
    page = open_page(f"?epsilon={'x' * 5000}")
    alert = page.get_by_test_id("stAlertContainer")
    expect(alert).to_be_visible()
    assert alert.inner_text().count("x") <= 100


def test_the_names_in_a_file_are_shown_as_they_are(open_page):
    page = open_page("choose_epsilon?know=own+data")
    rows = "".join(f'"{name}",{30 + place},100\n' for place, name in enumerate(HOSTILE))
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        {"name": "own.csv", "mimeType": "text/csv", "buffer": f"arm,successes,trials\n{rows}".encode()}
    )
    table = page.get_by_test_id("stTable").first
    expect(table).to_contain_text("Session expired")
    shown = table.inner_text().replace("\u2060", "")
    assert all(name in shown for name in HOSTILE)
    assert_plain(table)
