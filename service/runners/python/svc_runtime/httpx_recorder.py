"""Records the calls of httpx at its transports: one call per request on the wire, so redirects count each.

In-process transports (mocks, ASGI and WSGI applications) make no HTTP call and are not recorded.
"""

from __future__ import annotations

import functools
import sys
from types import ModuleType
from typing import Any, AsyncIterator, Callable, Iterator, List, Optional, Tuple

from .attempts import Attempts
from .call_auth import CallAuth
from .live_call import LiveCall
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
            call.failed(error)
            raise
        finally:
            request.stream = body
        copy_response(streams, call, response)
        return response

    async def send_async(self: Any, request: Any) -> Any:
        body = request.stream
        call = begin(httpx, streams, request)
        try:
            response = await asynchronous(self, request)
        except BaseException as error:
            call.failed(error)
            raise
        finally:
            request.stream = body
        copy_response(streams, call, response)
        return response

    @functools.wraps(sync)
    def handle_request(self: Any, request: Any) -> Any:
        if recorder.log is None:
            return sync(self, request)
        if recorder.auth is None:
            return send(self, request)
        with SignedRequest(httpx, recorder.auth, request) as signed:
            signed.sign()
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
            return await send_async(self, request)
        with SignedRequest(httpx, recorder.auth, request) as signed:
            if recorder.auth.is_due():
                await beside_the_loop(recorder.auth.renew_when_due)
            signed.sign()
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
    return call


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
