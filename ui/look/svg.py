"""What the page's and the report's pictures are drawn with: static SVG text, sharp on screens and on paper."""

import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from ui.look import axes
from ui.look.theme import Palette

SIZE = 13  # of letters
_LETTER, BOLD_LETTER = 6.6, 8.2  # about how wide one is, in the wider fonts of printed reports
_TICK = 4.0
_AIR = 36.0  # between two ticks one above the other, at least


@dataclass(frozen=True)
class LogFrame:
    """A frame with log axes in a picture of width x height: turns values into places, kept inside the frame.

    edges: left, top, right, bottom.  y_limits: none where heights are shares.
    """

    width: float
    height: float
    edges: tuple[float, float, float, float]
    x_limits: tuple[float, float]
    y_limits: tuple[float, float] | None = None

    def x(self, value: float) -> float:
        """The horizontal place."""
        left, _, right, _ = self.edges
        return left + log_share(value, self.x_limits) * (right - left)

    def y(self, value: float) -> float:
        """The vertical place, of a value or a share."""
        return self.at(log_share(value, self.y_limits) if self.y_limits else value)

    def at(self, share: float) -> float:
        """The place at this share of the frame's height, from below."""
        _, top, _, bottom = self.edges
        return bottom - share * (bottom - top)

    def places(self, x: Iterable[float], y: Iterable[float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The horizontal and the vertical places of points."""
        left, top, right, bottom = self.edges
        shares = log_shares(y, self.y_limits) if self.y_limits else np.array([*y])
        return left + log_shares(x, self.x_limits) * (right - left), bottom - shares * (bottom - top)

    def path(self, x: Iterable[float], y: Iterable[float]) -> str:
        """The coordinates of a polyline or polygon."""
        across, up = self.places(x, y)
        return " ".join([f"{a:.1f},{b:.1f}" for a, b in zip(across.tolist(), up.tolist(), strict=True)])

    def box(self, colors: Palette) -> str:
        """Its four sides."""
        left, top, right, bottom = self.edges
        sides = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
        return f'<rect {sides} fill="none" stroke="{colors.grid}"/>'

    def epsilon_axis(self, colors: Palette, foot: float) -> list[str]:
        """The ticks of epsilon, and at the height `foot` its name between what its ends mean."""
        left, _, right, bottom = self.edges
        low, high = axes.arrows(*axes.PRIVACY_ENDS)
        parts = []
        for tick in axes.log_ticks(*self.x_limits):
            x = self.x(tick)
            parts.append(line(x, bottom, x, bottom + _TICK, colors.text))
            parts.append(text(x, bottom + axes.NUMBERS_BELOW, axes.in_thousands(tick), colors.text, "middle"))
        ends = width_of(low + high)
        has_room = right - left > ends + width_of(f"  {axes.LONG_EPSILON}  ")
        title = text((left + right) / 2, foot, axes.LONG_EPSILON if has_room else axes.EPSILON, colors.text, "middle")
        return [*parts, text(left, foot, low, colors.text), title, text(right, foot, high, colors.text, "end")]

    def upward_axis(
        self, title: str, colors: Palette, ticks: Sequence[tuple[float, str]] = (), is_long: bool = True
    ) -> list[str]:
        """The ticks of participants, or these (value, words) with lines across.  is_long: 1 million, not 1M."""
        left, top, right, bottom = self.edges
        turned = f'transform="translate(13 {(top + bottom) / 2:.0f}) rotate(-90)"'
        parts = [f'<text {turned} text-anchor="middle" fill="{colors.text}">{escape(title)}</text>'] if title else []
        end, color = (right, colors.grid) if ticks else (left, colors.text)
        for value, words in ticks or self._participants(is_long):
            parts.append(line(left - _TICK, self.y(value), end, self.y(value), color))
            parts.append(text(left - 8, self.y(value) + 4, words, colors.text, "end"))
        return parts

    def _participants(self, is_long: bool) -> list[tuple[float, str]]:
        assert self.y_limits is not None
        _, top, _, bottom = self.edges
        ticks = axes.log_ticks(*self.y_limits)
        step = math.ceil(len(ticks) * _AIR / (bottom - top))
        return [(tick, axes.in_thousands(tick, is_long)) for tick in ticks[::step]]


def log_share(value: float, limits: tuple[float, float]) -> float:
    """The share of a log axis with these ends at which a value lies, kept inside."""
    return float(log_shares([value], limits)[0])


def log_shares(values: Iterable[float], limits: tuple[float, float]) -> NDArray[np.float64]:
    """The same of many values."""
    low, high = np.log(limits)
    return (np.log(np.clip([*values], *limits)) - low) / (high - low)


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


def forbidden(points: str, color: str) -> str:
    """A polygon of what is ruled out: hatched."""
    hatch = axes.HATCH.replace("{color}", color)
    return f'{hatch}{area(points, color, axes.RULED_OUT)}<polygon points="{points}" fill="url(#hatch)"/>'


def dot(x: float, y: float, radius: float, color: str, tip: str = "") -> str:
    """A filled circle, with words that show under the mouse."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{color}">{title}</circle>'


def dots(places: Iterable[tuple[float, float]], color: str, width: float) -> str:
    """Filled circles of one width, which are the ends of a stroke."""
    drawn = "".join(f"M{x:g} {y:g}h0" for x, y in places)
    return f'<path d="{drawn}" stroke="{color}" stroke-width="{width:.3g}" stroke-linecap="round"/>'


def width_of(words: str, is_bold: bool = False) -> float:
    """About how wide these words are."""
    return (BOLD_LETTER if is_bold else _LETTER) * len(words)
