"""Which credentials a call gets: those of its endpoint, else of its family, else what the project uses.

The service has decided for every endpoint and family; what is left to find out here is which of them a call belongs to.
"""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple
from urllib.parse import unquote, urlsplit

_PREFIX = re.compile(r"(?:api|rest|v\d+)\Z", re.IGNORECASE)
_PARAMETER = re.compile(r"\{[^{}]+\}|:[A-Za-z_]\w*\Z")
# More different calls than a test makes on purpose.
_REMEMBERED = 1000


class Choice(NamedTuple):
    """What calls of an endpoint or family send; `uses_default`: what the project uses, with these headers beside it."""

    headers: Dict[str, str]
    uses_default: bool


class _Endpoint(NamedTuple):
    method: str
    segments: List[str]
    choice: Optional[Choice]


class AuthRules:
    """The credential sets of a project, by endpoint and family."""

    def __init__(self, rules: Mapping[str, Any], target_url: str) -> None:
        self.choices = [Choice(item["headers"], item["usesDefault"]) for item in rules["choices"]]
        self._endpoints = [
            _Endpoint(item["method"], _split(item["path"]), self._at(item["choice"])) for item in rules["endpoints"]
        ]
        # The longer family comes first and counts.
        self._families = [(_split(item["family"]), self._at(item["choice"])) for item in rules["families"]]
        self._base = _split(urlsplit(target_url).path)
        self._known: Dict[Tuple[str, str], Optional[Choice]] = {}

    def _at(self, place: Optional[int]) -> Optional[Choice]:
        return None if place is None else self.choices[place]

    def choose(self, method: str, path: str) -> Optional[Choice]:
        """The choice for a call; None: what the project uses and nothing beside it."""
        key = (method, path)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._find(method, _split(path))
        return self._known[key]

    def _find(self, method: str, path: List[str]) -> Optional[Choice]:
        fits = [
            (extra, parameters, place)
            for place, endpoint in enumerate(self._endpoints)
            if endpoint.method == method
            for extra, parameters in [_fit(endpoint.segments, path)]
            if extra >= 0
        ]
        if fits:
            return self._endpoints[min(fits)[2]].choice
        starts = self._starts(path)
        for family, choice in self._families:
            if any(start[: len(family)] == family for start in starts):
                return choice
        return None

    def _starts(self, path: List[str]) -> List[List[str]]:
        """The path as it is, below the target's own path, and below what only says that this is an API of a version."""
        size = len(self._base)
        rest = path[size:] if path[:size] == self._base else path
        first = next((place for place, segment in enumerate(rest) if not _PREFIX.match(segment)), 0)
        return [path, rest, rest[first:]]


def _fit(template: Sequence[str], path: Sequence[str]) -> Tuple[int, int]:
    """How many segments stand before the template and how many it leaves open; (-1, 0): it does not fit."""
    extra = len(path) - len(template)
    if extra < 0 or not template:
        return -1, 0
    parameters = 0
    for place, segment in enumerate(template):
        if _PARAMETER.match(segment):
            # A parameter in front would fit anything that stands below another path.
            if place == 0 and extra > 0:
                return -1, 0
            parameters += 1
        elif segment != path[extra + place]:
            return -1, 0
    return extra, parameters


def _split(path: str) -> List[str]:
    return [unquote(segment) for segment in path.partition("?")[0].split("/") if segment]
