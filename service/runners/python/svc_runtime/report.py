"""Reports what a run did: its calls, its captures and its verdict."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from .assertions import Deviation
from .call_log import read_log
from .calls import collect
from .channel import CALL, RESULT, Channel
from .masking import Masker
from .publish import exact, latest, undeclared_advisories

Json = Dict[str, Any]


class Verdict(NamedTuple):
    """How the test's code ended; `status` is None when only the parent knows."""

    status: Optional[str]
    kind: Optional[str] = None
    error: Optional[str] = None
    trace: Optional[str] = None
    line: Optional[int] = None


def read_calls(log_file: int, masker: Masker) -> tuple[List[Json], List[Json]]:
    """The masked calls and the captures in the log."""
    collected = collect(read_log(log_file), masker)
    return collected.calls, latest(collected.produced)


def send_report(
    channel: Channel,
    verdict: Verdict,
    calls: List[Json],
    captures: List[Json],
    advisories: List[str],
    masker: Masker,
    has_descendants: bool,
    deviations: Sequence[Deviation] = (),
) -> None:
    """Writes the whole report; after it nothing of this run is expected."""
    for call in calls:
        channel.put(CALL, call)
    channel.put(
        RESULT,
        {
            "status": verdict.status,
            "failureKind": verdict.kind,
            "error": masker.optional(verdict.error),
            "trace": masker.optional(verdict.trace),
            "failedLine": verdict.line,
            "captures": [exact(capture) for capture in captures],
            "advisories": [masker.text(advisory) for advisory in advisories + undeclared_advisories(captures)],
            "deviations": [_shown(one, masker) for one in deviations],
            "hasDescendants": has_descendants,
        },
    )
    channel.flush()


def _shown(deviation: Deviation, masker: Masker) -> Json:
    forms, mark = deviation.forms, deviation.mark
    return {
        "line": deviation.line,
        "lines": deviation.lines,
        "call": deviation.call,
        "message": masker.text(deviation.message),
        **({} if forms is None else {"forms": forms}),
        **({} if mark is None else {"mark": mark._asdict()}),
    }
