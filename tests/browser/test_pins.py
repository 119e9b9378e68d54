"""Pins in a real browser: two states compared, seen from another page, saved, removed, loaded and opened again."""

import pytest
from playwright.sync_api import expect

from tools.rest import choose_page, settle, wait_until


def opened(page):
    """The box at the page's end, open."""
    box = page.locator(".st-key-pins-of-pages")
    box.locator("summary").click()
    expect(box.get_by_role("button", name="Pin this state")).to_be_visible()
    return box


@pytest.mark.long
def test_two_states_are_compared_carried_to_another_page_saved_removed_loaded_and_opened(tab, tmp_path):
    page = tab.open("what_is_promised?promise-epsilon=0.5")
    pins = opened(page)
    pin = pins.get_by_role("button", name="Pin this state")
    pin.click()
    expect(pins.get_by_role("button", name="Remove A")).to_be_visible()
    expect(pins.locator("table")).to_have_count(0)
    box = page.locator(".st-key-promise-epsilon input")
    box.fill("2")
    box.press("Enter")
    wait_until(page, "location.search.includes('promise-epsilon=2')")
    pin.click()
    expect(pins.get_by_role("row", name="Privacy budget ε 0.5 2 (× 4)", exact=True)).to_be_visible()

    choose_page(page, "Teach", "Exercises")
    settle(page)
    elsewhere = opened(page)
    expect(elsewhere.get_by_role("cell", name="2 (× 4)", exact=True)).to_be_visible()
    with page.expect_download() as waiting:
        elsewhere.get_by_role("button", name="Save the pins as a file").click()
    saved = tmp_path / "pins.json"
    saved.write_bytes(waiting.value.path().read_bytes())
    for name in ("Remove B", "Remove A"):
        elsewhere.get_by_role("button", name=name).click()
        expect(elsewhere.get_by_role("button", name=name)).to_have_count(0)
    expect(elsewhere.get_by_role("table")).to_have_count(0)
    elsewhere.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(saved)
    expect(elsewhere.get_by_role("cell", name="2 (× 4)", exact=True)).to_be_visible()
    with page.expect_popup() as opening:
        elsewhere.get_by_role("link", name="Open A").click()
    first = opening.value
    settle(first)
    expect(first.locator(".st-key-promise-epsilon input")).to_have_value("0.5")
    assert "promise-epsilon=0.5" in first.url
    first.close()
