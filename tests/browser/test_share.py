"""A shared link in the frame of another page: its state, what is shown of it, and that it stays."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tools.rest import settle, wait_until
from ui.shell import embed
from ui.shell.menu import ENTRIES

ARMS = quote("0.8, 0.6, 0.4")
# The Explorer's picture grows with its window, and leaves a margin below it to scroll to where controls stand above it.
FITS = """([height, margin]) => {
  const [main, block] = ["[data-testid=stMain]", ".stMainBlockContainer"].map((part) => document.querySelector(part))
  const needed = block.getBoundingClientRect().height
  const isDrawn = !document.querySelector("[data-testid=stSkeleton], [data-stale=true]")
  return isDrawn && main.scrollHeight <= height + margin && needed <= height + margin && needed > height - 40
}"""


def test_a_link_that_is_copied_and_embedded_keeps_its_state_in_the_frame(tab):
    page = tab.open(f"audit?audit-epsilon=0.5&arms={ARMS}&audit-pairs=3000")
    box = page.get_by_label("Seed", exact=True)
    box.fill("7")
    box.press("Enter")
    wait_until(page, "location.search.includes('audit-seed2=7')")
    settle(page)
    page.locator(".st-key-share summary").click()
    codes = page.locator(".stCode code").filter(has_text="audit-seed2=7")
    codes.nth(1).wait_for()
    link, embedding = codes.all_inner_texts()
    assert dict(part.split("=") for part in link.partition("?")[2].split("&")) | {"v": ""} == {
        "audit-epsilon": "0.5",
        "audit-pairs": "3000",
        "audit-seed2": "7",
        "arms": quote("0.8, 0.6, 0.4").replace("%20", "+"),
        "v": "",
    }
    expect(page.get_by_text("To let phones on your network open it, start it with")).to_be_visible()

    page.goto(f"{tab.server.url}/_stcore/health")  # another page of this address: EMBED_IN allows no other
    page.evaluate("(code) => { document.body.innerHTML = code }", embedding)
    frame = page.frame_locator("iframe")
    expect(frame.locator(".st-key-audit-bound .js-plotly-plot").filter(visible=True)).to_have_count(1)
    inner = next(each for each in page.frames if each.parent_frame)
    settle(inner)
    expect(frame.locator(".st-key-verdict")).to_contain_text("promised ε = 0.5")
    for hidden in ("h1", "[data-testid=stTopNavSection]", ".st-key-share", "[data-testid=stTextInput]"):
        assert not frame.locator(hidden).first.is_visible(), hidden
    for part in ("audit-seed2=7", "audit-epsilon=0.5", "audit-pairs=3000", "show=picture", "embed=true"):
        assert part in inner.url
    expect(frame.get_by_label("Seed", exact=True)).to_have_value("7")
    wait_until(inner, FITS, [ENTRIES["audit"].frame.height, 0])


@pytest.mark.long
@pytest.mark.parametrize("show", embed.SHOWN)
@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.frame])
def test_the_frame_that_is_proposed_shows_all_of_it_and_no_empty_place(tab, name, show):
    frame = ENTRIES[name].frame
    proposed = embed.code("/", frame, "", show)
    width, height = (int(re.search(rf'{side}="(\d+)"', proposed)[1]) for side in ("width", "height"))
    tab.page.set_viewport_size({"width": width, "height": height})
    page = tab.open(f"{name}?embed=true&show={show}")
    page.locator(f".st-key-{frame.picture[0]}").first.wait_for()
    wait_until(page, FITS, [height, 20 if show == embed.BOTH else 0])
