"""The line to the service: JSON lines in on stdin, out on stdout."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional

from .seal import seal_line

READ_SIZE = 262_144


class ServiceLine:
    """Batches what goes out; one write per turn of the parent's loop."""

    def __init__(self, inlet: int, outlet: int) -> None:
        self.inlet = inlet
        self._outlet = outlet
        self._partial = b""
        self._outgoing: List[bytes] = []
        self._key: Optional[bytes] = None
        # Something was not written.
        self.has_failed = False

    def receive(self) -> Optional[List[Dict[str, Any]]]:
        """The orders that arrived; None when the service is gone."""
        try:
            data = os.read(self.inlet, READ_SIZE)
        except (BlockingIOError, InterruptedError):
            return []
        except OSError:
            return None
        if not data:
            return None
        lines = (self._partial + data).split(b"\n")
        self._partial = lines.pop()
        return [json.loads(line) for line in lines if line]

    def emit(self, event: str, **fields: Any) -> None:
        """Adds an event."""
        self._outgoing.append(json.dumps({"event": event, **fields}).encode("ascii") + b"\n")

    def forward(self, event: str, identifier: str, value: bytes) -> None:
        """Adds an event whose value is JSON of a child, passed on unread: what the parent says of it comes last."""
        envelope = json.dumps({"event": event, "id": identifier}).encode("ascii")
        self._outgoing.append(b'{"value":' + value + b"," + envelope[1:] + b"\n")

    def flush(self) -> bool:
        """Writes everything that waits; False when the service is gone."""
        if not self._outgoing:
            return True
        lines, key = self._outgoing, self._key
        if key is not None:
            lines = [seal_line(key, line) + b"\n" for line in lines]
        data = memoryview(b"".join(lines))
        self._outgoing.clear()
        try:
            while data:
                data = data[os.write(self._outlet, data) :]
        except OSError:
            self.has_failed = True
            return False
        return True

    def divert(self, outlet: int, key: Optional[bytes], header: str) -> None:
        """From now on everything goes to another file: the service is gone. What was on its way to it is dropped.

        With a key the lines are encrypted; the first one says, for those who may know it, with which.
        """
        self._outlet = outlet
        self._outgoing.clear()
        self.has_failed = False
        if key is not None:
            self._outgoing.append(json.dumps({"sealed": header}).encode("ascii") + b"\n")
            self.flush()
            self._key = key

    def forget(self) -> None:
        """Drops what waits; for a child, which must not hold orders of others."""
        self._partial = b""
        self._outgoing.clear()
