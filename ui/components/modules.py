"""Where browsers find the modules of kernels: Streamlit serves the folder static/, and a browser loads each once."""

import functools
from hashlib import sha256

from wasm import path


@functools.cache
def address_of(module: str) -> str:
    """The module's address, relative to the server's; it changes with the module.  shared/modules.js loads it."""
    return f"app/static/{module}.wasm?{sha256(path(module).read_bytes()).hexdigest()[:16]}"
