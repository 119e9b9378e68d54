"""How long a start takes: `python -m benchmarks.start`.

The seconds that each group of kernels takes to compile, each in a process of its own and nothing cached, and after
them the first pages of a fresh server that finds no compiled kernel, as visitors see them; Explore also where a host
starts app.py by itself.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dpcore.warmup import GROUPS
from tools.chromium import running_chromium
from tools.dashboard import running_server

FIRST_PAGE_TARGET = 15.0
ANSWER = ".st-key-verdict p"
PAGES = (("server.py", ""), ("app.py", ""), ("server.py", "stopping_times"), ("server.py", "fixed_budget"))


def main() -> int:
    """Print both tables; 1 if Explore was too late."""
    missed = 0
    for name in GROUPS:
        print(f"compile {name:<22} {_without_cache(lambda name=name: _compile(name)):6.1f} s")
    with running_chromium() as browser:
        for script, address in PAGES:
            seconds = _without_cache(lambda script=script, address=address: _first_page(browser, script, address))
            target = f"  (target {FIRST_PAGE_TARGET:.0f} s)" if not address else ""
            missed += not address and seconds > FIRST_PAGE_TARGET
            print(f"start of {script:<9} to first page {address or 'explore':<14} {seconds:6.1f} s{target}")
    return missed > 0


def _without_cache(measure) -> float:
    """The seconds of a measurement whose processes find no compiled kernel.

    Those that stand beside the sources are for this very processor; what is compiled here is for any of its kind.
    """
    folder = tempfile.mkdtemp()
    os.environ |= {"NUMBA_CACHE_DIR": folder, "NUMBA_CPU_NAME": "generic"}
    try:
        start = time.monotonic()
        measure()
        seconds = time.monotonic() - start
        if not any(Path(folder).rglob("*.nbc")):
            raise RuntimeError("nothing was compiled: kernels were found beside the sources")
        return seconds
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _compile(name: str) -> None:
    command = [sys.executable, "-m", "dpcore.warmup", name]
    subprocess.run(command, stderr=subprocess.DEVNULL, check=True)


def _first_page(browser, script: str, address: str) -> None:
    """From the start of the server until the page's answer stands there."""
    with running_server(script) as (url, _):
        page = browser.new_page()
        page.goto(f"{url}/{address}")
        page.wait_for_selector(ANSWER, timeout=600_000)
        page.close()


if __name__ == "__main__":
    sys.exit(main())
