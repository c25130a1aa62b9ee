"""Turns a fresh fork of the parent into a process of its own: session, files, folder, environment, limits, rights."""

from __future__ import annotations

import fcntl
import io
import math
import os
import signal
import sys
import tempfile
from typing import Dict, NamedTuple, Optional

from . import processes
from .confinement import Confinement
from .gateway_sockets import Gateway
from .limits import Limits, apply_limits
from .target_rule import TargetRule

# The runtime's own descriptors live far above those a test opens or closes in a loop.
FIRST_PRIVATE_FILE = 200
# More than the parent opens for all its runs.
HIGHEST_FILE = 4096


class Setup(NamedTuple):
    """What every child of one parent has in common."""

    parent: int
    environment: Dict[str, str]
    limits: Limits
    preloaded: frozenset[str]
    confinement: Confinement
    # Where tests must not connect to.
    target_rule: TargetRule
    # The only way to the network; None: the network itself.
    gateway: Optional[Gateway] = None


class Files(NamedTuple):
    """Descriptors that the parent opened for one child."""

    output: int
    result: int
    log: int
    # Where fresh tokens arrive; below zero: the credential of this run stays what it is.
    auth: int = -1
    # Where calls that may change something are kept; below zero: nowhere.
    journal: int = -1


def isolate(
    setup: Setup, files: Files, scratch: str, timeout_seconds: float, browser: Optional[str] = None
) -> Files:
    """Leaves the parent's session and drops what belongs to it; returns the descriptors under their new numbers."""
    os.setsid()
    processes.control(processes.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != setup.parent:
        os._exit(0)
    processes.control(processes.PR_SET_CHILD_SUBREAPER, 1)
    processes.set_name("svc-test")
    # Before the descriptors of the parent are closed, of which it needs some.
    setup.confinement.confine(scratch, browser)
    _reset_signals()
    files = _take_files(files)
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update(setup.environment, HOME=scratch)
    # Temporary files of the test disappear with its folder.
    tempfile.tempdir = scratch
    sys.path.insert(0, scratch)
    # One thread cannot use more CPU than the wall clock allows; this stops many threads and native loops.
    apply_limits(setup.limits, math.ceil(timeout_seconds) + 1, drives_browser=bool(browser))
    return files


def _reset_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _take_files(files: Files) -> Files:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(files.output, 1)
    os.dup2(files.output, 2)
    last, kept = FIRST_PRIVATE_FILE - 1, []
    for file in files[1:]:
        if file >= 0:
            file = last = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, last + 1)
        kept.append(file)
    before = 2
    for file in kept:
        if file >= 0:
            os.closerange(before + 1, file)
            before = file
    os.closerange(last + 1, last + HIGHEST_FILE)
    _open_streams()
    return Files(1, *kept)


def _open_streams() -> None:
    """stdout and stderr share one buffer, so their order is the order of the writes."""
    raw = io.FileIO(1, "w", closefd=False)
    raw.name = "<stdout>"
    buffer = io.BufferedWriter(raw)
    sys.stdin = sys.__stdin__ = open(0, "r", encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = _writer(buffer, "surrogateescape")
    sys.stderr = sys.__stderr__ = _writer(buffer, "backslashreplace")


def _writer(buffer: io.BufferedWriter, errors: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, line_buffering=True, write_through=True)
