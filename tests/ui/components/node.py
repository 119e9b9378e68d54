"""What modules of JavaScript say, in Node."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.ui.components.test_assets import NODE, ROOT


def said(module: Path, function: str, *given: object) -> Any:
    """What a function that this module exports gives, as JSON carries it both ways."""
    (told,) = said_of_each(module, function, [given])
    return told


def said_of_each(module: Path, function: str, calls: Iterable[Iterable[object]]) -> list[Any]:
    """What it gives in each of these calls."""
    program = f"""
        import {{ {function} }} from "{module.as_uri()}"
        const found = {json.dumps([list(given) for given in calls])}.map((given) => {function}(...given))
        console.log(JSON.stringify(await Promise.all(found)))
    """
    return json.loads(ran(program))


def ran(program: str) -> str:
    """What this module prints."""
    command = [NODE, "--input-type=module"]
    return subprocess.run(command, input=program, capture_output=True, encoding="utf-8", check=True, cwd=ROOT).stdout
