"""What counts as words on words."""

from tools.overlaps import overlaps

PICTURE = """
<svg width="300" height="200" font-size="14">
  <text x="10" y="20">apart</text> <text x="10" y="36">below</text>
  <text x="100" y="20">under</text> <text x="110" y="24">over</text>
  <text x="100" y="60" visibility="hidden">unseen</text> <text x="100" y="60">seen</text>
  <g style="display: none"><text x="100" y="60">not there</text></g>
  <text x="20" y="180" transform="rotate(-45 20 180)">one slanted line</text>
  <text x="40" y="180" transform="rotate(-45 40 180)">another beside it</text>
  <text x="290" y="100">cut</text>
</svg>
<div id="host"></div> <p style="position: absolute; top: 8px; left: 12px">no chart</p>
"""
LABEL = """() => {
  const label = '<p style="position: absolute; top: 175px; left: 25px; margin: 0">label</p>'
  document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = label
}"""


def test_words_on_words_and_words_cut_off_are_found_and_nothing_else(page):
    page.set_content(PICTURE)
    assert overlaps(page) == [("cut", "the picture's edge"), ("under", "over")]
    page.evaluate(LABEL)
    assert ("one slanted line", "label") in overlaps(page)
