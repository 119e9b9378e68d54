"""The pictures: one study told twice, the share of studies that change against epsilon, and every study as a dot."""

from dataclasses import replace

from ui.components.lines import Drawing
from ui.look import axes, svg
from ui.look.numbers import setting
from ui.look.projector import larger
from ui.look.theme import Palette, arm_color
from ui.same_decision.question import EPSILONS, PARTICIPANTS_RANGE, RUNS, DecisionFindings
from ui.state.keys import EPSILON_RANGE

WIDTH = 360.0  # of a study's picture, and of the dots
_TEXT = 24.0  # above them
_COLUMNS, _STEP, _DOTS = 50, 7.0, 87.0  # of dots, and where they begin
DOTS_HEIGHT = _DOTS + _STEP * RUNS / _COLUMNS
_NAME = 150.0  # width of an option's name; a longer one is squeezed
_CHOSEN = "◂ chosen"
_GAP = 7.0  # between a bar, its number and the words beside the chosen one


def study_svg(found: DecisionFindings, has_noise: bool, title: str, color: str, colors: Palette) -> str:
    """The shares of the study on show as bars, the chosen option marked; the scale is that of the true rates.

    Bars have the same scale with noise and without: both leave room for the longest number of the two.
    """
    shares, chosen = found.shown(has_noise)
    options, limit = found.question.options, _limit(found)
    row = _row(len(shares))
    left = 10 + min(_NAME, max(svg.width_of(name, is_bold=True) for name in options))
    numbers = [_number(share, found) for kind in (False, True) for share in found.shown(kind)[0]]
    widest = max(svg.width_of(words, is_bold=True) for words in numbers)
    length = WIDTH - left - widest - svg.width_of(_CHOSEN, is_bold=True) - 2 * _GAP
    parts = [svg.text(0, 14, title, color, is_bold=True)]
    for option, share in enumerate(shares):
        middle, is_chosen = _TEXT + row * (option + 0.5), option == chosen
        bar = length * min(max(share / limit, 0.0), 1.0)
        parts.append(svg.text(0, middle + 4.5, options[option], colors.text, is_bold=is_chosen, most=_NAME))
        parts.append(
            f'<rect x="{left:.1f}" y="{middle - 0.36 * row:.1f}" width="{bar:.1f}" height="{0.72 * row:.1f}" '
            f'fill="{arm_color(option)}" fill-opacity="{1 if is_chosen else 0.5}"/>'
        )
        words = _number(share, found)
        parts.append(svg.text(left + bar + _GAP, middle + 4.5, words, colors.text, is_bold=is_chosen))
        if is_chosen:
            parts.append(svg.text(WIDTH, middle + 4.5, _CHOSEN, colors.text, "end", is_bold=True))
    return svg.picture(WIDTH, study_height(len(shares)), study_words(found, has_noise, title), parts)


def study_height(options: int) -> float:
    """How high a study's picture is, of WIDTH."""
    return _TEXT + _row(options) * options


def _row(options: int) -> float:
    return 24.0 if options <= 4 else 20.0 if options <= 6 else 15.5


def study_words(found: DecisionFindings, has_noise: bool, title: str) -> str:
    """The same for screen readers."""
    shares, chosen = found.shown(has_noise)
    told = [f"{name} {_share(share, found)}" for name, share in zip(found.question.options, shares, strict=True)]
    return f"{title}: {', '.join(told)}; {found.question.options[chosen]} is chosen"


def _limit(found: DecisionFindings) -> float:
    """The share at which the bars' scale ends."""
    return min(1.0, 1.2 * max(found.question.means))


def _number(share: float, found: DecisionFindings) -> str:
    """What stands at the end of a bar."""
    return f"{'→ ' if share > _limit(found) else ''}{_share(share, found)}"


def _share(share: float, found: DecisionFindings) -> str:
    digits = 0 if abs(share) >= 10 else 1 if found.studies.group_size < 10_000 or abs(share) > 1 else 2
    return f"{100 * share:,.{digits}f} %".replace("-", "−")


def curve_drawing(found: DecisionFindings, is_wide: bool, colors: Palette) -> Drawing:
    """The share of studies that change against epsilon, with its interval, and at the right a rail of participants."""
    width, height = (760.0, 208.0) if is_wide else (360.0, 300.0)
    edges = (58.0 + 46 * (larger() - 1), 32.0, width - (176.0 if is_wide else 92.0), height - 46)
    frame = svg.LogFrame(width, height, edges, EPSILON_RANGE)
    shares = [(share, f"{share:.0%}".replace("%", " %")) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    parts = [
        frame.box(colors),
        *frame.upward_axis("choices that change" if is_wide else "changed choices", colors, shares),
        *frame.epsilon_axis(colors, height - 8),
        *_curve(frame, found, colors),
        *_rail(frame, found, is_wide, colors),
        *_here(frame, found, is_wide, colors),
    ]
    label = "Simulated share of studies in which noise changes the choice, falling as epsilon grows"
    return Drawing(svg.picture(width, height, label, parts), width, height, edges)


def _curve(frame: svg.LogFrame, found: DecisionFindings, colors: Palette) -> list[str]:
    epsilons, shares = EPSILONS.tolist(), found.share_changed.tolist()
    low, high = found.intervals.T.tolist()
    band = frame.path([*epsilons, *epsilons[::-1]], [*low, *high[::-1]])
    parts = [svg.area(band, colors.private, 0.25), svg.curve(frame.path(epsilons, shares), colors.private, 1.2)]
    for epsilon, share in zip(epsilons, shares, strict=True):
        tip = f"ε = {setting(epsilon)}: {round(RUNS * share):,} of {RUNS:,} simulated choices change"
        parts.append(svg.dot(frame.x(epsilon), frame.y(share), 2.4, colors.private, tip))
    return parts


def _rail(frame: svg.LogFrame, found: DecisionFindings, is_wide: bool, colors: Palette) -> list[str]:
    """Where the handle of participants runs."""
    _, top, right, bottom = frame.edges
    parts = [svg.line(right, top, right, bottom, colors.text, 2)]
    frame = replace(frame, y_limits=PARTICIPANTS_RANGE)
    here = frame.y(found.question.participants)
    for people in axes.log_ticks(*PARTICIPANTS_RANGE):
        y = frame.y(people)
        parts.append(svg.line(right, y, right + 5, y, colors.text))
        if abs(y - here) > 22:  # or it would stand under the handle
            parts.append(svg.text(right + 9, y + 4.5, axes.in_thousands(people, is_long=True), colors.text))
    parts.append(svg.text(right + (24 if is_wide else 12), frame.height - 8, "participants", colors.text))
    words = f"{found.question.participants:,}{' participants' if is_wide else ''}"
    parts.append(svg.text(right + 9, here + 4.5, words, colors.choice, is_bold=True, is_written=True))
    return parts


def _here(frame: svg.LogFrame, found: DecisionFindings, is_wide: bool, colors: Palette) -> list[str]:
    """The chosen epsilon, and how many studies change there."""
    left, top, right, bottom = frame.edges
    x, y = frame.x(found.question.epsilon), frame.y(found.compared.changed / RUNS)
    words = f"{found.compared.changed:,} of {RUNS:,}{' change' if is_wide else ''}"
    is_left = x + svg.width_of(words, is_bold=True) + 14 > right
    label_y = min(max(y - 9, top + 16), bottom - 10)
    return [
        svg.line(x, top, x, bottom, colors.choice, 2),
        svg.dot(x, y, 6, colors.choice),
        svg.text(
            x + (-12 if is_left else 12), label_y, words, colors.text, "end" if is_left else "start", colors.background,
            is_bold=True,
        ),
        svg.text(
            min(max(x, left + 30), right - 30), top - 9, f"ε = {setting(found.question.epsilon)}", colors.choice,
            "middle", is_bold=True, is_written=True,
        ),
    ]  # fmt: skip


def dots_svg(found: DecisionFindings, colors: Palette) -> str:
    """Every simulated study as a dot: those that go to a worse option, to a better one, and the unchanged ones."""
    compared = found.compared
    kinds = [
        (compared.to_worse, "to a worse option", colors.choice),
        (compared.to_better, "to a better one", colors.achievable),
        *([(found.to_equal, "to one just as good", colors.private)] if found.to_equal else ()),
        (RUNS - compared.changed, "as without noise", colors.without_privacy),
    ]
    parts, first = [], 0
    for place, (count, words, color) in enumerate(kinds):
        y = _DOTS - 16 - 19 * (len(kinds) - 1 - place)
        parts.append(svg.dot(6, y - 4, 5, color))
        parts.append(svg.text(18, y, f"{count:,} {words}", colors.text, is_bold=words == "as without noise"))
        dots = [(4 + _STEP * (i % _COLUMNS), _DOTS + _STEP * (i // _COLUMNS)) for i in range(first, first + count)]
        parts += [svg.dots(dots, color, 5)] if dots else []
        first += count
    return svg.picture(WIDTH, DOTS_HEIGHT, dots_words(found), parts)


def dots_words(found: DecisionFindings) -> str:
    """The same for screen readers."""
    compared = found.compared
    return (
        f"Of {RUNS:,} simulated studies {RUNS - compared.changed:,} choose the same option as without noise, "
        f"{compared.to_worse:,} a worse option and {compared.to_better:,} a better one"
    )
