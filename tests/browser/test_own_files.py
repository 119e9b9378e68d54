"""Nothing of a visitor's file leaves the page: by address, link, storage, request or log, or for another visitor."""

import re
import urllib.request
from pathlib import Path
from urllib.parse import unquote_plus, urlencode

import pytest
from playwright.sync_api import expect

OUTCOMES = "person,variant,revenue\n" + "".join(
    f"u{n},{('Zebrafink', 'Murmeltier')[n % 2]},{(131.77, 98765.43, 64517.29)[n % 3] + 7000 * (n % 2)}\n"
    for n in range(90)
)
COUNTS = "variant,successes,trials\nZebrafink,31177,98765\nMurmeltier,45172,98764\n"
MARKS = re.compile(
    "Zebrafink|Murmeltier|mine[.]csv|0[.]3127|0[.]3186|"
    "(?<![0-9a-f])(131[.,]?77|98[.,]?765|105[.,]?765|64[.,]?517|31[.,]?177|45[.,]?172)(?![0-9a-f])"
)
PAGES = {
    "own_outcomes": ({"outcome-source": "my own file", "outcome-runs": 20}, OUTCOMES, "Clip to the file's range"),
    "choose_epsilon": ({"know": "own data", "wrong": 0.3, "look": 1}, COUNTS, "Pin this plan"),
}


def test_the_marks_are_found_where_they_stand():
    assert MARKS.search("outcome-own-low=131.77")
    assert MARKS.search(unquote_plus("names=Zebra%66ink"))
    assert not MARKS.search("random names: 7c64517e-0164-4517-9131-77d98765a0b1")


@pytest.fixture
def asked(tab):
    """The requests of the page."""
    found = []
    tab.page.on("request", lambda request: found.append(request))
    return found


def opened_with(tab, name):
    link, content, _ = PAGES[name]
    page = tab.open(f"{name}?{urlencode(link)}")
    file = {"name": "mine.csv", "mimeType": "text/csv", "buffer": content.encode()}
    page.locator("input[type=file]").set_input_files([file])
    return page


@pytest.mark.parametrize("name", PAGES)
def test_no_value_of_a_file_leaves_the_page_nor_goes_with_its_plan_to_the_trial(tab, asked, name):
    page = opened_with(tab, name)
    page.get_by_role("button", name=PAGES[name][2]).first.click()
    expect(page.get_by_text(re.compile("Zebrafink|Murmeltier")).first).to_be_visible()
    check_that_nothing_leaves(tab, name, asked)
    if name != "choose_epsilon":
        return
    page.get_by_text("Report and downloads", exact=True).last.click()
    expect(page.get_by_text("so it is never part of a link")).to_be_visible()
    page.get_by_role("button", name="Rehearse or run this plan").click()
    page.wait_for_url(re.compile("/run_it"))
    expect(
        page.get_by_text(re.compile("enrol .* participants .*Murmeltier")).locator("visible=true").first
    ).to_be_visible()
    check_that_nothing_leaves(tab, "run_it", asked)


def check_that_nothing_leaves(tab, name, asked):
    """Open Share, and look for the file's values in all that another one could see."""
    page = tab.page
    page.locator(".st-key-share summary").wait_for()
    page.locator(".st-key-share details:not([open]) > summary").evaluate_all("([head]) => head?.click()")
    link = page.get_by_test_id("stCode").filter(has_text=f"/{name}?").first
    expect(link).to_be_visible()
    shared = "\n".join(page.locator(".st-key-share").get_by_test_id("stCode").all_inner_texts())
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, history.state])")
    requests = "\n".join(f"{each.url} {each.headers.get('referer', '')}" for each in asked)
    sent = "\n".join(each.post_data or "" for each in asked if "/upload_file/" not in each.url)
    for left in (page.url, shared, stored, requests, sent):
        assert MARKS.findall(unquote_plus(left)) == []
    log = Path(f"/proc/{tab.server.process}/fd/1")
    assert not log.exists() or MARKS.findall(log.read_text(errors="replace")) == []
    with urllib.request.urlopen(page.url) as answer:
        assert MARKS.findall(answer.read().decode()) == []
