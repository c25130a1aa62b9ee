"""Looks at generated tests before they enter the suite: by their syntax tree, then by running them in memory.

Runs inside the process of a test, as the code of one: nothing of it reaches the service or the network.
"""

from __future__ import annotations

import time
from typing import Any, Dict, List, Optional

from .gate_calls import Finding, check_source
from .gate_server import ScriptedServer

Json = Dict[str, Any]


def check(subjects: List[Json]) -> List[Json]:
    """One verdict per subject, in their order: `{id, code, message}`, without a code when it is accepted."""
    # A test that waits waits for the API, which there is none of.
    time.sleep = lambda _seconds: None
    return [_verdict(subject) for subject in subjects]


def _verdict(subject: Json) -> Json:
    finding = check_source(subject) or _try_out(subject)
    if finding is None:
        return {"id": subject["id"], "code": None, "message": ""}
    return {"id": subject["id"], "code": finding.code, "message": finding.message}


def _try_out(subject: Json) -> Optional[Finding]:
    server = ScriptedServer(subject["fitting"], subject["values"])
    error = server.run(subject["source"], subject["fileName"])
    if server.stray is not None:
        return Finding("wrong_endpoint", server.stray)
    if error is not None:
        return Finding("malformed", f"with answers that fit it ends with {_named(error)}")
    if server.missing is not None:
        return Finding("wrong_endpoint", server.missing)
    missing = [name for name in subject["produces"] if name not in server.produced]
    if missing:
        return Finding("undeclared_variable", f"it passes without producing {', '.join(missing)}")
    if subject["breaking"] is None:
        return Finding("no_real_assertion", "its recipe checks nothing")
    if ScriptedServer(subject["breaking"], subject["values"]).run(subject["source"], subject["fileName"]) is None:
        return Finding("no_real_assertion", "it passes with an answer that breaks its first check")
    return None


def _named(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}".split("\n", 1)[0]
    return text if len(text) <= 300 else f"{text[:299]}…"
