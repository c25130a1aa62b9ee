"""Records every HTTP call of a test where its bytes pass: in http.client, below requests, urllib3 and urllib.request.

One layer records, so nothing is recorded twice. The test's own view stays untouched: the response is not read ahead,
only copied while the test reads it. Where urllib3 makes a connection before http.client sees a request (TLS, proxies),
its patch records the connections that fail.
"""

from __future__ import annotations

import copy
import functools
import http.client
import os
import socket
import sys
import threading
from types import FrameType, ModuleType
from typing import Any, Callable, Iterator, Optional

from .call_auth import CallAuth
from .call_log import CallLog
from .live_call import LiveCall
from .read_before import HeldHead, ReadBefore, reading_head
from .read_connection import read_first
from .sent_call import SentCall, sign_head
from .wire import format_head

class Recorder:
    """Where the patched libraries find the log of this process; without a log nothing is recorded."""

    def __init__(self) -> None:
        self.log: Optional[CallLog] = None
        # None: calls go out as the test wrote them.
        self.auth: Optional[CallAuth] = None
        # None: nothing is read before the calls of the test.
        self.reads: Optional[ReadBefore] = None
        self.local = threading.local()

    def start(self, log: CallLog, auth: Optional[CallAuth] = None, reads: Optional[ReadBefore] = None) -> None:
        """From now on every call goes to the log, with the credentials that it gets."""
        self.log = log
        self.auth = auth
        self.reads = reads

    def stop(self) -> None:
        """Nothing is recorded any more."""
        self.log = self.auth = self.reads = None

    def begin(self, place: bytes, head: bytes) -> LiveCall:
        """Begins a call; only while a log is set."""
        assert self.log is not None
        return LiveCall(self.log, place, head)

    def after_fork(self) -> None:
        """Runs in a child that the test forks."""
        if self.log is not None:
            self.log.after_fork()
        if self.auth is not None:
            self.auth.after_fork()


recorder = Recorder()

# The state of a connection from the end of the headers to the response.
_REQUEST_SENT = http.client._CS_REQ_SENT  # type: ignore[attr-defined]
# Stands for the call of a connection while it is being made.
_CONNECTING: Any = object()

_read_socket = socket.SocketIO.readinto


class RecordedSocket(socket.SocketIO):
    """The raw stream below a response; copies what passes."""

    _svc_call: LiveCall

    def readinto(self, buffer: Any) -> Optional[int]:
        """Reads as the original does and copies the bytes to the log."""
        try:
            count = _read_socket(self, buffer)
        except BaseException as error:
            self._svc_call.failed(error)
            raise
        if count:
            self._svc_call.got(buffer[:count])
        return count


def install() -> None:
    """Patches http.client; once per parent, all children inherit it."""
    connection: Any = http.client.HTTPConnection
    # The call that a connection is making, and where it goes.
    connection._svc_call = None
    connection._svc_place = None
    # What must be kept of it to send it once more.
    connection._svc_sent = None
    # A head that waits for its body, which says what has to be read before.
    connection._svc_held = None
    connection.send = _patch_held_send(_patch_send(connection.send))
    connection.getresponse = _patch_getresponse(connection.getresponse)
    connection.close = _patch_close(connection.close)
    response: Any = http.client.HTTPResponse
    response.__init__ = _patch_init(response.__init__)
    os.register_at_fork(after_in_child=recorder.after_fork)


def install_urllib3(urllib3: ModuleType) -> None:
    """Patches the connections that urllib3 makes before it sends a request: TLS, also through proxies."""
    connection = urllib3.connection.HTTPSConnection
    # Without ssl the class is a stand-in that cannot connect.
    if hasattr(connection, "connect"):
        connection.connect = _patch_connect(connection.connect)


def place_of(scheme: str, host: str, port: int) -> bytes:
    """Where a call goes, as the log holds it."""
    return f"{scheme}\0{host}\0{port}\0".encode("utf-8", "surrogateescape")


def _patch_send(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def send(self: Any, data: Any) -> None:
        call = self._svc_call
        is_first = call is None or self.sock is None
        if is_first or call is _CONNECTING:
            if recorder.log is None or self._HTTPConnection__state != _REQUEST_SENT or call is _CONNECTING:
                # Nothing is recorded, or these are bytes of a proxy's CONNECT or of a protocol after HTTP.
                return original(self, data)
            # A call whose connection was closed has ended without a response; these bytes begin another.
            place, head = self._svc_place or _remember_place(self), bytes(data)
            if recorder.auth is not None:
                data, self._svc_sent = sign_head(recorder.auth, place, head)
                head = data
            call = recorder.begin(place, head)
        elif isinstance(data, (bytes, bytearray, memoryview)):
            call.sent_body(data)
            if self._svc_sent is not None:
                self._svc_sent.add(data)
        elif not isinstance(data, str):
            data = _copied(self, call, data)
            if self._svc_sent is not None:
                self._svc_sent.forget_body()
        try:
            if self.sock is None:
                call.write_request()
                self._svc_call = _CONNECTING
                # As the original would; what could not connect has not left.
                if self.auto_open:
                    self.connect()
            if is_first and self.sock is not None:
                call.leaves()
            original(self, data)
        except BaseException as error:
            self._svc_call = None
            call.failed(error)
            raise
        self._svc_call = call

    return send


def _patch_held_send(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def send(self: Any, data: Any) -> None:
        held: Optional[HeldHead] = self._svc_held
        if held is None:
            if recorder.reads is None or not _begins_call(self):
                return original(self, data)
            held = recorder.reads.hold(self._svc_place or _remember_place(self), bytes(data))
            if held is None:
                return original(self, data)
            if held.is_waiting:
                self._svc_held = held
                return None
        self._svc_held = None
        _read_what_is_named(self, held, data)
        if held.is_waiting:
            original(self, held.head)
            # Without a body the response is asked for at once.
            if isinstance(data, bytes) and not data:
                return None
        return original(self, data)

    return send


def _begins_call(connection: Any) -> bool:
    call = connection._svc_call
    if recorder.log is None or call is _CONNECTING or connection._HTTPConnection__state != _REQUEST_SENT:
        return False
    return call is None or connection.sock is None


def _read_what_is_named(connection: Any, held: HeldHead, data: Any) -> None:
    """Reads the name that a call takes, when it takes one that was not read yet."""
    assert recorder.reads is not None
    target = recorder.reads.take(held, data if isinstance(data, bytes) else None)
    if target is None:
        return
    place, head = connection._svc_place, held.head
    if recorder.auth is not None:
        head, _ = sign_head(recorder.auth, place, head)
    asked = reading_head(head, target)
    if asked is not None:
        call = recorder.begin(place, asked)
        call.is_own()
        read_first(bare_copy(connection), call, asked)


def bare_copy(connection: Any) -> Any:
    """A connection of its own by the same rules: addresses, certificates, proxies and tunnels."""
    other = copy.copy(connection)
    other.sock = None
    other._HTTPConnection__response = None
    other._HTTPConnection__state = http.client._CS_IDLE  # type: ignore[attr-defined]
    other._buffer = []
    other._svc_held = other._svc_sent = None
    # What it sends to a proxy is no call, and its failure is recorded by whoever asked for it.
    other._svc_call = _CONNECTING
    return other


def _patch_close(original: Callable[[Any], None]) -> Callable[[Any], None]:
    @functools.wraps(original)
    def close(self: Any) -> None:
        self._svc_held = None
        original(self)

    return close


def _remember_place(connection: Any) -> bytes:
    scheme = "https" if connection.default_port == http.client.HTTPS_PORT else "http"
    # Behind a proxy's tunnel the connection is to the proxy, the call is not.
    host = connection._tunnel_host or connection.host
    port = connection._tunnel_port if connection._tunnel_host else connection.port
    connection._svc_place = place = place_of(scheme, host, port or connection.default_port)
    return place


def _copied(connection: Any, call: LiveCall, data: Any) -> Iterator[bytes]:
    """A body that is read while it is sent, copied piece by piece."""
    for block in _blocks(connection, data) if hasattr(data, "read") else data:
        call.sent_body(block)
        yield block


def _blocks(connection: Any, data: Any) -> Iterator[bytes]:
    while True:
        block = data.read(connection.blocksize)
        if not block:
            return
        yield block.encode("iso-8859-1") if isinstance(block, str) else block


def _patch_getresponse(original: Callable[[Any], Any]) -> Callable[[Any], Any]:
    @functools.wraps(original)
    def getresponse(self: Any) -> Any:
        if self._svc_held is not None:
            self.send(b"")
        call = self._svc_call
        if call is None:
            return original(self)
        # What is sent after the response belongs to no request.
        self._svc_call = None
        sent, self._svc_sent = self._svc_sent, None
        is_tunnelled = sent is not None and self._tunnel_host is not None
        response = _receive(original, self, call)
        while sent is not None and response.status == 401 and not is_tunnelled and sent.renew():
            response = _send_again(original, self, response, sent)
        return response

    return getresponse


def _receive(original: Callable[[Any], Any], connection: Any, call: LiveCall) -> Any:
    """Waits for the response of a call and lets its bytes pass through the log."""
    call.write_request()
    recorder.local.call = call
    try:
        return original(connection)
    except BaseException as error:
        call.failed(error)
        raise
    finally:
        recorder.local.call = None


def _send_again(original: Callable[[Any], Any], connection: Any, refused: Any, sent: SentCall) -> Any:
    """Sends a call that was answered 401 once more, with the newer token that is there now."""
    # Its rest would be taken for the next response; it is recorded while it is read.
    refused.read()
    connection._HTTPConnection__response = None
    connection._HTTPConnection__state = _REQUEST_SENT
    for piece in sent.pieces():
        connection.send(piece)
    call, connection._svc_call = connection._svc_call, None
    again, connection._svc_sent = connection._svc_sent, None
    sent.token = again.token
    return _receive(original, connection, call)


def _patch_init(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def __init__(self: Any, sock: Any, debuglevel: int = 0, method: Any = None, url: Any = None) -> None:
        original(self, sock, debuglevel, method, url)
        call = getattr(recorder.local, "call", None)
        if call is not None:
            raw: Any = getattr(self.fp, "raw", None)
            if type(raw) is socket.SocketIO:
                raw.__class__ = RecordedSocket
                vars(raw)["_svc_call"] = call

    return __init__


def _patch_connect(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def connect(self: Any) -> None:
        try:
            original(self)
        except BaseException as error:
            # Within `send` the call is known and fails there.
            if self._svc_call is not _CONNECTING and recorder.log is not None:
                _record_unsent(self, error)
            raise

    return connect


def _record_unsent(connection: Any, error: BaseException) -> None:
    """Records a request that urllib3 was about to send: only the pool that asked for the connection knows it.

    To wrap `urlopen` instead would cost every call; a failed connection can afford to look at the callers.
    """
    frame: Optional[FrameType] = sys._getframe()
    while frame is not None and frame.f_code.co_name != "urlopen":
        frame = frame.f_back
    if frame is None or "urllib3" not in frame.f_code.co_filename:
        return
    asked = frame.f_locals
    headers = asked.get("headers") or {}
    lines = [(str(name), str(headers[name])) for name in headers]
    head = format_head(f"{asked.get('method', 'GET')} {asked.get('url', '/')} HTTP/1.1", lines)
    recorder.begin(connection._svc_place or _remember_place(connection), head).failed(error)
