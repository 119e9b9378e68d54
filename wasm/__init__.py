"""dpcore's kernels as WebAssembly: the same Python source, compiled for the visitor's browser.

`build.py` makes a module of each entry kernel (`./run kernels`); the modules are committed, so that the app needs no
linker, and lie in static/, from where a browser loads each once.  `kernels.js` loads one and calls its kernel.  Nothing
here is needed by `dpcore`.
"""

from pathlib import Path

MODULES_FOLDER = Path(__file__).parents[1] / "static"  # which Streamlit serves


def path(module: str) -> Path:
    """Where the module of this name is kept."""
    return MODULES_FOLDER / f"{module}.wasm"
