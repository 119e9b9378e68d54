"""Run the tests that are too long for every run of the suite: `python -m benchmarks.long_tests`.

They are marked "long": published levels that take seconds to simulate, the wheel, a site that is refused, processes
that compile at once, and in a browser what several components share and one of them shows in every run, wide windows
of pages that phones show, most reports on paper, chips and translations of pages like one that is tried in every run,
a click in the menu before the page stands, a drag that outlives its connection, of which one beside a silent server
is tried in every run, browsers that lack something, most of the Explorer as a file, and ties of which a drag's is
tried in every run; and a Dask cluster of which a process is killed, while one that lives works in every run.
"""

import sys

import pytest


def main() -> int:
    """The exit code of pytest."""
    return pytest.main(["-q", "-m", "long", "--durations=0"])


if __name__ == "__main__":
    sys.exit(main())
