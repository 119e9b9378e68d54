"""A pinned state of a page, and the file of up to four: written, and read as data that anybody may have made."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from ui.look.literal import quoted
from ui.shell import versions
from ui.shell.address import Parts

MOST = 4
MOST_BYTES = 100_000  # of a file
MOST_BYTES_OF_PIN = 24_000  # written: a file of as many pins as there may be can be read
LONGEST_NAME = 60  # of an input
LONGEST_VERDICT = 1000
_FORMAT = "pins of Price of Privacy"
_NO_INPUTS = (versions.NAME, "embed", "embed_options", "show")  # other parts of an address


@dataclass(frozen=True)
class PinnedState:
    """A page's address, its inputs in the words of today's links, and the verdict at that moment, as plain text."""

    page: str
    inputs: Parts
    verdict: str
    is_from_file: bool = False


def encode(pins: Sequence[PinnedState]) -> str:
    """The file of these pins, with the version of the links whose words it uses."""
    written = {"format": _FORMAT, "version": versions.VERSION, "pins": [_written(pin) for pin in pins]}
    return json.dumps(written, ensure_ascii=False, indent=1)


def decode(content: bytes, pages: Collection[str]) -> tuple[PinnedState, ...]:
    """The pins of a file.

    pages: the addresses that there are.  Raises: ValueError, one sentence.
    """
    if len(content) > MOST_BYTES:
        raise ValueError(f"The file is larger than {MOST_BYTES // 1000} KB.")
    try:
        told = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_without_repeats, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise ValueError("The file is no JSON text in UTF-8, each key once: choose one that was saved here.") from None
    _check_keys("The file", told, ("format", "version", "pins"))
    if told["format"] != _FORMAT:
        raise ValueError(f"The file's format must be {quoted(_FORMAT)}, got {_short(told['format'])}.")
    version, pins = told["version"], told["pins"]
    if type(version) is not int or not 1 <= version <= versions.VERSION:
        raise ValueError(
            f"The file's version must be a whole number from 1 to {versions.VERSION}, which this page knows, "
            f"got {_short(version)}."
        )
    if not isinstance(pins, list) or not 1 <= len(pins) <= MOST:
        raise ValueError(f"The file's pins must be a list of 1 to {MOST}.")
    return tuple(_read(f"Pin {place} of the file", pin, version, pages) for place, pin in enumerate(pins, start=1))


def checked(pin: PinnedState, named: str = "This state") -> PinnedState:
    """The pin, if a file can hold it.  named: what sentences call it.  Raises: ValueError, one sentence."""
    for name, values in pin.inputs.items():
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name in _NO_INPUTS:
            raise ValueError(f"{named} has an input called {_short(name)}, which no page has.")
        for value in values:
            if not value.replace("\n", "").replace("\t", "").isprintable():
                raise ValueError(f"{named} has an invisible character in its input {_short(name)}.")
    if len(pin.verdict) > LONGEST_VERDICT or not pin.verdict.isprintable():
        raise ValueError(f"{named} has a verdict that is not one line of up to {LONGEST_VERDICT} characters.")
    if (size := len(json.dumps(_written(pin), ensure_ascii=False, indent=1).encode())) > MOST_BYTES_OF_PIN:
        raise ValueError(f"{named} needs {size / 1000:,.0f} KB; a pin can have up to {MOST_BYTES_OF_PIN // 1000} KB.")
    return pin


def _written(pin: PinnedState) -> dict[str, Any]:
    return {name: value for name, value in asdict(pin).items() if name != "is_from_file"}


def _read(named: str, told: object, version: int, pages: Collection[str]) -> PinnedState:
    pin = _check_keys(named, told, ("page", "inputs", "verdict"))
    page, inputs, verdict = pin["page"], pin["inputs"], pin["verdict"]
    if not isinstance(page, str) or page not in pages:
        raise ValueError(f"{named} names the page {_short(page)}, which is not here.")
    if not isinstance(inputs, dict) or not all(map(_is_list_of_texts, inputs.values())):
        raise ValueError(f"{named} must give each of its inputs as a list of texts.")
    if not isinstance(verdict, str):
        raise ValueError(f"{named} must give its verdict as a text, got {_short(verdict)}.")
    if versions.NAME not in inputs:
        inputs, _ = versions.up_to_date(page, inputs | {versions.NAME: [str(version)]})
        inputs.pop(versions.NAME)
    return checked(PinnedState(page, inputs, verdict, is_from_file=True), named)


def _is_list_of_texts(values: object) -> bool:
    return isinstance(values, list) and len(values) > 0 and all(isinstance(value, str) for value in values)


def _check_keys(named: str, told: object, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(told, dict):
        raise ValueError(f"{named} must be a JSON object, got {_short(told)}.")
    if unknown := [key for key in told if key not in keys]:
        raise ValueError(f"{named} has an unknown key, {_short(unknown[0])}.")
    if missing := [key for key in keys if key not in told]:
        raise ValueError(f"{named} has no {missing[0]}.")
    return told


def _short(value: object) -> str:
    """The value in a sentence, as Python writes it; of a list or an object its kind."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return quoted(value, 40) if isinstance(value, str) else str(value)[:40]


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")
