"""How a running test asks the service for a fresh token: one question at a time, over the run's own pipes."""

from __future__ import annotations

import os

# Bound here: a test may replace the function of the module.
from json import loads
from typing import Any, Dict, Mapping, Optional

from .channel import ASK, Channel

READ_SIZE = 65_536


class AuthLine:
    """The child's end; whoever asks holds the lock of the credentials, so questions never mix."""

    def __init__(self, channel: Channel, inlet: int) -> None:
        self._channel = channel
        self._inlet = inlet
        self._partial = b""

    def ask(self, question: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        """The fresh credentials; None when the service has none, or is gone. Waits for the login."""
        self.tell(question)
        while b"\n" not in self._partial:
            data = os.read(self._inlet, READ_SIZE)
            if not data:
                return None
            self._partial += data
        line, _, self._partial = self._partial.partition(b"\n")
        answer: Optional[Dict[str, Any]] = loads(line)
        return answer

    def tell(self, message: Mapping[str, Any]) -> None:
        """A message that gets no answer."""
        self._channel.put(ASK, message)
        self._channel.flush()
