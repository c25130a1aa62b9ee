"""The log of one run: what its HTTP calls sent and received, and what it produced.

Every event is one append to an anonymous file that the parent opened. Nothing is parsed, masked or encoded while the
test waits for its call, so recording costs a few microseconds; and because the file outlives the process, a test that
is killed or crashes keeps the calls it made. Appends of several threads and of forked children do not mix (O_APPEND).
"""

from __future__ import annotations

import fcntl
import os
import struct
import tempfile
import time
from typing import Iterator, List, NamedTuple, Optional, Union

from .wire import BodyReader

Buffer = Union[bytes, bytearray, memoryview]

# kind, process, number of the call in its process, performance counter, length of the payload
HEADER = struct.Struct("<cIIdI")
EPOCH = struct.Struct("<d")
COUNT = struct.Struct("<Q")

BEGIN = b"B"  # epoch time, then "scheme\0host\0port\0", then the head of the request
REQUEST = b"Q"  # bytes of the request's body
REQUEST_TOTAL = b"q"  # length of a request body that was cut
HEAD = b"H"  # head of a response whose body arrives without framing
RECEIVED = b"R"  # bytes of the response as they came
TOTAL = b"T"  # length of a response body that was cut
FAILED = b"E"  # why there is no (complete) response
PRODUCED = b"P"  # epoch time, then JSON of {name, value, declared}

BODY_LIMIT = 65_536
# A response is kept with its head and its chunk framing.
CAPTURE_LIMIT = BODY_LIMIT + 32_768
# Beyond the first size of the log only the heads are kept; beyond the second, nothing is.
BODIES_LOG_LIMIT = 32 * 1024 * 1024
LOG_LIMIT = 44 * 1024 * 1024
HEAD_LIMIT = 8_192


class Event(NamedTuple):
    """One entry of the log."""

    kind: bytes
    process: int
    number: int
    at: float
    payload: bytes


class CallLog:
    """Appends the events of this process."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.process = os.getpid()
        self.calls = 0
        self.size = 0
        self.is_full = False
        self.body_limit = BODY_LIMIT
        self.capture_limit = CAPTURE_LIMIT
        self.cut: List[LiveCall] = []

    def append(self, kind: bytes, number: int, payload: Buffer) -> None:
        """Writes one event; a log that cannot be written must never disturb the test."""
        if self.is_full:
            return
        length = len(payload)
        header = HEADER.pack(kind, self.process, number, time.perf_counter(), length)
        self.size += HEADER.size + length
        if self.size > BODIES_LOG_LIMIT:
            self.body_limit, self.capture_limit = 0, HEAD_LIMIT
            self.is_full = self.size > LOG_LIMIT
        try:
            os.write(self.file, b"".join((header, payload)))
        except OSError:
            self.is_full = True

    def begin(self, scheme: str, host: str, port: int, head: Buffer) -> LiveCall:
        """Records that a call starts; `head` is the request line with the headers."""
        self.calls += 1
        call = LiveCall(self, self.calls)
        place = f"{scheme}\0{host}\0{port}\0".encode("utf-8", "surrogateescape")
        self.append(BEGIN, call.number, b"".join((EPOCH.pack(time.time()), place, head)))
        return call

    def produced(self, text: str) -> None:
        """Records a produced value, as JSON of {name, value, declared}."""
        self.append(PRODUCED, 0, EPOCH.pack(time.time()) + text.encode("ascii"))

    def close(self) -> None:
        """Writes the lengths of the bodies that were cut."""
        for call in self.cut:
            call.write_totals()

    def after_fork(self) -> None:
        """Gives a forked child of the test its own numbers."""
        self.process = os.getpid()
        self.calls = 0


class LiveCall:
    """One call while the test makes it."""

    __slots__ = (
        "log",
        "number",
        "sent",
        "received",
        "kept",
        "reader",
        "body",
        "reported",
        "is_framed",
        "is_cut",
        "has_failed",
    )

    def __init__(self, log: CallLog, number: int) -> None:
        self.log = log
        self.number = number
        self.sent = 0
        self.received = 0
        self.kept: List[bytes] = []
        self.reader: Optional[BodyReader] = None
        self.body = 0
        self.reported = 0
        self.is_framed = True
        self.is_cut = False
        self.has_failed = False

    def sent_body(self, data: Buffer) -> None:
        """The test sent bytes of the request's body."""
        before = self.sent
        self.sent = before + len(data)
        limit = self.log.body_limit
        if before < limit:
            self.log.append(REQUEST, self.number, memoryview(data)[: limit - before])
        if self.sent > limit and not self.is_cut:
            self.is_cut = True
            self.log.cut.append(self)

    def got_head(self, head: bytes) -> None:
        """The response's head arrived; its body will come without framing."""
        self.is_framed = False
        self.log.append(HEAD, self.number, head)

    def got(self, data: Buffer) -> None:
        """Bytes of the response arrived."""
        before = self.received
        self.received = before + len(data)
        if self.reader is None and self.received <= self.log.capture_limit:
            piece = bytes(data)
            self.kept.append(piece)
            self.log.append(RECEIVED, self.number, piece)
        else:
            self._count(data, before)

    def _count(self, data: Buffer, before: int) -> None:
        if self.reader is None:
            room = max(0, self.log.capture_limit - before)
            self.log.append(RECEIVED, self.number, memoryview(data)[:room])
            if not self.is_cut:
                self.is_cut = True
                self.log.cut.append(self)
            self.reader = BodyReader(self.is_framed)
            for piece in self.kept:
                self.body += sum(map(len, self.reader.feed(piece)))
            self.kept.clear()
        self.body += sum(map(len, self.reader.feed(data)))
        # A killed test cannot report the length, so it is written each time it has doubled.
        if self.body >= 2 * self.reported:
            self.write_totals()

    def failed(self, error: BaseException) -> None:
        """The call broke; only the first reason counts, the rest are consequences."""
        if not self.has_failed:
            self.has_failed = True
            self.log.append(FAILED, self.number, describe_error(error).encode("utf-8", "replace")[:2000])

    def write_totals(self) -> None:
        """Writes the lengths of bodies that were cut."""
        if self.sent > self.log.body_limit:
            self.log.append(REQUEST_TOTAL, self.number, COUNT.pack(self.sent))
        if self.reader is not None:
            self.reported = self.body
            self.log.append(TOTAL, self.number, COUNT.pack(self.body))


def describe_error(error: BaseException) -> str:
    """`ConnectionRefusedError: [Errno 111] Connection refused`: the system's own error where there is one."""
    cause: Optional[BaseException] = error
    seen = set()
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if isinstance(cause, OSError) and type(cause).__module__ in ("builtins", "socket", "ssl"):
            error = cause
        cause = cause.__cause__ or cause.__context__
    name = type(error).__name__
    # Python 3.9 still calls it `socket.timeout`.
    return f"{'TimeoutError' if name == 'timeout' else name}: {error}".rstrip(": ")


def create_log_file(folder: str) -> int:
    """Opens an anonymous file for appending and returns its descriptor."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("calls", os.MFD_CLOEXEC)
    else:
        file, path = tempfile.mkstemp(dir=folder)
        os.unlink(path)
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
    return file


def read_log(file: int) -> Iterator[Event]:
    """The events in order; an entry that a killed process left incomplete ends the log."""
    size = os.fstat(file).st_size
    data = b"".join(_read_all(file, size))
    offset = 0
    while offset + HEADER.size <= len(data):
        kind, process, number, at, length = HEADER.unpack_from(data, offset)
        offset += HEADER.size
        if offset + length > len(data):
            return
        yield Event(kind, process, number, at, data[offset : offset + length])
        offset += length


def _read_all(file: int, size: int) -> Iterator[bytes]:
    offset = 0
    while offset < size:
        piece = os.pread(file, size - offset, offset)
        if not piece:
            return
        yield piece
        offset += len(piece)
