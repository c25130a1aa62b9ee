"""Values that a test produces for others: `produce(name, value)` and globals with a declared name."""

from __future__ import annotations

import re
from json import dumps
from typing import Any, Dict, List, Mapping, Sequence

from .call_log import CallLog

VALUE_LIMIT = 65_536
NAME_LIMIT = 200

Json = Dict[str, Any]

_CHANGED = re.compile(r"\d{16}|\d\.0|\de")


class Publisher:
    """Checks values and writes them to the run's log, where they outlive a killed test."""

    def __init__(self, log: CallLog, declared: Sequence[str]) -> None:
        self._log = log
        self._declared = list(declared)
        self._produced: set[str] = set()

    def produce(self, name: str, value: Any) -> None:
        """Makes a value available to the tests that consume `name`."""
        if not isinstance(name, str) or not name:
            raise TypeError(f"produce() needs a name as text, not {type(name).__name__}")
        if len(name) > NAME_LIMIT:
            shown = f'the produced value "{name[:40]}…" has a name of {len(name)} characters'
            raise ValueError(f"{shown}; at most {NAME_LIMIT} can be stored")
        text = encode_value(name, value)
        self._produced.add(name)
        declared = name in self._declared
        self._log.produced(dumps({"name": name, "declared": declared})[:-1] + f', "value": {text}}}')

    def produce_globals(self, scope: Mapping[str, Any], injected: Mapping[str, Any]) -> None:
        """Takes the globals that have a declared name; what was only injected is no product of the test."""
        for name in self._declared:
            if name in scope and name not in self._produced:
                if not (name in injected and scope[name] is injected[name]):
                    self.produce(name, scope[name])

    def produce_what_can(self, scope: Mapping[str, Any], injected: Mapping[str, Any]) -> None:
        """The same after a failure, where a value that cannot be stored is no further news."""
        for name in self._declared:
            try:
                Publisher(self._log, [name]).produce_globals(
                    {key: scope[key] for key in (name,) if key in scope and key not in self._produced}, injected
                )
            except (TypeError, ValueError):
                continue


def encode_value(name: str, value: Any) -> str:
    """A value as JSON; raises an error that names the variable, its type and the rule it breaks."""
    kind = type(value)
    shown = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    try:
        text = dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(
            f'the produced value "{name}" of type {shown} cannot be stored: {error}; produce a JSON value instead'
        ) from None
    size = len(dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > VALUE_LIMIT:
        raise ValueError(
            f'the produced value "{name}" of type {shown} has {size} bytes as JSON; at most {VALUE_LIMIT} can be stored'
        )
    return text


def latest(produced: List[Json]) -> List[Json]:
    """One capture per name: the value produced last, in the order of first production."""
    captures: Dict[str, Json] = {}
    for capture in produced:
        captures[capture["name"]] = capture
    return list(captures.values())


def exact(capture: Json) -> Json:
    """Adds the JSON of a value with numbers that the service would change: 64-bit integers, and floats such as 12.0."""
    text = dumps(capture["value"], ensure_ascii=False, separators=(",", ":"))
    if not _CHANGED.search(text):
        return capture
    # Half a character cannot be stored but as an escape.
    is_whole = not any("\ud800" <= character <= "\udfff" for character in text)
    return {**capture, "json": text if is_whole else dumps(capture["value"])}


def undeclared_advisories(captures: List[Json]) -> List[str]:
    """What to tell about values that nobody declared."""
    return [
        f'"{capture["name"]}" is produced but not declared; it is kept as an undeclared variable'
        for capture in captures
        if not capture["declared"]
    ]
