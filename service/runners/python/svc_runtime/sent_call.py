"""A call of http.client as it went out, kept until its response is there: a refused token costs another attempt."""

from __future__ import annotations

from typing import Iterator, List, Optional, Tuple, Union

from .attempts import Attempts
from .call_auth import CallAuth, Header

# A larger body is not kept, so it is not sent again.
BODY_LIMIT = 8 * 1024 * 1024


class SentCall:
    """What it takes to send a call once more; `token` is the one that it went out with."""

    def __init__(self, attempts: Attempts, head: bytes, token: int) -> None:
        self.token = token
        self._attempts = attempts
        self._head = head
        self._body: Optional[List[bytes]] = []
        self._size = 0

    def add(self, data: Union[bytes, bytearray, memoryview]) -> None:
        """Takes what was sent behind the head."""
        self._size += len(data)
        if self._size > BODY_LIMIT:
            self.forget_body()
        elif self._body is not None:
            # Only bytes cannot change before they are sent again.
            self._body.append(data if type(data) is bytes else bytes(data))

    def forget_body(self) -> None:
        """The body was read from a stream that cannot be read again, or is too large to keep."""
        self._body = None

    def renew(self) -> bool:
        """Whether the call can and should be sent again: a newer token is there."""
        return self._body is not None and self._attempts.again(self.token)

    def pieces(self) -> Iterator[bytes]:
        """The head as the test wrote it, which is signed anew when it is sent, and the body."""
        yield self._head
        yield from self._body or ()


def sign_head(auth: CallAuth, place: bytes, head: bytes) -> Tuple[bytes, Optional[SentCall]]:
    """A request's head with the credentials that it gets; the call is kept when it carries a token of a login."""
    lines = head.split(b"\r\n")
    # The head ends with an empty line.
    headers: List[Header] = []
    for line in lines[1:-2]:
        name, colon, value = line.partition(b":")
        if not colon or line[:1] in b" \t":
            # Folded or broken: it is the test's own and goes out as it is.
            return head, None
        headers.append((name, value.strip()))
    method, _, rest = lines[0].decode("latin-1").partition(" ")
    target = rest.rsplit(" ", 1)[0]
    signed = auth.sign(place, method, target, headers)
    if signed is None:
        return head, None
    sent = None if signed.token is None else SentCall(Attempts(auth, method, target), head, signed.token)
    if signed.headers == headers:
        return head, sent
    return b"\r\n".join([lines[0], *[b"%b: %b" % header for header in signed.headers], b"", b""]), sent
