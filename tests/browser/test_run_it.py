"""The Run it page in a browser: a rehearsal to its end, and a real trial from the plan to the answer."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from dpcore.trial import open_trial
from dpcore.trial.telling import published
from tests.dpcore.trial.plans import COUNTS
from tools.rest import settle
from ui.run_it import words


def click(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def test_the_next_batch_is_near_its_result_on_a_phone(open_once):
    page = open_once("run_it", 390, 844)
    ways = page.get_by_role("radio")
    expect(ways).to_have_count(2)
    assert len({way.bounding_box()["y"] for way in ways.all()}) == 1  # they stand in one row
    button, verdict = page.get_by_role("button", name="Next batch"), page.locator(".st-key-verdict")
    below, above = button.bounding_box(), verdict.bounding_box()
    assert 0 <= below["y"] - above["y"] - above["height"] < 60


def file_of(text):
    return [{"name": "counts.csv", "mimeType": "text/csv", "buffer": text.encode()}]


@pytest.fixture(scope="module")
def begun(visitor, server):
    """The address of the page with a plan whose trial has been begun, and the trial's file."""
    plan = replace(COUNTS, options=("option 1", "option 2", "option 3"))
    link = urlencode({"way": words.WAYS[words.RUN], "plan": plan.as_json(None)})
    return f"run_it?{link}", server.trials / "asthma.trial"


def test_a_real_trial_goes_from_its_plan_to_its_answer(tab, begun):
    address, path = begun
    page = tab.open(address)
    page.get_by_text("The plan", exact=True).click()
    for arm, name in enumerate(("Usual care", "Drug A", "Drug B"), start=1):  # typed faster than the page follows
        page.get_by_label(f"Name of option {arm}").fill(name)
        page.keyboard.press("Tab")
    expect(page.get_by_text("Usual care, Drug A, Drug B")).to_be_visible()
    page.get_by_label("Or name a new trial with this plan").fill("asthma")
    page.keyboard.press("Enter")
    settle(page)
    click(page, "Begin the trial")
    verdict = page.locator(".st-key-verdict")
    expect(verdict).to_contain_text("enrol 360 participants (Usual care 120, Drug A 120, Drug B 120)")

    def fill(*counts):
        for name, count in zip(("Usual care", "Drug A", "Drug B"), counts, strict=True):
            page.get_by_label(f"Successes of {name}, out of 120").fill(count)
            page.keyboard.press("Tab")
            settle(page)

    def confirm():
        page.get_by_text("The counts are final").click()
        settle(page)

    publish, sure = page.get_by_role("button", name="Publish batch 1"), page.get_by_label("The counts are final")
    fill("33", "70", "30")
    confirm()
    expect(publish).to_be_enabled()
    files = page.locator("input[type=file]")
    files.set_input_files(file_of("option,successes\nUsual care,33\nDrug A,70\nDrug C,30\n"))
    expect(page.get_by_text("names an option that is not in this trial")).to_be_visible()
    settle(page)
    expect(page.get_by_label("Successes of Drug A, out of 120")).to_have_value("")
    expect(sure).not_to_be_checked()
    expect(publish).to_be_disabled()

    page = tab.open(address)  # reloaded in the middle: the ledger knows where the trial stands
    page.get_by_label("Open a trial").click()
    page.get_by_role("option", name="asthma.trial").click()
    settle(page)
    expect(verdict).to_contain_text("Batch 1: enrol 360 participants")
    expect(page.get_by_label("Successes of Drug A, out of 120")).to_have_value("")
    files.set_input_files(file_of("option,successes\nUsual care,33\nDrug A,70\nDrug B,30\n"))
    expect(page.get_by_label("Successes of Drug A, out of 120")).to_have_value("70")
    settle(page)
    confirm()
    click(page, "Publish batch 1")
    expect(verdict).to_contain_text("The trial names “Drug A”.")
    (release,) = open_trial(path).status(0).releases
    expect(page.get_by_text(published(release))).to_be_visible()
    for name in ("Usual care", "Drug A", "Drug B"):
        expect(page.locator(".legendtext").get_by_text(name)).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("button", name="Report (HTML)").click()
    assert "One noisy count for each option was published" in file.value.path().read_text(encoding="utf-8")
    assert "asthma" not in page.url
