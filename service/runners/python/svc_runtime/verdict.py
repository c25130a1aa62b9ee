"""How a test ended: its failure kind and the one line that says so."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import urllib.error
from typing import Any, Dict, Iterator, List, Optional

from .assertions import Operands, actual_of, describe
from .live_call import describe_error

Json = Dict[str, Any]

CHECKS_NOTHING = "this test checks nothing"
LINE_LIMIT = 500

# Exceptions of HTTP libraries that say the target was not reached or the connection broke.
_TRANSPORT_MODULES = ("requests", "urllib3", "httpx", "httpcore")
_TRANSPORT_NAMES = frozenset(
    {
        "ChunkedEncodingError",
        "CloseError",
        "ConnectError",
        "ConnectTimeout",
        "ConnectTimeoutError",
        "ConnectionError",
        "IncompleteRead",
        "MaxRetryError",
        "NameResolutionError",
        "NetworkError",
        "NewConnectionError",
        "PoolTimeout",
        "ProtocolError",
        "ProxyError",
        "ReadError",
        "ReadTimeout",
        "ReadTimeoutError",
        "RemoteProtocolError",
        "SSLError",
        "Timeout",
        "TimeoutError",
        "TimeoutException",
        "WriteError",
        "WriteTimeout",
    }
)
_SYSTEM_ERRORS = (ConnectionError, TimeoutError, socket.timeout, socket.gaierror, socket.herror, ssl.SSLError)
# Exceptions by which HTTP libraries say that an answer is no success.
_STATUS_ERRORS = frozenset({"HTTPError", "HTTPStatusError", "ClientResponseError"})
_STATUS_OF_RESPONSE = re.compile(r"\.(?:status_code|status|ok|is_success|is_error|is_client_error|code|getcode)\b")
_NOT_FOUND = re.compile(r"(?<!\d)404(?!\d)")


def failure_kind(error: BaseException, operands: Optional[Operands], calls: List[Json]) -> str:
    """`assertion`, `routing_404`, `network`, `network_timeout` or `unknown`."""
    if _is_not_found(error, operands, calls):
        return "routing_404"
    if isinstance(error, AssertionError):
        return "assertion"
    for candidate in (error, error.__cause__):
        if candidate is not None and is_transport(candidate):
            if isinstance(candidate, (TimeoutError, socket.timeout)) and not (calls and calls[-1]["error"]):
                # A time-out of something else, such as a future.
                continue
            return "network_timeout" if _is_timeout(candidate) else "network"
    if type(error).__name__ in _STATUS_ERRORS and _status_of(error) is not None:
        # `raise_for_status()` asserts a success.
        return "assertion"
    return "unknown"


def is_transport(error: BaseException) -> bool:
    """Whether an exception says that the target could not be reached or answered no further."""
    if isinstance(error, urllib.error.HTTPError):
        return False
    if isinstance(error, (*_SYSTEM_ERRORS, urllib.error.URLError, http.client.HTTPException)):
        is_misuse = isinstance(error, (http.client.InvalidURL, http.client.ImproperConnectionState))
        return not is_misuse
    for kind in type(error).__mro__:
        if kind.__module__.partition(".")[0] in _TRANSPORT_MODULES and kind.__name__ in _TRANSPORT_NAMES:
            return not any(type(inner).__name__ == "ResponseError" for inner in _inner(error))
    return False


def error_line(
    error: BaseException, kind: str, operands: Optional[Operands], hint: Optional[str], calls: List[Json]
) -> str:
    """One line for people, e.g. `AssertionError: expected 201, got 500`; `hint` says what to do."""
    name = type(error).__name__
    if kind in ("network", "network_timeout"):
        last = calls[-1] if calls and calls[-1]["error"] else None
        reason = last["error"] if last is not None else describe_error(error)
        place = f" ({last['method']} {last['url']})" if last is not None else ""
        return one_line(f"{name}: {reason}{place}")
    message = _message(error)
    if operands is not None:
        described = describe(operands)
        if not _says(message, described):
            message = _with_facts(message, described, LINE_LIMIT - len(name)) if message else described
    if hint:
        message = f"{message}; {hint}"
    return one_line(f"{name}: {message}" if message else name)


def _with_facts(message: str, described: str, room: int) -> str:
    """The author's words and the operands: where there is no room for both, of the words as much as fits."""
    first = message.strip().split("\n", 1)[0].rstrip()
    left = max(room - len(described) - len(":  ()"), 40)
    words = first if len(first) <= left else f"{first[: left - 1]}…"
    return f"{words} ({described})"


def _says(message: str, described: str) -> bool:
    """Whether the author's own message has these words already, as `expected 201, got 500: oops`."""
    return re.search(re.escape(described) + r"(?![\w.])", message) is not None


def one_line(text: str) -> str:
    """The first line of a text, bounded."""
    line = text.strip().split("\n", 1)[0].rstrip()
    return line if len(line) <= LINE_LIMIT else f"{line[: LINE_LIMIT - 1]}…"


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        place = f" ({error.filename}, line {error.lineno})" if error.lineno else ""
        return f"{error.msg}{place}"
    try:
        return str(error)
    except Exception as broken:  # A broken __str__ of the test must not hide its failure.
        return f"<message failed: {type(broken).__name__}>"


def _is_not_found(error: BaseException, operands: Optional[Operands], calls: List[Json]) -> bool:
    statuses = [call["status"] for call in calls]
    if 404 not in statuses:
        return False
    if _status_of(error) == 404:
        return True
    is_last = statuses[-1] == 404
    if isinstance(error, AssertionError) and operands is not None:
        if 404 in (operands.left, operands.right):
            return bool(actual_of(operands) == 404)
        # The status is only part of the expression: `assert r.ok`, `assert r.status_code // 100 == 2`.
        return is_last and bool(_STATUS_OF_RESPONSE.search(operands.site.text))
    return is_last and not is_transport(error) and bool(_NOT_FOUND.search(_message(error)))


def _status_of(error: BaseException) -> Optional[int]:
    if isinstance(error, urllib.error.HTTPError):
        return error.code
    return getattr(getattr(error, "response", None), "status_code", None)


def _is_timeout(error: BaseException) -> bool:
    return any(
        isinstance(inner, (TimeoutError, socket.timeout)) or "Timeout" in type(inner).__name__
        for inner in _inner(error)
    )


def _inner(error: BaseException) -> Iterator[BaseException]:
    """An exception and everything it wraps: its cause, its reason and exceptions among its arguments."""
    queue, seen = [error], set()
    while queue:
        current = queue.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        wrapped = [current.__cause__, current.__context__, getattr(current, "reason", None), *current.args]
        queue.extend(item for item in wrapped if isinstance(item, BaseException))
