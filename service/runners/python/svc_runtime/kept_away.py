"""Tells a test that broke on a closed door which door it was, and where the rules are written."""

from __future__ import annotations

import os
from typing import Iterator, List, Optional

from .target_rule import REFUSAL


def kept_away(error: Optional[BaseException], scratch: str, is_confined: bool) -> List[str]:
    """One sentence when the sandbox is why a test ended (a refused place outside of its own folder), or the target rule."""
    for cause in _chain(error):
        if not isinstance(cause, PermissionError):
            continue
        if cause.strerror == REFUSAL:
            return [
                f"the service runs with target policy public, so a test may not connect to {cause.filename}: private "
                "addresses need --target-policy private"
            ]
        if not is_confined:
            continue
        place = cause.filename if isinstance(cause.filename, str) else None
        if place is not None and os.path.abspath(place).startswith(f"{scratch}{os.sep}"):
            continue
        what = "signal another process" if place is None else f"touch {place}"
        return [
            f"the sandbox did not let the test {what}: tests have the interpreter, its libraries and a folder of "
            "their own (`svc help runtime`); --sandbox off of the service turns it off"
        ]
    return []


def _chain(error: Optional[BaseException]) -> Iterator[BaseException]:
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
