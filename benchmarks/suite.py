"""How often and how fast the whole suite is green: `python -m benchmarks.suite [RUNS] [--busy PROCESSES]`.

Each run is `./run test`; beside it so many processes count without end.  The targets are for
pytest's own seconds on two cores.  What a run that failed has printed follows its row.
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
QUIET_SECONDS, BUSY_SECONDS = 300, 600
_SUMMARY = re.compile(r"^=+ (.*\d+ (?:passed|failed|error).*) in ([\d.]+)s", re.MULTILINE)


def main() -> int:
    """Print a row a run; 1 if one failed or took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0, metavar="PROCESSES")
    options = parser.parse_args()
    target = BUSY_SECONDS if options.busy else QUIET_SECONDS
    missed = 0
    with busy(options.busy):
        for number in range(1, options.runs + 1):
            began = time.monotonic()
            run = subprocess.run(["./run", "test"], cwd=ROOT, capture_output=True, text=True, check=False)
            summary = _SUMMARY.search(run.stdout)
            told, seconds = (summary[1], float(summary[2])) if summary else ("no summary", float("inf"))
            fails = run.returncode != 0 or seconds > target
            missed += fails
            mark, whole = "!" if fails else " ", time.monotonic() - began
            print(f"{mark} {number:>2}: {told}, {seconds:.0f} s; with linters {whole:.0f} s", flush=True)
            if run.returncode:
                print(run.stdout + run.stderr, flush=True)
    beside = f" beside {options.busy} busy processes" if options.busy else ""
    print(f"{options.runs - missed} of {options.runs} runs{beside} were green in at most {target} s")
    return missed > 0


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
