"""Words in files: pairs that mean success and failure, marks of missing values, and names of totals."""

import re
import unicodedata
from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

# Success before failure: English, German, French, Spanish, Italian, Portuguese, Dutch.
_PAIRS = """
1/0 true/false t/f yes/no y/n success/failure success/fail successful/unsuccessful pass/fail passed/failed
wahr/falsch w/f ja/nein j/n erfolg/misserfolg erfolgreich/erfolglos
vrai/faux v/f oui/non o/n succès/échec réussite/échec
verdadero/falso sí/no si/no s/n éxito/fracaso
vero/falso sì/no successo/insuccesso
verdadeiro/falso sim/não sim/nao sucesso/fracasso
waar/onwaar ja/nee succes/mislukking
"""
PAIRS: tuple[tuple[str, str], ...] = tuple(
    (success, failure) for success, _, failure in (pair.partition("/") for pair in _PAIRS.split())
)
# Separated by bars, in lower case; an empty text counts as missing, too.
_MISSING_WORDS = (
    "|-|--|–|—|?|.|na|n/a|n.a.|#n/a|#na|<na>|nan|nat|null|none|nil|\\n|missing|k.a.|k. a.|keine angabe|s/o|nd|n/d|n.d.|"
    "nvt|n.v.t.|#null!|#div/0!|#value!|#ref!|#wert!|#bezug!"
)
_TOTAL_WORDS = (
    "total|totals|grand total|sum|summe|gesamt|insgesamt|gesamtsumme|gesamtergebnis|somme|total général|totales|suma|"
    "total general|totale|totale complessivo|somma|totais|soma|total geral|totaal|eindtotaal|som|σ|∑|"
    "subtotal|sub-total|sub total|subtotals|zwischensumme|teilergebnis|sous-total|sous total|subtotale|subtotais|"
    "subtotaal|tussentotaal"
)
_PERHAPS_TOTAL_WORDS = (
    "all|overall|alle|ensemble|tous|todos|todas|tutti|tutto|tudo|geral|general|allen|combined|together|zusammen|both|"
    "everyone"
)
_MISSING = frozenset(_MISSING_WORDS.split("|"))
_TOTALS = frozenset(_TOTAL_WORDS.split("|"))
_PERHAPS_TOTALS = frozenset(_PERHAPS_TOTAL_WORDS.split("|"))


def folded(text: str) -> str:
    """A text in the form in which words are compared: composed, in lower case, without white space around it."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def is_missing(text: str) -> bool:
    """Whether this text marks a missing value: empty, NA, null, -, n/a, ..."""
    return folded(text) in _MISSING


def missing_in(column: pd.Series) -> NDArray[np.bool_]:
    """Which texts of a column mark a missing value."""
    return column.str.strip().str.lower().isin(_MISSING).to_numpy(dtype=bool)


def is_total(text: str) -> bool:
    """Whether a row of this name can only be a total; a colon after it does not count."""
    return folded(text).rstrip(": ") in _TOTALS


def may_be_total(text: str) -> bool:
    """Whether a row of this name is a total or an option: all, overall, total of both, ..."""
    word = folded(text).rstrip(": ")
    parts = re.split(r"[\s:]+", word)
    return word in _PERHAPS_TOTALS or parts[0] in _TOTALS or parts[-1] in _TOTALS


def known_pair(texts: Iterable[str]) -> dict[str, bool] | None:
    """Which of one or two texts means success, if they are of one known pair; None if they are not.

    Numbers count as their value: 1.0 and 0,0 are 1 and 0.
    """
    words = {text: _word(text) for text in texts}
    for success, failure in PAIRS:
        if words and set(words.values()) <= {success, failure} and len(set(words.values())) <= 2:
            return {text: word == success for text, word in words.items()}
    return None


def are_opposites(success: str, failure: str) -> bool:
    """Whether two columns of these names hold successes and failures: yes and no, converted and not converted."""
    if (folded(success), folded(failure)) in PAIRS or (folded(success), folded(failure)) in _NAMED:
        return True
    first, second = folded(success).replace("_", " "), folded(failure).replace("_", " ")
    return second in {f"{no}{first}" for no in ("not ", "no ", "non ", "non-", "un", "nicht ", "kein ", "pas ", "não ")}


_NAMED = {("successes", "failures"), ("erfolge", "misserfolge"), ("succès", "échecs"), ("éxitos", "fracasos")} | {
    ("successi", "insuccessi"), ("sucessos", "fracassos"), ("successen", "mislukkingen"), ("events", "nonevents"),
    ("events", "non-events"), ("passed", "failed"), ("hits", "misses"), ("won", "lost"), ("wins", "losses"),
}  # fmt: skip


def _word(text: str) -> str:
    word = folded(text)
    whole, mark, digits = word.replace(",", ".").partition(".")
    return whole if mark and whole in ("0", "1") and not digits.strip("0") else word
