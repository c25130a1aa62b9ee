"""The log of one run: what its HTTP calls sent and received, and what it produced.

Events are copied into a shared memory file that the parent opened. Nothing is parsed, masked or encoded and no system
call is made while the test waits for its call, so recording costs a few microseconds; and because the file outlives the
process, a test that is killed or crashes keeps the calls it made.

The test's own process writes into a mapping of the first part of the file; processes that it forks append behind it.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import struct
import tempfile
import threading
import time
from typing import Iterator, List, NamedTuple, Optional, Protocol, Set, Union

from .journal import Journal

Buffer = Union[bytes, bytearray, memoryview]

# kind, process, number of the call in its process, performance counter, length of the payload
HEADER = struct.Struct("<cIIdI")
HEADER_SIZE = HEADER.size
pack_header = HEADER.pack
pack_header_into = HEADER.pack_into
now = time.perf_counter

BEGIN = b"B"  # "scheme\0host\0port\0", the head of the request, what is known of its body
REQUEST = b"Q"  # more bytes of the request's body
REQUEST_TOTAL = b"q"  # length of a request body that was cut
HEAD = b"H"  # head of a response whose body arrives without framing
RECEIVED = b"R"  # bytes of the response as they came
TOTAL = b"T"  # length of a response body that was cut
SENT = b"S"  # a call that may change something leaves for the target now
UNSENT = b"N"  # it did not: no connection was made
OWN = b"O"  # the runtime made the call itself, before one of the test
FAILED = b"E"  # why there is no (complete) response
PRODUCED = b"P"  # JSON of {name, value, declared}

MEBIBYTE = 1024 * 1024
# The part of the file that is mapped; beyond the first size of it only heads are kept, beyond the second nothing.
MAPPED_SIZE = 48 * MEBIBYTE
LOG_LIMIT = 44 * MEBIBYTE
BODIES_LOG_LIMIT = 32 * MEBIBYTE
# What the forked processes of a test may append together.
APPENDED_LIMIT = 8 * MEBIBYTE

BODY_LIMIT = 65_536
# A response is kept with its head and its chunk framing.
CAPTURE_LIMIT = BODY_LIMIT + 32_768
HEAD_LIMIT = 8_192


class Event(NamedTuple):
    """One entry of the log."""

    kind: bytes
    process: int
    number: int
    at: float
    payload: bytes


class Held(Protocol):
    """A call that the log must ask for what it still keeps."""

    def write_request(self) -> None:
        """Writes what is known of the request."""

    def write_totals(self) -> None:
        """Writes the lengths of bodies that were cut."""


class CallLog:
    """Writes the events of this process."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.process = os.getpid()
        self.calls = 0
        self.size = 0
        self.is_full = False
        self.body_limit = BODY_LIMIT
        self.capture_limit = CAPTURE_LIMIT
        # A request that is not written yet: at most one, the latest.
        self.held: Optional[Held] = None
        # The test is about to end: no further call may begin.
        self.is_closing = False
        # What must write the length of a body that was cut.
        self.cut: Set[Held] = set()
        # Where calls that may change something are kept beside; None: nowhere.
        self.journal: Optional[Journal] = None
        self._kept_size = 0
        self._unkept: List[bytes] = []
        self._map: Optional[mmap.mmap] = mmap.mmap(file, MAPPED_SIZE)
        self._soft_limit = BODIES_LOG_LIMIT
        # The signal of the time limit may interrupt a write and write itself.
        self._lock = threading.RLock()

    def append(self, kind: bytes, number: int, payload: Buffer, at: Optional[float] = None) -> None:
        """Writes one event, which happens now; a log that cannot be written must never disturb the test."""
        length = len(payload)
        with self._lock:
            start = self.size
            end = start + HEADER_SIZE + length
            if end > self._soft_limit and not self._has_room(end):
                return
            if self._map is None:
                self._append_to_file(pack_header(kind, self.process, number, at or now(), length) + payload)
            else:
                pack_header_into(self._map, start, kind, self.process, number, at or now(), length)
                self._map[start + HEADER_SIZE : end] = payload
            self.size = end

    def _has_room(self, end: int) -> bool:
        """From the first limit on only heads are kept, from the second nothing."""
        self.body_limit, self.capture_limit = 0, HEAD_LIMIT
        self._soft_limit = LOG_LIMIT
        self.is_full = self.is_full or end > LOG_LIMIT
        return not self.is_full

    def keep(self) -> None:
        """Appends what was written since to the journal."""
        if self.journal is None:
            return
        with self._lock:
            start, self._kept_size = self._kept_size, self.size
            data = b"".join(self._unkept) if self._map is None else self._map[start : self.size]
            self._unkept.clear()
            if data:
                self.journal.keep(data)

    def _append_to_file(self, data: bytes) -> None:
        if not self.is_full:
            if self.journal is not None:
                self._unkept.append(data)
            try:
                os.write(self.file, data)
            except OSError:
                self.is_full = True

    def payloads(self, kind: bytes, number: int, start: int) -> Iterator[bytes]:
        """What this process has written about one call, from a position on."""
        if self._map is None:
            events = read_log(self.file)
            yield from (e.payload for e in events if (e.kind, e.process, e.number) == (kind, self.process, number))
            return
        while start < self.size:
            found, _, of, _, length = HEADER.unpack_from(self._map, start)
            start += HEADER_SIZE
            if found == kind and of == number:
                yield self._map[start : start + length]
            start += length

    def produced(self, text: str) -> None:
        """Records a produced value, as JSON of {name, value, declared}."""
        self.append(PRODUCED, 0, text.encode("ascii"))

    def close(self) -> None:
        """Writes what is held back, and the lengths of the bodies that were cut."""
        if self.held is not None:
            self.held.write_request()
        for call in list(self.cut):
            call.write_totals()

    def after_fork(self) -> None:
        """Turns to appending in a process that the test forked; what it inherits is its parent's to write."""
        self.process = os.getpid()
        self.calls = 0
        self.size = BODIES_LOG_LIMIT - APPENDED_LIMIT
        self._soft_limit = BODIES_LOG_LIMIT
        self.held = None
        self.cut.clear()
        self._unkept.clear()
        self._map = None
        self._lock = threading.RLock()


def create_log_file(folder: str) -> int:
    """Opens an anonymous file with room for the mapping, to which forked processes append; returns its descriptor."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("calls", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    else:
        file, path = tempfile.mkstemp(dir=folder)
        os.unlink(path)
    os.ftruncate(file, MAPPED_SIZE)
    if hasattr(fcntl, "F_SEAL_SHRINK"):
        # The parent maps it as well: a test that cut it would end the parent by the access beyond its end.
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
    return file


def create_note(text: str) -> Optional[int]:
    """Keeps a text outside of this process's memory, which tests inherit; None where the system cannot."""
    if not hasattr(os, "memfd_create"):
        return None
    file = os.memfd_create("note", os.MFD_CLOEXEC)
    write_note(file, text)
    return file


def write_note(file: int, text: str) -> None:
    """Replaces the text of a note."""
    os.ftruncate(file, 0)
    os.pwrite(file, text.encode("utf-8"), 0)


def read_note(file: int) -> str:
    """The text of a note."""
    return os.pread(file, os.fstat(file).st_size, 0).decode("utf-8")


def is_empty(file: int) -> bool:
    """Whether nothing was written."""
    return os.pread(file, 1, 0) == b"\0" and os.fstat(file).st_size == MAPPED_SIZE


def used_size(file: int) -> int:
    """Bytes in the mapped part, as far as its entries reach."""
    with mmap.mmap(file, MAPPED_SIZE, access=mmap.ACCESS_READ) as data:
        size = 0
        while data[size] and size + HEADER.size < MAPPED_SIZE:
            size += HEADER.size + HEADER.unpack_from(data, size)[4]
        return size


def read_log(file: int) -> Iterator[Event]:
    """The events of every process in its order; an entry that a killed process left incomplete ends its part."""
    size = os.fstat(file).st_size
    with mmap.mmap(file, size, access=mmap.ACCESS_READ) as data:
        yield from _read_part(data, 0, MAPPED_SIZE)
        yield from _read_part(data, MAPPED_SIZE, size)


def _read_part(data: mmap.mmap, offset: int, end: int) -> Iterator[Event]:
    while offset + HEADER.size <= end and data[offset]:
        kind, process, number, at, length = HEADER.unpack_from(data, offset)
        offset += HEADER.size
        if offset + length > end:
            return
        yield Event(kind, process, number, at, data[offset : offset + length])
        offset += length


def log_advisories(size: int) -> List[str]:
    """What the limits of a log of this size left out."""
    if size > LOG_LIMIT:
        return [f"more than {LOG_LIMIT // MEBIBYTE} MB of calls were recorded; later calls are not stored"]
    if size > BODIES_LOG_LIMIT:
        limit = BODIES_LOG_LIMIT // MEBIBYTE
        return [f"more than {limit} MB of calls were recorded; bodies of later calls are not stored"]
    return []
