"""Records the calls of httpx at its transports: one call per request on the wire, so redirects count each.

In-process transports (mocks, ASGI and WSGI applications) make no HTTP call and are not recorded.
"""

from __future__ import annotations

import functools
import sys

# Bound here: a test may replace the function of the module.
from time import monotonic
from types import ModuleType
from typing import Any, AsyncIterator, Callable, Iterator, List, Optional, Tuple

from .attempts import Attempts
from .call_auth import CallAuth
from .live_call import LiveCall, await_end
from .read_before import reading_headers
from .read_connection import READ_BYTES, READ_SECONDS
from .recorder import recorder


def install_httpx(httpx: ModuleType) -> None:
    """Patches the synchronous and the asynchronous transport."""
    streams = make_streams(httpx)
    sync = httpx.HTTPTransport.handle_request
    asynchronous = httpx.AsyncHTTPTransport.handle_async_request

    def send(self: Any, request: Any) -> Any:
        body = request.stream
        call = begin(httpx, streams, request)
        try:
            response = sync(self, request)
        except BaseException as error:
            fail(httpx, call, error)
            raise
        finally:
            request.stream = body
        copy_response(streams, call, response)
        return response

    async def send_async(self: Any, request: Any) -> Any:
        if recorder.log is not None and recorder.log.is_closing:
            # Other calls of the loop may still be answered.
            await beside_the_loop(await_end)
        body = request.stream
        call = begin(httpx, streams, request)
        try:
            response = await asynchronous(self, request)
        except BaseException as error:
            fail(httpx, call, error)
            raise
        finally:
            request.stream = body
        copy_response(streams, call, response)
        return response

    def read(self: Any, request: Any) -> None:
        asked = reading_request(httpx, request)
        if asked is None:
            return
        end, size = monotonic() + READ_SECONDS, 0
        call = begin(httpx, streams, asked)
        call.is_own()
        try:
            response = sync(self, asked)
            copy_response(streams, call, response)
            try:
                for piece in response.stream:
                    size += len(piece)
                    if size > READ_BYTES or monotonic() > end:
                        break
            finally:
                response.stream.close()
        except Exception as error:
            call.failed(error)

    async def read_async(self: Any, request: Any) -> None:
        asked = reading_request(httpx, request)
        if asked is None:
            return
        end, size = monotonic() + READ_SECONDS, 0
        call = begin(httpx, streams, asked)
        call.is_own()
        try:
            response = await asynchronous(self, asked)
            copy_response(streams, call, response)
            try:
                async for piece in response.stream:
                    size += len(piece)
                    if size > READ_BYTES or monotonic() > end:
                        break
            finally:
                await response.stream.aclose()
        except Exception as error:
            call.failed(error)

    @functools.wraps(sync)
    def handle_request(self: Any, request: Any) -> Any:
        if recorder.log is None:
            return sync(self, request)
        if recorder.auth is None:
            read(self, request)
            return send(self, request)
        with SignedRequest(httpx, recorder.auth, request) as signed:
            signed.sign()
            read(self, request)
            response = send(self, request)
            while signed.can_repeat(response) and signed.renew():
                # Its rest is recorded while it is read.
                for _ in response.stream:
                    pass
                response.stream.close()
                signed.sign()
                response = send(self, request)
            return response

    @functools.wraps(asynchronous)
    async def handle_async_request(self: Any, request: Any) -> Any:
        if recorder.log is None:
            return await asynchronous(self, request)
        if recorder.auth is None:
            await read_async(self, request)
            return await send_async(self, request)
        with SignedRequest(httpx, recorder.auth, request) as signed:
            if recorder.auth.is_due():
                await beside_the_loop(recorder.auth.renew_when_due)
            signed.sign()
            await read_async(self, request)
            response = await send_async(self, request)
            while signed.can_repeat(response) and await beside_the_loop(signed.renew):
                async for _ in response.stream:
                    pass
                await response.stream.aclose()
                signed.sign()
                response = await send_async(self, request)
            return response

    httpx.HTTPTransport.handle_request = handle_request
    httpx.AsyncHTTPTransport.handle_async_request = handle_async_request


# Together no longer than a read may take.
_READ_TIMEOUTS = {
    "pool": READ_SECONDS / 10,
    "connect": READ_SECONDS / 2,
    "write": READ_SECONDS / 10,
    "read": READ_SECONDS * 0.3,
}


def reading_request(httpx: ModuleType, request: Any) -> Optional[Any]:
    """What is read before a request, through the same transport; None: nothing."""
    if recorder.reads is None:
        return None
    url = request.url
    held = recorder.reads.wanted(place_of_url(url), request.method, url.raw_path.decode("latin-1"))
    if held is None:
        return None
    is_whole = isinstance(request.stream, httpx.ByteStream)
    target = recorder.reads.take(held, b"".join(request.stream) if is_whole else None)
    headers = reading_headers(list(request.headers.raw))
    if target is None or headers is None:
        return None
    address = url.copy_with(raw_path=target.encode("latin-1"))
    return httpx.Request("GET", address, headers=headers, extensions={"timeout": _READ_TIMEOUTS})


class SignedRequest:
    """A request with the credentials that it gets, while it is sent; what the test holds is as before afterwards."""

    def __init__(self, httpx: ModuleType, auth: CallAuth, request: Any) -> None:
        self._httpx = httpx
        self._auth = auth
        self._request = request
        self._own = request.headers
        self._method = request.method
        self._target = request.url.raw_path.decode("latin-1")
        self._token: Optional[int] = None
        self._attempts = Attempts(auth, self._method, self._target)

    def __enter__(self) -> SignedRequest:
        return self

    def __exit__(self, *_: Any) -> None:
        self._request.headers = self._own

    def sign(self) -> None:
        """Gives the request its headers."""
        own = list(self._own.raw)
        signed = self._auth.sign(place_of_url(self._request.url), self._method, self._target, own)
        self._token = None if signed is None else signed.token
        if signed is not None and signed.headers != own:
            self._request.headers = self._httpx.Headers(signed.headers)

    def can_repeat(self, response: Any) -> bool:
        """A refused token of a login; a body that was read from a stream cannot be sent again."""
        is_whole = isinstance(self._request.stream, self._httpx.ByteStream)
        return self._token is not None and response.status_code == 401 and is_whole

    def renew(self) -> bool:
        """Whether a newer token is there."""
        return self._token is not None and self._attempts.again(self._token)


async def beside_the_loop(wait: Callable[[], Any]) -> Any:
    """Waits for a login without holding up what else the test does; a loop that is not asyncio's is held up."""
    try:
        loop = sys.modules["asyncio"].get_running_loop()
    except (KeyError, RuntimeError):
        return wait()
    return await loop.run_in_executor(None, wait)


def place_of_url(url: Any) -> bytes:
    """Where a call goes, as the log holds it."""
    scheme = url.raw_scheme
    return b"%b\0%b\0%d\0" % (scheme, url.raw_host, url.port or (443 if scheme == b"https" else 80))


def begin(httpx: ModuleType, streams: Any, request: Any) -> LiveCall:
    """Begins a call and lets its body pass through the log."""
    url = request.url
    first = b"%b %b HTTP/1.1" % (request.method.encode("ascii"), url.raw_path)
    call = recorder.begin(place_of_url(url), raw_head(first, request.headers.raw))
    if isinstance(request.stream, httpx.ByteStream):
        content = b"".join(request.stream)
        if content:
            call.sent_body(content)
    else:
        request.stream = streams(request.stream, call, is_request=True)
    call.write_request()
    call.leaves()
    return call


def fail(httpx: ModuleType, call: LiveCall, error: BaseException) -> None:
    """Notes why a call has no response, and whether it was sent at all."""
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)):
        call.never_left()
    call.failed(error)


def copy_response(streams: Any, call: LiveCall, response: Any) -> None:
    """Notes the head and lets the body pass through the log while the test reads it."""
    version = response.extensions.get("http_version", b"HTTP/1.1")
    call.got_head(raw_head(b"%b %d" % (version, response.status_code), response.headers.raw))
    response.stream = streams(response.stream, call, is_request=False)


def raw_head(first: bytes, headers: List[Tuple[bytes, bytes]]) -> bytes:
    """A head as HTTP/1 would send it, with the empty line behind it."""
    return b"\r\n".join([first, *[b"%b: %b" % header for header in headers], b"", b""])


def make_streams(httpx: ModuleType) -> Any:
    """The class of streams that copy what passes; made late because its bases are httpx's own."""

    class CopiedStream(httpx.SyncByteStream, httpx.AsyncByteStream):  # type: ignore[name-defined,misc]
        """Passes another stream on and copies it to the call."""

        def __init__(self, stream: Any, call: LiveCall, is_request: bool) -> None:
            self._stream = stream
            self._call = call
            self._copy = call.sent_body if is_request else call.got

        def __iter__(self) -> Iterator[bytes]:
            try:
                for piece in self._stream:
                    self._copy(piece)
                    yield piece
            except Exception as error:
                self._call.failed(error)
                raise

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for piece in self._stream:
                    self._copy(piece)
                    yield piece
            except Exception as error:
                self._call.failed(error)
                raise

        def close(self) -> None:
            """Closes the stream below."""
            _close(self._stream, "close")

        async def aclose(self) -> None:
            """Closes the stream below."""
            closing = _close(self._stream, "aclose")
            if closing is not None:
                await closing

    return CopiedStream


def _close(stream: Any, name: str) -> Optional[Any]:
    method = getattr(stream, name, None)
    return method() if method else None
