"""The runtime's folder: one per parent, locked while it lives, so that a later parent can tell what is left over."""

from __future__ import annotations

import fcntl
import itertools
import os
import stat
import time
from typing import Collection, List, Optional

from .processes import kill_strays

LOCK_NAME = "lock"
# A folder without a lock file is one that another parent is just making.
UNFINISHED_SECONDS = 3600


class Home:
    """Scratch folders of the tests below one locked folder."""

    def __init__(self, path: str) -> None:
        self.path = path
        os.makedirs(path, mode=0o700, exist_ok=True)
        self.lock = os.open(os.path.join(path, LOCK_NAME), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        # Tells the next service whom it has to wait for.
        os.write(self.lock, str(os.getpid()).encode("ascii"))
        self._count = 0

    def make_scratch(self) -> str:
        """A new empty folder for one test."""
        self._count += 1
        path = os.path.join(self.path, f"run-{self._count}")
        os.mkdir(path, 0o700)
        return path

    def journal_path(self) -> str:
        """Where the latest test keeps what may change something; beside the folder, which goes."""
        return f"{self.path}.{self._count}.journal"

    def remove_journals(self, kept: Collection[Optional[str]]) -> None:
        """Removes the journals of all runs but these, whose report did not come."""
        folder, own = os.path.split(self.path)
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name.startswith(f"{own}.") and name.endswith(".journal") and path not in kept:
                remove_file(path)

    @property
    def report_path(self) -> str:
        """Where the next service finds what could not be reported to this one; beside the folder, which goes."""
        return f"{self.path}.jsonl"

    def remove(self) -> None:
        """Removes everything; at the end of the parent."""
        kill_strays(self.path)
        remove_tree(self.path)


def open_journal(path: Optional[str]) -> int:
    """Opens a new journal to append to; below zero: there is none, and no test is stopped by that."""
    if path is None:
        return -1
    try:
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError:
        return -1


def remove_file(path: str) -> None:
    """Removes a file that may be gone."""
    try:
        os.unlink(path)
    except OSError:
        return


def remove_tree(path: str) -> None:
    """Removes a folder, also when a test took the right to do so away, or nested folders beyond the length of a path.

    Usually it is empty. What cannot be removed stays behind; the next parent tries again.
    """
    try:
        os.rmdir(path)
        return
    except OSError:
        names = (f"{os.urandom(8).hex()}-{number}" for number in itertools.count())
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        for entry in _entries_with_rights(folder):
            try:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                # To the top, where its path is short however deep it lay.
                inner = os.path.join(path, next(names))
                os.chmod(entry.path, stat.S_IRWXU)
                os.rename(entry.path, inner)
                waiting.append(inner)
            except OSError:
                continue
        if folder != path:
            _remove_folder(folder)
    _remove_folder(path)


def _entries_with_rights(folder: str) -> List["os.DirEntry[str]"]:
    try:
        os.chmod(folder, stat.S_IRWXU)
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _remove_folder(path: str) -> None:
    try:
        os.rmdir(path)
    except OSError:
        return


def sweep_abandoned(scratch: str, own: str) -> None:
    """Kills what tests of a parent that was killed have left running, and removes its folder."""
    for name in os.listdir(scratch):
        path = os.path.join(scratch, name)
        if path != own and os.path.isdir(path) and _is_abandoned(path):
            kill_strays(path)
            remove_tree(path)
            _remove_empty_journals(scratch, name)


def _remove_empty_journals(scratch: str, home: str) -> None:
    """Removes the journals of tests that only read; the others are for the service."""
    for name in os.listdir(scratch):
        path = os.path.join(scratch, name)
        if name.startswith(f"{home}.") and name.endswith(".journal") and os.path.getsize(path) == 0:
            remove_file(path)


def _is_abandoned(path: str) -> bool:
    try:
        lock = os.open(os.path.join(path, LOCK_NAME), os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return time.time() - os.stat(path).st_mtime > UNFINISHED_SECONDS
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError:
        return False
    finally:
        os.close(lock)
