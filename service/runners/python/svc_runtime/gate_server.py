"""An API in memory that answers as a script says, in the place of `requests`."""

from __future__ import annotations

import copy
import json
import re
import sys
import types
from datetime import timedelta
from functools import partial
from typing import Any, Callable, Dict, List, Mapping, Optional
from urllib.parse import parse_qsl, urlsplit

from .leaks import leaks
from .provided import letters_of, read_json, wrong_credential

Json = Any
Record = Dict[str, Any]

BASE_URL = "http://api.invalid"
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
# What a header may look like; the first that fits is sent.
_CANDIDATES = (
    "abc",
    "1",
    "0b0e6f6e-7d3c-4c1e-9d52-0f7a3f1d2b11",
    "2024-05-06T07:08:09Z",
    "application/json",
    "/things/1",
    '"1"',
)
_ENTRIES = 5


class Headers(Dict[str, str]):
    """Headers by their names without regard to case."""

    def __getitem__(self, name: str) -> str:
        return next(value for key, value in self.items() if key.lower() == name.lower())

    def __contains__(self, name: object) -> bool:
        return any(key.lower() == str(name).lower() for key in self)

    def get(self, name: str, default: Any = None) -> Any:
        """As of a dictionary."""
        return self[name] if name in self else default


class Response:
    """As much of a response of `requests` as tests use."""

    def __init__(self, status: int, headers: Mapping[str, str], text: str, seconds: float, url: str) -> None:
        self.status_code = status
        self.headers = Headers(headers)
        self.text = text
        self.content = text.encode()
        self.elapsed = timedelta(seconds=seconds)
        self.url = url
        self.ok = status < 400
        self.is_redirect = 300 <= status < 400 and "Location" in headers

    def json(self) -> Json:
        """The body as JSON."""
        return json.loads(self.text)


class ScriptedServer:
    """Answers the calls of one test, step by step."""

    def __init__(self, script: List[Record], values: Record) -> None:
        self._steps = script
        self._values = values
        self._place = 0
        self._made = 0
        self._sent: Dict[str, Json] = {}
        self._answers: Dict[str, Json] = {}
        self._headers: Dict[str, Json] = {}
        # The file that the test has sent last.
        self._file = b""
        self.produced: Dict[str, Json] = {}
        # A call that the recipe does not have, and one that the test does not make.
        self.stray: Optional[str] = None

    @property
    def missing(self) -> Optional[str]:
        """The first call of the recipe that was not made."""
        for place in range(self._place, len(self._steps)):
            step = self._steps[place]
            made = self._made if place == self._place else 0
            if made < len(step["calls"]):
                call = step["calls"][made]
                return f"it does not call {call['method']} {call['path']}, as its recipe says"
        return None

    def run(self, source: str, file_name: str) -> Optional[BaseException]:
        """Executes a test against this server; returns what ended it, None when it passed."""
        kept = sys.modules.get("requests")
        sys.modules["requests"] = self._library()
        names = {
            "__name__": "__main__",
            "BASE_URL": BASE_URL,
            "TARGET_URL": BASE_URL,
            "RUN_TAG": self._values["runTag"],
            "__AUTH_HEADERS__": {"Authorization": "Bearer in-memory"},
            "__AUTH_CREDENTIAL__": "in-memory",
            "__AUTH_TYPE__": "Bearer token",
            "__EXTRA_HEADERS__": {"X-Extra": "in-memory"},
            "variables": types.MappingProxyType(self._values["variables"]),
            "produce": self.produced.__setitem__,
            "leaks": leaks,
            "read_json": read_json,
            "wrong_credential": wrong_credential,
            "tag_letters": partial(letters_of, self._values["runTag"]),
            **{f"VAR_{key}": f"value of {key}" for key in self._values["environment"]},
        }
        try:
            exec(compile(source, file_name, "exec"), names)
        except (Exception, SystemExit) as error:
            return error
        finally:
            if kept is not None:
                sys.modules["requests"] = kept
            else:
                del sys.modules["requests"]
        return None

    def _library(self) -> types.ModuleType:
        library = types.ModuleType("requests")
        library.__dict__["request"] = self._request
        for method in _METHODS:
            library.__dict__[method] = self._method(method.upper())
        return library

    def _method(self, method: str) -> Callable[..., Response]:
        return lambda url, **options: self._request(method, url, **options)

    def _request(self, method: str, url: str, **options: Any) -> Response:
        path = urlsplit(url).path if url.startswith(BASE_URL) else url
        step = self._step_of(method, path)
        if step is None:
            self.stray = self.stray or f"it calls {method} {path}, which its recipe does not have there"
            raise ConnectionError(self.stray)
        sent = _fields_of(options.get("json", options.get("data")))
        self._file = _file_in(options) or self._file
        call = step["calls"][min(self._made, len(step["calls"])) - 1]
        return self._respond(step, sent, self._query(url, options), call.get("field"), url)

    def _step_of(self, method: str, path: str) -> Optional[Record]:
        while self._place < len(self._steps):
            step = self._steps[self._place]
            calls = step["calls"]
            # A step that polls or turns pages makes its one call several times.
            for place in (self._made, self._made - 1) if step["repeats"] else (self._made,):
                if 0 <= place < len(calls) and _is_call(calls[place], method, path):
                    self._made = place + 1
                    return step
            if self._made < len(calls):
                return None
            self._place, self._made = self._place + 1, 0
        return None

    def _query(self, url: str, options: Record) -> Record:
        return {**dict(parse_qsl(urlsplit(url).query)), **(options.get("params") or {})}

    def _respond(self, step: Record, sent: Json, query: Record, field: Optional[str], url: str) -> Response:
        answer = step["answer"]
        self._sent[step["id"]] = sent
        body = copy.deepcopy(answer["body"])
        for change in answer["changes"]:
            body = self._changed(body, change, field)
        if answer["pages"] is not None:
            # A list that is asked for by POST has the same in its body.
            asked = sent if isinstance(sent, dict) and answer["pages"]["size"] in sent else {}
            body = _page(body, answer["pages"], {**query, **asked})
        self._answers[step["id"]] = body
        headers = dict(answer["headers"])
        if answer["names"] is not None:
            headers[answer["names"]["header"]] = f"/records/{_read(body, answer['names']['path'])}"
        for wanted in answer["matching"]:
            fitting = [text for text in _CANDIDATES if re.search(wanted["pattern"], text)]
            headers[wanted["header"]] = fitting[0] if fitting else "abc"
        numbers = {name.partition("#")[0] for name in step["readsHeaders"] if name.endswith("#integer")}
        for name in step["readsHeaders"]:
            # What later steps read of a header.
            plain, _, form = name.partition("#")
            address = headers.setdefault(plain, f"/records/{4711 + self._place}" if plain in numbers else f"/records/rec-{1 + self._place}")
            last = address.rstrip("/").rsplit("/", 1)[-1]
            self._headers[f"{step['id']} header:{name}"] = int(last) if form == "integer" and last.isdigit() else last
        text = "" if answer["isEmpty"] else json.dumps(body) if answer["text"] is None else answer["text"]
        response = Response(answer["status"], headers, text, answer["seconds"], url)
        if answer["isSentBack"]:
            response.content = self._file
        return response

    def _changed(self, body: Json, change: Record, field: Optional[str]) -> Json:
        if change["do"] == "set":
            value = self._value(change["source"], field)
            own = _read(body, change["path"])
            # Of a record inside the record, what was not sent is the API's own.
            if change["source"]["from"] == "sent" and isinstance(value, dict) and isinstance(own, dict):
                value = {**own, **value}
            return _write(body, change["path"], value)
        if change["do"] == "copy":
            other = copy.deepcopy(_read(self._answers.get(change["step"]), change["other"]))
            if change["except"] and isinstance(other, dict):
                own = _read(body, change["path"])
                kept = {key: value for key, value in (own if isinstance(own, dict) else {}).items()}
                other = {**kept, **{key: value for key, value in other.items() if key not in change["except"]}}
            return _write(body, change["path"], other)
        entries = _read(body, change["list"])
        entries = entries if isinstance(entries, list) else []
        if change["do"] == "clear":
            return _write(body, change["list"], [])
        pattern = copy.deepcopy(entries[0]) if entries else {}
        return _write(body, change["list"], [_write(pattern, change["key"], self._value(change["source"], field))])

    def _value(self, source: Record, field: Optional[str]) -> Json:
        if source["from"] == "value":
            return source["value"]
        if source["from"] == "tag":
            if source["shape"] == "{field}":
                return field
            return _shaped(source["shape"], self._values["runTag"])
        if source["from"] == "variable":
            return self._values["variables"].get(source["name"])
        if source["path"] and str(source["path"][0]).startswith("header:"):
            return self._headers.get(f"{source['step']} {source['path'][0]}")
        known = self._sent if source["from"] == "sent" else self._answers
        return _read(known.get(source["step"]), source["path"])


def _file_in(options: Record) -> Optional[bytes]:
    """The bytes of the first file that a call sends."""
    for part in (options.get("files") or {}).values():
        return part[1] if isinstance(part, tuple) else part
    data = options.get("data")
    return data if isinstance(data, bytes) else None


def _shaped(shape: str, tag: str) -> str:
    """A value that differs per run: the tag as it is, in capitals, as digits or as letters."""

    def written(match: "re.Match[str]") -> str:
        form = match.group(1)
        if form is None:
            return tag
        if form.startswith("A"):
            return letters_of(tag, int(form[1]), int(form[3:] or 0))
        return tag.upper() if form == "upper" else str(int(tag, 16) % 10 ** int(form)).zfill(int(form))

    return re.sub(r"\{RUN_TAG(?::(upper|\d|A\d(?:_\d+)?))?\}", written, shape)


def _fields_of(sent: Json) -> Json:
    """What a body says of its record: a JSON Patch is a list of operations, a form a list of names with their values."""
    if isinstance(sent, list) and sent and all(isinstance(one, tuple) and len(one) == 2 for one in sent):
        return _of_form(sent)
    is_patch = isinstance(sent, list) and sent and all(isinstance(one, dict) and {"op", "path"} <= one.keys() for one in sent)
    return {str(one["path"]).lstrip("/"): one.get("value") for one in sent} if is_patch else sent


def _of_form(pairs: Json) -> Json:
    """`[("address[city]", "Bern"), ("tag", "a"), ("tag", "b")]` as the record that it was."""
    fields: Json = {}
    for name, value in pairs:
        path: List[Any] = [int(part) if part.isdigit() else part for part in re.findall(r"[^\[\]]+", str(name))]
        read = value == "true" if value in ("true", "false") else value
        before = _read(fields, path)
        if before is not None:
            read = [*before, read] if isinstance(before, list) else [before, read]
        fields = _write(fields, path, read)
    return fields


def _is_call(call: Record, method: str, path: str) -> bool:
    if call["method"] != method:
        return False
    pattern = "[^/]*".join(re.escape(part) for part in call["path"].split("{}"))
    return re.fullmatch(pattern, path) is not None


def _read(value: Json, path: List[Any]) -> Json:
    for key in path:
        if key == "*":
            key = 0
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return value


def _write(whole: Json, path: List[Any], value: Json) -> Json:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if key == "*" and isinstance(whole, list) and whole:
        return [_write(item, rest, value) for item in whole]
    if key == "*" or isinstance(key, int):
        place = 0 if key == "*" else key
        entries = list(whole) if isinstance(whole, list) else []
        while len(entries) <= place:
            entries.append({})
        entries[place] = _write(entries[place], rest, value)
        return entries
    record = dict(whole) if isinstance(whole, dict) else {}
    record[key] = _write(record.get(key, {}), rest, value)
    return record


def _page(body: Json, pages: Record, query: Record) -> Json:
    """The page that a query asks for, out of a few entries."""
    names = [f"entry-{number}" for number in range(_ENTRIES)]
    entries = [_write({"id": name, "name": name}, pages["key"], name) for name in names]
    size = int(query.get(pages["size"]) or _ENTRIES)
    asked = query.get(pages["page"])
    is_offset = re.search(r"offset|skip|start|from", pages["page"], re.I) is not None
    is_cursor = re.search(r"cursor|token|after|next|marker", pages["page"], re.I) is not None
    first = int(asked or 0) if is_offset or is_cursor else (int(asked or pages["first"]) - pages["first"]) * size
    shown = entries[first : first + size + (1 if pages["tooLong"] else 0)]
    body = _write(body, pages["list"], shown)
    if pages["total"] is not None:
        body = _write(body, pages["total"], _ENTRIES)
    if is_cursor and first + size < _ENTRIES:
        usual = [f"next{pages['page'][0].upper()}{pages['page'][1:]}"]
        body = _write(body, pages["next"] or usual, str(first + size))
    return body
