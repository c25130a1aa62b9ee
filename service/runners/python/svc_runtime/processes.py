"""Processes of a run that outlive it or leave its group: found and killed.

The parent and every test are child subreapers. A descendant whose own parent has died therefore stays below its test
while the test runs, and comes to the parent when the test ends; a child of the parent that is no running test is a
left-over. Where the parent itself was killed, left-overs are found by the home folder they were started with: a forked
process keeps the environment of the runtime, an executed one gets the folder of its run.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Collection, Dict, Iterable, Iterator, List, NamedTuple, Optional

from .libc import LIBC

PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36

_IS_LINUX = sys.platform.startswith("linux")


class Entry(NamedTuple):
    """One process of the machine."""

    pid: int
    parent: int
    is_alive: bool


def control(option: int, value: int) -> None:
    """Sets an attribute of this process; without effect where the system has no such call."""
    if LIBC is not None:
        LIBC.prctl(option, value, 0, 0, 0)


def set_name(name: str) -> None:
    """Sets the name that process lists show."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_NAME, name.encode("ascii"), 0, 0, 0)


def kill(pid: int) -> None:
    """Ends one process at once."""
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def tell(pid: int, number: int) -> None:
    """Sends a signal to a process that may be gone."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def kill_group(leader: int) -> None:
    """Ends a test with its whole process group."""
    # Just forked, the leader may not have its group yet.
    kill(leader)
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def has_descendants() -> bool:
    """Whether this process, which must be a subreaper, still has living children; collects the dead ones."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def list_processes() -> Iterator[Entry]:
    """Every process of the machine, where the system shows them."""
    if not _IS_LINUX:
        return
    for name in os.listdir("/proc"):
        if name.isdigit():
            stat = _read(f"/proc/{name}/stat")
            if stat:
                # The command in parentheses may hold anything, so count from its end.
                fields = stat[stat.rindex(b")") + 2 :].split(None, 2)
                yield Entry(int(name), int(fields[1]), fields[0] not in (b"Z", b"X"))


def ended_children() -> Iterator[int]:
    """Children that have ended and are not collected yet; each must be collected before the next is asked for."""
    while True:
        try:
            if hasattr(os, "waitid"):
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                pid = 0 if ended is None else ended.si_pid
            else:
                pid, _collected[0] = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid


# macOS cannot look at an ended child without collecting it.
_collected = [0]


def collect(pid: int) -> int:
    """The wait status of an ended child."""
    return os.waitpid(pid, 0)[1] if hasattr(os, "waitid") else _collected[0]


def count_own_tasks() -> int:
    """How many processes and threads this user has; the limit of processes counts them all."""
    own = os.getuid()
    tasks = 0
    for entry in list_processes():
        try:
            if os.stat(f"/proc/{entry.pid}").st_uid == own:
                tasks += len(os.listdir(f"/proc/{entry.pid}/task"))
        except OSError:
            continue
    return tasks


def descendants_of(leaders: Collection[int]) -> Dict[int, List[int]]:
    """The living processes below each test."""
    children: Dict[int, List[int]] = {}
    for entry in list_processes():
        if entry.is_alive:
            children.setdefault(entry.parent, []).append(entry.pid)
    return {leader: _below(leader, children) for leader in leaders}


def _below(leader: int, children: Dict[int, List[int]]) -> List[int]:
    found = list(children.get(leader, ()))
    for pid in found:
        # The list grows while it is walked.
        found.extend(children.get(pid, ()))
    return found


def kill_leftovers(running: Collection[int], seconds: float = 2.0) -> None:
    """Ends every child of this process that is no running test, and what comes up from below them."""
    own = os.getpid()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = [entry for entry in list_processes() if entry.parent == own and entry.pid not in running]
        if not _kill_and_collect(found, deadline):
            return


def kill_strays(home: str, seconds: float = 2.0) -> None:
    """Ends every other process whose home is this folder or lies below it."""
    deadline = time.monotonic() + seconds
    needle = b"\0HOME=" + os.fsencode(home)
    own = os.getpid()
    while time.monotonic() < deadline:
        found = [
            entry
            for entry in list_processes()
            if entry.is_alive and entry.pid != own and _has_home(entry.pid, needle)
        ]
        if not found:
            return
        for entry in found:
            kill(entry.pid)
        _wait_until_gone([entry.pid for entry in found], deadline)


def _has_home(pid: int, needle: bytes) -> bool:
    environment = b"\0" + (_read(f"/proc/{pid}/environ") or b"") + b"\0"
    start = environment.find(needle)
    return start >= 0 and environment[start + len(needle) : start + len(needle) + 1] in (b"\0", b"/")


def _kill_and_collect(found: Iterable[Entry], deadline: float) -> bool:
    has_killed = False
    for entry in found:
        has_killed = True
        kill(entry.pid)
        while time.monotonic() < deadline:
            try:
                if os.waitpid(entry.pid, os.WNOHANG)[0]:
                    break
            except ChildProcessError:
                break
            time.sleep(0.000_2)
    return has_killed


def _wait_until_gone(pids: Iterable[int], deadline: float) -> None:
    for pid in pids:
        while time.monotonic() < deadline:
            stat = _read(f"/proc/{pid}/stat")
            if not stat or stat[stat.rindex(b")") + 2 :][:1] in (b"Z", b"X"):
                break
            time.sleep(0.001)


def _read(path: str) -> Optional[bytes]:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
