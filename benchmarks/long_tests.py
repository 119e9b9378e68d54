"""Run the tests that are too long for every run of the suite: `python -m benchmarks.long_tests`.

They are marked "long".  Without a browser: published levels that take seconds to simulate, the wheel, a site that is
refused, processes that compile at the same time, a Dask cluster in which a process is killed, and a second hostile link
to every page.  In a browser: wide windows, most reports on paper, chips and translations of most pages, a click in the
menu before the page is there, a drag that outlives its connection, browsers that lack something, most of the Explorer
as a file, and ties.  For some of these the suite tries one example in every run.
"""

import sys

import pytest


def main() -> int:
    """The exit code of pytest."""
    return pytest.main(["-q", "-m", "long", "--durations=0"])


if __name__ == "__main__":
    sys.exit(main())
