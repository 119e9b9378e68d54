"""The browser's Back button."""

import pytest
from playwright.sync_api import expect

from tools.rest import choose_page, settle


def test_back_from_another_page_asks_again_what_was_asked(open_page):
    page = open_page("one_mean?mean-runs=20&arms=0.8%2C0.6")
    asked = page.url
    choose_page(page, "Reference", "Glossary")
    expect(page.get_by_role("heading", name="What do the words mean?")).to_be_visible()
    assert "arms=" in page.url
    assert "mean-runs" not in page.url
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="What do the words mean?")).to_have_count(0)
    assert page.url == asked
    expect(page.get_by_role("textbox", name="Runs", exact=True)).to_have_value("20")
    page.go_forward()
    expect(page.get_by_role("heading", name="What do the words mean?")).to_be_visible()


@pytest.mark.long
def test_back_from_a_page_with_the_same_section_opens_it_again(open_page):
    page = open_page("?approximate=true")
    asked = page.url
    choose_page(page, "Plan a study", "Choose ε")
    expect(page.get_by_role("heading", name="Which epsilon should we choose?")).to_be_visible()
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="What does privacy cost?")).to_be_visible()
    settle(page)
    assert page.url == asked
