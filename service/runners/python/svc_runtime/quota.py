"""How much of the disk a test holds: what lies in its folder, and what it has removed but still has open.

Bounded in every direction that a test can choose: how large, how many, how deep.
"""

from __future__ import annotations

import os
import stat
from typing import Dict, Iterable, Iterator, Optional, Tuple

# Blocks of `st_blocks`, whatever the file system's own are.
BLOCK = 512
MEBIBYTE = 1024 * 1024
# More than a browser, a package or a checkout has; looking at so many takes a moment, in which no other test is served.
MOST_FILES = 20_000
DEEPEST = 100
# A test may try what a closed folder does; for longer it could hide there what it writes.
MOST_CLOSED_LOOKS = 6


class _TooMuch(Exception):
    """What a test has done too much of, in words."""


class Disk:
    """What one running test holds, look by look."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        # Looks in a row that met a folder which nobody may look into.
        self._closed_looks = 0

    def excess(self, family: Iterable[int], limit: int) -> Optional[str]:
        """What the test, of these processes, has done too much of, in words; looking ends when that is known."""
        held = 0
        try:
            for size in _held(self._folder, family):
                held += size
                if held > limit:
                    return f"wrote more than {limit // MEBIBYTE} MB into its folder"
        except _TooMuch as reason:
            return str(reason)
        except OSError:
            # Closed, or with a longer path than can be named.
            self._closed_looks += 1
            is_over = self._closed_looks > MOST_CLOSED_LOOKS
            return "closed a folder to the runtime, which measures what it writes" if is_over else None
        self._closed_looks = 0
        return None


def _held(folder: str, family: Iterable[int]) -> Iterator[int]:
    yield from _below(folder)
    # A file that several processes have open lies on the disk once.
    removed: Dict[Tuple[int, int], int] = {}
    for pid in family:
        _add_removed(f"/proc/{pid}/fd", removed)
    yield from removed.values()


def _below(folder: str) -> Iterator[int]:
    waiting = [(folder, 0)]
    files = 0
    while waiting:
        path, depth = waiting.pop()
        if depth > DEEPEST:
            raise _TooMuch(f"put folders into each other more than {DEEPEST} deep")
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    files += 1
                    if files > MOST_FILES:
                        raise _TooMuch(f"made more than {MOST_FILES} files")
                    status = entry.stat(follow_symlinks=False)
                    yield status.st_blocks * BLOCK
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append((entry.path, depth + 1))
        except (FileNotFoundError, NotADirectoryError):
            # It was removed meanwhile.
            continue


def _add_removed(files: str, removed: Dict[Tuple[int, int], int]) -> None:
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
            removed[status.st_dev, status.st_ino] = status.st_blocks * BLOCK
