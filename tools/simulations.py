"""The modules of the simulations in a script of their own, for Node or a page that has nothing else."""

import base64
from collections.abc import Iterable
from pathlib import Path

from ui.components import assets
from wasm import path


def program() -> str:
    """The loader and what asks it for runs (simulations.js) as one script."""
    return assets.script(Path(__file__).with_suffix(".js"))


def of_modules(names: Iterable[str]) -> dict[str, str]:
    """The bytes of these modules in base64, by name."""
    return {name: base64.b64encode(path(name).read_bytes()).decode() for name in names}
