"""Make the modules anew: `./run kernels` (needs LLVM's linker wasm-ld: Debian's or Homebrew's package lld).

`python -m wasm.build FOLDER MODULE...` writes them, or some of them, elsewhere.

numba lowers a kernel to LLVM's language for a processor of no kind, llvmlite compiles that for wasm32, wasm-ld links
it.  What stays to be imported is JavaScript's own mathematics.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wasm import MODULES_FOLDER

# For numba: else its code is already one for this machine's processor.
PORTABLE = {
    "NUMBA_OPT": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
}

TRIPLE = "wasm32-unknown-unknown"
_OF_RUNTIME = ("heap_from", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor", "__multi3")  # what it offers
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"


def linker() -> str | None:
    """Where wasm-ld is; None where it is not installed."""
    names = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(30, 10, -1)))
    return next(filter(None, map(shutil.which, names)), None)


def build(module: str) -> bytes:
    """The module of this name, with its note, where the environment is PORTABLE."""
    from wasm.modules import MODULES, RUNTIME, note, with_note

    entries = MODULES[module]
    with tempfile.TemporaryDirectory() as folder:
        objects = [Path(folder, f"{entry.name}.o") for entry in entries]
        for entry, file in zip(entries, objects, strict=True):
            file.write_bytes(_compiled(entry))
        objects.append(Path(folder, "runtime.o"))
        objects[-1].write_bytes(_object(RUNTIME.read_text(encoding="utf-8"), {name: name for name in _OF_RUNTIME}))
        linked = Path(folder, "module.wasm")
        exports = [f"--export={name}" for name in (*(entry.name for entry in entries), "heap_from", "__heap_base")]
        options = ["--no-entry", "--strip-all", "--allow-undefined", *exports]
        subprocess.run([str(linker()), *options, *map(str, objects), "-o", str(linked)], check=True)
        return with_note(linked.read_bytes(), note(module))


def _compiled(entry: Any) -> bytes:
    """The kernel as an object file for wasm32, all that it calls included; only the kernel itself can be linked to."""
    from numba.core.errors import NumbaWarning

    warnings.simplefilter("ignore", NumbaWarning)  # that some kernels cannot be saved: nothing is to be
    entry.kernel.compile(entry.arguments)
    compiled = entry.kernel.overloads[entry.arguments]
    lines = compiled.library.get_llvm_str().splitlines()
    text = "\n".join(_portable(line) for line in lines if not line.startswith("target datalayout"))
    return _object(text, {compiled.fndesc.llvm_func_name: entry.name})


def _object(text: str, names: Mapping[str, str]) -> bytes:
    """An object file of LLVM's language, in which these functions alone can be linked to, under their new names."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    parsed = llvm.parse_assembly(text)
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    parsed.data_layout = str(machine.target_data)
    for function in parsed.functions:
        if function.name in names:
            function.name = names[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    for variable in parsed.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    parsed.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(parsed, builder)
    return bytes(machine.emit_object(parsed))


def _portable(line: str) -> str:
    if line.startswith("target triple"):
        return f'target triple = "{TRIPLE}"'
    return re.sub(r'"target-(?:cpu|features)"="[^"]*"', "", line) if line.startswith("attributes") else line


def main(folder: Path, asked: list[str]) -> None:
    """Write these modules, or all, into the folder."""
    if linker() is None:
        sys.exit("wasm-ld was not found; install the package lld (apt install lld, brew install lld).")
    with tempfile.TemporaryDirectory() as cache:  # no other process may find what is compiled here
        os.environ |= {**PORTABLE, "NUMBA_CACHE_DIR": cache}
        from wasm.modules import MODULES  # it imports numba, which reads all this once

        for module in asked or MODULES:
            binary = build(module)
            (folder / f"{module}.wasm").write_bytes(binary)
            print(f"{module}.wasm: {len(binary):,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else MODULES_FOLDER, sys.argv[2:])
