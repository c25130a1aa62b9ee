"""Gives up what root may do beyond its own files, so that a test of a service that runs as root is an ordinary program."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from typing import Any

PR_SET_DUMPABLE = 4
VERSION_3 = 0x20080522

_LIBC: Any = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None


def drop_capabilities() -> None:
    """Clears every capability of this process for good, where it has any. Raises OSError."""
    if _LIBC is None or os.geteuid() != 0:
        return
    header = struct.pack("=Ii", VERSION_3, 0)
    if _LIBC.capset(header, bytes(24)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def hide_memory(is_hidden: bool) -> None:
    """Keeps other programs of this user from looking into this process (`/proc/<pid>/environ`, `mem`, ptrace)."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_DUMPABLE, 0 if is_hidden else 1, 0, 0, 0)
