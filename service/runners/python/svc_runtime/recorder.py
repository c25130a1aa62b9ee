"""Records every HTTP call of a test where its bytes pass: in http.client, below requests, urllib3 and urllib.request.

One layer records, so nothing is recorded twice. The test's own view stays untouched: the response is not read ahead,
only copied while the test reads it. Connections that fail before http.client sees a request (urllib3 opens TLS
connections first) are recorded by the urllib3 patch, which adds a call only when none was begun below it.
"""

from __future__ import annotations

import functools
import http.client
import io
import os
import socket
import threading
from types import ModuleType
from typing import Any, Callable, Iterator, Optional

from .call_log import CallLog, LiveCall
from .wire import format_head

_CALL = "_svc_call"


class Recorder:
    """Where the patched libraries find the log of this process; without a log nothing is recorded."""

    def __init__(self) -> None:
        self.log: Optional[CallLog] = None
        self.local = threading.local()

    def start(self, log: CallLog) -> None:
        """From now on every call goes to the log."""
        self.log = log

    def begin(self, scheme: str, host: str, port: int, head: bytes) -> LiveCall:
        """Begins a call; only while a log is set."""
        assert self.log is not None
        self.local.begun = self.begun + 1
        return self.log.begin(scheme, host, port, head)

    @property
    def begun(self) -> int:
        """How many calls this thread has begun."""
        return getattr(self.local, "begun", 0)

    def after_fork(self) -> None:
        """Runs in a child that the test forks."""
        if self.log is not None:
            self.log.after_fork()


recorder = Recorder()


class RecordedSocket(socket.SocketIO):
    """The raw stream below a response; copies what passes."""

    _svc_call: LiveCall

    def readinto(self, buffer: Any) -> Optional[int]:
        """Reads as the original does and copies the bytes to the log."""
        try:
            count = socket.SocketIO.readinto(self, buffer)
        except BaseException as error:
            self._svc_call.failed(error)
            raise
        if count:
            self._svc_call.got(memoryview(buffer)[:count])
        return count


def install() -> None:
    """Patches http.client; once per parent, all children inherit it."""
    connection = http.client.HTTPConnection
    connection.putrequest = _wrap(connection.putrequest, _putrequest)  # type: ignore[method-assign]
    connection.send = _wrap(connection.send, _send)  # type: ignore[method-assign]
    connection.getresponse = _wrap(connection.getresponse, _getresponse)  # type: ignore[method-assign]
    response = http.client.HTTPResponse
    response.__init__ = _wrap(response.__init__, _init_response)  # type: ignore[method-assign]
    os.register_at_fork(after_in_child=recorder.after_fork)


def install_urllib3(urllib3: ModuleType) -> None:
    """Patches the connection pool for calls that fail before they reach http.client."""
    pool = urllib3.connectionpool.HTTPConnectionPool
    pool.urlopen = _wrap(pool.urlopen, _urlopen)


def _wrap(original: Callable[..., Any], patch: Callable[..., Any]) -> Callable[..., Any]:
    bound = functools.partial(patch, original)

    @functools.wraps(original)
    def method(*args: Any, **keywords: Any) -> Any:
        if recorder.log is None:
            return original(*args, **keywords)
        return bound(*args, **keywords)

    return method


def _putrequest(original: Any, connection: Any, *args: Any, **keywords: Any) -> Any:
    # Forget the call before this one: the next bytes belong to a new request.
    connection.__dict__.pop(_CALL, None)
    original(connection, *args, **keywords)
    connection.__dict__[_CALL] = None


def _send(original: Any, connection: Any, data: Any) -> Any:
    state = connection.__dict__
    if _CALL not in state:
        # Bytes of a proxy's CONNECT, or of a protocol that took the connection over.
        return original(connection, data)
    call = state.pop(_CALL)
    if call is None:
        call = _begin(connection, bytes(data))
    elif isinstance(data, (bytes, bytearray, memoryview)):
        call.sent_body(data)
    elif hasattr(data, "read") or not isinstance(data, str):
        data = _copied(connection, call, data)
    try:
        result = original(connection, data)
    except BaseException as error:
        call.failed(error)
        raise
    finally:
        state[_CALL] = call
    return result


def _copied(connection: Any, call: LiveCall, data: Any) -> Iterator[bytes]:
    """A body that is read while it is sent, copied piece by piece."""
    blocks = iter(functools.partial(data.read, connection.blocksize), None) if hasattr(data, "read") else iter(data)
    for block in blocks:
        if not block and hasattr(data, "read"):
            return
        if isinstance(block, str):
            block = block.encode("iso-8859-1")
        call.sent_body(block)
        yield block


def _begin(connection: Any, head: bytes) -> LiveCall:
    scheme = "https" if connection.default_port == http.client.HTTPS_PORT else "http"
    tunnel = getattr(connection, "_tunnel_host", None)
    host = tunnel or connection.host
    port = (getattr(connection, "_tunnel_port", None) if tunnel else connection.port) or connection.default_port
    return recorder.begin(scheme, host, port, head)


def _getresponse(original: Any, connection: Any, *args: Any, **keywords: Any) -> Any:
    if args or keywords:
        # urllib3 1.26 first tries an argument of Python 2 and falls back when that raises.
        return original(connection, *args, **keywords)
    # What is sent after the response belongs to no request.
    call = connection.__dict__.pop(_CALL, None)
    if call is None:
        return original(connection, *args, **keywords)
    recorder.local.call = call
    try:
        return original(connection)
    except BaseException as error:
        call.failed(error)
        raise
    finally:
        recorder.local.call = None


def _init_response(original: Any, response: Any, *args: Any, **keywords: Any) -> None:
    original(response, *args, **keywords)
    call = getattr(recorder.local, "call", None)
    raw = getattr(response.fp, "raw", None)
    if call is not None and type(raw) is socket.SocketIO and isinstance(response.fp, io.BufferedReader):
        raw.__class__ = RecordedSocket
        raw._svc_call = call


def _urlopen(original: Any, pool: Any, method: str, url: str, *args: Any, **keywords: Any) -> Any:
    before = recorder.begun
    try:
        return original(pool, method, url, *args, **keywords)
    except BaseException as error:
        if recorder.begun == before:
            headers = keywords.get("headers") or pool.headers or {}
            head = format_head(f"{method} {url} HTTP/1.1", [(str(name), str(headers[name])) for name in headers])
            port = pool.port or (443 if pool.scheme == "https" else 80)
            recorder.begin(pool.scheme, pool.host, port, head).failed(error)
        raise
