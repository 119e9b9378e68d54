"""How often and how fast the suite is green: `python -m benchmarks.suite [RUNS] [--busy PROCESSES] [--quick]`.

Each run is `./run test`, or `./run test quick`; beside it that many processes count without end.  The targets are for
two cores: for pytest's own seconds, with `quick` for the whole command.  The output of a failed run follows its row.
"""

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
QUIET_SECONDS, BUSY_SECONDS, QUICK_SECONDS = 300, 600, 60
_SUMMARY = re.compile(r"^(?:=+ )?(.*\d+ (?:passed|failed|error).*) in ([\d.]+)s", re.MULTILINE)


def main() -> int:
    """Print a row a run; 1 if one failed or took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0, metavar="PROCESSES")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    command = ["./run", "test", *(["quick"] if options.quick else [])]
    target = QUICK_SECONDS if options.quick else BUSY_SECONDS if options.busy else QUIET_SECONDS
    green = 0
    with busy(options.busy):
        for number in range(1, options.runs + 1):
            began = time.monotonic()
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            whole = time.monotonic() - began
            summary = _SUMMARY.search(run.stdout)
            told, seconds = (summary[1], float(summary[2])) if summary else ("no summary", float("inf"))
            holds = run.returncode == 0 and (whole if options.quick else seconds) <= target
            green += holds
            print(f"{' ' if holds else '!'} {number:>2}: {told}, {seconds:.0f} s; {whole:.0f} s in all", flush=True)
            if run.returncode:
                print(run.stdout + run.stderr, flush=True)
    beside = f" beside {options.busy} busy processes" if options.busy else ""
    print(f"{green} of {options.runs} runs of {' '.join(command)}{beside} were green within {target} s")
    return green < options.runs


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Meanwhile so many processes count without end."""
    counting = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in counting:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
