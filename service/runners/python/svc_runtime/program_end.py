"""The end of a program as Python itself does it."""

from __future__ import annotations

import atexit
import sys
import threading


def is_success(leave: SystemExit) -> bool:
    """Whether an exit is one of success; prints a text as Python does."""
    if leave.code is None or isinstance(leave.code, int):
        return not leave.code
    print(leave.code, file=sys.stderr)
    return False


def end_program() -> None:
    """Waits for threads, ends idle thread pools and runs exit handlers, which report their own errors."""
    threading._shutdown()  # type: ignore[attr-defined]
    try:
        atexit._run_exitfuncs()
    except BaseException:
        # Python 3.9 raises the last of the errors it has printed.
        return


def flush_streams() -> None:
    """Writes out what is buffered, also when the test replaced a stream."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except Exception:
            # Closed or replaced by something that cannot flush: nothing is left to write.
            continue
