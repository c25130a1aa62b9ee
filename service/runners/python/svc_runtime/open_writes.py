"""Which calls of a running test may change something and wait for their answer, as its log tells from outside."""

from __future__ import annotations

import itertools
import mmap
import os
from typing import Dict, Iterator, Optional, Tuple

from . import call_log
from .call_log import HEADER, MAPPED_SIZE, Event
from .wire import BodyReader, number_of, parse_head

# A response whose end nothing tells has ended when nothing came for so long.
QUIET_SECONDS = 0.25
# Of one look, in which no other test is served.
MOST_ENTRIES = 10_000


class _Answer:
    """As much of a response as has come."""

    def __init__(self) -> None:
        self._reader = BodyReader(is_framed=True)
        self._left: Optional[int] = None
        self._last: Optional[float] = None

    def add(self, event: Event) -> None:
        self._last = event.at
        if event.kind == call_log.HEAD:
            self._left = number_of(parse_head(event.payload).get("content-length"))
        elif self._left is not None:
            self._left -= len(event.payload)
        else:
            self._reader.feed(event.payload)

    def is_whole(self) -> bool:
        if self._last is None:
            return False
        is_told = self._reader.is_whole() or (self._left is not None and self._left <= 0)
        return is_told or call_log.now() - self._last > QUIET_SECONDS


class OpenWrites:
    """Follows the log of one run from another process."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._open: Dict[Tuple[int, int], _Answer] = {}
        self._mapped = _Part(0)
        self._appended = _Part(MAPPED_SIZE)

    def look(self) -> bool:
        """Whether a call is under way whose answer may name a record; False for a log that cannot be read.

        What was written since is seen one look later: the last entry may not be written to its end yet. The test may
        write anything into its log, and an API anything into its answers: neither ends the process that looks.
        """
        try:
            return self._look()
        except Exception:
            return False

    def _look(self) -> bool:
        size = os.fstat(self._file).st_size
        with mmap.mmap(self._file, size, access=mmap.ACCESS_READ) as data:
            parts = (self._mapped.read(data, MAPPED_SIZE), self._appended.read(data, size))
            events = list(itertools.islice(itertools.chain(*parts), MOST_ENTRIES))
        for event in events:
            self._take(event)
        # The rest waits for the next look.
        return len(events) == MOST_ENTRIES or any(not answer.is_whole() for answer in self._open.values())

    def _take(self, event: Event) -> None:
        key = (event.process, event.number)
        if event.kind == call_log.SENT:
            self._open[key] = _Answer()
        elif event.kind in (call_log.FAILED, call_log.UNSENT):
            self._open.pop(key, None)
        elif key in self._open and event.kind in (call_log.HEAD, call_log.RECEIVED):
            self._open[key].add(event)


class _Part:
    """The entries of one part of a log; the last of them is given out when it was the last at the look before, too."""

    def __init__(self, start: int) -> None:
        self._offset = start
        self._seen = -1

    def read(self, data: mmap.mmap, end: int) -> Iterator[Event]:
        while self._offset + HEADER.size <= end and data[self._offset]:
            start = self._offset
            kind, process, number, at, length = HEADER.unpack_from(data, start)
            body = start + HEADER.size
            if body + length > end:
                return
            is_last = body + length >= end or not data[body + length]
            if is_last and self._seen != start:
                self._seen = start
                return
            self._offset = body + length
            yield Event(kind, process, number, at, data[body : body + length])
