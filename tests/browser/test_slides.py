"""Slides, in a real browser: the page's picture with its question, setting and source, as large as on a projector."""

import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from dpcore import __version__
from tools.rest import settle
from ui.look.projector import LARGER

ARMS = "5 arms with means 0.95, 0.9, 0.9, 0.9, 0.5 · ε = 0.1 · risk 1 %"
WIDTH, HEIGHT = 960, 540
SMALLEST = 12.5 * LARGER * WIDTH / 1280  # pixels of letters: of a page's picture, on a projector of 1280 pixels
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.long
@pytest.mark.parametrize(
    "page, setting, drawn",
    [
        ("one_run", f"PRISE · {ARMS} · run 0, seed 0", "estimated mean"),
        ("one_run?projector=true", f"PRISE · {ARMS} · run 0, seed 0", "estimated mean"),
        ("fixed_budget", "30 linear arms in 2 dimensions · T = 1,000 samples", "samples T"),  # drawn by Plotly
        ("one_mean", "Mean 0.5, to be known within 10 %", "size of the mean"),  # the highest of these
        ("choose_epsilon", "With 10,000 participants, at least 99 %", "less privacy →"),  # drawn by the server
        ("same_decision", "2,000 participants per study", "choices that change"),
        ("stopping_times", ARMS, "participants until a run stops"),
        ("one_budget", "ε = 1 together", "best split"),
        ("what_is_promised", "The published counterexample", "smallest δ"),
        ("own_outcomes", "Outcomes clipped to 0 to 100", "participants"),
        ("audit", "PB-TaS · promised ε = 1", "pairs of runs"),
        ("regret", "10,000,000 pulls", "rewards lost"),
        ("published", "Thesis, left panel", "samples until the stop"),
        ("sweeps", "mean samples against risk", "mean samples"),
    ],
)
def test_a_slide_holds_the_picture_with_what_it_is_about(open_page, page, setting, drawn):
    holds_the_picture(open_page(page), setting, drawn)


def holds_the_picture(shown, setting, drawn):
    """The slide, saved in both ways, once and again."""
    settle(shown)
    title = shown.get_by_role("heading", level=1).inner_text()
    shown.get_by_test_id("stExpander").filter(has_text="Downloads").locator("summary").click()
    with shown.expect_download() as waiting:
        shown.get_by_role("button", name="Download Slide as SVG").click()
    slide = ElementTree.parse(waiting.value.path()).getroot()
    words = " ".join("".join(text.itertext()) for text in slide.iter(f"{SVG}text"))
    for told in (title, setting, drawn, f"Price of Privacy {__version__}"):
        assert told in words
    assert '@font-face{font-family:"Source Sans"' in slide.find(f"{SVG}style").text  # an image sees no font of the page
    assert letters(slide.find(f"{SVG}svg")) >= SMALLEST
    with shown.expect_download() as waiting:
        shown.get_by_role("button", name="Download Slide as PNG").click()
    with Image.open(waiting.value.path()) as image:
        assert image.size == (2 * WIDTH, 2 * HEIGHT)
        parts = [image.convert("L").crop((0, top, 1920, top + 270)).getextrema() for top in range(0, 1080, 270)]
    assert all(darkest < 150 and lightest > 240 for darkest, lightest in parts)
    names = []
    shown.on("download", lambda download: names.append(download.suggested_filename))
    with shown.expect_download():
        shown.get_by_role("button", name="Download Slide as SVG").dblclick()
    with shown.expect_download(lambda download: download.suggested_filename.endswith(".png")):
        shown.get_by_role("button", name="Download Slide as PNG").click()
    assert [name.partition("-slide.")[2] for name in names] == ["svg", "svg", "png"]
    assert shown.evaluate("URL.createObjectURL.toString()").endswith("{ [native code] }")


def letters(picture):
    """The size of its smallest ones, on the slide."""
    *_, width, height = map(float, picture.get("viewBox").split())
    scale = min(float(picture.get("width")) / width, float(picture.get("height")) / height)
    styled = ElementTree.tostring(picture, encoding="unicode")
    return scale * min(map(float, re.findall(r'font-size[=:]\s*"?([\d.]+)', styled)))


@pytest.mark.long
def test_a_slide_that_plotly_does_not_make_leaves_nothing_behind(tab):
    page = tab.open("one_mean?mean-runs=20")
    page.get_by_text("Downloads", exact=True).click()
    is_own = "() => URL.createObjectURL.toString().includes('native code')"
    page.evaluate("""() => {
      const stop = (event) => event.target.closest(".modebar-btn") && event.stopImmediatePropagation()
      addEventListener("click", stop, true)
    }""")
    page.get_by_role("button", name="Download Slide as SVG").click()
    page.wait_for_function(f"() => !({is_own})()")
    page.wait_for_function(is_own)
    assert [problem.splitlines()[0] for problem in tab.problems] == ["Plotly returned no file"]
    tab.problems.clear()
