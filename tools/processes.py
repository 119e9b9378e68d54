"""What a process takes of this machine: processor time, memory, threads."""

import os
import subprocess
from pathlib import Path


def cpu_seconds(process: int) -> float:
    """Processor time of the process so far; to the second where the system has no /proc."""
    if (stat := Path(f"/proc/{process}/stat")).exists():
        user, kernel = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
        return (int(user) + int(kernel)) / os.sysconf("SC_CLK_TCK")
    days, _, clock = _said_by_ps("time", process).rpartition("-")
    hours, minutes, seconds = ([0.0] + [float(part) for part in clock.split(":")])[-3:]
    return float(days or 0) * 86400 + hours * 3600 + minutes * 60 + seconds


def megabytes(process: int) -> float:
    """Memory of the process that is resident now."""
    return float(_said_by_ps("rss", process)) / 1024


def threads(process: int) -> int:
    """How many threads the process has now; 0 where the system has no /proc."""
    tasks = Path(f"/proc/{process}/task")
    return len(list(tasks.iterdir())) if tasks.exists() else 0


def _said_by_ps(what: str, process: int) -> str:
    command = ["ps", "-o", f"{what}=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
