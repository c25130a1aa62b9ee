"""The C library, for calls to the kernel that Python has no function for."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

# None: this system has none of these calls.
LIBC: Any = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None


def last_error() -> OSError:
    """What the last call of this thread has failed with."""
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))
