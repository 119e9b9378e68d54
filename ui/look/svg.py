"""What the page's and the report's pictures are drawn with: static SVG text, sharp on screens and on paper."""

import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

SIZE = 13  # of letters
_LETTER, BOLD_LETTER = 6.6, 8.2  # about how wide one is, in the wider fonts of printed reports


@dataclass(frozen=True)
class LogFrame:
    """A frame with log axes in a picture of width x height: turns values into places, kept inside the frame.

    edges: left, top, right, bottom.
    """

    width: float
    height: float
    edges: tuple[float, float, float, float]
    x_limits: tuple[float, float]
    y_limits: tuple[float, float]

    def x(self, value: float) -> float:
        """The horizontal place."""
        left, _, right, _ = self.edges
        return left + _share(value, self.x_limits) * (right - left)

    def y(self, value: float) -> float:
        """The vertical place."""
        _, top, _, bottom = self.edges
        return bottom - _share(value, self.y_limits) * (bottom - top)

    def path(self, x: Iterable[float], y: Iterable[float]) -> str:
        """The coordinates of a polyline or polygon."""
        return " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in zip(x, y, strict=True))


def _share(value: float, limits: tuple[float, float]) -> float:
    low, high = map(math.log, limits)
    return min(max((math.log(max(value, limits[0])) - low) / (high - low), 0), 1) if value < math.inf else 1.0


def picture(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    """The whole SVG; label: what it shows, for readers of screens."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}" font-size="{SIZE}">'
        f"{''.join(parts)}</svg>"
    )


def image(drawn: str, label: str) -> str:
    """The SVG as an image of HTML, where SVG itself is not allowed; fonts of the page do not reach into it."""
    alone = drawn.replace("<svg ", '<svg font-family="Source Sans, system-ui, sans-serif" ', 1)
    return f'<img alt="{escape(label)}" src="data:image/svg+xml;base64,{b64encode(alone.encode()).decode()}">'


def text(
    x: float,
    y: float,
    words: str,
    color: str,
    anchor: str = "start",
    halo: str = "",
    is_bold: bool = False,
    is_written: bool = False,
    most: float = math.inf,
) -> str:
    """Words at a place.  halo: the colour around them.  is_written: see ui.components.lines.Drawing.

    most: the width to which they are squeezed if they may be wider.
    """
    more = f' paint-order="stroke" stroke="{halo}" stroke-width="3"' if halo else ""
    more += (' font-weight="600"' if is_bold else "") + (' class="written"' if is_written else "")
    if width_of(words, is_bold) > most:
        more += f' textLength="{most:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1, dash: str = "") -> str:
    """A straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    places = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {places} stroke="{color}" stroke-width="{width:g}"{dashes}/>'


def curve(points: str, color: str, width: float = 2.5) -> str:
    """A line through points."""
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


def area(points: str, fill: str, opacity: float) -> str:
    """A filled polygon."""
    return f'<polygon points="{points}" fill="{fill}" fill-opacity="{opacity:g}"/>'


def dot(x: float, y: float, radius: float, color: str, tip: str = "") -> str:
    """A filled circle, with words that show under the mouse."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{color}">{title}</circle>'


def width_of(words: str, is_bold: bool = False) -> float:
    """About how wide these words are."""
    return (BOLD_LETTER if is_bold else _LETTER) * len(words)


def spread(centers: Sequence[float], widths: Sequence[float], low: float, high: float) -> list[float]:
    """Where labels of these widths go that want to stand at these centers, ascending, beside one another."""
    places = list(centers)
    for i, width in enumerate(widths):
        before = places[i - 1] + widths[i - 1] / 2 if i else low
        places[i] = max(places[i], before + width / 2)
    for i in reversed(range(len(places))):
        after = places[i + 1] - widths[i + 1] / 2 if i + 1 < len(places) else high
        places[i] = min(places[i], after - widths[i] / 2)
    return places
