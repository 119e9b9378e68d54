"""The Explorer with stopping times as one HTML file without server or network: ui/pocket/pocket.js plays the server."""

import json
import zlib
from base64 import b64encode
from dataclasses import asdict
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

import dpcore
from ui.arms.instance import Instance, as_texts
from ui.components import assets
from ui.components.bars import Answer, bars_data
from ui.components.curves import curves_data
from ui.components.lower import lower_data
from ui.explore import words
from ui.explore.charts import picture_of
from ui.explore.lower import allocation_of, map_of
from ui.explore.numbers import FORMULAS, Numbers, formulas, numbers_of
from ui.look import documents
from ui.look.numbers import percent
from ui.look.sentences import as_html, marked
from ui.look.tables import table_html
from ui.look.theme import ARM_COLORS, DARK, LIGHT, Palette
from ui.stopping.browser import asked_of
from ui.stopping.charts import stopping_time_curves
from ui.stopping.controls import opening_view
from ui.stopping.study import StoppingView
from ui.stopping.words import picture_reading
from wasm import path

SOURCES = ("GK16", "AJMB23", "TH", "JA25")  # of what it shows: keys in docs/sources.md
_FOLDER = Path(__file__).parent
_COMPONENTS = _FOLDER.parent / "components"
_ROOT = _FOLDER.parents[1]
_FONT = "'Source Sans 3', 'Source Sans Pro', system-ui, sans-serif"
THEMES = {"light": LIGHT, "dark": DARK}
_WARNING = {LIGHT: ("#926C05", "rgba(255, 227, 18, 0.1)"), DARK: ("#FFFFC2", "rgba(255, 227, 18, 0.2)")}


def explorer_file(
    instance: Instance, all_bounds: bool = False, colors: Palette | None = None, address: str | None = None
) -> str:
    """The Explorer of this instance and what Stopping times opens with as HTML, under 500 KB.

    colors: LIGHT or DARK; None: as the viewer's system is set.
    address: of the dashboard, to which the file links with the state that it shows.
    """
    numbers = numbers_of(instance)
    told = words.sentences(numbers, all_bounds=all_bounds, in_file=True)
    exactly = words.exact_numbers(numbers)
    query = _query(instance, all_bounds)
    view = opening_view(instance)
    asked = asked_of(view, _only(view), is_heard=False, modules=_packed)
    methods = [as_html(" ".join((curve.source, *curve.warnings))) for curve in view.curves]
    scripts = [*map(_mounting, ("lower", "bars", "curves")), assets.script(_FOLDER / "pocket.js")]
    parts = {
        "map": escape(words.NO_MAP),
        **{name: marked(name, sentence) for name, sentence in told.items()},
        "policy": _policy(scripts),
        "query": escape(query),
        "style": _style(colors) + assets.text(_FOLDER / "pocket.css"),
        "first_visit": as_html(words.FIRST_VISIT),
        "about_all_bounds": escape(words.ALL_BOUNDS),
        "checked": " checked" if all_bounds else "",
        "bars": _part("bars"),
        "lower": _part("lower"),
        "curves": _part("curves"),
        "runs": escape(_reading(view)),
        "formulas": table_html(("quantity", "value", "formula", "source"), formulas(exactly)),
        "note": escape(FORMULAS["note"]),
        "sources": "".join(f"<li>{source}</li>" for source in documents.works_as_html(SOURCES)),
        "algorithms": "".join(f"<li>{method}</li>" for method in methods),
        "licence": escape(assets.text(_ROOT / "LICENSE")),
        "footer": _footer(address, query),
        "drawn": _json(
            {
                "query": query,
                "arm_colors": ARM_COLORS,
                "palettes": {name: asdict(colors or palette) for name, palette in THEMES.items()},
                **_drawn(numbers, {**told, **exactly}, all_bounds),
                "curves": curves_data(stopping_time_curves(view), asked),
            }
        ),
        "scripts": "\n".join(f'<script type="module">{script}</script>' for script in scripts),
    }
    return Template(assets.text(_FOLDER / "pocket.html")).substitute(parts)


def _drawn(numbers: Numbers, sentences: dict[str, str], all_bounds: bool) -> dict[str, Any]:
    """What the Explorer's components get at first, as from the server but for the colours."""
    lower = {"allocation": lower_data("allocation", allocation_of(numbers))}
    if numbers.instance.indifference == 0:
        lower["map"] = lower_data("map", map_of(numbers))
    return {
        "bars": {
            **bars_data(
                asdict(numbers.instance),
                answer=Answer(
                    picture_of(numbers, all_bounds=all_bounds),
                    numbers.private.allocation,
                    sentences,
                    words.given(all_bounds, in_file=True, indifference=numbers.instance.indifference),
                ),
            ),
            "module": _packed("overview"),
        },
        "lower": lower,
    }


def _packed(module: str) -> dict[str, str]:
    """A module of kernels as a text, which ui/components/shared/modules.js unpacks."""
    return {"packed": b64encode(zlib.compress(path(module).read_bytes(), 9)).decode()}


def _reading(view: StoppingView) -> str:
    """How the picture is read, and what makes its runs."""
    *others, last = (curve.label if curve.is_private else f"{curve.label} (not private)" for curve in view.curves)
    named = f"{', '.join(others)} and {last}" if others else last
    problem = view.study.problem
    return (
        f"{picture_reading(view)} The runs are simulated in this browser: up to {view.runs} per point of "
        f"{named}, with seed {problem.seed}, each capped at {problem.max_samples:,} "
        "participants."
    )


def _only(view: StoppingView) -> str:
    problem = view.study.problem
    return (
        f"This file simulates runs only for {len(problem.means)} arms, at risk {percent(problem.risk)} and at the ε of "
        "its points; the full dashboard simulates others too."
    )


def _query(instance: Instance, all_bounds: bool) -> str:
    """The state as a link carries it."""
    texts = as_texts(instance)
    if instance.indifference == 0:
        del texts["indifference"]
    return urlencode({**texts, **({"all-bounds": "true"} if all_bounds else {})}, safe=",")


def _part(name: str) -> str:
    """A component's style sheet and HTML."""
    folder = _COMPONENTS / name
    return f"<style>{assets.style(folder)}</style>{assets.text(folder / f'{name}.html')}"


def _mounting(name: str) -> str:
    """A component's script, whose default export becomes mounts.<name>."""
    script = assets.script(_COMPONENTS / name / f"{name}.js")
    return f"globalThis.mounts ??= {{}}\n{script.replace('export default ', f'globalThis.mounts.{name} = ')}"


def _policy(scripts: list[str]) -> str:
    """No network, and no scripts but these."""
    digests = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return (
        f"default-src 'none'; script-src 'wasm-unsafe-eval' {digests}; style-src 'unsafe-inline'; img-src data: blob:; "
        "worker-src blob:; base-uri 'none'; form-action 'none'"
    )


def _style(colors: Palette | None) -> str:
    """What Streamlit gives to components as CSS variables."""
    if colors is not None:
        return _variables(colors)
    return f"{_variables(LIGHT)}@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}\n"


def _variables(colors: Palette) -> str:
    warning, behind = _WARNING[colors]
    values = {
        "font": _FONT,
        "text-color": colors.text,
        "background-color": colors.background,
        "base-radius": "0.5rem",
        "border-color": f"color-mix(in srgb, {colors.text} 20%, transparent)",
        "primary-color": colors.private,
        "yellow-text-color": warning,
        "yellow-background-color": behind,
    }
    scheme = next(name for name, palette in THEMES.items() if palette == colors)
    return (
        f":root {{ color-scheme: {scheme}; {' '.join(f'--st-{name}: {value};' for name, value in values.items())} }}\n"
    )


def _footer(address: str | None, query: str) -> str:
    """The link to the dashboard, if its address is known, and the version."""
    made = f"<p>Price of Privacy {dpcore.__version__}, MIT licence. All numbers are computed in this file.</p>"
    if address is None:
        return made
    link = f'<a id="dashboard" href="{escape(f"{address}?{query}")}" target="_blank" rel="noopener">'
    return f"<p>{link}Open the full dashboard with these settings</a></p>{made}"


def _json(value: Any) -> str:
    """JSON that ends no script."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
