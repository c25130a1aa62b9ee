"""Resource limits of one test."""

from __future__ import annotations

import resource
from typing import Dict, NamedTuple


class Limits(NamedTuple):
    """Limits that the kernel enforces; sizes in bytes."""

    address_space: int
    open_files: int
    file_size: int
    processes: int


class Watched(NamedTuple):
    """Limits of one test that the parent watches: processes below it, bytes that it holds on the disk."""

    processes: int
    scratch: int


# Between the signal that a test may still answer and the one that ends it.
CPU_GRACE_SECONDS = 5
# What the runtime may use to report that a test has used up its memory.
REPORT_BYTES = 256 * 1024 * 1024
# A browser reserves terabytes of addresses that it never fills, and has a thread for everything: what it may fill is
# limited in place of what it may reserve.
BROWSER_DATA_BYTES = 4 * 1024 * 1024 * 1024
BROWSER_THREADS = 512


def apply_limits(limits: Limits, cpu_seconds: int, drives_browser: bool = False) -> None:
    """Limits this process and what it starts; the soft CPU limit lies below the hard one."""
    threads = BROWSER_THREADS if drives_browser else 0
    values: Dict[int, int] = {
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_FSIZE: limits.file_size,
        resource.RLIMIT_NPROC: limits.processes + threads,
        resource.RLIMIT_CORE: 0,
    }
    for kind, value in values.items():
        _set(kind, value, value)
    if drives_browser:
        _set(resource.RLIMIT_DATA, BROWSER_DATA_BYTES, BROWSER_DATA_BYTES)
    else:
        _set(resource.RLIMIT_AS, limits.address_space, limits.address_space + REPORT_BYTES)
    _set(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + CPU_GRACE_SECONDS)


def allow_report() -> None:
    """The test is over: its report gets the memory that was kept back."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    _set(resource.RLIMIT_AS, hard, hard)


def _set(kind: int, soft: int, hard: int) -> None:
    _, highest = resource.getrlimit(kind)
    if highest != resource.RLIM_INFINITY:
        soft, hard = min(soft, highest), min(hard, highest)
    try:
        resource.setrlimit(kind, (soft, hard))
    except (ValueError, OSError):
        # macOS refuses an address space limit; the others still hold.
        pass
