"""Functions that every test finds beside its values: small things that would stand in each of them."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping

# Headers that hold a credential, whatever else a project sends with it.
_CREDENTIAL = re.compile(r"^(?:proxy-)?authorization$|cookie$|token|secret|api[-_]?key|(?:^|[-_])(?:auth|key)(?:$|[-_])", re.I)
# Of a form that every scheme takes: no:body, as Basic writes it.
_NOBODY = "bm86Ym9keQ=="


def read_json(response: Any) -> Any:
    """The JSON of an answer; None where it holds none."""
    try:
        return response.json()
    except ValueError:
        return None


def wrong_credential(headers: Mapping[str, str]) -> Dict[str, str]:
    """Headers with a credential that nobody has, in the form of the right one; every other header stays as it is."""
    names = [name for name in headers if _CREDENTIAL.search(name)] or list(headers)
    return {name: _of_nobody(value) if name in names else value for name, value in headers.items()}


def _of_nobody(value: str) -> str:
    """What stands behind `Bearer ` or `session=` is that of nobody."""
    plain = value.rstrip("=")
    return value[: max(plain.rfind(" "), plain.rfind("=")) + 1] + _NOBODY


def letters_of(tag: str, count: int, number: int = 0) -> str:
    """Capital letters that differ from run to run and, for numbers that are not far apart, from number to number."""
    left = (int(tag, 16) + number) % 26**count
    letters = ""
    for _ in range(count):
        left, place = divmod(left, 26)
        letters = chr(ord("A") + place) + letters
    return letters


class Variables(Dict[str, Any]):
    """What other tests have produced: one that is not there speaks of what has to run before."""

    def __missing__(self, name: str) -> Any:
        raise KeyError(f"setup: no test has produced {name}; it has to run first (svc test run starts the tests that one needs)")
