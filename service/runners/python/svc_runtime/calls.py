"""Turns the log of a run into its recorded calls and produced values; runs after the test, never while it waits."""

from __future__ import annotations

# Bound here: a test may replace the functions of the modules.
from json import loads
from time import perf_counter, time
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple
from urllib.parse import parse_qsl, urlsplit

from . import call_log
from .call_log import BODY_LIMIT, Event
from .live_call import COUNT
from .masking import Masker
from .wire import BodyReader, Head, Unfolding, as_base64, as_text, parse_head, status_of

Json = Dict[str, Any]


class Collected(NamedTuple):
    """What a log holds."""

    calls: List[Json]
    produced: List[Json]


class _Parts:
    """The events of one call."""

    def __init__(self, event: Event) -> None:
        self.began = event.at
        self.last: Optional[float] = None
        scheme, host, port, request = event.payload.split(b"\0", 3)
        self.scheme, self.host, self.port = scheme.decode(), host.decode("utf-8", "replace"), int(port)
        head, _, body = request.partition(b"\r\n\r\n")
        self.head = parse_head(head)
        self.sent: List[bytes] = [body]
        self.sent_total: Optional[int] = None
        self.response_head: Optional[Head] = None
        self.received: List[bytes] = []
        self.received_total: Optional[int] = None
        self.error: Optional[str] = None
        self.is_own = False
        self.was_sent = False

    def add(self, event: Event) -> None:
        """Takes one more event of this call."""
        kind, payload = event.kind, event.payload
        if kind == call_log.REQUEST:
            self.sent.append(payload)
        elif kind == call_log.REQUEST_TOTAL:
            self.sent_total = COUNT.unpack(payload)[0]
        elif kind == call_log.OWN:
            self.is_own = True
        elif kind in (call_log.SENT, call_log.UNSENT):
            self.was_sent = kind == call_log.SENT
        elif kind == call_log.TOTAL:
            self.received_total = COUNT.unpack(payload)[0]
        else:
            self.last = event.at
            if kind == call_log.HEAD:
                self.response_head = parse_head(payload)
            elif kind == call_log.RECEIVED:
                self.received.append(payload)
            elif kind == call_log.FAILED:
                self.error = payload.decode("utf-8", "replace")


def collect(events: Iterable[Event], masker: Masker, epoch: Optional[float] = None) -> Collected:
    """Every call in the order it began, masked, and every produced value in its order.

    `epoch`: when the counter of the events began; None: it is that of this machine, the same in every process.
    """
    if epoch is None:
        epoch = time() - perf_counter()
    parts: Dict[Tuple[int, int], _Parts] = {}
    produced: List[Json] = []
    for event in events:
        key = (event.process, event.number)
        if event.kind == call_log.PRODUCED:
            produced.append({**loads(event.payload), "at": round((epoch + event.at) * 1000)})
        elif event.kind == call_log.BEGIN:
            parts[key] = _Parts(event)
        elif key in parts:
            parts[key].add(event)
    in_order = sorted(parts.values(), key=lambda call: call.began)
    unfolding = Unfolding()
    calls = [_record(seq, call, epoch, masker, unfolding) for seq, call in enumerate(in_order, 1)]
    return Collected(calls, produced)


def _record(seq: int, call: _Parts, epoch: float, masker: Masker, unfolding: Unfolding) -> Json:
    method, _, rest = call.head.first.partition(" ")
    url = _url(call, rest.rsplit(" ", 1)[0])
    request = _Body(b"".join(call.sent), call.sent_total, call.head, masker)
    head, body, is_complete = _response(call, unfolding)
    status = status_of(head) if head is not None else None
    response = _Body(body, call.received_total, head, masker, is_complete)
    query = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    return {
        "seq": seq,
        "method": method,
        "url": masker.text(url),
        "query": [{"name": masker.text(name), "value": masker.text(value)} for name, value in query] or None,
        "requestHeaders": masker.headers(call.head.headers, are_sent=True),
        "requestBody": request.text if request.total else None,
        "requestEncoding": request.encoding if request.total else None,
        "requestBytes": request.total or None,
        "status": status,
        "responseHeaders": masker.headers(head.headers) if head is not None else None,
        "responseBody": response.text if head is not None else None,
        "responseEncoding": response.encoding if head is not None else None,
        "responseBytes": response.total if head is not None else None,
        "truncated": request.is_cut or response.is_cut,
        "latencyMs": None if call.last is None else round((call.last - call.began) * 1000, 3),
        "error": masker.optional(call.error),
        "startedAt": round((epoch + call.began) * 1000),
        "isReadBefore": call.is_own,
        "isUnanswered": call.was_sent and head is None,
    }


def _url(call: _Parts, target: str) -> str:
    if "://" in target.split("?", 1)[0]:
        # A request to a proxy carries the whole address.
        return target
    host = f"[{call.host}]" if ":" in call.host and not call.host.startswith("[") else call.host
    default = 443 if call.scheme == "https" else 80
    return f"{call.scheme}://{host}{'' if call.port == default else f':{call.port}'}{target}"


def _response(call: _Parts, unfolding: Unfolding) -> Tuple[Optional[Head], bytes, bool]:
    """The response's head, its decoded body as far as it was kept, and whether that is all of it."""
    head, pieces = call.response_head, call.received
    if head is None:
        reader = BodyReader(is_framed=True)
        pieces = [piece for data in call.received for piece in reader.feed(data)]
        head = reader.head
    body = b"".join(pieces)
    encoding = head.get("content-encoding") if head is not None else ""
    if encoding:
        body, is_complete = unfolding.unfold(body, encoding)
        return head, body, is_complete
    return head, body, True


class _Body:
    """A body as it is stored: masked, cut, as text or base64."""

    def __init__(
        self, body: bytes, total: Optional[int], head: Optional[Head], masker: Masker, is_complete: bool = True
    ) -> None:
        self.total = max(len(body), total or 0)
        self.is_cut = len(body) > BODY_LIMIT or self.total > len(body) or not is_complete
        content_type = head.get("content-type") if head is not None else ""
        if self.is_cut:
            body = masker.cut(masker.data(body)[:BODY_LIMIT])
        text = as_text(body, content_type, self.is_cut)
        self.encoding = "base64" if text is None else "utf8"
        self.text = as_base64(masker.data(body)) if text is None else masker.text(text)
