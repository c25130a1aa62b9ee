"""Finds answers that say an error and that no assertion of a passing test looked at."""

from __future__ import annotations

from typing import Any, Dict, List, Set
from urllib.parse import urlsplit

MOST = 5


class Looks:
    """What the assertions of a test have looked at, by the number of calls that had been made."""

    def __init__(self) -> None:
        self._after: Set[int] = set()
        self._statuses: Dict[int, int] = {}

    def note(self, calls: int, *operands: Any) -> None:
        """An assertion was executed after that many calls; a status among its operands may be that of any of them."""
        self._after.add(calls)
        for operand in operands:
            if type(operand) is int and (operand in (4, 5) or 400 <= operand < 600):
                self._statuses[operand] = calls

    def has_seen(self, number: int, status: int) -> bool:
        """Whether an assertion came right after the call, or compared its status or its class later."""
        latest = max(self._statuses.get(status, 0), self._statuses.get(status // 100, 0))
        return number in self._after or latest >= number


def unlooked_advisories(calls: List[Dict[str, Any]], looks: Looks) -> List[str]:
    """One line per answer of 4xx or 5xx that nothing checked; a repeated request counts by its last answer."""
    found: List[str] = []
    for place, call in enumerate(calls):
        status = call.get("status")
        if call.get("isReadBefore") or not isinstance(status, int) or status < 400:
            continue
        request = (call["method"], call["url"])
        is_repeated = any((later["method"], later["url"]) == request for later in calls[place + 1 :])
        # A record that is gone already is what a DELETE is for.
        is_gone = call["method"].upper() == "DELETE" and status in (404, 410)
        if is_repeated or is_gone or looks.has_seen(call["seq"], status):
            continue
        path = urlsplit(call["url"]).path or "/"
        found.append(f"{call['method'].upper()} {path} answered {status}, and no assertion looked at it")
    rest = len(found) - MOST
    return found if rest <= 0 else [*found[:MOST], f"{rest} more answers of 4xx or 5xx that no assertion looked at"]
