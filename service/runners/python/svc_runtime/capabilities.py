"""Gives up what root may do beyond its own files, so that a test of a service that runs as root is an ordinary program."""

from __future__ import annotations

import os
import struct

from .libc import LIBC, last_error
from .processes import control

PR_SET_DUMPABLE = 4
VERSION_3 = 0x20080522


def drop_capabilities() -> None:
    """Clears every capability of this process for good, where it has any. Raises OSError."""
    if LIBC is None or os.geteuid() != 0:
        return
    header = struct.pack("=Ii", VERSION_3, 0)
    if LIBC.capset(header, bytes(24)):
        raise last_error()


def hide_memory(is_hidden: bool) -> None:
    """Keeps other programs of this user from looking into this process (`/proc/<pid>/environ`, `mem`, ptrace)."""
    control(PR_SET_DUMPABLE, 0 if is_hidden else 1)
