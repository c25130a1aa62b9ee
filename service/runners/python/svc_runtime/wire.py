"""HTTP/1 on the wire: heads, body framing, content encodings, and text or binary."""

from __future__ import annotations

import base64
import codecs
import zlib
from typing import Iterator, List, NamedTuple, Optional, Tuple, Union

Headers = List[Tuple[str, str]]

# What a compressed body may unfold to before its length is no longer counted.
UNFOLD_LIMIT = 64 * 1024 * 1024
# The same for all bodies of a report: a few kilobytes of an answer may unfold to a thousand times their length.
UNFOLD_TOTAL = 256 * 1024 * 1024
# Beyond it: more than a record keeps of a body.
UNFOLD_LEAST = 128 * 1024


# More digits than any length or status has; Python refuses to read some thousands of them.
MOST_DIGITS = 18


def number_of(text: str) -> Optional[int]:
    """A number as the wire writes it, in plain digits; None for everything else, whatever Unicode counts as a digit."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


class Head(NamedTuple):
    """The first line and the headers of a request or response."""

    first: str
    headers: Headers

    def get(self, name: str) -> str:
        """The last value of a header by its lower-case name, or an empty text."""
        found = ""
        for key, value in self.headers:
            if key.lower() == name:
                found = value
        return found


def parse_head(data: bytes) -> Head:
    """Splits a head into its lines; continued lines are joined, lines without a colon are left out."""
    lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    headers: Headers = []
    for line in lines[1:]:
        if line[:1] in (" ", "\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, f"{value} {line.strip()}")
            continue
        name, colon, value = line.partition(":")
        if colon:
            headers.append((name.strip(), value.strip()))
    return Head(lines[0], headers)


def format_head(first: str, headers: Headers) -> bytes:
    """A head as it is sent, with the empty line behind it."""
    lines = [first, *(f"{name}: {value}" for name, value in headers), "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


class BodyReader:
    """Takes a response apart as it comes: the head once, then the body without its chunk framing."""

    def __init__(self, is_framed: bool) -> None:
        self.head: Optional[Head] = None
        self.is_chunked = False
        self._pending = b""
        self._left = 0
        self._length = 0
        self._step = self._read_head if is_framed else self._read_identity

    def feed(self, data: Union[bytes, bytearray, memoryview]) -> List[bytes]:
        """Returns the pieces of the body that these bytes complete."""
        data = self._pending + bytes(data)
        self._pending = b""
        pieces: List[bytes] = []
        while data:
            before = (len(data), self._step)
            data = self._step(data, pieces)
            if (len(data), self._step) == before:
                self._pending = data
                break
        self._length += sum(map(len, pieces))
        return pieces

    def is_whole(self) -> bool:
        """Whether nothing follows: a server may leave the connection open although it was asked not to."""
        if self.head is None:
            return False
        if status_of(self.head) in (204, 304):
            return True
        if self.is_chunked:
            return self._step == self._read_end
        length = number_of(self.head.get("content-length"))
        return length is not None and self._length >= length

    def _read_head(self, data: bytes, pieces: List[bytes]) -> bytes:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return data
        head = parse_head(data[:end])
        status = status_of(head)
        # `100 Continue` and its kind come before the real head.
        if not (status is not None and 100 <= status < 200 and status != 101):
            self.head = head
            self.is_chunked = "chunked" in head.get("transfer-encoding").lower()
            self._step = self._read_size if self.is_chunked else self._read_identity
        return data[end + 4 :]

    def _read_identity(self, data: bytes, pieces: List[bytes]) -> bytes:
        pieces.append(data)
        return b""

    def _read_size(self, data: bytes, pieces: List[bytes]) -> bytes:
        end = data.find(b"\n")
        if end < 0:
            return data
        line = data[:end].split(b";")[0].strip()
        if line:
            try:
                self._left = int(line, 16)
            except ValueError:
                # Not the framing that was announced: the rest is kept as it came.
                self._step = self._read_identity
                return data
            self._step = self._read_chunk if self._left else self._read_end
        return data[end + 1 :]

    def _read_chunk(self, data: bytes, pieces: List[bytes]) -> bytes:
        pieces.append(data[: self._left])
        rest = data[self._left :]
        self._left -= len(pieces[-1])
        if not self._left:
            self._step = self._read_size
        return rest

    def _read_end(self, data: bytes, pieces: List[bytes]) -> bytes:
        return b""


def status_of(head: Head) -> Optional[int]:
    """The status of a response's first line."""
    parts = head.first.split(None, 2)
    return number_of(parts[1]) if len(parts) > 1 else None


class Unfolding:
    """Undoes the encodings of the bodies of one report, so that it comes to an end whatever an API sends."""

    def __init__(self) -> None:
        self._left = UNFOLD_TOTAL

    def unfold(self, body: bytes, encodings: str) -> Tuple[bytes, bool]:
        """Undoes gzip and deflate; returns the body and whether it is complete. Unknown encodings stay as they are."""
        names = [name.strip().lower() for name in encodings.split(",") if name.strip()]
        for name in reversed(names):
            if name in ("identity", ""):
                continue
            if name not in ("gzip", "x-gzip", "deflate"):
                return body, True
            try:
                decoder = _decoder(name, body)
                body = decoder.decompress(body, UNFOLD_LIMIT if self._left > 0 else UNFOLD_LEAST)
            except zlib.error:
                return body, True
            self._left -= len(body)
            if not decoder.eof:
                return body, False
        return body, True


def _decoder(name: str, body: bytes) -> "zlib._Decompress":
    if name != "deflate":
        return zlib.decompressobj(zlib.MAX_WBITS | 16)
    # Some servers send raw deflate; the zlib header tells them apart.
    is_zlib = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    return zlib.decompressobj(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS)


def as_text(body: bytes, content_type: str, is_cut: bool) -> Optional[str]:
    """The body as text in its declared character set or UTF-8; None when it is binary."""
    if b"\0" in body:
        return None
    for charset in _charsets(content_type):
        try:
            # Refuses codecs that are no character sets, such as `hex`.
            b"".decode(charset)
            return codecs.getincrementaldecoder(charset)("strict").decode(body, not is_cut)
        except (LookupError, UnicodeError, TypeError):
            continue
    return None


def _charsets(content_type: str) -> Iterator[str]:
    for part in content_type.split(";")[1:]:
        name, _, value = part.strip().partition("=")
        if name.lower() == "charset" and value:
            yield value.strip("\"' ")
    yield "utf-8"


def as_base64(body: bytes) -> str:
    """The body in base64."""
    return base64.b64encode(body).decode("ascii")
