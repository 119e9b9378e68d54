"""QR codes hold the text, black on white, with room around them, in any size."""

import re
from xml.etree import ElementTree

import pytest
import segno

from ui.look.qr import QUIET_ZONE, qr_svg

ADDRESS = "https://privacy.example.org/app/stopping_times?arms=0.7%2C+0.5&epsilon=0.1&seed2=7&names=caf%C3%A9"
SVG = "{http://www.w3.org/2000/svg}"


def dark_modules(path):
    """The modules (row, column) that a path of horizontal strokes, one module wide, paints."""
    dark, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            dark |= {(int(y), int(x) + place) for place in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return dark


@pytest.mark.parametrize("text", [ADDRESS, "a", "ε = 0.1", "x" * 2953], ids=["link", "short", "not ASCII", "longest"])
def test_what_is_drawn_is_the_code_of_the_text_with_a_quiet_zone(text):
    svg = ElementTree.fromstring(qr_svg(text))
    matrix = segno.make(text, micro=False).matrix
    size = len(matrix) + 2 * QUIET_ZONE
    assert svg.get("viewBox") == f"0 0 {size} {size}"
    assert (svg.get("width"), svg.get("height")) == (None, None)
    ground, modules = svg.findall(f"{SVG}path")
    assert (ground.get("fill"), ground.get("d")) == ("#fff", f"M0 0h{size}v{size}h-{size}z")
    assert modules.get("stroke") == "#000"
    assert dark_modules(modules.get("d")) == {
        (row + QUIET_ZONE, column + QUIET_ZONE)
        for row, line in enumerate(matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    }


def test_it_is_one_that_every_phone_reads_and_not_a_micro_code():
    assert 'viewBox="0 0 29 29"' in qr_svg("1")  # 21 modules, and the quiet zone


def test_a_text_that_no_code_holds_is_refused():
    with pytest.raises(ValueError, match="too large"):
        qr_svg("x" * 2954)


def test_the_text_itself_is_no_part_of_the_svg():
    assert "<b>" not in qr_svg("<b>bold</b>")
