"""Landlock, by which a process of Linux gives up rights for itself and for all it will ever start.

The numbers are those of the kernel's documentation (`userspace-api/landlock`); they are the same on every machine type
that Python runs on. A kernel is asked for the version it has, and only what that version knows is asked of it.
"""

from __future__ import annotations

import ctypes
import os
import struct
from typing import Any, List, NamedTuple

from .libc import LIBC, last_error

CREATE_RULESET = 444
ADD_RULE = 445
RESTRICT_SELF = 446
ASK_VERSION = 1
PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38

EXECUTE = 1 << 0
WRITE_FILE = 1 << 1
READ_FILE = 1 << 2
READ_DIR = 1 << 3
REFER = 1 << 13
TRUNCATE = 1 << 14
IOCTL_DEV = 1 << 15
READ = EXECUTE | READ_FILE | READ_DIR
# What can be said of a file; the rest is about the entries of a folder.
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
# Sockets without a file, and signals, to processes that are not as confined.
SCOPES = 0b11
SCOPES_SINCE = 6
NETWORK_SINCE = 4


class Rule(NamedTuple):
    """Rights below one place; `file` is an open descriptor of it."""

    file: int
    rights: int


def version() -> int:
    """The version that this kernel has; 0 where there is none or it is turned off."""
    if LIBC is None:
        return 0
    return max(0, LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(ASK_VERSION)))


def all_rights(of_version: int) -> int:
    """Every right over files that a version can take away."""
    rights = (1 << 13) - 1
    for bit, since in ((REFER, 2), (TRUNCATE, 3), (IOCTL_DEV, 5)):
        if of_version >= since:
            rights |= bit
    return rights


def open_place(path: str) -> int:
    """A descriptor that names a place without reading it."""
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


def keep_privileges_away() -> None:
    """No program that this process starts gets more rights than it has. Raises OSError."""
    if LIBC is not None and LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise last_error()


def restrict(of_version: int, rules: List[Rule]) -> None:
    """Keeps the rights of these rules over files, and no signal to others; privileges must have been kept away.

    Raises OSError.
    """
    handled = all_rights(of_version)
    attributes = struct.pack("=Q", handled)
    if of_version >= NETWORK_SINCE:
        attributes += struct.pack("=Q", 0)
    if of_version >= SCOPES_SINCE:
        attributes += struct.pack("=Q", SCOPES)
    ruleset = _call(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        for rule in rules:
            _call(
                ADD_RULE,
                ctypes.c_int(ruleset),
                ctypes.c_int(PATH_BENEATH),
                struct.pack("=Qi", rule.rights & handled, rule.file),
                ctypes.c_uint32(0),
            )
        _call(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _call(number: int, *arguments: Any) -> int:
    result = LIBC.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise last_error()
    return int(result)
