"""One HTTP call while the test makes it."""

from __future__ import annotations

import re
import struct

# Bound here: a test may replace the function of the module.
from time import sleep
from typing import NoReturn, Optional

from .call_log import (
    BEGIN,
    FAILED,
    HEAD,
    OWN,
    RECEIVED,
    REQUEST,
    REQUEST_TOTAL,
    SENT,
    TOTAL,
    UNSENT,
    Buffer,
    CallLog,
    now,
)
from .wire import BodyReader

COUNT = struct.Struct("<Q")
# Begins of requests that change nothing.
READING = (b"GET ", b"HEAD", b"OPTI", b"TRAC")
has_body = re.compile(rb"\r\n(?:content-length: *0*[1-9]|transfer-encoding:)", re.IGNORECASE).search


class LiveCall:
    """Writes what happens to a call into the log.

    The request is written when the test begins to wait for the response: the target works meanwhile, so it costs no
    time. It is written earlier where the call may not come that far: before a connection is made, in a long upload, and
    always where it may change something: whoever dies meanwhile must leave a word about it.
    """

    # Most calls never touch these, and what is not touched costs nothing.
    _body: Optional[bytes] = None
    _sent = 0
    _received = 0
    _reader: Optional[BodyReader] = None
    _body_length = 0
    _reported = 0
    _is_framed = True
    _has_failed = False
    _has_left = False
    _awaits_body = False

    def __init__(self, log: CallLog, place: bytes, head: bytes) -> None:
        """`place` is `scheme\\0host\\0port\\0`, `head` the request line with the headers."""
        if log.is_closing:
            await_end()
        if log.held is not None:
            log.held.write_request()
        log.calls = self._number = log.calls + 1
        log.held = self
        self._log = log
        self._position = log.size
        # None once it is written.
        self._start: Optional[bytes] = place + head
        self._began = now()
        self.is_write = head[:4] not in READING
        if self.is_write:
            # Nothing can come of it before its body has arrived, so one line of the journal holds both.
            self._awaits_body = has_body(head) is not None
            self.write_request()

    def leaves(self) -> None:
        """The first bytes of a call that may change something are about to be sent."""
        if self.is_write:
            self._has_left = True
            self._log.append(SENT, self._number, b"")
            if self._sent or not self._awaits_body:
                self._log.keep()

    def never_left(self) -> None:
        """There was no connection to send it over."""
        if self.is_write:
            self._log.append(UNSENT, self._number, b"")
            self._log.keep()

    def write_request(self) -> None:
        """Writes what is known of the request."""
        log, start, body = self._log, self._start, self._body
        if start is not None:
            if log.held is self:
                log.held = None
            self._start = self._body = None
            log.append(BEGIN, self._number, start if body is None else start + body, self._began)
        elif body is not None:
            self._body = None
            log.append(REQUEST, self._number, body)

    def sent_body(self, data: Buffer) -> None:
        """The test sent bytes of the request's body."""
        before, limit = self._sent, self._log.body_limit
        self._sent = before + len(data)
        if before < limit:
            if self._body is not None:
                self.write_request()
            # Only bytes cannot change before they are written.
            self._body = data[: limit - before] if type(data) is bytes else bytes(data[: limit - before])
            if before or self.is_write:
                self.write_request()
            if self._has_left and not before:
                self._log.keep()
        if self._sent > limit:
            self._log.cut.add(self)

    def got_head(self, head: bytes) -> None:
        """The response's head arrived; its body will come without framing."""
        self._is_framed = False
        self._log.append(HEAD, self._number, head)
        if self.is_write:
            self._log.keep()

    def got(self, data: Buffer) -> None:
        """Bytes of the response arrived."""
        log, before = self._log, self._received
        self._received = received = before + len(data)
        if received > log.capture_limit or self._reader is not None:
            self._count(bytes(data), before)
        else:
            log.append(RECEIVED, self._number, data)
            if self.is_write:
                log.keep()

    def _count(self, data: bytes, before: int) -> None:
        """The response is too long to be kept whole: keeps what still fits and counts the rest."""
        log = self._log
        if self._reader is None:
            self._reader = BodyReader(self._is_framed)
            for piece in log.payloads(RECEIVED, self._number, self._position):
                self._body_length += sum(map(len, self._reader.feed(piece)))
            log.append(RECEIVED, self._number, data[: max(0, log.capture_limit - before)])
            log.cut.add(self)
        self._body_length += sum(map(len, self._reader.feed(data)))
        # A killed test cannot report the length, so it is written each time it has doubled.
        if self._body_length >= 2 * self._reported:
            self.write_totals()

    def is_own(self) -> None:
        """The runtime makes this call, not the test."""
        self.write_request()
        self._log.append(OWN, self._number, b"")

    def failed(self, error: BaseException) -> None:
        """The call broke; only the first reason counts, the rest are consequences."""
        self.write_request()
        if not self._has_failed:
            self._has_failed = True
            self._log.append(FAILED, self._number, describe_error(error).encode("utf-8", "replace")[:2000])

    def write_totals(self) -> None:
        """Writes the lengths of bodies that were cut."""
        if self._sent > self._log.body_limit:
            self._log.append(REQUEST_TOTAL, self._number, COUNT.pack(self._sent))
        if self._reader is not None:
            self._reported = self._body_length
            self._log.append(TOTAL, self._number, COUNT.pack(self._body_length))


def await_end() -> NoReturn:
    """Begins nothing more: the process is about to be ended from outside."""
    while True:
        sleep(60)


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
