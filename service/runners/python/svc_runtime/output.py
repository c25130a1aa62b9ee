"""The output of a running test on its way to the service: bounded, in whole characters."""

from __future__ import annotations

import codecs

# Every portion holds more than the service keeps, so the kept end is always complete.
KEEP = 51_200 + 16_384


class PendingOutput:
    """Output that was read and not yet passed on; the oldest goes when a test writes faster than anyone can follow."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.dropped = 0

    def __bool__(self) -> bool:
        return bool(self._data)

    def add(self, data: bytes) -> None:
        """Takes what was read."""
        self._data += data
        if len(self._data) > 4 * KEEP:
            self._drop(len(self._data) - KEEP)

    def take(self, is_last: bool) -> tuple[str, int]:
        """The text to pass on, and how many bytes before it are left out."""
        if len(self._data) > KEEP:
            self._drop(len(self._data) - KEEP)
        text = self._decoder.decode(bytes(self._data), is_last)
        dropped, self.dropped = self.dropped, 0
        self._data.clear()
        return text, dropped

    def _drop(self, count: int) -> None:
        # Not within a character.
        while count < len(self._data) and self._data[count] & 0xC0 == 0x80:
            count += 1
        del self._data[:count]
        self.dropped += count
        self._decoder.reset()
