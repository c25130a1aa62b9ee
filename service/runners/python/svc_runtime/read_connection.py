"""Reads a name over a connection of its own before the call that takes it; whatever fails is no concern of the test."""

from __future__ import annotations

# Bound here: a test may replace the functions of the modules.
from time import monotonic
from typing import Any, List

from .live_call import LiveCall
from .wire import BodyReader, status_of

# For the whole read.
READ_SECONDS = 5.0
# The status is what counts; of a record that is there, this much.
READ_BYTES = 65_536


def read_first(connection: Any, call: LiveCall, head: bytes) -> None:
    """Sends the head of a GET and takes its answer; redirects are not followed."""
    end = monotonic() + READ_SECONDS
    try:
        connection.timeout = READ_SECONDS
        connection.connect()
        connection.sock.settimeout(max(0.01, end - monotonic()))
        connection.sock.sendall(head)
        _receive(connection.sock, call, end)
    except Exception as error:
        call.failed(error)
    finally:
        try:
            connection.close()
        except Exception:
            pass


def _receive(sock: Any, call: LiveCall, end: float) -> None:
    reader, body, size = BodyReader(is_framed=True), [], 0
    while size < READ_BYTES:
        left = end - monotonic()
        if left <= 0:
            return
        sock.settimeout(left)
        data = sock.recv(16_384)
        if not data:
            return
        call.got(data)
        size += len(data)
        body += reader.feed(data)
        if _is_whole(reader, body, data):
            return


def _is_whole(reader: BodyReader, body: List[bytes], data: bytes) -> bool:
    """Whether nothing follows: a server may leave the connection open although it was asked not to."""
    if reader.head is None:
        return False
    if status_of(reader.head) in (204, 304):
        return True
    if reader.is_chunked:
        return data.endswith(b"0\r\n\r\n")
    length = reader.head.get("content-length")
    return length.isdigit() and sum(map(len, body)) >= int(length)
