"""A trial's report: what was promised, what was published, and the answer."""

from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd

from dpcore.trial import Release, Status, Trial
from dpcore.trial.telling import evidence, published_number
from dpcore.trial.words import promise
from ui.look.numbers import percent
from ui.look.tables import table_html
from ui.look.theme import LIGHT
from ui.run_it import words

_STYLE = (
    "body { font: 11pt/1.45 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }"
    "table { border-collapse: collapse; margin: .5rem 0; } td, th { padding: .25rem .8rem .25rem 0; text-align: left; "
    f"border-bottom: 1px solid {LIGHT.grid}; }}"
    ".answer { font-size: 1.3rem; font-weight: 600; } .small { font-size: .85rem; }"
)


def releases_table(releases: Sequence[Release], successes: Sequence[Mapping[str, int]] = ()) -> pd.DataFrame:
    """A row for each option of each batch that was published.

    successes: of each batch, by option, which only the team sees; where they are not known, the times are told.
    """
    rows = []
    for place, release in enumerate(releases):
        for name, size in release.sizes.items():
            if size > 0:
                told = release.published
                public = ("named" if told == name else "") if isinstance(told, str) else published_number(told[name])
                middle = f"{successes[place][name]:,}" if successes else release.time[:16].replace("T", " ")
                rows.append((str(release.number), name, f"{size:,}", middle, public))
    middle = "counted (the team)" if successes else "published at (UTC)"
    return pd.DataFrame(rows, columns=["batch", "option", "participants", middle, "published (everyone)"])


def rates_table(status: Status) -> pd.DataFrame:
    """The success rates, as they follow from what was published."""
    rates = status.rates.items()
    rows = [(name, percent(middle), f"{percent(low)} to {percent(high)}") for name, (middle, low, high) in rates]
    return pd.DataFrame(rows, columns=["option", "success rate", "95 % interval, for each option alone"])


def html(trial: Trial, name: str) -> str:
    """The report as one file that needs nothing else and runs nothing."""
    export, plan, status, answer = trial.export(), trial.plan, trial.status(0), trial.answer
    begun, last = (export["entries"][place]["content"]["time"][:10] for place in (0, -1))
    carries = "" if answer is None or answer.carries else "<p>The promise does not cover this answer.</p>"
    until = f"The last batch was published on {last}." if answer is None else f"It ended on {last}."
    told = "The trial is still running." if answer is None else answer.told
    used = ", ".join(f"{library} {version}" for library, version in export["versions"].items())
    parts = [
        f"<h1>{escape(name)}</h1><p class='answer'>{escape(told)}</p>",
        f"{carries}<p>The trial began on {begun}. {until if status.releases or answer else ''}</p>",
        f"<h2>What was promised</h2><p>{escape(promise(plan))}</p>",
        f"<p>Each outcome is protected by ε-differential privacy with ε = {plan.epsilon:g}.</p>",
        f"<h2>What was published</h2><p>{escape(words.published(plan, 'was' if answer else 'is'))}</p>",
        _table(releases_table(status.releases)) if status.releases else "<p>Nothing yet.</p>",
        f"<h2>What follows from it</h2>{_table(rates_table(status))}" if status.rates else "",
        f"<p>{escape(words.about_rates(plan))}</p>" if status.rates else "",
        "".join(f"<p>{escape(sentence)}</p>" for sentence in evidence(status)),
        f"<p>{escape(words.told('missing', plan))}</p>",
        f"<p class='small'>Entries of the export: {len(export['entries'])}. SHA-256 of the last: "
        f"{export['entries'][-1]['sha256']}. Versions: {escape(used)}.</p>",
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(name)}</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>"
    )


def _table(frame: pd.DataFrame) -> str:
    rows = ([escape(str(cell)) for cell in row] for row in frame.itertuples(index=False))
    return table_html([escape(str(column)) for column in frame.columns], rows)
