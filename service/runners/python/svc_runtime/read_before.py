"""Which name a call is about to take, and how to read it once before: the project has asked for this proof.

Only what is known is read: the path of a PUT, and the path that the service knows for the handle in the body of a POST.
"""

from __future__ import annotations

import re

# Bound here: a test may replace the function of the module.
from json import loads
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Set, Tuple, Union
from urllib.parse import quote, unquote, urlsplit

from .call_auth import is_same_place, target_place

Header = Tuple[bytes, bytes]

_HAS_BODY = re.compile(rb"\r\ncontent-length:[ \t]*0*[1-9]", re.IGNORECASE)

# Of a body this much is looked into, and of this many names each is read once.
_BODY_LIMIT = 1024 * 1024
_MOST = 1000
_NAME_LIMIT = 300

# They speak of the body or of the one request that carries them.
_NOT_SENT = frozenset(
    b"content-type content-length content-encoding content-md5 content-digest digest transfer-encoding expect connection"
    b" keep-alive upgrade te trailer if-match if-none-match if-modified-since if-unmodified-since if-range range"
    b" idempotency-key x-idempotency-key prefer".split()
)
# With one of them a GET is none.
_OVERRIDES = frozenset(b"x-http-method-override x-http-method x-method-override".split())


class _Creation(NamedTuple):
    """A POST that names the record that it creates."""

    path: List[str]
    bases: List[List[str]]
    member: List[str]
    steps: List[Union[str, int]]


class HeldHead(NamedTuple):
    """The head of a call that may take a name; `is_waiting`: only its body says which."""

    head: bytes
    target: str
    is_waiting: bool


class ReadBefore:
    """What is read before the calls of one run."""

    def __init__(self, message: Mapping[str, Any], target_url: str) -> None:
        self._place = target_place(target_url)
        base = _split(urlsplit(target_url).path)
        self._creations = [
            _Creation(_split(one["path"]), _bases(base, _split(one["basePath"])), _split(one["member"]), one["steps"])
            for one in message["handles"]
        ]
        self._seen: Set[str] = set()

    def hold(self, place: bytes, head: bytes) -> Optional[HeldHead]:
        """The call as far as its head tells; None: it takes no name that could be read."""
        first = head.partition(b"\r\n")[0].decode("latin-1")
        method, _, rest = first.partition(" ")
        held = self.wanted(place, method, rest.rsplit(" ", 1)[0], head)
        # Without a body, or with one in pieces, nothing is to be waited for.
        return None if held is not None and held.is_waiting and not _HAS_BODY.search(head) else held

    def wanted(self, place: bytes, method: str, target: str, head: bytes = b"") -> Optional[HeldHead]:
        """The same for a call whose head is written later."""
        if self._place is None or not is_same_place(place, self._place):
            return None
        if not target.startswith("/") or "_method=" in target:
            return None
        if method == "PUT":
            return HeldHead(head, target, False) if _split(target) else None
        if method == "POST" and self._creation_of(target) is not None:
            return HeldHead(head, target, True)
        return None

    def take(self, held: HeldHead, body: Optional[bytes]) -> Optional[str]:
        """What to read before the call: path and query. None: nothing, or it was read before."""
        target: Optional[str] = held.target
        if held.is_waiting:
            target = None if body is None else self._member_of(held.target, body)
        if target is None or target in self._seen or len(self._seen) >= _MOST:
            return None
        self._seen.add(target)
        return target

    def _creation_of(self, target: str) -> Optional[Tuple[_Creation, List[str], Dict[str, str]]]:
        path = _split(target)
        best: Optional[Tuple[_Creation, List[str], Dict[str, str]]] = None
        for creation in self._creations:
            front = path[: max(0, len(path) - len(creation.path))]
            values = _values(creation.path, path[len(front) :])
            is_better = best is None or values is not None and len(values) < len(best[2])
            if values is not None and front in creation.bases and is_better:
                best = creation, front, values
        return best

    def _member_of(self, target: str, body: bytes) -> Optional[str]:
        found = self._creation_of(target)
        if found is None or len(body) > _BODY_LIMIT:
            return None
        creation, front, values = found
        try:
            value: Any = loads(body)
            for step in creation.steps:
                value = value[step]
        except (ValueError, LookupError, TypeError, RecursionError):
            return None
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            return None
        name = str(value)
        if name in ("", ".", "..") or len(name) > _NAME_LIMIT or any(ord(character) < 32 for character in name):
            return None
        values = {**values, "": name}
        parts = [values.get(part[1:-1], "") if part[:1] == "{" else part for part in creation.member]
        if "" in parts:
            return None
        try:
            path = "".join("/" + quote(part, safe="@:") for part in front + parts)
        except UnicodeEncodeError:
            return None
        _, mark, query = target.partition("?")
        return path + mark + query


def reading_headers(headers: List[Header]) -> Optional[List[Header]]:
    """The headers of a call for the read before it: who asks, and for whom. None: they would make it something else."""
    if any(name.lower() in _OVERRIDES for name, _ in headers):
        return None
    return [(name, value) for name, value in headers if name.lower() not in _NOT_SENT]


def reading_head(head: bytes, target: str) -> Optional[bytes]:
    """The head of the read before a call, after which the connection ends; None: there can be none."""
    lines = head.split(b"\r\n")[1:-2]
    headers = []
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or line[:1] in b" \t":
            return None
        headers.append((name, value.strip()))
    kept = reading_headers(headers)
    if kept is None:
        return None
    first = b"GET %b HTTP/1.1" % target.encode("latin-1", "replace")
    return b"\r\n".join([first, *[b"%b: %b" % header for header in kept], b"Connection: close", b"", b""])


def _split(path: str) -> List[str]:
    return [unquote(segment) for segment in path.partition("?")[0].split("/") if segment]


def _bases(target: List[str], server: List[str]) -> List[List[str]]:
    """What may stand in front of a path."""
    return [[], target, server, target + server]


def _values(template: List[str], path: List[str]) -> Optional[Dict[str, str]]:
    """The values of the parameters of a template; None: it does not fit."""
    if len(template) != len(path):
        return None
    values: Dict[str, str] = {}
    for own, given in zip(template, path):
        if own[:1] == "{" and own[-1:] == "}":
            values[own[1:-1]] = given
        elif own[:1] == ":":
            values[own[1:]] = given
        elif own != given:
            return None
    return values
