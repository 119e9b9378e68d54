"""Files that appear whole or not at all."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

_LEFT_BEHIND_SECONDS = 3600  # of a process that was killed while it wrote
_UNFINISHED = ".unfinished"


def written_whole(path: Path, write: Callable[[IO[bytes]], Any]) -> None:
    """Have `write` fill a file, and give it its name once it is on disk; what stood there before is replaced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as file:
        try:
            write(file)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def swept(folder: Path) -> None:
    """Remove what killed processes have left unfinished in a folder."""
    for path in folder.glob(f"*{_UNFINISHED}"):
        if time.time() - path.stat().st_mtime > _LEFT_BEHIND_SECONDS:
            path.unlink(missing_ok=True)
