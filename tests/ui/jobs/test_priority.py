"""Work in the background has a low priority, and never a higher one than it had."""

import os
import subprocess
import sys

import pytest

from ui.jobs import priority


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="this system has no priorities")
@pytest.mark.parametrize("began, ends", [(0, 10), (15, 15)])
def test_a_process_becomes_low_or_stays_lower(began, ends):
    waits = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        os.setpriority(os.PRIO_PROCESS, waits.pid, max(began, os.getpriority(os.PRIO_PROCESS, 0)))
        priority.lower(waits.pid)
        assert os.getpriority(os.PRIO_PROCESS, waits.pid) == max(ends, os.getpriority(os.PRIO_PROCESS, 0))
    finally:
        waits.communicate()
