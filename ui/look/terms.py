"""Terms of the glossary in a page's sentences, each a link to its explanation, which ui/shell/terms.js shows.

In each sentence or paragraph the first use of a term is one; the script leaves those that come first on the page.
"""

import json
import re
from collections.abc import Callable

from ui.glossary import GROUPS, anchor
from ui.look.documents import linked

WORDS = {anchor(word.plain): word for words in GROUPS.values() for word in words if word.terms}
_KEYS = {term.lower(): key for key, word in WORDS.items() for term in word.terms}
# Read by JavaScript, too; not within a longer word, and not "arm 1", a name.
_TERM = "|".join(re.sub(r"([()*])", r"\\\1", term) for term in sorted(_KEYS, key=len, reverse=True))
PATTERN = rf"(?<![\w])(?:{_TERM})(?![\w]|(?<=arm) [\d])"
_LEFT_ALONE = r"`[^`]*`|\$[^$]*\$|!?\[[^\]]*\]\([^)]*\)|<[^>]*>|&\w+;|\S+/\S+\.\w+"
_FOUND = re.compile(f"({_LEFT_ALONE})|{PATTERN}", re.IGNORECASE)
_TYPESET = {
    r"\varepsilon": "ε", r"\delta": "δ", r"\rho": "ρ", r"\ell": "ℓ", r"\tanh": "tanh", r"\zeta": "ζ", r"\Delta": "Δ",
    "e^{ε}": "exp(ε)", r"T^*_{\mathrm{KL}}": "T*KL", r"T^*_{\mathrm{TV}}": "T*TV", "T^*_{ε}": "T*ε", "$": "",
}  # fmt: skip


def explained(markdown: str) -> str:
    """The Markdown with links: from the first use of each term to #term-<key>, and to the documents that it cites."""
    return _with_links(linked(markdown), lambda words, key: f"[{words}](#term-{key})")


def explained_html(html: str) -> str:
    """The same for HTML."""
    return _with_links(html, lambda words, key: f'<a href="#term-{key}">{words}</a>')


def as_json() -> str:
    """What the script needs of each word, with the pattern that finds terms; it ends no script."""
    words = {key: [f"{it.plain} (in theory: {_plain(it.theory)})", _plain(it.meaning)] for key, it in WORDS.items()}
    told = {"pattern": PATTERN.replace(r"\w", r"\p{L}\p{N}_"), "keys": _KEYS, "words": words}
    return json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")


def _with_links(text: str, link: Callable[[str, str], str]) -> str:
    linked: set[str] = set()

    def replaced(found: re.Match[str]) -> str:
        key = None if found[1] else _KEYS[found[0].lower()]
        if key is None or key in linked:
            return found[0]
        linked.add(key)
        return link(found[0], key)

    return _FOUND.sub(replaced, text)


def _plain(markdown: str) -> str:
    """The text without LaTeX."""
    for signs, read in _TYPESET.items():
        markdown = markdown.replace(signs, read)
    return markdown
