"""Run the tests that are too long for every run of the suite: `python -m benchmarks.long_tests`.

They are marked "long": published levels that take seconds to simulate, the wheel, and processes that compile at once.
"""

import sys

import pytest


def main() -> int:
    """The exit code of pytest."""
    return pytest.main(["-q", "-m", "long", "--ignore=tests/browser", "--durations=0"])


if __name__ == "__main__":
    sys.exit(main())
