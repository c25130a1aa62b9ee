"""Reads a name over a connection of its own before the call that takes it; whatever fails is no concern of the test."""

from __future__ import annotations

# Bound here: a test may replace the functions of the modules.
from time import monotonic
from typing import Any

from .live_call import LiveCall
from .wire import BodyReader

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
    reader, size = BodyReader(is_framed=True), 0
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
        reader.feed(data)
        if reader.is_whole():
            return
