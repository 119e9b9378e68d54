"""What is heard of the Explorer: a verdict that has changed, once it rests, and what the picture shows."""

import re

from playwright.sync_api import expect

from tests.browser.dragging import hold
from tools.rest import at_rest, in_the_middle, next_frame, wait_until

STEPS, STEP_MS = 12, 100
# Nothing of the page changes by that, so its scripts look when the window does.
FORGET_THE_TOUR = "localStorage.removeItem('price-of-privacy.tour'); dispatchEvent(new Event('resize'))"
LISTEN = """() => {
  const region = document.querySelector("body > [role=status]")
  window.heard = []
  window.listener?.disconnect()
  window.listener = new MutationObserver(() => window.heard.push(region.textContent))
  window.listener.observe(region, { childList: true })
}"""


def test_a_verdict_is_told_once_after_a_drag_and_pictures_say_their_numbers(open_once):
    page = open_once()
    at_rest(page)
    rail = page.get_by_role("slider", name="privacy budget ε", exact=True)
    in_the_middle(rail)
    wait_until(page, "() => document.querySelector('body > [role=status]')")
    page.evaluate(LISTEN)
    x, y = hold(page, rail.locator(".knob"))
    told = {page.locator(".st-key-verdict").inner_text()}
    for step in range(1, STEPS + 1):
        page.mouse.move(x - 4 * step, y)
        page.wait_for_timeout(STEP_MS)
        told.add(page.locator(".st-key-verdict").inner_text())
    assert len(told) > STEPS / 2
    assert page.evaluate("window.heard") == []
    page.mouse.up()
    at_rest(page)
    wait_until(page, "() => window.heard.length > 0")
    verdict = page.locator(".st-key-verdict").inner_text()
    assert page.evaluate("window.heard") == [verdict.strip()]
    chosen, least = re.search(r"ε = ([\d.]+)", verdict)[1], re.search(r"(\d[\d,]+) participants", verdict)[1]
    picture = page.get_by_role("img", name=re.compile("^Participants on average against ε"))
    expect(picture).to_have_attribute("aria-label", re.compile(rf"at ε = {chosen} {least}, "))


def test_what_a_component_writes_has_the_same_links_as_the_page_at_rest(open_once):
    page = open_once()
    at_rest(page)
    links = "() => [...document.querySelectorAll('.st-key-verdict a')].map((it) => [it.textContent, it.hash])"
    wait_until(page, "() => document.querySelectorAll('.st-key-verdict a[href]').length === 2")
    drawn = page.evaluate(links)
    page.get_by_role("slider", name="privacy budget ε", exact=True).press("ArrowLeft")
    next_frame(page)
    assert page.evaluate(links) == drawn
    assert ["PRISE", "#term-achievable"] not in drawn[:1]


def test_a_verdict_that_lacks_a_number_is_not_told(open_once):
    page = open_once()
    wait_until(page, "() => document.querySelector('body > [role=status]')")
    at_rest(page)
    page.evaluate(LISTEN)
    says = "(words) => { document.querySelector('.st-key-verdict p').textContent = words }"
    page.evaluate(says, "It takes about …")
    page.wait_for_timeout(2500)  # more than a verdict stands before it is told
    page.evaluate(says, "It takes about 7.")
    wait_until(page, "() => window.heard.includes('It takes about 7.')")
    heard = page.evaluate("window.heard")
    assert heard.count("It takes about 7.") == 1
    assert not [it for it in heard if "…" in it]


def test_the_tour_is_offered_on_the_start_page_taken_by_keys_and_not_offered_again(open_once):
    page = open_once()
    offer, card = page.get_by_role("complementary", name="Tour"), page.get_by_role("dialog")
    page.evaluate(FORGET_THE_TOUR)
    expect(offer).to_be_visible()
    bar, own = page.get_by_test_id("stHeader").bounding_box(), offer.bounding_box()
    assert own["y"] + own["height"] <= bar["y"] + bar["height"]
    offer.get_by_role("button", name="Take a four-step tour").focus()
    for step in range(1, 5):
        page.keyboard.press("Enter")
        expect(card).to_have_accessible_name(f"Tour, step {step} of 4")
        wait_until(page, "() => document.querySelector('.tour-frame').offsetHeight > 20")
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    page.wait_for_timeout(1200)
    expect(offer).to_have_count(0)
    page.evaluate(FORGET_THE_TOUR)
    offer.get_by_role("button", name="No, thanks").click()
    page.wait_for_timeout(1200)
    expect(offer).to_have_count(0)


def test_the_tour_is_never_offered_on_the_menu(open_once):
    page = open_once()
    page.evaluate(FORGET_THE_TOUR)
    offer = page.locator(".tour-offer")
    for width in (1280, 1241, 940, 900):
        page.set_viewport_size({"width": width, "height": 720})
        next_frame(page)
        expect(offer).to_have_count(1)
        last = page.locator("header").get_by_text("Reference").bounding_box()
        if offer.is_visible():
            assert last["x"] + last["width"] < offer.bounding_box()["x"]
    page.set_viewport_size({"width": 390, "height": 844})  # a phone offers it beside its menu
    header = page.get_by_test_id("stHeader")
    expect(offer).to_be_visible()
    menu = header.get_by_test_id("stExpandSidebarButton").bounding_box()  # once Streamlit has laid the header out anew
    own, bar = offer.bounding_box(), header.bounding_box()
    assert own["y"] + own["height"] <= bar["y"] + bar["height"]
    assert menu["x"] + menu["width"] <= own["x"]
    assert own["x"] + own["width"] <= 390
