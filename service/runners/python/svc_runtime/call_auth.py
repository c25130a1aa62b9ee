"""Puts the right credentials on a call of the test right before it is sent, and fresh ones when they have run out.

The rule, for calls to the target alone:

* Only what the runtime has injected is replaced. A call that carries a credential of the test's own, a changed one, or
  deliberately none is sent as the test wrote it, so that "a wrong token answers 401" still tests what it says.
* A call that carries the project's default credential and belongs to an endpoint or family with a credential set is
  sent with the headers of that set instead. Headers that the test wrote under the same names stay the test's.
* Where the project has no default credential a test has nothing to carry: a call without any credential header gets the
  set of its endpoint or family.
* A call that carries a token of an earlier login is sent with the newest; before a token runs out a fresh one is asked
  for. A call that is answered 401 is sent again with a newer token, and the test sees the last answer (`attempts.py`).

What the test itself holds (request objects, sessions) stays untouched.
"""

from __future__ import annotations

import re
import threading

# Bound here: a test may replace the function of the module.
from time import time
from typing import Any, Callable, Dict, List, Literal, Mapping, NamedTuple, Optional, Set, Tuple
from urllib.parse import urlsplit

from .auth_line import AuthLine
from .auth_rules import AuthRules
from .masking import CREDENTIAL_HEADERS

Header = Tuple[bytes, bytes]

# A shorter credential may stand in any text: only the whole value of its header is taken for it.
_LONG = 8
# Calls that a fresh token did not help: more of them are not remembered.
_REMEMBERED = 1000
_LOOPBACK = (b"localhost", b"127.0.0.1", b"::1")
_WRITTEN = frozenset(name.encode() for name in CREDENTIAL_HEADERS if "cookie" not in name)


class Renewal(NamedTuple):
    """A token that the service can replace; `renew_at` in epoch milliseconds, None when nobody knows."""

    renew_at: Optional[float]


# Who had a token fetched: the call that was refused, or somebody else earlier.
RenewedBy = Literal["this_call", "others"]


class Signed(NamedTuple):
    """A call's headers as they go out; `token` counts the logins, None when the call carries no token of a login."""

    headers: List[Header]
    token: Optional[int]


class CallAuth:
    """The credentials of one run."""

    def __init__(
        self,
        target_url: str,
        credential: str,
        headers: Mapping[str, str],
        rules: Optional[AuthRules],
        renewal: Optional[Renewal],
        line: Optional[AuthLine],
        on_renewed: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._place = target_place(target_url)
        self._rules = rules
        self._line = line if renewal is not None else None
        self._renew_at = renewal.renew_at if renewal is not None else None
        self._is_token = renewal is not None
        self._on_renewed = on_renewed
        self._lock = threading.Lock()
        self._unhelped: Set[Tuple[str, str]] = set()
        self._names = frozenset(name.lower().encode() for name in headers)
        # By the order of the logins, the newest last: the credential, and the headers that carry it by their lower names.
        self._credentials: List[bytes] = []
        self._headers: List[Dict[bytes, bytes]] = []
        # Values of the headers that were injected, with the credential in them.
        self._values: Dict[bytes, bytes] = {}
        self._pattern: Optional["re.Pattern[bytes]"] = None
        self._add(credential, headers)

    def _add(self, credential: str, headers: Mapping[str, str]) -> None:
        own = {name.lower().encode(): _bytes(value) for name, value in headers.items()}
        self._names = self._names.union(own)
        for name, value in own.items():
            # Of several cookies each may stand alone in a header that the test has put together.
            for part in [value, *value.split(b"; ")] if name == b"cookie" else [value]:
                self._values[part] = _bytes(credential)
        self._headers.append(own)
        # Last: whoever sees the newest credential finds its headers.
        self._credentials.append(_bytes(credential))
        long = [re.escape(known) for known in self._credentials if len(known) >= _LONG]
        if long:
            self._pattern = re.compile(rb"(?<![A-Za-z0-9._~+/-])(" + b"|".join(long) + rb")(?![A-Za-z0-9._~+/=-])")

    def sign(self, place: bytes, method: str, target: str, headers: List[Header]) -> Optional[Signed]:
        """The headers to send; None: as the test wrote them. `target` is the path with its query."""
        if self._place is None or not is_same_place(place, self._place):
            return None
        choice = self._rules.choose(method, target) if self._rules is not None else None
        is_carried = any(self._holds(name, value) for name, value in headers)
        if not is_carried and (self._names or choice is None or _has_own(headers, choice.headers)):
            return None
        if choice is not None and not choice.uses_default:
            return Signed(_with(self._without(headers), choice.headers), None)
        token = None
        if is_carried and self._is_token:
            self.renew_when_due()
            # Another thread may get a newer one at any moment: what is noted is what is sent.
            token = len(self._credentials) - 1
            headers = [(name, self._renewed_value(name, value, token)) for name, value in headers]
        if choice is not None:
            headers = _with(headers, choice.headers)
        return Signed(headers, token)

    def is_due(self) -> bool:
        """Whether the token is about to run out."""
        return self._line is not None and self._renew_at is not None and time() * 1000 >= self._renew_at

    def renew_when_due(self) -> None:
        """Asks for a fresh token when this one is about to run out."""
        if self.is_due():
            with self._lock:
                if self.is_due() and not self._ask("expired", ""):
                    # The service has no other: the answers of the target decide from here on.
                    self._renew_at = None

    def renew_after_401(self, method: str, target: str, token: int) -> Optional[RenewedBy]:
        """Whose newer token than the one that was refused is there now; None when there is none."""
        if (method, target) in self._unhelped:
            return None
        with self._lock:
            if token < len(self._credentials) - 1:
                return "others"
            return self._ask("refused", f"{method} {target}")

    def was_no_help(self, method: str, target: str) -> None:
        """The fresh token was refused, too: this call is answered 401 for another reason."""
        if len(self._unhelped) < _REMEMBERED:
            self._unhelped.add((method, target))
        with self._lock:
            if self._line is not None:
                self._line.tell(self._need("no_help", f"{method} {target}"))

    def close(self) -> None:
        """The test is over, or this is a process that it forked: the line is not ours to use."""
        self._line = None

    def after_fork(self) -> None:
        """Runs in a process that the test forks: it goes on with what is known."""
        self._line = None
        self._lock = threading.Lock()

    def _need(self, reason: str, call: str) -> Dict[str, str]:
        return {"reason": reason, "credential": self._credentials[-1].decode("latin-1"), "call": call}

    def _ask(self, reason: str, call: str) -> Optional[RenewedBy]:
        line = self._line
        if line is None:
            return None
        fresh = line.ask(self._need(reason, call))
        if fresh is None:
            return None
        # First what hides it, then what uses it.
        self._on_renewed(fresh)
        self._add(fresh["credential"], fresh["headers"])
        renew_at = fresh["renewAt"]
        # One that is due at once would be asked for before every call: the target's answers tell instead.
        self._renew_at = renew_at if renew_at is not None and renew_at > time() * 1000 else None
        return "this_call" if fresh["isFetched"] else "others"

    def _renewed_value(self, name: bytes, value: bytes, token: int) -> bytes:
        """The value with the one of that login in place of any that was injected before."""
        newest = self._credentials[token]
        if not self._holds(name, value):
            return value
        key = name.lower()
        if key == b"cookie":
            return b"; ".join(self._renewed_cookie(part, token) for part in value.split(b"; "))
        # Also a header beside the credential, such as one against forged requests.
        if value in self._values and key in self._headers[token]:
            return self._headers[token][key]
        if self._pattern is not None and self._pattern.search(value) is not None:
            return self._pattern.sub(lambda _: newest, value)
        return self._swapped(value, newest)

    def _renewed_cookie(self, part: bytes, token: int) -> bytes:
        if part in self._values:
            start = part.partition(b"=")[0] + b"="
            for fresh in self._headers[token].get(b"cookie", b"").split(b"; "):
                if fresh.startswith(start):
                    return fresh
        if self._pattern is not None and self._pattern.search(part) is not None:
            return self._pattern.sub(lambda _: self._credentials[token], part)
        return self._swapped(part, self._credentials[token])

    def _swapped(self, value: bytes, newest: bytes) -> bytes:
        # `Bearer <token>` and `name=<token>`: the token stands at the end.
        held = self._values.get(value)
        return value[: len(value) - len(held)] + newest if held and value.endswith(held) else value

    def _without(self, headers: List[Header]) -> List[Header]:
        """The headers without the default credential; of a cookie header only the cookie that is it."""
        kept = []
        for name, value in headers:
            if name.lower() == b"cookie":
                parts = [part for part in value.split(b"; ") if not self._holds(name, part)]
                if parts:
                    kept.append((name, b"; ".join(parts)))
            elif not self._holds(name, value):
                kept.append((name, value))
        return kept

    def _holds(self, name: bytes, value: bytes) -> bool:
        """Whether a header carries a credential that was injected."""
        if self._pattern is not None and self._pattern.search(value) is not None:
            return True
        key = name.lower()
        if key not in self._names:
            return False
        return value in self._values or (key == b"cookie" and any(part in self._values for part in value.split(b"; ")))


def target_place(target_url: str) -> Optional[Tuple[bytes, bytes, bytes]]:
    """Scheme, host and port of the target; None without one."""
    parts = urlsplit(target_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return parts.scheme.encode(), _host(parts.hostname.encode("utf-8", "surrogateescape")), str(port).encode()


def is_same_place(place: bytes, target: Tuple[bytes, bytes, bytes]) -> bool:
    """Whether a call goes to the target."""
    scheme, host, port = place.split(b"\0", 3)[:3]
    return port == target[2] and scheme == target[0] and _host(host) == target[1]


def _host(host: bytes) -> bytes:
    host = host.strip(b"[]").lower()
    # The names of this machine are one host.
    return _LOOPBACK[0] if host in _LOOPBACK else host


def _has_own(headers: List[Header], chosen: Mapping[str, str]) -> bool:
    """Whether the test wrote a credential itself."""
    names = _WRITTEN.union(name.lower().encode() for name in chosen)
    return any(name.lower() in names for name, _ in headers)


def _with(headers: List[Header], added: Mapping[str, str]) -> List[Header]:
    """The headers with others behind them; what is there already stays, cookies are joined."""
    result = list(headers)
    for name, value in added.items():
        key = name.lower().encode()
        place = next((place for place, (known, _) in enumerate(result) if known.lower() == key), None)
        if place is None:
            result.append((_bytes(name), _bytes(value)))
        elif key == b"cookie":
            cookie = _bytes(value)
            own = result[place][1]
            if not any(part.partition(b"=")[0] == cookie.partition(b"=")[0] for part in own.split(b"; ")):
                result[place] = (result[place][0], own + b"; " + cookie)
    return result


def _bytes(text: str) -> bytes:
    # As http.client and requests send it; what does not fit goes out as UTF-8, like requests does.
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")
