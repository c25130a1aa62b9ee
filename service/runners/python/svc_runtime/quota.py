"""How much of the disk a test holds: what lies in its folder, and what it has removed but still has open."""

from __future__ import annotations

import os
import stat
from typing import Iterator

# Blocks of `st_blocks`, whatever the file system's own are.
BLOCK = 512


def is_over(folder: str, pid: int, limit: int) -> bool:
    """Whether a running test holds more than `limit` bytes; looking ends when that is known."""
    held = 0
    for size in _held(folder, pid):
        held += size
        if held > limit:
            return True
    return False


def _held(folder: str, pid: int) -> Iterator[int]:
    yield from _below(folder)
    yield from _removed(f"/proc/{pid}/fd")


def _below(folder: str) -> Iterator[int]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                yield status.st_blocks * BLOCK
                if stat.S_ISDIR(status.st_mode):
                    yield from _below(entry.path)
    except OSError:
        # It ended, or took the right to look away; then it cannot write there either.
        return


def _removed(files: str) -> Iterator[int]:
    try:
        numbers = os.listdir(files)
    except OSError:
        return
    for number in numbers:
        try:
            status = os.stat(os.path.join(files, number))
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
            yield status.st_blocks * BLOCK
