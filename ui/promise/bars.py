"""The main picture of privacy definitions: under which of them the policy keeps the promised delta."""

from html import escape

from ui.look import theme
from ui.look.numbers import percent, rounded_up
from ui.promise.charts import definition_color
from ui.promise.numbers import DEFINITIONS, is_kept

PROTECTED = {
    "view": "one outcome that the policy saw",
    "table": "one participant, with every possible answer",
    "interactive": "one participant, even against an active adversary",
}
_LONGEST = 58  # of the bars, as a percentage of the width; the rest is left for the words after them
_STYLE = """<style>
.kept { font-size: 1rem; line-height: 1.35; }
.kept .bar { position: relative; display: flex; align-items: center; height: 1.8rem; margin: 0.2rem 0 0.6rem; }
.kept .bar * { height: 1.25rem; }
.kept .bar b { margin-left: 0.6rem; line-height: 1.25rem; white-space: nowrap; }
.kept .bar .limit { position: absolute; width: 0; height: 1.8rem; border-left: 3px solid; }
.kept .promised { display: inline-block; min-width: max-content; text-align: right; font-weight: 600; }
</style>"""


def kept_html(promised: float, deltas: dict[str, float]) -> str:
    """One bar per definition, as long as the policy's delta; hatched beyond the promised one, which is a line."""
    scale = _LONGEST / max(promised, *deltas.values(), 0.05)
    rows = "".join(_row(name, deltas[name], promised, scale) for name in DEFINITIONS)
    spoken = "; ".join(f"{DEFINITIONS[name]}: {_outcome(deltas[name], promised)}" for name in DEFINITIONS)
    label = f"<span class='promised' style='width: {scale * promised:.2f}%'>promised δ: {percent(promised)} ↑</span>"
    return f"{_STYLE}<div class='kept' role='img' aria-label='{escape(spoken)}'>{rows}{label}</div>"


def _row(name: str, delta: float, promised: float, scale: float) -> str:
    colors = theme.palette()
    hatched = f"repeating-linear-gradient(135deg, {colors.choice} 0 2px, {colors.forbidden} 2px 6px)"
    parts = ((min(delta, promised), definition_color(name)), (max(0.0, delta - promised), hatched))
    bars = "".join(
        f"<span style='width: {scale * length:.2f}%; background: {color}'></span>" for length, color in parts
    )
    limit = f"<span class='limit' style='left: {scale * promised:.2f}%; color: {colors.choice}'></span>"
    return (
        f"<b>{DEFINITIONS[name]}</b> protects {PROTECTED[name]}"
        f"<div class='bar'>{bars}{limit}<b>{_outcome(delta, promised)}</b></div>"
    )


def _outcome(delta: float, promised: float) -> str:
    return f"{percent(rounded_up(delta))}, {'kept' if is_kept(delta, promised) else 'broken'}"
