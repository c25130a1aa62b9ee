"""The pipe on which a child reports to the parent: one letter, JSON and a line feed per message."""

from __future__ import annotations

import os
import threading

# Bound here: a test may replace the function of the module.
from json import dumps
from typing import Any

CALL = b"C"
RESULT = b"R"
# The test needs a fresh token.
ASK = b"A"
# The test's own code has ended; what follows is the runtime's work and has its own time.
DONE = b"D"
# A library that the parent may load for the tests to come.
IMPORTED = b"I"


class Channel:
    """The child's end of the pipe; not inherited by programs the test starts."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._pending: list[bytes] = []
        self._size = 0
        # Threads of the test may ask for a token; the signal of the time limit may interrupt one of them.
        self._lock = threading.RLock()

    def put(self, kind: bytes, value: Any = None) -> None:
        """Adds a message; several leave together."""
        # ASCII escapes, so a message never holds a line feed of its own.
        line = kind + dumps(value).encode("ascii") + b"\n"
        with self._lock:
            self._pending.append(line)
            self._size += len(line)
            if self._size > 65_536:
                self.flush()

    def flush(self) -> None:
        """Writes everything that waits."""
        with self._lock:
            data = memoryview(b"".join(self._pending))
            self._pending.clear()
            self._size = 0
            while data:
                data = data[os.write(self._file, data) :]
